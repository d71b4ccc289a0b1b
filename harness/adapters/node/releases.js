// SPDX-License-Identifier: MIT
// How a release of a package of npm is asked, package by package. docs/known.md says what each
// call tells, and what it cannot tell.
"use strict";

const path = require("path");
const { MessageChannel, Worker, receiveMessageOnPort } = require("worker_threads");

const { askByParts, bracketed, present, transforms: ofFastUri } = require("./parts");

const accepted = (components) => ({ status: "accepted", components });
const rejected = (error) => ({ status: "rejected", error: error.message ?? error });
const unsupported = { status: "unsupported" };

// Returns a text, or "" for what a release does not have.
function text(value) {
  return typeof value === "string" ? value : "";
}

// Returns an operation that rejects what the function throws, if `isRefusal` says that the error is
// one, or if JavaScript's decodeURIComponent threw it. Any other error is a crash.
function rejecting(ask, isRefusal) {
  return (...texts) => {
    try {
      return ask(...texts);
    } catch (error) {
      if (!(error instanceof Error && (isRefusal(error) || error.name === "URIError"))) {
        throw error;
      }
      return rejected(error);
    }
  };
}

const isPlainError = (error) => error.constructor === Error;

const emptyParts = {
  user: ["empty-as-absent"],
  password: ["empty-as-absent"],
  host: ["empty-as-absent"],
  port: ["empty-as-absent"],
  query: ["empty-as-absent"],
  fragment: ["empty-as-absent"],
};

function askFastUri(parser) {
  const isRefusal = (error) => isPlainError(error) ||
                               /^URI (scheme|port) is malformed\.$/.test(error.message);
  const resolve = (base, ref) => ({ status: "accepted", uri: parser.resolve(base, ref) });
  const { parse, normalize, equivalent } = askByParts(parser);
  return {
    parse: rejecting(parse, isRefusal),
    normalize: rejecting(normalize, isRefusal),
    equivalent: rejecting(equivalent, isRefusal),
    resolve: rejecting(resolve, isRefusal),
  };
}

// The second argument of url-parse is the location of the page; the empty one stands for none.
function askUrlParse(Url) {
  function parse(uri) {
    const url = new Url(uri, {});
    const protocol = text(url.protocol);
    if (protocol === "") {
      return rejected("no protocol");
    }
    return accepted({
      scheme: protocol.slice(0, -1),
      user: present(url.username ?? url.auth),
      password: present(url.password),
      host: present(url.hostname),
      port: present(url.port),
      path: text(url.pathname),
      query: present(text(url.query).slice(1)),
      fragment: present(text(url.hash).slice(1)),
    });
  }

  const written = ({ href }) =>
    href === undefined ? unsupported : { status: "accepted", uri: href };
  const never = () => false;
  return {
    parse: rejecting(parse, never),
    normalize: rejecting((uri) => written(new Url(uri, {})), never),
    resolve: rejecting((base, ref) => written(new Url(ref, base)), never),
  };
}

