#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// An adapter for Firefox's URL. It is asked by Marionette, Firefox's own protocol for automation.
// docs/parsers/browsers.md says more.
"use strict";

const fs = require("fs");
const net = require("net");
const path = require("path");

const { serveBrowser } = require("./browser");

// Nothing is fetched: what does not stay at home goes to a proxy that is not there. Marionette itself
// sets what else keeps a browser quiet (remote.prefs.recommended). The rest makes its start quicker.
const PREFERENCES = {
  "marionette.port": 0, // any that is free: it then writes its number into a file
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.homepage": "about:blank",
  "browser.startup.page": 0,
  "browser.aboutwelcome.enabled": false,
  "browser.ml.enable": false,
  "browser.newtab.preload": false,
  "browser.newtabpage.enabled": false,
  "browser.safebrowsing.malware.enabled": false,
  "browser.safebrowsing.phishing.enabled": false,
  "browser.search.suggest.enabled": false,
  "browser.sessionstore.enabled": false,
  "browser.tabs.remote.warmup.enabled": false,
  "extensions.enabledScopes": 0,
  "extensions.installDistroAddons": false,
  "extensions.screenshots.disabled": true,
  "layers.acceleration.disabled": true,
  "media.gmp-manager.updateEnabled": false,
  "nimbus.rollouts.enabled": false,
  "app.normandy.enabled": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "dom.ipc.processPrelaunch.enabled": false,
  "network.proxy.type": 1,
  "network.proxy.http": "127.0.0.1",
  "network.proxy.http_port": 9,
  "network.proxy.ssl": "127.0.0.1",
  "network.proxy.ssl_port": 9,
  "toolkit.startup.max_resumed_crashes": -1,
};

// Returns a promise of what `read` returns, as soon as that is not undefined: it is called whenever
// something changes in the folder.
function whenThere(folder, read, child) {
  return new Promise((resolve, reject) => {
    const watcher = fs.watch(folder, look);
    function done(settle, value) {
      watcher.close();
      settle(value);
    }
    function look() {
      const value = read();
      if (value !== undefined) {
        done(resolve, value);
      }
    }
    child.once("error", (error) => done(reject, error));
    child.stdio[3].once("close", () => done(reject, new Error("the browser ended")));
    look();
  });
}

function portIn(file) {
  try {
    return /^\d+$/.exec(fs.readFileSync(file, "ascii").trim())?.[0];
  } catch {
    return undefined;
  }
}

// Speaks Marionette: a message is LENGTH:JSON, where the JSON is [0, id, command, parameters], or in
// an answer [1, id, error, result]. The first message is Firefox's greeting.
function connect(port) {
  const open = new Map();
  const socket = net.connect(port, "127.0.0.1");
  let last = 0;
  let octets = Buffer.alloc(0);
  let broken;
  function breakAll(words) {
    broken ??= new Error(words);
    for (const { reject } of open.values()) {
      reject(broken);
    }
    open.clear();
  }
  function receive(message) {
    if (!Array.isArray(message)) {
      return;
    }
    const [, id, error, result] = message;
    const waiting = open.get(id);
    open.delete(id);
    if (error !== null) {
      waiting?.reject(new Error(error.message));
    } else {
      waiting?.resolve(result);
    }
  }
  socket.on("data", (chunk) => {
    octets = Buffer.concat([octets, chunk]);
    for (;;) {
      const colon = octets.indexOf(":");
      const end = colon + 1 + Number(octets.subarray(0, Math.max(colon, 0)));
      if (colon < 0 || octets.length < end) {
        return;
      }
      receive(JSON.parse(octets.subarray(colon + 1, end)));
      octets = octets.subarray(end);
    }
  });
  socket.on("close", () => breakAll("the browser ended"));
  socket.on("error", (error) => breakAll(error.message));
  return (command, parameters = {}) => new Promise((resolve, reject) => {
    if (broken !== undefined) {
      reject(broken);
      return;
    }
    open.set(++last, { resolve, reject });
    const json = JSON.stringify([0, last, command, parameters]);
    socket.write(Buffer.byteLength(json) + ":" + json);
  });
}

async function start(folder, launch) {
  fs.writeFileSync(path.join(folder, "user.js"), Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`).join(""));
  // Its end is seen by that of a pipe that it holds.
  const child = launch(["firefox-esr", "--marionette", "--headless", "--no-remote", "--profile",
                        folder, "about:blank"],
                       { stdio: ["pipe"], env: { MOZ_CRASHREPORTER_DISABLE: "1" } });
  const file = path.join(folder, "MarionetteActivePort");
  const send = connect(await whenThere(folder, () => portIn(file), child));
  const { capabilities } = await send("WebDriver:NewSession",
    { capabilities: { alwaysMatch: { timeouts: { script: null } } } });
  async function call(expression) {
    const { value } = await send("WebDriver:ExecuteScript",
      { script: "return window.eval(arguments[0])", args: [expression], sandbox: null });
    return value;
  }
  return { version: capabilities.browserVersion, call };
}

serveBrowser("firefox", start);
