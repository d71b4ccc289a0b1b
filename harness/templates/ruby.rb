# @NAME@: an adapter for uriproof (docs/protocol.md).
# Helper: ruby/uriproof_adapter.rb
# Needs: apt-get install ruby
# Run: ruby @FILE@
require_relative "uriproof_adapter"

AUTHORITY = %r{(?://(?:([^/?#@]*)@)?(\[[^\]/?#]*\]|[^\]:/?#@\[]*)(?::([^/?#]*))?(?=[/?#]|\z))?}n
URI_PARTS = /\A([^:\/?#]+):#{AUTHORITY}([^?#]*)(?:\?([^#]*))?(?:#(.*))?\z/mn
NAMES = %w[scheme userinfo host port path query fragment]

def parse(uri) # may hold any octets; if they are not printable ASCII, as ASCII-8BIT
  # TO DO: Call your parser and report what it returns. Do not repair or guess anything.
  # A part that is absent is nil, and an empty part is "". A text without a scheme is not a URI:
  # reject it. Rescue only the error by which the parser rejects a text. Any other error is a crash,
  # which the harness reports. If the parser takes characters, write UriproofAdapter.utf8(method(
  # :parse)) below. If it cannot take the text, return { "status" => "unsupported" }.
  found = URI_PARTS.match(uri)
  return { "status" => "rejected" } if found.nil?

  { "status" => "accepted", "components" => NAMES.zip(found.captures).to_h }
end

UriproofAdapter.serve("@NAME@", "0", { "parse" => method(:parse) }, dialects: ["rfc3986"],
                      transforms: {}) # changes that the parser makes by design
