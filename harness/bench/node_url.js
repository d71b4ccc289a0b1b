// SPDX-License-Identifier: MIT
// Measures Node's URL on the ASCII lines of a file, for the benchmark (standard.c).
//
//     node_url.js FILE
//
// Prints the median of the nanoseconds for a line, and how many lines are URLs. `new URL` throws for
// the others, which takes longer; the lines of a file for this are nearly all URLs.
"use strict";

const fs = require("fs");

const file = process.argv[2], rounds = 15;
const lines = fs.readFileSync(file, "latin1").split("\n").slice(0, -1)
  .filter((line) => /^[\0-\x7F]*$/.test(line));

function round() {
  let taken = 0;
  const start = process.hrtime.bigint();
  for (const line of lines) {
    try {
      new URL(line);
      taken++;
    } catch {
      // it is no URL
    }
  }
  return { ns: Number(process.hrtime.bigint() - start) / lines.length, taken };
}

round(); // so that all is compiled
const times = Array.from({ length: rounds }, round).sort((a, b) => a.ns - b.ns);
const { ns, taken } = times[Math.floor(times.length / 2)];
console.log("Node's new URL on the ASCII URLs, median of %d: %s ns/URL, %d taken",
            rounds, ns.toFixed(1), taken);
