// SPDX-License-Identifier: MIT
// An adapter of Chromium whose browser or tab is killed when it is asked a certain text (browsers.t):
//
//     node mortal_browser.js browser|tab TEXT
"use strict";

const fs = require("fs");
const path = require("path");

const folder = path.join(__dirname, "..", "browsers");
const { serveBrowser } = require(path.join(folder, "browser"));
const { start } = require(path.join(folder, "chromium_adapter"));

const [, , which, text] = process.argv;

function childrenOf(pid) {
  return fs.readFileSync(`/proc/${pid}/task/${pid}/children`, "ascii").trim().split(" ").map(Number)
    .filter((child) => child > 0);
}

function below(pid) {
  return childrenOf(pid).flatMap((child) => [child, ...below(child)]);
}

const isOf = (word) => (pid) => fs.readFileSync(`/proc/${pid}/cmdline`, "latin1").includes(word);

function killIn(guard) {
  const all = below(guard.pid);
  const killed = all.filter(isOf(which === "tab" ? "--type=renderer" : "--remote-debugging-pipe"));
  killed.forEach((pid) => process.kill(pid, "SIGKILL"));
}

serveBrowser("mortal", async (own, launch) => {
  let guard;
  const { version, call } = await start(own, (...words) => { guard = launch(...words); return guard; });
  return { version, call: (source) => {
    if (source.includes(text)) {
      killIn(guard);
    }
    return call(source);
  } };
});
