// SPDX-License-Identifier: MIT
// The state machine of the URL Standard as data: texts that bring it to a state, and classes of code
// points. docs/vectors.md, "States", says what is made of them.
"use strict";

// The classes are taken from the text: the sets that a step asks for (ASCII alpha, ASCII hex digit,
// C0 control or space, URL code points, the percent-encode sets, forbidden host code points), and
// each code point that some step names. Two code points of a class are in the same sets. The
// contexts use the members of a class in turn.
const classes = [
  { name: "nul", members: ["\0"] },
  { name: "c0-control", members: ["\x01", "\x0B", "\x1F"] },
  { name: "tab-or-newline", members: ["\t", "\n", "\r"] },
  { name: "space", members: [" "] },
  { name: "lower-hex", members: ["a", "f", "d"] },
  { name: "lower", members: ["g", "z", "x"] },
  { name: "upper-hex", members: ["A", "F", "C"] },
  { name: "upper", members: ["G", "Z", "X"] },
  { name: "zero", members: ["0"] },
  { name: "digit", members: ["1", "9", "7"] },
  { name: "plain", members: ["!", "$", "&", "(", ")", "*", ",", "_", "~"] },
  { name: "plus", members: ["+"] },
  { name: "hyphen", members: ["-"] },
  { name: "full-stop", members: ["."] },
  { name: "apostrophe", members: ["'"] },
  { name: "semicolon", members: [";", "="] },
  { name: "quotation-mark", members: ['"'] },
  { name: "less-than", members: ["<", ">"] },
  { name: "grave-accent", members: ["`"] },
  { name: "circumflex", members: ["^"] },
  { name: "brace", members: ["{", "}"] },
  { name: "vertical-line", members: ["|"] },
  { name: "left-bracket", members: ["["] },
  { name: "backslash", members: ["\\"] },
  { name: "right-bracket", members: ["]"] },
  { name: "number-sign", members: ["#"] },
  { name: "percent", members: ["%"] },
  { name: "escape", members: ["%41", "%2e", "%7F"] },
  { name: "slash", members: ["/"] },
  { name: "colon", members: [":"] },
  { name: "question-mark", members: ["?"] },
  { name: "at-sign", members: ["@"] },
  { name: "delete", members: ["\x7F"] },
  { name: "beyond-ascii", members: ["\u00E9", "\u20AC", "\u{1F4A9}"] },
  { name: "no-url-code-point", members: ["\u0080", "\uFDD0", "\uFFFE", "\u009F", "\u{1FFFF}"] },
  { name: "eof", members: [""] },
];

const HTTP = "http://u:p@h:1/p/q?r#s", X = "x://u:p@h:1/p/q?r#s", FILE = "file://h/C:/p?r#s";

