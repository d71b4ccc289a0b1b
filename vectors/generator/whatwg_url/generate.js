#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// Makes vectors/whatwg-url/generated/states.json: each state of the URL Standard's parser with each
// class of code points (states.js). npm's whatwg-url, the standard's own implementation, says what
// is expected; it also shows that the machine is in the state when it reads the code point.
//
//     generate.js           writes the file
//     generate.js --check   compares the file with what would be written
//
// Exit status: 0; 1 if the file is not the same, or a text does not lead to its state; 2 for wrong
// usage; 3 if whatwg-url is not there in the version that the adapter asks, or does not load.
"use strict";

const fs = require("fs");
const Module = require("module");
const path = require("path");

const { classes, contexts, unread, differences } = require("./states");

const ROOT = path.join(__dirname, "../../..");
const FILE = path.join(ROOT, "vectors/whatwg-url/generated/states.json");
const PACKAGES = path.join(ROOT, "harness/adapters/node/packages");

function fail(status, words) {
  process.stderr.write("generate.js: " + words + "\n");
  process.exit(status);
}

// ---- The package ----

const { dependencies } = JSON.parse(fs.readFileSync(path.join(PACKAGES, "package.json")));
const VERSION = dependencies["whatwg-url"];

// Loads the package's state machine with its class, which it does not export.
function loadMachine() {
  const folder = path.join(PACKAGES, "node_modules/whatwg-url");
  if (!fs.existsSync(folder) ||
      require(path.join(folder, "package.json")).version !== VERSION) {
    fail(3, "whatwg-url " + VERSION + " is not there: scripts/setup --all, or npm ci --prefix " +
            PACKAGES);
  }
  const file = path.join(folder, "lib/url-state-machine.js");
  const loaded = new Module(file);
  loaded.filename = file;
  loaded.paths = Module._nodeModulePaths(path.dirname(file));
  try {
    loaded._compile(fs.readFileSync(file, "utf8") +
                    "\nmodule.exports.URLStateMachine = URLStateMachine;\n", file);
  } catch (error) {
    fail(3, `whatwg-url ${VERSION} does not load in Node ${process.version}: ${error.message}`);
  }
  return loaded.exports;
}

const machine = loadMachine();
let trace = [];
const faults = [];

// Notes each state together with the place of the code point that it reads, and that.
function watch(prototype) {
  for (const name of Object.keys(prototype).filter((key) => key.startsWith("parse "))) {
    const run = prototype[name];
    prototype[name] = function watched(c, cStr) {
      trace.push([name.slice("parse ".length), this.pointer, cStr ?? ""].join(" "));
      return run.call(this, c, cStr);
    };
  }
}

// ---- Answers ----

// The parts as docs/dialects.md has them: those that the serialized URL has.
function partsOf(url) {
  const parts = { scheme: url.scheme };
  if (url.username !== "" || url.password !== "") {
    parts.user = url.username;
  }
  if (url.password !== "") {
    parts.password = url.password;
  }
  if (url.host !== null) {
    parts.host = machine.serializeHost(url.host);
  }
  if (url.port !== null) {
    parts.port = String(url.port);
  }
  parts.path = machine.serializePath(url);
  if (url.query !== null) {
    parts.query = url.query;
  }
  if (url.fragment !== null) {
    parts.fragment = url.fragment;
  }
  return parts;
}

function answerOf(url, base) {
  if (url === null) {
    return false;
  }
  return base === undefined ? { status: "accepted", components: partsOf(url) }
                            : machine.serializeURL(url);
}

function parse(text, base) {
  const baseURL = base === undefined ? undefined : machine.basicURLParse(base);
  trace = [];
  return machine.basicURLParse(text, { baseURL });
}

// ---- Cases ----

function isUnread(context, name) {
  return unread.some((rule) => rule.if(context) && rule.classes.includes(name));
}

