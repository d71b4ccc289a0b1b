#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// An adapter for any release of the packages of releases.js:
//
//     release_adapter.js FOLDER PACKAGE@RELEASE
//     release_adapter.js --packages            # prints the names of the packages
//
// The release is in FOLDER/node_modules/PACKAGE-RELEASE, which is a name that npm can install it
// under: npm install --prefix FOLDER fast-uri-3.1.2@npm:fast-uri@3.1.2.
"use strict";

const fs = require("fs");
const path = require("path");
const { createRequire } = require("module");
const { pathToFileURL } = require("url");

const { serve } = require("./uriproof_adapter");
const { packages } = require("./releases");

function leave(words) {
  process.stderr.write(words + "\n");
  process.exit(1);
}

// Returns the version that a release says it has.
function versionOf(home) {
  const about = JSON.parse(fs.readFileSync(path.join(home, "package.json"), "utf8"));
  if (typeof about?.version !== "string") {
    leave(`${home}/package.json has no version`);
  }
  return about.version;
}

async function main(folder, wanted) {
  if (folder === "--packages") {
    process.stdout.write(Object.keys(packages).join("\n") + "\n");
    return;
  }
  const [, name, release] = /^(@?[^@]+)@([^@]+)$/.exec(wanted ?? "") ?? [];
  if (!Object.hasOwn(packages, name ?? "")) {
    leave(`no package "${name ?? wanted}" here; there are: ${Object.keys(packages).join(", ")}`);
  }
  const alias = `${name}-${release}`;
  const home = path.resolve(folder, "node_modules", alias);
  if (!fs.existsSync(home)) {
    leave(`${wanted} is not in ${folder}: npm install --ignore-scripts --prefix ${folder} ` +
          `${alias}@npm:${wanted}`);
  }
  const version = versionOf(home);
  const { calls, ask, transforms } = packages[name];
  const { resolve } = createRequire(path.resolve(folder, "package.json"));
  const file = resolve(alias);
  const module = await import(pathToFileURL(file));
  const parser = module.default ?? module;
  if (!calls(parser ?? {}).every((call) => typeof call === "function")) {
    leave(`${wanted} has another interface: what uriproof calls is not there`);
  }
  serve(name, version, ask(parser, file), { transforms });
}

main(...process.argv.slice(2));
