// SPDX-License-Identifier: MIT
// What the adapters of browsers share: the page's script, how it is called, and how a browser ends.
// docs/parsers/browsers.md says which calls they use.
//
// A browser has a file of its own, which says how it is started and how its page is called:
//
//     const { serveBrowser } = require("./browser");
//     serveBrowser("name", start);
//
// `start(folder, launch)` returns a promise of { version, call }. `folder` is an empty folder of the
// browser's own. `launch(command, options)` starts its processes, and returns the child. `call(source)`
// runs an expression of JavaScript in a blank page, whose value is a string, and returns a promise of
// the string. Both strings are printable ASCII, so that no browser's protocol can change them.
"use strict";

const { spawn } = require("child_process");
const fs = require("fs");
const os = require("os");
const path = require("path");

const { present } = require("../node/parts");
const { serveTogether } = require("../node/uriproof_adapter");
const { askUrlClass, declared, partsOf } = require("../node/url_class");

// ---- In the page ----

// Returns a string in printable ASCII.
function ascii(json) {
  return json.replace(/[^ -~]/g,
    (unit) => "\\u" + unit.charCodeAt(0).toString(16).padStart(4, "0"));
}

// Returns the answers to a list of questions, both as JSON in ASCII. A rejection is a TypeError, and
// anything else that is thrown is a fault inside the parser: nothing after it is asked.
function askAll(json) {
  const ops = askUrlClass(URL, (error) => error instanceof TypeError);
  const answers = [];
  for (const [op, ...texts] of JSON.parse(json)) {
    try {
      answers.push(ops[op](...texts));
    } catch (error) {
      answers.push({ fault: String(error) });
      break;
    }
  }
  return ascii(JSON.stringify(answers));
}

// The script as the page gets it: the functions that ask Node's URL, too, so that all are asked alike.
const SCRIPT = `globalThis.uriproof = (() => {
${[present, partsOf, askUrlClass, ascii, askAll].join("\n")}
return askAll;
})(), "ready"`;

// ---- Here ----

// Asks the page many questions by one call. Each answer is a function that returns it, or throws if
// there is none.
async function ask(call, questions) {
  const json = ascii(JSON.stringify(questions));
  const answers = JSON.parse(await call(`uriproof(${JSON.stringify(json)})`));
  return questions.map((question, i) => () => {
    const given = answers[i];
    if (given === undefined || given.fault !== undefined) {
      throw new Error("the page failed: " + (given?.fault ?? "no answer"));
    }
    return given;
  });
}

// Runs a browser so that nothing of it is left after this process, however this one ends. The shell
// waits for the end of its input, which is the end of this process too. It then kills the browser's
// session and removes its folder. It kills again while the folder fills. (Under the harness its
// reaper does the same, with all processes, whatever session they are in.)
const GUARD = `
folder=$1
shift
setsid "$@" </dev/null &
exec 1>&- 3>&- 4>&- 3<&- 4<&-
cat >/dev/null
n=0
while kill -9 -$! 2>/dev/null; rm -rf "$folder" 2>/dev/null; [ -e "$folder" ] && [ $n -lt 200 ]; do
    n=$((n + 1))
done
`;

// Returns `launch`, with which browsers are started below the folder, and `end`, which returns a
// promise that they have ended.
function guardOf(folder) {
  const guards = [];
  function launch(command, { stdio = [], env } = {}) {
    const guard = spawn("/bin/sh", ["-c", GUARD, "sh", folder, ...command],
      { detached: true, stdio: ["pipe", "ignore", "inherit", ...stdio],
        env: { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder, ...env } });
    guard.stdin.on("error", () => {});
    guards.push(guard);
    return guard;
  }
  const gone = (guard) => new Promise((resolve) => {
    guard.once("exit", resolve);
    guard.stdin.end();
  });
  return { launch, end: () => Promise.all(guards.map(gone)) };
}

function fail(name, error) {
  process.stderr.write(`${name}: ${error.message}\n`);
  process.exitCode = 1;
}

async function serveBrowser(name, start) {
  if (process.env.URIPROOF_BROWSERS === "no") {
    fail(name, new Error("browsers are left out, as URIPROOF_BROWSERS=no says"));
    return;
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "uriproof-" + name + "-"));
  const { launch, end } = guardOf(folder);
  try {
    const { version, call } = await start(folder, launch);
    await call(SCRIPT);
    await serveTogether(name, version, askUrlClass(), (questions) => ask(call, questions),
                        { ...declared, language: "c++" });
  } catch (error) {
    fail(name, error);
  }
  await end();
  process.exit();
}

module.exports = { serveBrowser };
