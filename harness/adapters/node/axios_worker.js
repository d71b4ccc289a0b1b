// SPDX-License-Identifier: MIT
// Asks axios what it would request. axios answers by promises, so releases.js waits for this thread.
"use strict";

const { parentPort, workerData } = require("worker_threads");
const axios = require(workerData.file);

// What axios gives to the transport, which stands for Node's http and https and sends nothing.
async function askedFor(url) {
  let asked;
  const transport = {
    request: ({ protocol, auth, hostname, port, path }) => {
      asked = { protocol, auth, hostname, port, path };
      throw new Error("nothing is sent");
    },
  };
  try {
    await axios.get(url, { adapter: "http", transport, proxy: false });
  } catch (error) {
    if (asked === undefined) {
      return { error: error.message, isRefusal: error.code === "ERR_INVALID_URL" };
    }
  }
  return { asked };
}

parentPort.on("message", async ({ url, port, done }) => {
  port.postMessage(await askedFor(url));
  Atomics.store(done, 0, 1);
  Atomics.notify(done, 0);
});
