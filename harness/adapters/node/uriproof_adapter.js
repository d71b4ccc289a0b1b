// SPDX-License-Identifier: MIT
// The adapter's side of uriproof's protocol (docs/protocol.md), for parsers in JavaScript.
//
//     require("./uriproof_adapter").serve("name", "1.0", { parse: (uri) => ... });
//
// An operation is a function of its request's fields, in the order of docs/protocol.md, and returns
// its answer. A string is UTF-16, so a text is decoded from UTF-8, and an answer is encoded to
// UTF-8. A text that is not UTF-8 is unsupported. If a parser takes one character for each octet,
// give serve { encoding: "latin1" }. In an answer, and in its components or generic, a key that is
// undefined or null is left out.
//
// An operation has to catch the exception by which the parser rejects a text. Any other exception
// ends the adapter, which the harness reports as a crash. The output of a parser goes to standard
// error.
//
// If one call of the parser can answer many requests, serveTogether asks all that are in flight by
// one call.
"use strict";

const fs = require("fs");

const FIELDS = {
  parse: ["uri"],
  url: ["uri"],
  resolve: ["base", "ref"],
  normalize: ["uri"],
  equivalent: ["uri", "other"],
  decode: ["text"],
  encode: ["text"],
};
const OTHER_THAN_PRINTABLE = /[^ -~]/;
const HEX = /^([0-9a-f]{2})*$/;
const MOST_WORDS = 200;
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

class NoUtf8 extends Error {}

function fromUtf8(octets) {
  try {
    return utf8.decode(octets);
  } catch {
    throw new NoUtf8("no UTF-8, and so no string");
  }
}

const HALF_A_PAIR = /\p{Surrogate}/u;

// Encodes a text. Half of a surrogate pair has no encoding in UTF-8.
function toUtf8(text) {
  if (HALF_A_PAIR.test(text)) {
    throw new NoUtf8("gives a string that has no UTF-8");
  }
  return Buffer.from(text, "utf8");
}

const NO_OCTET = /[^\0-\xff]/;

function toLatin1(text) {
  if (NO_OCTET.test(text)) {
    throw new RangeError("gives a character that is no octet");
  }
  return Buffer.from(text, "latin1");
}

const ENCODINGS = {
  utf8: { decode: fromUtf8, encode: toUtf8 },
  latin1: { decode: (octets) => octets.toString("latin1"), encode: toLatin1 },
};

// Returns the field `name` of a request, which is either plain or in hexadecimal.
function readText(request, name, { decode }) {
  const hex = request[name + "_hex"];
  if (typeof hex === "string" && HEX.test(hex)) {
    return decode(Buffer.from(hex, "hex"));
  }
  const text = request[name];
  if (typeof text !== "string" || OTHER_THAN_PRINTABLE.test(text)) {
    throw new TypeError("no " + name + ", or it is not printable ASCII");
  }
  return text;
}

// Returns the fields of an answer without those that are undefined or null. A text that is not
// printable ASCII is written in hexadecimal, and _hex is added to its name.
function writeTexts(fields, encoding) {
  const out = {};
  for (const name in fields) {
    const value = fields[name];
    if (typeof value === "string" && OTHER_THAN_PRINTABLE.test(value)) {
      out[name + "_hex"] = encoding.encode(value).toString("hex");
    } else if (typeof value === "object" && value !== null) {
      out[name] = writeTexts(value, encoding);
    } else if (value !== undefined && value !== null) {
      out[name] = value;
    }
  }
  return out;
}

// Returns a message for people. It is cut, since parsers like to repeat the whole text. It is made
// printable, since a reader in C rejects a string with an escaped NUL.
function wordsOf(error) {
  return String(error).slice(0, MOST_WORDS).replace(/[^ -~]/g, "?");
}

function writeAnswer({ error, ...given }, encoding) {
  const out = writeTexts(given, encoding);
  return error === undefined ? out : { ...out, error: wordsOf(error) };
}

// Returns the texts of a request, or in `instead` an answer without asking the parser.
function readRequest({ op, ...fields }, { ops, encoding }) {
  if (!Object.hasOwn(ops, op)) {
    return { instead: { status: "unsupported" } };
  }
  try {
    return { texts: FIELDS[op].map((name) => readText(fields, name, encoding)) };
  } catch (error) {
    const unasked = error instanceof NoUtf8;
    const words = { error: wordsOf(error.message) };
    return { instead: { ...(unasked && { status: "unsupported" }), ...words } };
  }
}

