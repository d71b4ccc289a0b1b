// @NAME@: an adapter for uriproof (docs/protocol.md).
// Helper: node/uriproof_adapter.js
// Needs: apt-get install nodejs
// Run: node @FILE@
"use strict";

const { serve } = require("./uriproof_adapter");

const AUTHORITY =
  "(?://(?:([^/?#@]*)@)?(\\[[^\\]/?#]*\\]|[^\\]:/?#@[]*)(?::([^/?#]*))?(?=[/?#]|$))?";
const URI = new RegExp("^([^:/?#]+):" + AUTHORITY + "([^?#]*)(?:\\?([^#]*))?(?:#([^]*))?$");

function parse(uri) { // decoded from UTF-8; what is not UTF-8 is not asked
  // TO DO: Call your parser and report what it returns. Do not repair or guess anything.
  // A part that is absent is undefined, and an empty part is "". A text without a scheme is not a
  // URI: reject it. Catch only the error by which the parser rejects a text. Any other error is a
  // crash, which the harness reports. If the parser cannot take the text, return { status:
  // "unsupported" }.
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
  transforms: {}, // changes that the parser makes by design
});
