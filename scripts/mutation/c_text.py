# SPDX-License-Identifier: MIT
"""C as tokens: just enough of it to know what may be changed where.

Nothing here parses C. The sources are formatted by clang-format, and that says what a grammar would
have to: an operator with a space on both sides is binary.
"""
import dataclasses
import re

_TOKEN = re.compile(
    r"""(?P<comment>/\*.*?\*/|//[^\n]*)
    |(?P<directive>^[ \t]*\#(?:\\\n|[^\n])*)
    |(?P<string>"(?:\\.|[^"\\\n])*")
    |(?P<char>'(?:\\.|[^'\\\n])+')
    |(?P<number>(?:0[xX][0-9a-fA-F]+|[0-9]+)[uUlL]*)
    |(?P<name>[A-Za-z_][A-Za-z0-9_]*)
    |(?P<sign><<=|>>=|\.\.\.|->|\+\+|--|&&|\|\||[-+*/%&|^<>=!]=|<<|>>|[][(){}.,;:?~!%^&*+/<>=|-])
    |(?P<space>\s+)""", re.S | re.M | re.X)

_COMMENT_BEFORE = re.compile(r"/\*(?:(?!\*/).)*\*/\s*\Z", re.S)
_OPENING = {"(": ")", "[": "]", "{": "}"}
_HEADS = {"if", "while", "for", "switch"}
_ASSIGNING = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}


@dataclasses.dataclass
class Token:
    kind: str
    text: str
    start: int
    spaced: bool = False  # by white space, on both sides
    match: int = -1  # the index of the bracket that goes with this one

    @property
    def end(self):
        return self.start + len(self.text)


@dataclasses.dataclass
class Region:
    """Where something may be changed: the tokens first..last, brackets included."""
    kind: str  # function, table or enum
    name: str
    first: int
    last: int
    head: tuple = ()  # what stands before: a function's return type, or a table's declaration


