#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Each template of `uriproof adapter new` is made, built, run, checked, and tested (TAP 13), with
the helper that is copied beside it. A language whose tools are missing is skipped, and says how to
get them.

URIPROOF_BIN is the folder of uriproof; default build/release. Arguments are languages; default all.
"""

import json
import os
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "vectors", "tests"))

from tap import Tap  # noqa: E402

BIN = os.path.abspath(os.environ.get("URIPROOF_BIN", os.path.join(ROOT, "build", "release")))
PROGRAM = os.path.join(BIN, "uriproof")
TEMPLATES = os.path.join(ROOT, "harness", "templates")
ENDS_WITHIN = 240  # seconds; a compiler on a busy machine
NEEDED = {"c", "python", "node", "go", "rust", "java", "perl"}
MOST_LINES = 45
MOST_COLUMNS = 100
ADAPTERS = os.path.join(ROOT, "harness", "adapters")

# What a parser may print: lines that are put before the one in which a mark stands. In Rust that
# cannot be kept from standard output.
NOISE = {
    "c": [("TO DO", 'extern int puts(const char *); puts("noise");')],
    "go": [('import "regexp"', 'import "fmt"'), ("TO DO", 'fmt.Println("noise")')],
    "java": [("TO DO", 'System.out.println("noise");')],
    "node": [("TO DO", 'console.log("noise");')],
    "perl": [("TO DO", 'print "noise\\n";')],
    "php": [("TO DO", 'echo "noise\\n";')],
    "python": [("TO DO", '    print("noise")')],
    "ruby": [("TO DO", 'puts "noise"')],
}

# A stub parser splits at delimiters, so all that RFC 3986 takes it gives rightly, and more.
SELECT = ["--select", "rfc3986.path.*", "--select", "rfc3986.query.*"]

# What an adapter is asked, and what the parts of its answer are to make again: octets beyond ASCII,
# and those that JSON escapes.
ECHOES = [b"http://h/a?b#c", b"x:\x00\x01\n\r\x7f", b'x:"\"\\"', b"x:?#", b"x://", b"x:",
          b"http://\xc3\xa9/\xe2\x82\xac?\xf0\x9f\x98\x80#\xc3\x83", b"x:\xef\xbb\xbf\xef\xbf\xbd",
          b"\xc3\xa9:x", b'x:","uri":"y:z', b"x:" + b'"\\' * 200000]

# Octets that are not UTF-8. If a text is characters, they cannot be asked.
NO_UTF8 = [b"http://h/a\xe9\xff", b"x:\x80", b"x:\xc3", b"x:\xc0\x80", b"x:\xed\xa0\x80",
           b"x:\xf4\x90\x80\x80"]
OF_CHARACTERS = {"java", "node", "python"}

NO_REQUESTS = ['{', '[1]', 'null', '7', '{}', '""', '{"id":1}', '{"id":1,"op":"parse"}',
               '{"id":1,"op":"parse","uri":[]}', '{"id":1,"op":"parse","uri":"\\u00e9"}',
               '{"id":1,"op":7}', '{"id":1,"op":"parse","uri":"a:b"} x', '{"id":1,"op":"resolve"}']


def run(folder, *words, data=None):
    return subprocess.run(words, cwd=folder, capture_output=True, input=data, timeout=ENDS_WITHIN)


def told(text, mark):
    found = re.search("^  %s: +(.*)$" % mark, text, re.MULTILINE)
    return found and found.group(1)


def question(number, octets):
    text = octets.decode("latin-1")
    plain = text.isascii() and text.isprintable()
    return json.dumps({"id": number, "op": "parse",
                       **({"uri": text} if plain else {"uri_hex": octets.hex()})}) + "\n"


def octets_of(parts):
    return {name.removesuffix("_hex"): bytes.fromhex(text) if name.endswith("_hex")
            else text.encode("ascii") for name, text in parts.items()}


def put_together(answer):
    """The text that was asked, from the parts of it that are given."""
    parts = octets_of(answer.get("components") or answer["generic"])
    text = parts["scheme"] + b":"
    if "host" in parts:
        text += b"//" + (parts["userinfo"] + b"@" if "userinfo" in parts else b"") + parts["host"]
        text += b":" + parts["port"] if "port" in parts else b""
    text += parts["path"]
    for delimiter, names in ((b"?", ("query", "search")), (b"#", ("fragment", "fragmentid"))):
        for name in names:
            text += delimiter + parts[name] if name in parts else b""
    return text


def check_echoes(tap, language, folder, command):
    asked = ECHOES + NO_UTF8
    lines = "".join(question(i, octets) for i, octets in enumerate(asked))
    done = run(folder, *command, data=lines.encode("ascii"))
    answers = {answer["id"]: answer for answer in map(json.loads, done.stdout.splitlines())}

    def is_right(i, octets):
        if octets in NO_UTF8 and language in OF_CHARACTERS:
            return answers[i]["status"] == "unsupported"
        return answers[i]["status"] == "accepted" and put_together(answers[i]) == octets

    wrong = [octets[:80] for i, octets in enumerate(asked)
             if i not in answers or not is_right(i, octets)]
    tap.ok(not wrong and done.returncode == 0, "%s: each octet goes in and out" % language,
           (wrong, done.stderr))
    refused = run(folder, *command, data=question(1, b"b").encode("ascii")).stdout
    answer = {key: value for key, value in json.loads(refused).items() if key != "error"}
    tap.ok(answer == {"id": 1, "status": "rejected"}, "%s: refuses a reference" % language, refused)


def check_no_requests(tap, language, folder, command):
    lines = NO_REQUESTS + [question(2, b"b")]
    data = "".join(line.strip() + "\n" for line in lines)
    done = run(folder, *command, data=data.encode("ascii"))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    good = [answer.get("error") or answer.get("status") == "unsupported" for answer in answers[:-1]]
    tap.ok(len(answers) == len(lines) and all(good) and answers[-1]["status"] == "rejected",
           "%s: what is no request is told from one" % language, done)


def check_little_memory(tap, folder, command):
    """Where it has too little, the adapter in C aborts: it never answers falsely."""
    path = b"a" * 900000
    aborted = whole = 0
    false = []
    for megabytes in range(4, 40, 2):
        done = subprocess.run(command, cwd=folder, capture_output=True, check=False,
                              input=question(1, b"x:" + path).encode("ascii"),
                              preexec_fn=lambda most=megabytes << 20: resource.setrlimit(
                                  resource.RLIMIT_AS, (most, most)))
        answers = done.stdout.splitlines()
        good = len(answers) == 1 and octets_of(json.loads(answers[0])["generic"])["path"] == path
        whole += good
        aborted += done.returncode == -signal.SIGABRT and b"out of memory" in done.stderr
        if answers and not good:
            false.append((megabytes, answers[0][:100]))
    tap.ok(not false and aborted and whole, "c: too little memory: it aborts",
           "%s; %d aborted, %d whole" % (false, aborted, whole))


def check_noise(tap, language, folder, build, path, command):
    with open(path, encoding="ascii") as file:
        source = file.read()
    for mark, words in NOISE[language]:
        source = re.sub("^(?=.*%s)" % mark, lambda _, words=words: words + "\n", source, count=1,
                        flags=re.MULTILINE)
    with open(path, "w", encoding="ascii") as file:
        file.write(source)
    built = build_it(folder, build)
    done = run(folder, *command, data=question(1, b"b").encode("ascii"))
    tap.ok(built.returncode == 0 and b"noise" in done.stderr and
           json.loads(done.stdout).get("status") == "rejected",
           "%s: what the parser prints goes to standard error" % language, (built.stderr, done))


def check_checks(tap, language, folder, command):
    done = run(folder, PROGRAM, "adapter", "check", "--timeout", "60s", "--", *command)
    words = done.stdout.decode("utf-8")
    tap.ok(done.returncode == 0 and words.endswith(" ok, 0 warnings, 0 failures\n"),
           "%s: adapter check finds nothing" % language, words + done.stderr.decode("utf-8"))
    done = run(folder, PROGRAM, "test", "--dialect", "rfc3986", "--level", "clauses", *SELECT,
               "--timeout", "60s", "--", *command)
    words = done.stderr.decode("utf-8")
    bad = re.search("differ|strict|crash|timeout|protocol-error|not-run", words)
    tap.ok(done.returncode in (0, 1) and not bad and re.search(r"\d+ agree", words),
           "%s: test runs it" % language, words)


def template_of(language):
    found, = [name for name in os.listdir(TEMPLATES) if name.split(".")[0] == language]
    return found


def helpers_of(language):
    """Their names below harness/adapters."""
    with open(os.path.join(TEMPLATES, template_of(language)), encoding="ascii") as file:
        return re.search("Helper: (.*)$", file.read(), re.MULTILINE).group(1).split()


def octets_in(*names):
    with open(os.path.join(*names), "rb") as file:
        return file.read()


def check_size(tap, language):
    lines = octets_in(TEMPLATES, template_of(language)).decode("ascii").splitlines()
    tap.ok(len(lines) <= MOST_LINES and max(map(len, lines)) <= MOST_COLUMNS,
           "%s: at most %d lines of %d columns" % (language, MOST_LINES, MOST_COLUMNS),
           "%d lines, at most %d" % (len(lines), max(map(len, lines))))


def build_it(folder, build):
    environment = {**os.environ, "GOCACHE": os.path.join(folder, "cache"), "GO111MODULE": "off"}
    return subprocess.run(build or "true", cwd=folder, shell=True, capture_output=True,
                          env=environment, timeout=ENDS_WITHIN)


def check_language(tap, language, folder):
    """In a folder of its own, whose name a shell would take apart."""
    check_size(tap, language)
    name, beside = template_of(language), os.path.join(folder, "it's $HOME")
    os.mkdir(beside)
    path = os.path.join("it's $HOME", name)
    done = run(folder, PROGRAM, "adapter", "new", language, "it-" + language, "--output", path)
    words = done.stdout.decode("utf-8")
    build, command = told(words, "build"), told(words, "check")
    tap.ok(done.returncode == 0 and command, "%s: new writes it" % language, done)
    helpers = {os.path.basename(helper): helper for helper in helpers_of(language)}
    tap.ok(sorted(os.listdir(beside)) == sorted([name, *helpers]) and
           all(octets_in(beside, helper) == octets_in(ADAPTERS, helpers[helper]) and
               "  helper: it's $HOME/%s\n" % helper in words for helper in helpers),
           "%s: its helper is beside it" % language, (os.listdir(beside), words))
    command = shlex.split(command)[4:]
    tools = [shlex.split(one)[0] for one in (build, shlex.join(command)) if one]
    missing = [tool for tool in tools if not tool.startswith("./") and not shutil.which(tool)]
    if missing:
        tap.skip(language, "no %s: %s" % (" and no ".join(missing), told(words, "needs")))
        return
    done = build_it(folder, build)
    tap.ok(done.returncode == 0 and not done.stderr, "%s: builds without a word" % language,
           done.stderr.decode("utf-8"))
    if done.returncode != 0:
        return
    check_checks(tap, language, folder, command)
    check_echoes(tap, language, folder, command)
    check_no_requests(tap, language, folder, command)
    if language == "c":
        check_little_memory(tap, folder, command)
    if language in NOISE:
        check_noise(tap, language, folder, build, os.path.join(folder, path), command)


def check_files(tap, folder):
    """An old file is never lost, and the name of a file is never more than a name."""
    path = os.path.join(folder, "old.py")
    with open(path, "w", encoding="ascii") as file:
        file.write("old\n")
    new = [PROGRAM, "adapter", "new", "python", "old"]

    def old():
        with open(path, encoding="utf-8") as file:
            return file.read() == "old\n"

    done = run(folder, *new)
    tap.ok(done.returncode == 4 and b"is there already" in done.stderr and old(),
           "a file that is there stays", done)
    done = run(folder, *new, "--output", "-")
    tap.ok(done.returncode == 0 and done.stdout.startswith(b"#!/usr/bin/env python3\n# old: ")
           and b"check:" in done.stderr and old(), "--output - writes to standard output", done)
    done = run(folder, *new, "--output", "none/it.py")
    tap.ok(done.returncode == 4 and b"No such file" in done.stderr, "no such folder", done)
    done = run(folder, *new, "--force")
    tap.ok(done.returncode == 0 and not old(), "--force writes over it", done)
    name = "it's; $(touch there) \\.py"
    done = run(folder, *new, "--output", name)
    line = told(done.stdout.decode("utf-8"), "check")
    tap.ok(done.returncode == 0 and shlex.split(line)[-1] == name, "the name of a file is quoted",
           done)
    done = run(folder, *new, "--output", "it\nimport evil")
    tap.ok(done.returncode == 2 and b"control characters" in done.stderr,
           "the name of a file has one line", done)


def contents(folder):
    return {name: octets_in(folder, name) for name in os.listdir(folder)
            if os.path.isfile(os.path.join(folder, name))}


def write(folder, name, octets):
    with open(os.path.join(folder, name), "wb") as file:
        file.write(octets)


def check_refusals(tap, folder):
    """Where a file cannot be written, all are as they were."""
    other = b"another\n"
    helper = octets_in(ADAPTERS, "python", "uriproof_adapter.py")
    python = [PROGRAM, "adapter", "new", "python", "it"]

    def refused(name, status, words, *command):
        before = contents(folder)
        done = run(folder, *command)
        tap.ok(done.returncode == status and re.search(words, done.stderr) and not done.stdout and
               contents(folder) == before, name + ": nothing is written",
               (done, sorted(contents(folder))))

    os.mkdir(os.path.join(folder, "folder"))
    refused("a folder of that name", 4, b"folder is there already;", *python, "--output", "folder")
    refused("a folder of that name, --force", 4, b"cannot write folder: ", *python, "--output",
            "folder", "--force")
    refused("the name of the helper", 2, b"is the name of the helper", *python, "--output",
            "uriproof_adapter.py", "--force")
    write(folder, "uriproof_adapter.c", other)
    refused("the second helper is another", 4,
            b"uriproof_adapter.c is there already, and is another helper; --force", PROGRAM,
            "adapter", "new", "c", "it")
    os.remove(os.path.join(folder, "uriproof_adapter.c"))
    write(folder, "uriproof_adapter.py", other)
    refused("the helper is another", 4,
            b"uriproof_adapter.py is there already, and is another helper; --force", *python)
    os.symlink("no-such-folder/it.py", os.path.join(folder, "it.py"))
    refused("--force fails after the helper", 4, b"cannot write it.py: ", *python, "--force")
    os.remove(os.path.join(folder, "it.py"))
    write(folder, "it.py", other)
    done = run(folder, *python, "--force")
    found = contents(folder)
    tap.ok(done.returncode == 0 and found["uriproof_adapter.py"] == helper and
           found["it.py"] != other, "--force writes over the helper", (done, found))
    done = run(folder, *python, "--output", "two.py")
    tap.ok(done.returncode == 0 and
           b"  helper: uriproof_adapter.py, which was there\n" in done.stdout and
           contents(folder)["uriproof_adapter.py"] == helper,
           "the same helper serves a second adapter", done)


def check_alone(tap, folder):
    """What goes to no file has no folder for the helper, which is named."""
    path = os.path.join(ADAPTERS, "python", "uriproof_adapter.py")
    line = ("  helper: %s, which is to be copied beside it\n" % path).encode()
    new = [PROGRAM, "adapter", "new", "python", "it"]
    done = run(folder, *new, "--output", "-")
    tap.ok(done.returncode == 0 and line in done.stderr and not os.listdir(folder),
           "--output -: the helper is named", done)
    done = run(folder, *new, "--output", "/dev/stdout", "--force")
    tap.ok(done.returncode == 0 and line in done.stdout and
           not os.path.exists("/dev/uriproof_adapter.py"), "a device: the helper is named", done)


def check_installed(tap, folder, languages):
    """What is installed has all that the build has."""
    prefix = os.path.join(folder, "prefix")
    done = run(folder, "cmake", "--install", BIN, "--prefix", prefix)
    tap.ok(done.returncode == 0, "it installs", done.stderr)
    for language in languages:
        written = []
        for program in PROGRAM, os.path.join(prefix, "bin", "uriproof"):
            with tempfile.TemporaryDirectory(prefix="uriproof-template-") as made:
                done = run(made, program, "adapter", "new", language, "it")
                said = done.stdout.replace(os.fsencode(program), b"uriproof")
                written.append((done.returncode, said, contents(made)))
        tap.ok(written[0] == written[1] and written[0][0] == 0,
               language + ": the same from where it is installed", written)


def main():
    tap = Tap()
    languages = sorted(name.split(".")[0] for name in os.listdir(TEMPLATES))
    tap.ok(NEEDED <= set(languages), "the languages that were promised", languages)
    checks = [lambda folder, language=language: check_language(tap, language, folder)
              for language in sys.argv[1:] or languages]
    if not sys.argv[1:]:
        checks += [lambda folder: check_files(tap, folder),
                   lambda folder: check_refusals(tap, folder),
                   lambda folder: check_alone(tap, folder),
                   lambda folder: check_installed(tap, folder, languages)]
    for check in checks:
        with tempfile.TemporaryDirectory(prefix="uriproof-template-") as folder:
            check(folder)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
