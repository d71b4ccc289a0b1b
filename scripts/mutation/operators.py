# SPDX-License-Identifier: MIT
"""The mutation operators: what is changed in a source, one thing at a time."""
import dataclasses
import re

import c_text

OPERATORS = ("relation", "logic", "constant", "arithmetic", "step", "condition", "statement",
             "return", "table", "set")

_RELATIONS = {"<": ("<=", ">="), ">": (">=", "<="), "<=": ("<", ">"), ">=": (">", "<"),
              "==": ("!=",), "!=": ("==",)}
# Beside a number or a character, whose neighbours count too.
_BY_VALUE = {"==": ("<=", ">="), "!=": ("<", ">")}
_ARITHMETIC = {"+": ("-",), "-": ("+",), "*": ("/", "+"), "/": ("*", "-"), "%": ("/",),
               "<<": (">>",), ">>": ("<<",), "&": ("|", "^"), "|": ("&", "^"), "^": ("&", "|"),
               "+=": ("-=", "="), "-=": ("+=", "="), "*=": ("/=",), "/=": ("*=",), "|=": ("&=",),
               "&=": ("|=",), "<<=": (">>=",), ">>=": ("<<=",)}
_CHAR_NAMES = {0: r"\0", 9: r"\t", 10: r"\n", 13: r"\r", 34: '"', 39: r"\'", 92: r"\\"}
_CHAR_VALUES = {"0": 0, "t": 9, "n": 10, "r": 13, '"': 34, "'": 39, "\\": 92}


@dataclasses.dataclass(frozen=True)
class Mutant:
    source: c_text.Source
    operator: str
    where: str  # the function or table
    edits: tuple  # (start, end, text), in their order

    @property
    def start(self):
        return self.edits[0][0]

    @property
    def end(self):
        return self.edits[-1][1]

    @property
    def line(self):
        return self.source.line_of(self.start)

    @property
    def last_line(self):
        return self.source.line_of(max(self.start, self.end - 1))

    def _edited(self, first, last):
        pieces, at = [], first
        for start, end, text in self.edits:
            pieces += [self.source.text[at:start], text]
            at = end
        return "".join(pieces) + self.source.text[at:last]

    def text(self):
        return self._edited(0, len(self.source.text))

    def original_lines(self):
        first, last = self.source.lines_around(self.start, self.end)
        return " ".join(self.source.text[first:last].split())

    def mutated_lines(self):
        return " ".join(self._edited(*self.source.lines_around(self.start, self.end)).split())


def _char_value(text):
    inner = text[1:-1]
    if inner[0] == "\\":
        return _CHAR_VALUES.get(inner[1:])
    return ord(inner)


def _char(value):
    name = _CHAR_NAMES.get(value)
    if name is None:
        name = chr(value) if 0x20 <= value < 0x7f else f"\\x{value:02x}"
    return f"'{name}'"


