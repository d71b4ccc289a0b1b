// SPDX-License-Identifier: MIT
// Finds the packages of npm in packages/.
"use strict";

const fs = require("fs");
const path = require("path");

// Returns a package and its version. If the package is missing, says how to get it and ends the
// program.
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
