// @NAME@: an adapter for uriproof (docs/protocol.md).
// Needs: apt-get install nodejs
// Run: node @FILE@
const HELLO = {protocol: 1, name: "@NAME@", version: "0", language: "javascript",
  dialects: ["rfc3986"], ops: ["parse"]}; // gives: what the parser changes by design
const AUTHORITY = "(?://(?:([^/?#@]*)@)?(\\[[^\\]/?#]*\\]|[^\\]:/?#@[]*)(?::([^/?#]*))?(?=[/?#]|$))?";
const URI = new RegExp("^([^:/?#]+):" + AUTHORITY + "([^?#]*)(?:\\?([^#]*))?(?:#([^]*))?$");

function parse(uri) { // one character an octet, U+0000 to U+00FF
  // TO DO: ask your parser, and give what it gives. Repair nothing and guess nothing.
  // A part that is absent is left out (undefined); one that is there and void is "". A text without
  // a scheme is no URI. The answer null is a refusal: catch the error by which the parser says so,
  // and no other: the rest are crashes, and shall be seen.
  // What the parser cannot be asked is {unsupported: true}.
  const found = URI.exec(uri);
  if (!found) return null;
  const [, scheme, userinfo, host, port, path, query, fragment] = found;
  return {components: {scheme, userinfo, host, port, path, query, fragment}};
}

function answer(line) {
  const request = JSON.parse(line);
  if (request.op === "hello") return HELLO;
  if (request.op !== "parse") return {id: request.id, unsupported: true};
  const given = parse(request.uri ?? Buffer.from(request.uri_hex, "hex").toString("latin1"));
  const out = {id: request.id, valid: given !== null, ...given};
  if (out.components) out.components = {};
  for (const [name, text] of Object.entries(given?.components ?? {})) {
    if (text === undefined) continue;
    if (/^[ -~]*$/.test(text)) out.components[name] = text;
    else out.components[name + "_hex"] = Buffer.from(text, "latin1").toString("hex");
  }
  return out;
}

let rest = "";
process.stdin.setEncoding("latin1");
process.stdin.on("data", (chunk) => { // what came at once is answered at once
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  const answers = lines.map((line) => JSON.stringify(answer(line)) + "\n").join("");
  if (answers) process.stdout.write(answers); // console.error elsewhere, never console.log
});