// Does the host of the text begin with a bracket, as URI.js sees it? It reads `\` as a slash.
const HAS_BRACKET = /^[^/\\?#]*[/\\]{2}(?:[^/\\?#]*@)?\[/;

function askUriJs(URI) {
  const isRefusal = (error) => /^(Hostname|Protocol|Port) "|^malformed URI$/i.test(error.message) ||
                               /URI is not supported|invalid input/.test(error.message);

  function parse(uri) {
    const parts = URI.parse(uri);
    const scheme = present(parts.protocol);
    if (scheme === undefined) {
      return rejected("no protocol");
    }
    return accepted({
      scheme,
      user: present(parts.username),
      password: present(parts.password),
      host: bracketed(present(parts.hostname), HAS_BRACKET.test(uri)),
      port: present(parts.port),
      path: parts.path ?? "",
      query: present(parts.query),
      fragment: present(parts.fragment),
    });
  }

  // "URNs do not have any generally defined hierarchical components": it does not do this.
  function resolve(base, ref) {
    const uri = new URI(ref);
    return uri.is("urn") || new URI(base).is("urn") ? unsupported : written(uri.absoluteTo(base));
  }

  const written = (uri) => ({ status: "accepted", uri: String(uri) });
  return {
    parse: rejecting(parse, isRefusal),
    normalize: rejecting((uri) => written(new URI(uri).normalize()), isRefusal),
    resolve: rejecting(resolve, isRefusal),
    equivalent: rejecting(
      (uri, other) => ({ status: "accepted", equal: new URI(uri).equals(other) }), isRefusal),
  };
}

// parse-path and parse-url, which is built on it, say "file" where they find no protocol.
function askParsePath(parser) {
  function parse(uri) {
    const parts = parser(uri);
    return accepted({
      scheme: present(parts.protocol),
      user: present(parts.user),
      password: present(parts.password),
      host: present(parts.resource),
      port: present(parts.port),
      path: text(parts.pathname),
      query: present(parts.search),
      fragment: present(parts.hash),
    });
  }

  return { parse: rejecting(parse, (error) => isPlainError(error) || error instanceof TypeError) };
}

function askSanitizeUrl({ sanitizeUrl }) {
  function normalize(uri) {
    const safe = sanitizeUrl(uri);
    if (safe === "about:blank" && uri !== safe) return rejected(safe);
    return { status: "accepted", uri: safe };
  }

  return { normalize };
}

// Returns the parts of the options that a program of Node gives to http.request.
function partsOfOptions({ protocol, auth, hostname, port, path: target, hash }) {
  const [pathname, query] = (target ?? "").split(/\?(.*)/s);
  return {
    scheme: text(protocol).slice(0, -1),
    userinfo: present(auth),
    host: bracketed(present(hostname), true), // no name has a colon there
    port: present(port),
    path: pathname,
    query,
    fragment: present(hash)?.slice(1),
  };
}

// Is the text a URL of http or https, or a reference that leaves the scheme out?
function isOfHttp(text) {
  return /^(https?:|[^:]*$|[/?#])/i.test(text);
}

// What follow-redirects would ask for is what it gives to Node's own http and https.
function askFollowRedirects({ wrap }) {
  let asked;
  const native = {
    request: (options) => {
      asked = options;
      return { on() {}, end() {}, abort() {}, destroy() {} };
    },
  };
  const wrapped = wrap({ http: native, https: native });

  // What has no authority throws a TypeError in some releases, and is no URL of http by any
  // standard.
  function parse(uri) {
    if (!/^https?:\/\//i.test(uri)) {
      return unsupported;
    }
    const { request } = /^https:/i.test(uri) ? wrapped.https : wrapped.http;
    asked = undefined;
    request(uri).on("error", () => {});
    return asked === undefined ? unsupported : accepted(partsOfOptions(asked));
  }

  return { parse: rejecting(parse, (error) => error.code === "ERR_INVALID_URL") };
}

// What axios would ask for is what it gives to its transport.
function askAxios(_, file) {
  const worker = new Worker(path.join(__dirname, "axios_worker.js"), { workerData: { file } });
  worker.unref();

  function parse(uri) {
    if (!isOfHttp(uri)) {
      return unsupported;
    }
    const { port1, port2 } = new MessageChannel();
    const done = new Int32Array(new SharedArrayBuffer(4));
    worker.postMessage({ url: uri, port: port2, done }, [port2]);
    Atomics.wait(done, 0, 0);
    const { asked, error, isRefusal } = receiveMessageOnPort(port1).message;
    port1.close();
    if (asked !== undefined) {
      return accepted(partsOfOptions(asked));
    }
    return isRefusal ? rejected(error) : { ...unsupported, error };
  }

  return { parse };
}

// The middleware answers a request by a redirection. The text is the URL of the request, and the
// answer is what its Location makes of it by RFC 3986, 5.2. A text with another form cannot be the
// URL of a request.
function askTrailingSlash(createTrailing) {
  const request = /^(https?:)(\/\/[^/?#]+)(\/[^#]*)$/;

  function normalize(uri) {
    const parts = request.exec(uri);
    if (parts === null) {
      return unsupported;
    }
    const [, scheme, authority, target] = parts;
    let location;
    createTrailing(() => {})({ url: target },
                             { setHeader: (_, value) => { location = value; }, end() {} });
    if (location === undefined) {
      return { status: "accepted", uri };
    }
    return { status: "accepted",
             uri: scheme + (location.startsWith("//") ? "" : authority) + location };
  }

  return { normalize };
}

// A package for addresses alone is asked about the host of a URL that has nothing else.
function askNetmask({ Netmask }) {
  function parse(uri) {
    const parts = /^(http):\/\/([0-9a-fx.]+)(\/?)$/i.exec(uri);
    if (parts === null) {
      return unsupported;
    }
    const [, scheme, host, path] = parts;
    return accepted({ scheme, host: new Netmask(host).base, path });
  }

  return { parse: rejecting(parse, isPlainError) };
}

// What Node's URL and url.parse do by design, whose parts these packages hand on.
const ofHttp = {
  scheme: ["lowercased"],
  host: ["lowercased", "decoded", "address-rewritten", "brackets-restored"],
  port: ["empty-as-absent", "as-number", "default-as-absent"],
  path: ["empty-as-slash", "dots-removed"],
  query: ["empty-as-absent"],
  fragment: ["empty-as-absent"],
};

// Each package: what it is called by, its operations, and the changes that it makes by design. A
// release without one of these functions cannot be asked.
const packages = {
  "fast-uri": {
    calls: ({ parse, normalize, resolve, equal }) => [parse, normalize, resolve, equal],
    ask: askFastUri,
    transforms: ofFastUri,
  },
  "url-parse": {
    calls: (Url) => [Url],
    ask: askUrlParse,
    transforms: {
      ...emptyParts,
      scheme: ["lowercased"],
      host: ["lowercased", "empty-as-absent"],
      port: ["empty-as-absent", "default-as-absent"],
      path: ["empty-as-slash"],
    },
  },
  urijs: {
    calls: (URI) => [URI, URI.parse],
    ask: askUriJs,
    transforms: {
      ...emptyParts,
      user: ["decoded", "empty-as-absent"],
      password: ["decoded", "empty-as-absent"],
      host: ["empty-as-absent", "brackets-restored"],
      path: ["empty-as-slash"],
    },
  },
  "parse-path": {
    calls: (parser) => [parser],
    ask: askParsePath,
    transforms: { ...emptyParts, path: ["empty-as-slash"] },
  },
  "parse-url": {
    calls: (parser) => [parser],
    ask: askParsePath,
    transforms: { ...emptyParts, path: ["empty-as-slash"] },
  },
  "@braintree/sanitize-url": { calls: ({ sanitizeUrl }) => [sanitizeUrl], ask: askSanitizeUrl },
  "follow-redirects": { calls: ({ wrap }) => [wrap], ask: askFollowRedirects, transforms: ofHttp },
  axios: { calls: ({ request }) => [request], ask: askAxios, transforms: ofHttp },
  "trailing-slash": { calls: (create) => [create], ask: askTrailingSlash },
  netmask: {
    calls: ({ Netmask }) => [Netmask],
    ask: askNetmask,
    transforms: { host: ["address-rewritten"] },
  },
};

module.exports = { packages };
