# @NAME@: an adapter for uriproof (docs/protocol.md).
# Helper: ruby/uriproof_adapter.rb
# Needs: apt-get install ruby
# Run: ruby @FILE@
require_relative "uriproof_adapter"

AUTHORITY = %r{(?://(?:([^/?#@]*)@)?(\[[^\]/?#]*\]|[^\]:/?#@\[]*)(?::([^/?#]*))?(?=[/?#]|\z))?}n
URI_PARTS = /\A([^:\/?#]+):#{AUTHORITY}([^?#]*)(?:\?([^#]*))?(?:#(.*))?\z/mn
NAMES = %w[scheme userinfo host port path query fragment]

def parse(uri) # octets, any of them; where they are not printable ASCII, as ASCII-8BIT
  # TO DO: ask your parser, and give what it gives. Repair nothing and guess nothing.
  # A part that is absent is left out (nil); one that is there and void is "". A text without a
  # scheme is no URI. Rescue the error by which the parser refuses, and no other: the rest are
  # crashes, and shall be seen. What the parser cannot be asked is { "status" => "unsupported" }.
  found = URI_PARTS.match(uri)
  return { "status" => "rejected" } if found.nil?

  { "status" => "accepted", "components" => NAMES.zip(found.captures).to_h }
end

UriproofAdapter.serve("@NAME@", "0", { "parse" => method(:parse) }, dialects: ["rfc3986"],
                      transforms: {}) # what the parser changes by design
