// SPDX-License-Identifier: MIT
// What a parser in JavaScript itself writes for a text (octets.t).
"use strict";

const fs = require("fs");
const path = require("path");
const url = require("url");

const [name, packages] = process.argv.slice(2);
const written = {
  "node-url": (text) => new URL(text).href,
  "node-url-legacy": (text) => url.parse(text).href,
  "whatwg-url": (text) => new (require(path.join(packages, name)).URL)(text).href,
  "core-js": (text) => new (ownUrlOfCoreJs())(text).href,
};

// It has a class of its own only if the language has none.
function ownUrlOfCoreJs() {
  delete globalThis.URL;
  return require(path.join(packages, "core-js-pure/stable/url"));
}

function ofPackage() {
  const parser = require(path.join(packages, name));
  return (text) => parser.serialize(parser.parse(text));
}

const write = written[name] ?? ofPackage();
const lines = fs.readFileSync(0, "latin1").split("\n").slice(0, -1);
const out = lines.map((line) => {
  try {
    return Buffer.from(write(Buffer.from(line, "hex").toString("utf8")), "utf8").toString("hex");
  } catch {
    return "-";
  }
});
fs.writeSync(1, out.join("\n") + "\n");
