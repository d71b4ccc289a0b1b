# @NAME@: an adapter for uriproof (docs/protocol.md).
# Needs: apt-get install ruby
# Run: ruby @FILE@
require "json"

HELLO = {protocol: 1, name: "@NAME@", version: "0", language: "ruby",
         dialects: ["rfc3986"], ops: ["parse"]} # gives: what the parser changes by design
AUTHORITY = %r{(?://(?:([^/?#@]*)@)?(\[[^\]/?#]*\]|[^\]:/?#@\[]*)(?::([^/?#]*))?(?=[/?#]|\z))?}n
URI_PARTS = /\A([^:\/?#]+):#{AUTHORITY}([^?#]*)(?:\?([^#]*))?(?:#(.*))?\z/mn
NAMES = %i[scheme userinfo host port path query fragment]

def parse(uri) # octets, any of them, as ASCII-8BIT
  # TO DO: ask your parser, and give what it gives. Repair nothing and guess nothing.
  # A part that is absent is left out (nil); one that is there and void is "". A text without a
  # scheme is no URI. The answer nil is a refusal: rescue the error by which the parser says so, and
  # no other: the rest are crashes, and shall be seen.
  # What the parser cannot be asked is {unsupported: true}.
  found = URI_PARTS.match(uri) or return nil
  {components: NAMES.zip(found.captures).to_h}
end

def answer(line)
  request = JSON.parse(line)
  return HELLO if request["op"] == "hello"
  return {id: request["id"], unsupported: true} if request["op"] != "parse"
  given = parse(request["uri"]&.b || [request["uri_hex"]].pack("H*"))
  out = {id: request["id"], valid: !given.nil?, **(given || {})}
  return out unless out[:components]
  out[:components] = out[:components].compact.to_h do |name, octets|
    octets.match?(/\A[ -~]*\z/n) ? [name, octets] : ["#{name}_hex", octets.unpack1("H*")]
  end
  out
end

rest = "".b
while (chunk = $stdin.readpartial(1 << 18) rescue nil) # what came at once is answered at once
  *lines, rest = (rest << chunk).split("\n", -1)
  $stdout.write(lines.map { |line| JSON.generate(answer(line)) + "\n" }.join)
  $stdout.flush # warn elsewhere, never puts
end