class Source:
    """A file as tokens without comments and preprocessor lines, and its regions."""

    def __init__(self, name, text):
        self.name = name
        self.text = text
        self.tokens = []
        self._read()
        self._pair()
        self._line_starts = [0] + [m.end() for m in re.finditer("\n", text)]
        self.regions = list(self._find_regions())

    def _read(self):
        at = 0
        while at < len(self.text):
            found = _TOKEN.match(self.text, at)
            if found is None:
                raise ValueError(f"{self.name}: no C token at octet {at}")
            if found.lastgroup not in ("comment", "directive", "space"):
                after = self.text[found.end():found.end() + 1]
                spaced = self.text[at - 1:at].isspace() and after.isspace()
                self.tokens.append(Token(found.lastgroup, found.group(), at, spaced))
            at = found.end()

    def _pair(self):
        stack = []
        for index, token in enumerate(self.tokens):
            if token.kind != "sign":
                continue
            if token.text in _OPENING:
                stack.append(index)
            elif token.text in _OPENING.values():
                if not stack or _OPENING[self.tokens[stack[-1]].text] != token.text:
                    raise ValueError(f"{self.name}: unpaired {token.text!r} at {token.start}")
                token.match = stack.pop()
                self.tokens[token.match].match = index

    def is_at(self, index, *texts):
        return 0 <= index < len(self.tokens) and self.tokens[index].text in texts

    def _find_regions(self):
        index = start = 0
        while index < len(self.tokens):
            token = self.tokens[index]
            if token.text == ";" or token.text == "}":
                start = index + 1
            elif token.text == "{" and self.is_at(index - 1, ")"):
                opening = self.tokens[index - 1].match
                yield Region("function", self.tokens[opening - 1].text, index, token.match,
                             tuple(t.text for t in self.tokens[start:opening - 1]))
                index, start = token.match, token.match + 1
            elif token.text == "{" and self.is_at(index - 1, "="):
                yield Region("table", self._declared(index - 1), index, token.match,
                             tuple(t.text for t in self.tokens[start:index]))
                index = token.match
            elif token.text == "{" and any(self.is_at(i, "enum") for i in range(start, index)):
                name = self.tokens[index - 1].text
                yield Region("enum", "enum" if name == "enum" else name, index, token.match)
                index = token.match
            elif token.text == "{" and self.tokens[index - 1].kind != "string":
                index = token.match  # a struct
            elif token.text == "{":
                start = index + 1  # extern "C"
            elif token.text in ("(", "["):
                index = token.match
            index += 1

    def _declared(self, equals):
        """The name that is declared before an equals sign."""
        index = equals - 1
        while self.is_at(index, "]"):
            index = self.tokens[index].match - 1
        return self.tokens[index].text

    def words_about(self, offset):
        """The comment before the region in which `offset` is, and the region with its head."""
        region = next(r for r in self.regions
                      if self.tokens[r.first].start <= offset < self.tokens[r.last].end)
        first = region.first
        while first > 0 and not self.is_at(first - 1, ";", "}"):
            first -= 1
        start = self.tokens[first].start
        comment = _COMMENT_BEFORE.search(self.text[:start])
        return (comment[0] if comment else "", self.text[start:self.tokens[region.last].end])

    def line_of(self, offset):
        low, high = 0, len(self._line_starts)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._line_starts[middle] <= offset else (low, middle)
        return low + 1

    def lines_around(self, start, end):
        """The offsets of the whole lines that start..end touches."""
        first = self._line_starts[self.line_of(start) - 1]
        last = self.text.find("\n", max(start, end - 1))
        return first, len(self.text) if last < 0 else last

    def is_binary(self, index):
        """A binary operator, or an assignment."""
        return self.tokens[index].spaced

    def is_block(self, index):
        """Do these braces hold statements? Else they are an initializer."""
        if self.is_at(index - 1, ")"):
            before = self.tokens[index - 1].match - 1
            return self.is_at(before, *_HEADS) or self._begins_function(index)
        return self.is_at(index - 1, ";", "{", "}", "else", "do", ":")

    def _begins_function(self, index):
        return any(r.kind == "function" and r.first == index for r in self.regions)

    def operand(self, index, step, stops):
        """How far the operand of the operator at `index` goes, to its left (step -1) or right: the
        index of its last token in that direction. It ends before any of `stops`."""
        at = index + step
        last = index
        while 0 <= at < len(self.tokens):
            text = self.tokens[at].text
            if text in stops or text in (";", ",", "?", ":", "return", "case") or \
                    text in _ASSIGNING or text == "else":
                break
            if text in (("(", "[", "{") if step < 0 else (")", "]", "}")):
                break
            if text in _OPENING or text in _OPENING.values():
                brace = at if text == "{" else self.tokens[at].match
                if text in "{}" and self.is_block(brace):
                    break
                at = self.tokens[at].match
            last = at
            at += step
        return last

    def statements(self, region):
        """The first and last token of each simple statement of a function."""
        begins = True
        index = region.first
        while index <= region.last:
            token = self.tokens[index]
            if token.text in "{}" and (self.is_block(min(index, token.match)) or
                                       region.first in (index, token.match)):
                begins = True
            elif token.text in ("else", "do"):
                begins = True
            elif begins and token.text in _HEADS and self.is_at(index + 1, "("):
                index = self.tokens[index + 1].match
                begins = True
                if self.is_at(index + 1, ";") and token.text == "while":
                    index += 1  # do ... while (...);
            elif begins and token.text in ("case", "default"):
                while not self.is_at(index, ":"):
                    index += 1
            elif begins:
                last = self._end_of_statement(index)
                yield index, last
                index = last
            index += 1

    def _end_of_statement(self, index):
        while not self.is_at(index, ";"):
            if self.tokens[index].text in _OPENING:
                index = self.tokens[index].match
            index += 1
        return index

    def is_declaration(self, first):
        if self.tokens[first].kind != "name":
            return False
        if self.tokens[first].text in ("const", "static", "unsigned", "struct", "enum", "bool",
                                       "void", "char", "int", "size_t"):
            return True
        following = self.tokens[first + 1]
        return following.kind == "name" or (following.text == "*" and not following.spaced)

    def entries(self, opening):
        """The first and last token of each entry of an initializer."""
        index, closing = opening + 1, self.tokens[opening].match
        first = index
        while index <= closing:
            if index == closing or self.tokens[index].text == ",":
                if index > first:
                    yield first, index - 1
                first = index + 1
            elif self.tokens[index].text in _OPENING:
                index = self.tokens[index].match
            index += 1
