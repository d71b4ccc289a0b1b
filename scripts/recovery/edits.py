# SPDX-License-Identifier: MIT
"""One line changed in the source of a C library, and the deviations that this makes.

Each row: the library, the deviations that it has besides, those that it has no longer, what is
looked for in the file, and what is put in its place. The text is looked for once, from the first
text of the row on that stands before it.
"""

import os
import subprocess
import tempfile
from typing import NamedTuple, Tuple


class Edit(NamedTuple):
    library: str
    more: Tuple[str, ...]
    less: Tuple[str, ...]
    after: str  # where to begin to look
    old: str
    new: str


SOURCES = {"libxml2": ("libxml2", "uri.c"), "neon": ("neon27", "src/ne_uri.c")}

COMPILE = {"libxml2": ["-DHAVE_STDLIB_H", "-DHAVE_STRING_H", "-I.", "-I/usr/include/libxml2"],
           "neon": ["-DHAVE_STDLIB_H", "-DHAVE_STRING_H", "-DHAVE_UNISTD_H", "-Isrc"]}

EDITS = (
    Edit("libxml2", ("scheme.first=letter-or-digit",), (), "xmlParse3986Scheme(",
         "if (!ISA_ALPHA(cur))", "if (!ISA_ALPHA(cur) && !ISA_DIGIT(cur))"),
    Edit("libxml2", ("scheme.octets+_",), (), "xmlParse3986Scheme(",
         "(*cur == '+') ||", "(*cur == '+') || (*cur == '_') ||"),
    Edit("libxml2", ("fragment.octets+#",), (), "xmlParse3986Fragment(",
         "(*cur == '/') ||", "(*cur == '/') || (*cur == '#') ||"),
    Edit("libxml2", ("query.octets+{",), (), "xmlParse3986Query(",
         "(*cur == '/') ||", "(*cur == '/') || (*cur == '{') ||"),
    Edit("libxml2", ("userinfo.octets+|",), (), "xmlParse3986Userinfo(",
         "(*cur == ':')", "(*cur == ':') || (*cur == '|')"),
    Edit("libxml2", ("userinfo.octets-:",), (), "xmlParse3986Userinfo(",
         "ISA_SUB_DELIM(cur) || (*cur == ':')", "ISA_SUB_DELIM(cur)"),
    Edit("libxml2", ("host.octets+|",), (), "then this should be a hostname",
         "|| ISA_SUB_DELIM(cur))", "|| ISA_SUB_DELIM(cur) || (*cur == '|'))"),
    Edit("libxml2", ("host.octets-'",), (), "then this should be a hostname",
         "|| ISA_SUB_DELIM(cur))", "|| (ISA_SUB_DELIM(cur) && (*cur != '\\'')))"),
    Edit("libxml2", ("port.range=rejected",), ("port.range=int",), "xmlParse3986Port(",
         "if (uri != NULL)", "if (port > 65535) return(1); if (uri != NULL)"),
    Edit("libxml2", ("port.empty=absent",), ("port.empty=rejected",), "xmlParse3986Port(",
         "return(0);\n    }\n    return(1);", "return(0);\n    }\n    return(0);"),
    Edit("neon", ("scheme.octets+_",), (), "",
         "#define URI_SCHEME (AL |", "#define URI_SCHEME (US | AL |"),
    Edit("neon", ("authority.end=slash-query",), ("authority.end=slash",), "ne_uri_parse(",
         "while (*pa != '/' &&", "while (*pa != '/' && *pa != '?' &&"),
    Edit("neon", (), ("authority.end=slash",), "ne_uri_parse(",
         "while (*pa != '/' &&", "while (*pa != '/' && *pa != '?' && *pa != '#' &&"),
    Edit("neon", ("userinfo.octets-:",), (), "",
         "URI_SUBDELIM | CL)\n/* pchar", "URI_SUBDELIM)\n/* pchar"),
    Edit("neon", ("resolve.empty=no-query",), (), "ne_uri_resolve(",
         "} else if (base->query) {", "} else if (0) {"),
    Edit("neon", ("resolve.dots-authority=kept",), (),
         "copy_authority(target, relative);\n            ",
         "remove_dot_segments(relative->path)", "ne_strdup(relative->path)"),
    Edit("neon", ("resolve.dots-absolute=kept",), (), "ne_uri_resolve(",
         "remove_dot_segments(relative->path)", "ne_strdup(relative->path)"),
    Edit("neon", ("resolve.dots-rooted=kept",), (), "if (relative->path[0] == '/') {",
         "remove_dot_segments(relative->path)", "ne_strdup(relative->path)"),
    Edit("neon", ("resolve.dots-merged=kept",), (), "char *merged",
         "remove_dot_segments(merged)", "ne_strdup(merged)"),
    Edit("neon", ("userinfo.octets+#[]",), (), "",
         "URI_SUBDELIM | CL)\n/* pchar", "URI_SUBDELIM | CL | GD)\n/* pchar"),
)


def edited(text, edit):
    """Returns the source with the edit."""
    at = text.index(edit.old, text.index(edit.after))
    return text[:at] + edit.new + text[at + len(edit.old):]


def build(library, edit, trees, shared):
    """Compiles the file of a library that reads URIs, with an edit if there is one, to a shared
    object that an adapter loads before the library."""
    package, name = SOURCES[library]
    with open(os.path.join(trees, package, name), encoding="utf-8") as file:
        text = file.read()
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "edited.c")
        with open(os.path.join(folder, "config.h"), "w", encoding="ascii"):
            pass
        with open(source, "w", encoding="utf-8") as file:
            file.write(edited(text, edit) if edit else text)
        subprocess.run(["cc", "-w", "-O1", "-shared", "-fPIC", "-I" + folder, *COMPILE[library],
                        "-o", shared, source], check=True, cwd=os.path.join(trees, package))
