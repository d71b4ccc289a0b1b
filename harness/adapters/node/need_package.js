// SPDX-License-Identifier: MIT
// The packages of npm, in packages/.
"use strict";

const fs = require("fs");
const path = require("path");

// A package and its version; where it is not there, the adapter ends and says how to get it.
function needPackage(name) {
  const folder = path.join(__dirname, "packages");
  const file = path.join(folder, "node_modules", name);
  if (!fs.existsSync(file)) {
    process.stderr.write(name + " is not there: scripts/setup --all, or npm ci --prefix " +
                         folder + "\n");
    process.exit(1);
  }
  return { parser: require(file), version: require(path.join(file, "package.json")).version };
}

module.exports = { needPackage };
