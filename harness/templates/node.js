// @NAME@: an adapter for uriproof (docs/protocol.md).
// Helper: node/uriproof_adapter.js
// Needs: apt-get install nodejs
// Run: node @FILE@
"use strict";

const { serve } = require("./uriproof_adapter");

const AUTHORITY =
  "(?://(?:([^/?#@]*)@)?(\\[[^\\]/?#]*\\]|[^\\]:/?#@[]*)(?::([^/?#]*))?(?=[/?#]|$))?";
const URI = new RegExp("^([^:/?#]+):" + AUTHORITY + "([^?#]*)(?:\\?([^#]*))?(?:#([^]*))?$");

function parse(uri) { // one character an octet, U+0000 to U+00FF
  // TO DO: ask your parser, and give what it gives. Repair nothing and guess nothing.
  // A part that is absent is left out (undefined); one that is there and void is "". A text without
  // a scheme is no URI. Catch the error by which the parser refuses, and no other: the rest are
  // crashes, and shall be seen. What the parser cannot be asked is { status: "unsupported" }.
  const found = URI.exec(uri);
  if (found === null) {
    return { status: "rejected" };
  }
  const [, scheme, userinfo, host, port, path, query, fragment] = found;
  const components = { scheme, userinfo, host, port, path, query, fragment };
  return { status: "accepted", components };
}

serve("@NAME@", "0", { parse }, {
  dialects: ["rfc3986"],
  transforms: {}, // what the parser changes by design
  encoding: "latin1", // without this, a text is a string by UTF-8, and asked only where it is such
});
