#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// An adapter for Chromium's URL. It is asked by the DevTools protocol, over two pipes: no port is
// open. docs/parsers/browsers.md says more.
"use strict";

const { serveBrowser } = require("./browser");

const FLAGS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run",
  "--disable-background-networking", "--disable-breakpad", "--disable-component-update",
  "--disable-default-apps", "--disable-dev-shm-usage", "--disable-domain-reliability",
  "--disable-extensions", "--disable-sync", "--host-resolver-rules=MAP * ~NOTFOUND",
  "--log-level=3", "--no-proxy-server", "--no-service-autorun", "--password-store=basic", "--use-mock-keychain",
];

// Speaks the DevTools protocol: JSON, each message ended by a NUL. `send` returns a promise of the
// result. Everything fails when the browser or its page ends.
function connect(input, output) {
  const open = new Map();
  let last = 0;
  let rest = [];
  let broken;
  function breakAll(words) {
    broken ??= new Error(words);
    for (const { reject } of open.values()) {
      reject(broken);
    }
    open.clear();
  }
  function receive({ id, method, result, error }) {
    const waiting = open.get(id);
    open.delete(id);
    if (method === "Target.targetCrashed" || method === "Inspector.targetCrashed") {
      breakAll("the page crashed");
    } else if (error !== undefined) {
      waiting?.reject(new Error(error.message));
    } else {
      waiting?.resolve(result);
    }
  }
  output.setEncoding("utf8");
  output.on("data", (chunk) => {
    const parts = chunk.split("\0");
    rest.push(parts[0]);
    for (const part of parts.slice(1)) {
      receive(JSON.parse(rest.join("")));
      rest = [part];
    }
  });
  output.on("close", () => breakAll("the browser ended"));
  input.on("error", () => breakAll("the browser ended"));
  return (method, params = {}, sessionId = undefined) => new Promise((resolve, reject) => {
    if (broken !== undefined) {
      reject(broken);
      return;
    }
    open.set(++last, { resolve, reject });
    input.write(JSON.stringify({ id: last, method, params, sessionId }) + "\0");
  });
}

async function start(folder, launch) {
  const child = launch(["chromium", ...FLAGS, "--user-data-dir=" + folder, "about:blank"],
                       { stdio: ["pipe", "pipe"] });
  const send = connect(child.stdio[3], child.stdio[4]);
  const { product } = await send("Browser.getVersion");
  await send("Target.setDiscoverTargets", { discover: true });
  const { targetId } = await send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
  async function call(expression) {
    const given = await send("Runtime.evaluate", { expression, returnByValue: true }, sessionId);
    if (given.exceptionDetails !== undefined) {
      throw new Error(given.exceptionDetails.exception?.description ?? "the page failed");
    }
    return given.result.value;
  }
  return { version: product.replace(/^[^/]*\//, ""), call };
}

if (require.main === module) {
  serveBrowser("chromium", start);
}

module.exports = { start };
