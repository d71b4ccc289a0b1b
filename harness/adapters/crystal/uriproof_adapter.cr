# SPDX-License-Identifier: MIT
# The adapter's side of uriproof's protocol (docs/protocol.md), for parsers in Crystal.
#
# An operation is a proc of its request's fields, in the order of docs/protocol.md, and returns its
# answer. A text is a String of octets, which may be no UTF-8. In components, a part that is nil is
# left out. An operation has to catch the exception by which the parser rejects a text. Any other
# exception ends the adapter, which the harness reports as a crash.
require "json"

module UriproofAdapter
  alias Parts = Hash(String, String?)
  alias Answer = Hash(String, String | Bool | Parts)
  alias Operation = Array(String) -> Answer

  FIELDS = {
    "parse"      => ["uri"],
    "resolve"    => ["base", "ref"],
    "normalize"  => ["uri"],
    "equivalent" => ["uri", "other"],
    "decode"     => ["text"],
    "encode"     => ["text"],
  }
  MOST_WORDS = 200
  CHUNK      = 1 << 18

  class NoRequest < Exception
  end

  def self.accepted(name : String, value : String | Bool | Parts) : Answer
    Answer{"status" => "accepted", name => value}
  end

  # A rejection, with the parser's message.
  def self.rejected(words : String?) : Answer
    Answer{"status" => "rejected", "error" => words_of(words)}
  end

  # Returns a message for people. It is cut, since parsers like to repeat the whole text.
  private def self.words_of(words)
    String.new(words.to_s.to_slice[0, Math.min(words.to_s.bytesize, MOST_WORDS)].map { |octet|
      printable?(octet) ? octet : '?'.ord.to_u8
    })
  end

  private def self.printable?(octet : UInt8)
    0x20 <= octet <= 0x7e
  end

  private def self.printable?(text : String)
    text.each_byte.all? { |octet| printable?(octet) }
  end

  private def self.read_text(request, name) : String
    if (plain = request[name]?.try(&.as_s?)) && printable?(plain)
      return plain
    end
    octets = request[name + "_hex"]?.try(&.as_s?).try(&.hexbytes?)
    octets ? String.new(octets) : raise NoRequest.new("no #{name}, or it is not as the protocol has it")
  end

  # Writes a text under its name. If it is not printable ASCII, it is written in hexadecimal, and
  # _hex is added to its name.
  private def self.write(json, name, value : String)
    if printable?(value)
      json.field(name, value)
    else
      json.field(name + "_hex", value.to_slice.hexstring)
    end
  end

  private def self.write(json, name, value : Bool)
    json.field(name, value)
  end

  private def self.write(json, name, value : Parts)
    json.field(name) do
      json.object do
        value.each { |part, text| write(json, part, text) if text }
      end
    end
  end

  private def self.line_of(id, answer : Answer)
    JSON.build do |json|
      json.object do
        json.field("id", id) if id
        answer.each { |name, value| write(json, name, value) }
      end
    end
  end

  private def self.answer_to(request, ops) : Answer
    op = request["op"]?.try(&.as_s?) || raise NoRequest.new("no op")
    operation = ops[op]?
    return Answer{"status" => "unsupported"} unless operation
    operation.call(FIELDS[op].map { |name| read_text(request, name) })
  rescue error : NoRequest
    Answer{"error" => words_of("not a request: #{error.message}")}
  end

  private def self.answer_line(line, hello, ops)
    request = JSON.parse(line).as_h
    request["op"]?.try(&.as_s?) == "hello" ? hello : line_of(request["id"]?.try(&.as_i64?), answer_to(request, ops))
  rescue JSON::ParseException | TypeCastError
    %({"error":"not a request: no JSON object"})
  end

  # Answers all lines with one write. If the parser dies, the answers before that are still written.
  # So the harness can blame the case that killed the parser, and not an earlier one.
  private def self.answer_lines(lines, hello, ops)
    lines.each_line { |line| STDOUT << answer_line(line, hello, ops) << '\n' unless line.empty? }
  ensure
    STDOUT.flush
  end

  # Answers requests until standard input ends. `splits` tells where the parser's manual says that
  # it does not validate.
  def self.serve(name, version, ops : Hash(String, Operation), dialects = ["rfc3986"],
                 transforms = {} of String => Array(String), splits : String? = nil)
    hello = {protocol: 2, name: name, version: version, language: "crystal", dialects: dialects,
             ops: ops.keys, transforms: transforms, splits: splits}
    text = hello.to_h.reject { |_, value| value.nil? }.to_json
    STDOUT.sync = false
    chunk = Bytes.new(CHUNK)
    rest = IO::Memory.new
    while (got = STDIN.read(chunk)) > 0
      piece = chunk[0, got]
      unless last = piece.rindex('\n'.ord.to_u8)
        rest.write(piece)
        next
      end
      rest.write(piece[0, last])
      answer_lines(rest.to_s, text, ops)
      rest.clear
      rest.write(piece[last + 1, got - last - 1])
    end
  end
end
