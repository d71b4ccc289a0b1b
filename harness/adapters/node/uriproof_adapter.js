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

function answerOf({ ops, encoding }, op, texts) {
  const { error, ...given } = ops[op](...texts);
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

function answer(line, adapter) {
  const request = readLine(line);
  if (request === undefined) {
    return { error: "not a request" };
  }
  if (request.op === "hello") {
    return adapter.hello;
  }
  const { id } = request;
  const read = readRequest(request, adapter);
  try {
    return { id, ...(read.instead ?? answerOf(adapter, request.op, read.texts)) };
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

// Answers all lines with one write. If the parser dies, the answers before that are still written.
// So the harness can blame the case that killed the parser, and not an earlier one.
function answerLines(lines, adapter) {
  let out = "";
  try {
    for (const line of lines) {
      if (line !== "") {
        out += JSON.stringify(answer(line, adapter)) + "\n";
      }
    }
  } finally {
    write(out);
  }
}

// Answers requests until standard input ends. `ops` maps names to functions. `splits` tells where
// the parser's manual says that it does not validate.
function serve(name, version, ops,
               { dialects = ["rfc3986"], transforms, splits, encoding = "utf8" } = {}) {
  const hello = { protocol: 2, name, version, language: "javascript", dialects,
                  ops: Object.keys(ops), transforms, splits };
  const adapter = { hello, ops, encoding: ENCODINGS[encoding] };
  Object.defineProperty(process, "stdout", { get: () => process.stderr });
  let rest = [];
  process.stdin.setEncoding("latin1");
  // Reads all requests that are available and answers them together.
  process.stdin.on("data", (chunk) => {
    const end = chunk.lastIndexOf("\n");
    if (end < 0) {
      rest.push(chunk);
      return;
    }
    rest.push(chunk.slice(0, end));
    const lines = rest.join("").split("\n");
    rest = [chunk.slice(end + 1)];
    answerLines(lines, adapter);
  });
}

module.exports = { serve };
