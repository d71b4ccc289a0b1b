// SPDX-License-Identifier: MIT
// Finds the packages of npm in packages/.
"use strict";

const fs = require("fs");
const path = require("path");

// Returns a package, or the module `inside` it, and the version of the package. If the package is
// missing, says how to get it and ends the program. So it does if this Node cannot load it.
function needPackage(name, inside = "") {
  const folder = path.join(__dirname, "packages");
  const file = path.join(folder, "node_modules", name);
  if (!fs.existsSync(file)) {
    process.stderr.write(name + " is not there: scripts/setup --all, or npm ci --prefix " +
                         folder + "\n");
    process.exit(1);
  }
  const { version, engines } = require(path.join(file, "package.json"));
  try {
    return { parser: require(path.join(file, inside)), version };
  } catch (error) {
    const wanted = engines && engines.node ? "; it wants Node " + engines.node : "";
    process.stderr.write(name + " " + version + " does not load in Node " + process.version +
                         wanted + ": " + error.message.split("\n")[0] + "\n");
    process.exit(1);
  }
}

module.exports = { needPackage };
