#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// An adapter for WebKit's URL. It is asked by WebKitWebDriver, whose browser shows its windows on a
// display of its own, Xvfb. docs/parsers/browsers.md says more.
"use strict";

const fs = require("fs");
const http = require("http");
const net = require("net");

const { serveBrowser } = require("./browser");

const BROWSERS = ["/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
                  "/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser"];
const HOST = "127.0.0.1";

// Returns a promise of the first line of a stream.
function lineOf(stream) {
  return new Promise((resolve, reject) => {
    let text = "";
    stream.setEncoding("latin1");
    stream.on("data", (chunk) => {
      text += chunk;
      if (text.includes("\n")) {
        resolve(text.split("\n")[0]);
      }
    });
    stream.on("close", () => reject(new Error("Xvfb does not start")));
  });
}

// Starts a display, and returns a promise of its number. Its files in /tmp are removed at once, for
// nothing would remove them after it is killed: on Linux, clients find its abstract socket.
async function startDisplay(launch) {
  const child = launch(["Xvfb", "-displayfd", "3", "-screen", "0", "64x64x24", "-nolisten", "tcp"],
                       { stdio: ["pipe"] });
  const number = await lineOf(child.stdio[3]);
  for (const file of [`/tmp/.X${number}-lock`, `/tmp/.X11-unix/X${number}`]) {
    fs.rmSync(file, { force: true });
  }
  return ":" + number;
}

// Returns a promise of the number of a port that is free.
function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.on("error", reject);
    server.listen(0, HOST, () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

// Speaks WebDriver. The function that it returns returns a promise of the value of an answer.
function connect(port) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  return (method, path, body) => new Promise((resolve, reject) => {
    const octets = body === undefined ? "" : JSON.stringify(body);
    const request = http.request(
      { host: HOST, port, agent, method, path,
        headers: { "content-type": "application/json", "content-length": octets.length } },
      (response) => {
        const chunks = [];
        response.on("data", (chunk) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const { value } = JSON.parse(Buffer.concat(chunks));
          if (response.statusCode === 200) {
            resolve(value);
          } else {
            reject(new Error(value.message || value.error));
          }
        });
      });
    request.on("error", reject);
    request.end(octets);
  });
}

// Returns a promise that is kept when the driver answers, and broken when it has ended.
async function whenReady(send, child) {
  let ended = false;
  child.stdio[3].on("close", () => { ended = true; });
  for (;;) {
    try {
      await send("GET", "/status");
      return;
    } catch (error) {
      if (error.code !== "ECONNREFUSED" || ended) {
        throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}

async function start(folder, launch) {
  const binary = BROWSERS.find((file) => fs.existsSync(file));
  if (binary === undefined) {
    throw new Error("MiniBrowser of webkit2gtk-4.1 is not there");
  }
  const port = await freePort();
  const display = await startDisplay(launch);
  const child = launch(["WebKitWebDriver", "--host=" + HOST, "--port=" + port],
    { stdio: ["pipe"], env: { DISPLAY: display, GDK_BACKEND: "x11", GSETTINGS_BACKEND: "memory",
                              DBUS_SESSION_BUS_ADDRESS: "disabled:", NO_AT_BRIDGE: "1",
                              WEBKIT_DISABLE_COMPOSITING_MODE: "1", LIBGL_ALWAYS_SOFTWARE: "1" } });
  const send = connect(port);
  await whenReady(send, child);
  const { sessionId, capabilities } = await send("POST", "/session",
    { capabilities: { alwaysMatch: {
      timeouts: { script: null },
      "webkitgtk:browserOptions": { binary, args: ["--automation"] } } } });
  const call = (expression) => send("POST", `/session/${sessionId}/execute/sync`,
    { script: "return window.eval(arguments[0])", args: [expression] });
  return { version: capabilities.browserVersion, call };
}

serveBrowser("webkit", start);