class _Finder:
    """Goes over the regions of a source."""

    def __init__(self, source, struct_names):
        self.source = source
        self.tokens = source.tokens
        self.struct_names = struct_names
        self.region = None
        self.found = {}

    def add(self, operator, *edits):
        edits = tuple(sorted(edits))
        if any(self.source.text[start:end] != text for start, end, text in edits):
            self.found.setdefault(edits, Mutant(self.source, operator, self.region.name, edits))

    def replace(self, operator, index, text):
        token = self.tokens[index]
        self.add(operator, (token.start, token.end, text))

    def replace_span(self, operator, first, last, text):
        self.add(operator, (self.tokens[first].start, self.tokens[last].end, text))

    def span(self, first, last):
        return self.source.text[self.tokens[first].start:self.tokens[last].end]

    def all(self):
        for region in self.source.regions:
            self.region = region
            for index in range(region.first, region.last + 1):
                self.at_token(index)
            if region.kind == "function":
                self.statements()
                self.returns()
            else:
                self.sets()
        return sorted(self.found.values(), key=lambda m: (
            m.start, m.end, OPERATORS.index(m.operator), m.edits))

    def at_token(self, index):
        token = self.tokens[index]
        if token.kind == "number":
            self.number(index)
        elif token.kind == "char":
            self.character(index)
        elif token.text in ("true", "false"):
            self.replace("constant", index, "false" if token.text == "true" else "true")
        elif token.kind == "string":
            self.character_string(index)
        elif token.text in ("if", "while", "for"):
            self.head(index)
        elif token.text == "{":
            self.initializer(index)
        elif token.kind == "sign":
            self.sign(index)

    # Constants

    def is_dimension(self, index):
        """The size of an array that is declared, or the index of a designator."""
        source = self.source
        if not (source.is_at(index - 1, "[") and source.is_at(index + 1, "]")):
            return False
        return source.is_at(index - 2, "{", ",") or (
            self.tokens[index - 2].kind == "name" and (
                self.tokens[index - 3].kind == "name" and
                not source.is_at(index - 3, "return", "sizeof", "else", "case") or
                source.is_at(index - 3, "*") and not self.tokens[index - 3].spaced and
                self.tokens[index - 4].kind == "name"))

    def is_void(self, index):
        """Of `{0}`, or the length of the absent span `{NULL, 0}`: these words say "nothing"."""
        source = self.source
        return source.is_at(index, "0") and source.is_at(index + 1, "}") and (
            source.is_at(index - 1, "{") or
            source.is_at(index - 1, ",") and source.is_at(index - 2, "NULL"))

    def number(self, index):
        text = self.tokens[index].text
        if self.is_dimension(index) or self.is_void(index):
            return
        digits = text.rstrip("uUlL")
        suffix = text[len(digits):]
        is_hex = digits[:2].lower() == "0x"
        value = int(digits, 16 if is_hex else 10)
        for other in (value + 1, value - 1):
            if other >= 0:
                form = f"{other:#x}" if is_hex else str(other)
                self.replace("constant", index, form + suffix)

    def character(self, index):
        value = _char_value(self.tokens[index].text)
        if value is None or self.is_dimension(index):
            return
        for other in (value + 1, value - 1):
            if other >= 0:
                self.replace("constant", index, _char(other))

    def character_string(self, index):
        """The characters that strchr looks among are a set."""
        if not (self.source.is_at(index - 1, "(") and self.source.is_at(index - 2, "strchr")):
            return
        start = self.tokens[index].start
        for found in re.finditer(r"\\.|[^\"\\]", self.tokens[index].text):
            self.add("set", (start + found.start(), start + found.end(), ""))

    # Operators

    def sign(self, index):
        token = self.tokens[index]
        if token.text == "?":
            self.condition(self.source.operand(index, -1, ()), index - 1)
        elif token.text == "!":
            self.replace("logic", index, "")
        elif token.text in ("++", "--"):
            self.step(index)
        elif token.text in ("&&", "||"):
            self.logical(index)
        elif self.source.is_binary(index):
            for other in _RELATIONS.get(token.text, ()):
                self.replace("relation", index, other)
            if token.text in _BY_VALUE and (self.is_value(index - 1) or self.is_value(index + 1)):
                for other in _BY_VALUE[token.text]:
                    self.replace("relation", index, other)
            if not (token.text == "|" and self.region.kind != "function"):
                for other in _ARITHMETIC.get(token.text, ()):
                    self.replace("arithmetic", index, other)

    def is_value(self, index):
        token = self.tokens[index]
        return token.kind == "char" or (token.kind == "number" and token.text.strip("uUlL") != "0")

    def step(self, index):
        token = self.tokens[index]
        self.replace("step", index, "--" if token.text == "++" else "++")
        self.replace("step", index, "")

    def logical(self, index):
        token = self.tokens[index]
        self.replace("logic", index, "||" if token.text == "&&" else "&&")
        stops = ("&&", "||") if token.text == "&&" else ("||",)
        neutral = "1" if token.text == "&&" else "0"
        left = self.source.operand(index, -1, stops)
        right = self.source.operand(index, 1, stops)
        self.replace_span("logic", left, index - 1, neutral)
        self.replace_span("logic", index + 1, right, neutral)

    # Conditions

    def head(self, index):
        opening = index + 1
        closing = self.tokens[opening].match
        first, last = opening + 1, closing - 1
        if self.tokens[index].text == "for":
            semicolons = [i for i in range(first, closing) if self.tokens[i].text == ";"]
            first, last = semicolons[0] + 1, semicolons[1] - 1
        if first <= last:
            self.condition(first, last)

    def condition(self, first, last):
        for text in ("1", "0"):
            self.replace_span("condition", first, last, text)
        if not self.is_negated_otherwise(first, last):
            self.replace_span("logic", first, last, f"!({self.span(first, last)})")

    def is_negated_otherwise(self, first, last):
        """One relation, or one "!": other mutants have the contrary."""
        texts = [t.text for t in self.tokens[first:last + 1]]
        return not {"&&", "||"}.intersection(texts) and (
            texts[0] == "!" or any(t in _RELATIONS for t in texts))

    # Statements

    def statements(self):
        for first, last in self.source.statements(self.region):
            text = self.tokens[first].text
            if text == "continue" and self.source.is_at(first - 1, ")"):
                continue  # all that a loop does
            if text in ("break", "continue") or (text == "return" and last == first + 1) or (
                    text not in ("return", "goto") and first != last and
                    not self.source.is_declaration(first)):
                self.replace_span("statement", first, last, ";")

    def returns(self):
        for first, last in self.source.statements(self.region):
            if self.tokens[first].text == "return" and last > first + 1:
                expression = self.span(first + 1, last - 1)
                for other in self.other_values(expression):
                    if other != expression:
                        self.replace_span("return", first + 1, last - 1, other)

    def other_values(self, expression):
        words = [w for w in self.region.head if w not in ("static", "inline", "const", "extern")]
        if "*" in words:
            return ("NULL",)
        if words == ["bool"]:
            known = {"true": ("false",), "false": ("true",)}
            return known.get(expression, ("true", "false", f"!({expression})"))
        if words == ["uriproof_verdict"]:
            return ("URIPROOF_OK", "URIPROOF_INVALID")
        if words[0] in self.struct_names:
            return (f"({words[0]}){{0}}",)
        return ("0", f"({expression}) + 1")

    # Tables

    def initializer(self, opening):
        """Braces after an equals sign or within such."""
        if self.region.kind == "enum" or not self.is_table(opening):
            return
        rows = list(self.source.entries(opening))
        for number, (first, last) in enumerate(rows):
            following = rows[number + 1] if number + 1 < len(rows) else None
            designated = self.source.is_at(first, "[", ".")
            if not (designated or self.is_array(opening)):
                continue
            end = last + 1 if self.source.is_at(last + 1, ",") else last
            self.replace_span("table", first, end, "")
            if following is not None and not self.source.is_at(first, ".", "{"):
                self.swap(self.value_of(first, last), self.value_of(*following))

    def is_table(self, opening):
        source = self.source
        while opening > self.region.first:
            if source.is_at(opening - 1, "="):
                return True
            if not source.is_at(opening - 1, "{", ","):
                return False
            opening -= 1
            while not source.is_at(opening, "{"):
                opening = self.tokens[opening].match if self.tokens[opening].text in ")]}" \
                    else opening - 1
        return source.is_at(opening - 1, "=")

    def is_array(self, opening):
        """After a declarator with a dimension; not after a designator."""
        if not (self.source.is_at(opening - 1, "=") and self.source.is_at(opening - 2, "]")):
            return False
        return self.tokens[self.tokens[opening - 2].match - 1].kind == "name"

    def value_of(self, first, last):
        """An entry without its designator."""
        if self.source.is_at(first, "["):
            first = self.tokens[first].match + 2
        return first, last

    def swap(self, one, two):
        if self.span(*one) != self.span(*two):
            self.add("table",
                     (self.tokens[one[0]].start, self.tokens[one[1]].end, self.span(*two)),
                     (self.tokens[two[0]].start, self.tokens[two[1]].end, self.span(*one)))

    def sets(self):
        """Leaves out one of the sets that are put together, as `SAFE` in `ALPHA | SAFE`."""
        for index in range(self.region.first, self.region.last):
            if not self.source.is_at(index, "|"):
                continue
            if self.source.is_at(index - 2, "=") or not self.source.is_at(index - 2, "|"):
                self.replace_span("set", index - 1, index, "")
            self.replace_span("set", index, index + 1, "")


def struct_names(texts):
    """The names that struct types go by in these sources."""
    pattern = re.compile(r"typedef struct \w+ \{.*?^\} (\w+);|typedef struct \w+ (\w+);",
                         re.S | re.M)
    return {name for text in texts for found in pattern.findall(text) for name in found if name}


def mutants_of(source, structs):
    """All mutants of a source, in the order of their places."""
    return _Finder(source, structs).all()