// A context brings the machine to `state` by the text `before`, against `base` if there is one. The
// code point comes next, and then `after`, if it is not the EOF code point.
const contexts = [
  { state: "scheme start", before: "", after: "b:c", rules: ["scheme-start.letter"] },
  { state: "scheme start", base: X, before: "", after: "b:c", rules: ["scheme-start.letter"] },
  { state: "scheme", before: "a", after: "b:c/d", rules: ["scheme.characters", "scheme.colon"] },
  { state: "scheme", before: "http", after: "//h/p", rules: ["scheme.characters", "scheme.colon"] },
  { state: "scheme", before: "FILE", after: "b", rules: ["scheme.characters", "scheme.lowercase"] },
  { state: "scheme", base: X, before: "a", after: "b:c", rules: ["scheme.characters"] },
  { state: "no scheme", before: "", after: "b/c", rules: ["no-scheme.base-needed"] },
  { state: "no scheme", base: "x:o?r#s", before: "", after: "b/c",
    rules: ["no-scheme.opaque-base"] },
  { state: "no scheme", base: HTTP, before: "", after: "b/c", rules: ["relative.base-parts"] },
  { state: "no scheme", base: FILE, before: "", after: "b/c", rules: ["no-scheme.file-base"] },
  { state: "special relative or authority", base: HTTP, before: "http:", after: "b/c",
    rules: ["special-relative.relative"] },
  { state: "special relative or authority", base: "wss://h/p/q", before: "wss:", after: "/b",
    rules: ["special-relative.authority"] },
  { state: "path or authority", before: "x:/", after: "b/../c",
    rules: ["path-or-authority.two-slashes"] },
  { state: "relative", base: "ws://h/p/q?r", before: "", after: "b/?c",
    rules: ["relative.last-segment"] },
  { state: "relative", base: X, before: "", after: "b/c", rules: ["relative.base-parts"] },
  { state: "relative", base: "x:/p/q?r", before: "", after: "#f", rules: ["relative.base-parts"] },
  { state: "relative slash", base: HTTP, before: "/", after: "b/c",
    rules: ["relative-slash.path"] },
  { state: "relative slash", base: X, before: "/", after: "b/c", rules: ["relative-slash.path"] },
  { state: "relative slash", base: "x:/p/q", before: "/", after: "/b",
    rules: ["relative-slash.path"] },
  { state: "special authority slashes", before: "http:", after: "b/c",
    rules: ["special-authority.slashes-optional"] },
  { state: "special authority slashes", before: "wss:", after: "/b",
    rules: ["special-authority.slashes-optional"] },
  { state: "special authority ignore slashes", before: "https://", after: "b/c",
    rules: ["special-authority.ignore-slashes"] },
  { state: "authority", before: "x://", after: "b@h/p", rules: ["authority.end"] },
  { state: "authority", before: "http://u", after: "b:c@h/p",
    rules: ["authority.end", "authority.at-last", "encode.userinfo"] },
  { state: "authority", before: "http://u:p@", after: "h/p", rules: ["authority.at-last"] },
  { state: "authority", before: "x://u:", after: "@h/p",
    rules: ["authority.first-colon", "encode.userinfo"] },
  { state: "host", before: "http://", after: "h/p", rules: ["domain.forbidden"] },
  { state: "host", before: "http://h", after: "b.c/p", rules: ["domain.forbidden"] },
  { state: "host", before: "ftp://1.", after: "2/", rules: ["number.last-part"] },
  { state: "host", before: "x://h", after: "b/p",
    rules: ["opaque-host.forbidden", "opaque-host.encode"] },
  { state: "host", before: "x://", after: "/p", rules: ["opaque-host.forbidden", "host.empty"] },
  { state: "host", before: "http://[1::", after: "2]:8/p", rules: ["ipv6.piece"] },
  { state: "port", before: "http://h:", after: "1/p", rules: ["port.digits"] },
  { state: "port", before: "x://h:8", after: "0/p", rules: ["port.digits"] },
  { state: "file", before: "file:", after: "b/c", rules: ["file.slashes-optional"] },
  { state: "file", base: FILE, before: "file:", after: "b/c", rules: ["file.base-kept"] },
  { state: "file", base: "file:///p/q?r", before: "file:", after: "|/b",
    rules: ["file.drive-letter-reference"] },
  { state: "file slash", before: "file:/", after: "b/c", rules: ["file.backslash"] },
  { state: "file slash", base: FILE, before: "/", after: "b/c", rules: ["file-slash.host-kept"] },
  { state: "file slash", base: FILE, before: "\\", after: "|/b",
    rules: ["file-slash.drive-kept"] },
  { state: "file host", before: "file://", after: "b/c", rules: ["domain.forbidden"] },
  { state: "file host", before: "file://h", after: "b/c", rules: ["domain.forbidden"] },
  { state: "file host", before: "file://C", after: "/b", rules: ["file-host.drive-letter"] },
  { state: "path start", before: "http://h", after: "b/c", rules: ["path-start.special"] },
  { state: "path start", before: "x://h", after: "b/c", rules: ["path-start.not-special"] },
  { state: "path start", before: "file://", after: "b//c", rules: ["path-start.special"] },
  { state: "path", before: "http://h/", after: "b/c", rules: ["path.encode-set"] },
  { state: "path", before: "http://h/a/.", after: "/b", rules: ["path.dot"] },
  { state: "path", before: "wss://h/a/b/..", after: "/c", rules: ["path.double-dot"] },
  { state: "path", before: "x:/a", after: "b", rules: ["path.encode-set"] },
  { state: "path", before: "x://h/a/b/%2e", after: "/c", rules: ["path.double-dot"] },
  { state: "path", before: "file:///C", after: "/b", rules: ["path.drive-letter"] },
  { state: "path", before: "file:///C:/..", after: "/b", rules: ["path.drive-letter-stays"] },
  { state: "opaque path", before: "x:", after: "b", rules: ["opaque.encode"] },
  { state: "opaque path", before: "x:a", after: "?b", rules: ["opaque.encode", "opaque.space"] },
  { state: "query", before: "http://h/?", after: "b",
    rules: ["query.encode-set", "query.special-quote"] },
  { state: "query", before: "x:/?a", after: "b", rules: ["query.encode-set"] },
  { state: "fragment", before: "http://h/#", after: "b", rules: ["fragment.encode-set"] },
  { state: "fragment", before: "x:#a", after: "b", rules: ["fragment.encode-set"] },
];

// Which classes a state never reads, and the step of the text that is the reason. `if` says for
// which contexts, if not for all of the state.
const trimmed = ["nul", "c0-control", "space"];
const ending = ["slash", "question-mark", "number-sign", "eof"];
const unread = [
  { if: (context) => context.before === "", classes: trimmed,
    why: "leading C0 controls and spaces are removed from the input" },
  { if: (context) => ["host", "port"].includes(context.state), classes: ["at-sign"],
    why: "the authority state goes back to what follows the last at sign" },
  { if: (context) => context.state === "host" && context.before === "http://",
    classes: ["slash", "backslash"],
    why: "the special authority ignore slashes state passes over them" },
  { if: (context) => context.state === "opaque path" && context.before === "x:",
    classes: ["slash"], why: "a slash after the scheme begins no opaque path" },
  { if: (context) => context.state === "path start",
    classes: classes.map((one) => one.name).filter((name) => !ending.includes(name) &&
                                                             name !== "backslash"),
    why: "only the end of the authority, or of a file host, leads to the path start state" },
  { if: (context) => context.state === "path start" && context.before.startsWith("x:"),
    classes: ["backslash"], why: "a backslash ends the authority of a special URL only" },
];

// What another text of the standard, or a fault of the package, makes of a case: the answer by the
// steps of the text, and why it is that.
const differences = [
  { text: "http://u\u{1F4A9}b:c@h/p",
    expect: { status: "accepted",
              components: { scheme: "http", user: "u%F0%9F%92%A9b", password: "c", host: "h",
                            path: "/p" } },
    why: "authority state: each code point of buffer is percent-encoded. whatwg-url 16.0.1 counts " +
         "UTF-16 there, and loses what is last (docs/findings.md); 17.3.0 does not" },
];

module.exports = { classes, contexts, unread, differences };