// Returns the request in a line, or undefined if there is none.
function readLine(line) {
  try {
    const request = JSON.parse(line);
    return typeof request === "object" && request?.op !== undefined ? request : undefined;
  } catch {
    return undefined;
  }
}

// Returns what a line asks: its id, op and texts; or in `instead` an answer to it as it stands.
function questionOf(line, adapter) {
  const request = readLine(line);
  if (request === undefined) {
    return { instead: { error: "not a request" } };
  }
  const { id, op } = request;
  if (op === "hello") {
    return { instead: adapter.hello };
  }
  const { texts, instead } = readRequest(request, adapter);
  return { id, op, texts, instead: instead && { id, ...instead } };
}

// Returns the answer to a question. `given` is a function that returns what the parser gives.
function answer({ id }, given, { encoding }) {
  try {
    return { id, ...writeAnswer(given(), encoding) };
  } catch (error) {
    if (!(error instanceof NoUtf8)) {
      throw error;
    }
    return { id, status: "unsupported", error: error.message };
  }
}

function write(text) {
  const octets = Buffer.from(text, "latin1");
  for (let done = 0; done < octets.length;) {
    done += fs.writeSync(1, octets, done);
  }
}

// Writes what `answerOf` returns for each of the questions, with one write. If the parser dies, the
// answers before that are still written. So the harness can blame the case that killed the parser,
// and not an earlier one.
function writeAnswers(questions, answerOf) {
  let out = "";
  try {
    for (const question of questions) {
      out += JSON.stringify(question.instead ?? answerOf(question)) + "\n";
    }
  } finally {
    write(out);
  }
}

// Calls `take` with all lines that are available, again and again until standard input ends.
function readLines(take) {
  let rest = [];
  process.stdin.setEncoding("latin1");
  process.stdin.on("data", (chunk) => {
    const end = chunk.lastIndexOf("\n");
    if (end < 0) {
      rest.push(chunk);
      return;
    }
    rest.push(chunk.slice(0, end));
    const lines = rest.join("").split("\n");
    rest = [chunk.slice(end + 1)];
    take(lines.filter((line) => line !== ""));
  });
}

function adapterOf(name, version, ops,
                   { language = "javascript", dialects = ["rfc3986"], transforms, splits,
                     encoding = "utf8" } = {}) {
  const hello = { protocol: 2, name, version, language, dialects, ops: Object.keys(ops), transforms,
                  splits };
  Object.defineProperty(process, "stdout", { get: () => process.stderr });
  return { hello, ops, encoding: ENCODINGS[encoding] };
}

// Answers requests until standard input ends. `ops` maps names to functions. `splits` tells where
// the parser's manual says that it does not validate.
function serve(name, version, ops, options) {
  const adapter = adapterOf(name, version, ops, options);
  readLines((lines) => {
    const questions = lines.map((line) => questionOf(line, adapter));
    writeAnswers(questions, (question) =>
      answer(question, () => ops[question.op](...question.texts), adapter));
  });
}

// Does as serve does, but asks by `askAll`, one call after the other: it gets an array of arrays, an
// operation and its texts, and returns a promise of their answers. Each answer is a function, as an
// operation of serve is after its texts are given. Only the names of `ops` are read. While a call is
// under way, requests gather for the next, of which each gets at most `most`. The promise that is
// returned is kept when all is answered. It fails as `askAll` or an answer fails.
async function serveTogether(name, version, ops, askAll, { most = 4096, ...options } = {}) {
  const adapter = adapterOf(name, version, ops, options);
  const waiting = [];
  let ended = false;
  let wake;
  const read = new Promise((resolve) => process.stdin.on("end", resolve));
  read.then(() => { ended = true; wake?.(); });
  readLines((lines) => {
    for (const line of lines) {
      waiting.push(line);
    }
    wake?.();
  });
  while (!ended || waiting.length > 0) {
    if (waiting.length === 0) {
      await new Promise((resolve) => { wake = resolve; });
      continue;
    }
    const questions = waiting.splice(0, most).map((line) => questionOf(line, adapter));
    const asked = questions.filter(({ instead }) => instead === undefined);
    const given = asked.length === 0 ? []
      : (await askAll(asked.map(({ op, texts }) => [op, ...texts]))).values();
    writeAnswers(questions, (question) => answer(question, given.next().value, adapter));
  }
}

module.exports = { serve, serveTogether };