// Checks that the state reads the code point, or for a tab or newline, which is removed, what comes
// after it; and that it does not if the table says so.
function checkTrace(context, name, member, text) {
  const [c = ""] = name === "tab-or-newline" ? context.after : member;
  const isRead = trace.includes([context.state, context.before.length, c].join(" "));
  if (isRead === isUnread(context, name)) {
    faults.push(`${context.state} state: ${name} in ${JSON.stringify(text)} is ` +
                (isRead ? "read" : "not read"));
  }
  return isRead;
}

const used = new Set();

// Returns the answer by the steps of the text: the package's, or another if they differ.
function expected(text, base) {
  const answer = answerOf(parse(text, base), base);
  const other = differences.find((one) => one.text === text && one.base === base);
  if (other === undefined) {
    return answer;
  }
  if (JSON.stringify(other.expect) === JSON.stringify(answer)) {
    faults.push(`${JSON.stringify(text)} is no difference`);
  }
  used.add(other);
  return other.expect;
}

function written(text) {
  return /^[ -~]*$/.test(text) ? text : { hex: Buffer.from(text, "utf8").toString("hex") };
}

// JSON on a line, with a space after each comma and colon between values.
function words(value) {
  if (Array.isArray(value)) {
    return "[" + value.map(words).join(", ") + "]";
  }
  if (value === null || typeof value !== "object") {
    return JSON.stringify(value);
  }
  const members = Object.entries(value).map(([key, one]) => JSON.stringify(key) + ": " +
                                                            words(one));
  return "{" + members.join(", ") + "}";
}

function caseOf(context, { name, members }, turn) {
  const member = members[turn % members.length];
  const text = context.before + member + (name === "eof" ? "" : context.after);
  const expect = expected(text, context.base);
  if (!checkTrace(context, name, member, text)) {
    return [];
  }
  const asked = context.base === undefined ? [text] : [context.base, text];
  return [words([...asked.map(written), expect])];
}

function groupOf(context, number) {
  const { state, base, before, rules } = context;
  const cases = classes.flatMap((one) => caseOf(context, one, number));
  const place = (before === "" ? "at the beginning" : "after " + before) +
                (base === undefined ? "" : ", against " + base);
  return `    { "id": "states-${number}-${state.replaceAll(" ", "-")}",
      "about": ${JSON.stringify(`${state} state, ${place}: each class of code points.`)},
      "origin": "URL Standard, ${state} state",
      "obeys": ${words(rules.map((rule) => "whatwg-url." + rule))}, "breaks": [], "op": "${
    base === undefined ? "parse" : "resolve"}",
      "cases": [
${cases.join(",\n")}
    ] }`;
}

function fileText() {
  watch(machine.URLStateMachine.prototype);
  const groups = contexts.map(groupOf);
  const idle = differences.filter((one) => !used.has(one));
  faults.push(...idle.map((one) => `no case asks ${JSON.stringify(one.text)}`));
  if (faults.length > 0) {
    fail(1, faults.join("\n"));
  }
  return `{
  "format": "uriproof-generated",
  "version": 1,
  "dialect": "whatwg-url",
  "about": "Each state of the basic URL parser with each class of code points, as npm's whatwg-url ${
    VERSION} reads them.",
  "guarantee": "For each state and each class of code points that it can read, there is a text in which the state reads a code point of the class; and the EOF code point is a class. Tabs and newlines are removed before, so there the state reads what follows them.",
  "generator": "vectors/generator/whatwg_url/generate.js 1",
  "groups": [
${groups.join(",\n")}
  ]
}
`;
}

const [option, ...more] = process.argv.slice(2);
if (more.length > 0 || (option !== undefined && option !== "--check")) {
  fail(2, "usage: generate.js [--check]");
}
const text = fileText();
if (option === undefined) {
  fs.writeFileSync(FILE, text);
} else if (fs.readFileSync(FILE, "utf8") !== text) {
  fail(1, FILE + " is not what would be written");
}
