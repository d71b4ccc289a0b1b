// @NAME@: an adapter for uriproof (docs/protocol.md).
// Needs: apt-get install default-jdk-headless
// Build: javac -d @NAME@.classes @FILE@
// Run: java -cp @NAME@.classes Adapter
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.regex.*;

class Adapter {
    static final String HELLO = "{\"protocol\":1,\"name\":\"@NAME@\",\"version\":\"0\","
            + "\"language\":\"java\",\"dialects\":[\"rfc3986\"],\"ops\":[\"parse\"]}";
    static final String[] NAMES = {"scheme", "userinfo", "host", "port", "path",
            "query", "fragment"};
    static final Pattern URI = Pattern.compile(
            "([^:/?#]+):(?://(?:([^/?#@]*)@)?(\\[[^\\]/?#]*\\]|[^\\]:/?#@\\[]*)(?::([^/?#]*))?(?=[/?#]|$))?"
            + "([^?#]*)(?:\\?([^#]*))?(?:#(.*))?", Pattern.DOTALL);
    // The JDK has no JSON. A request is a flat object of strings, which escape " and \, and numbers.
    static final Pattern FIELD = Pattern.compile(
            "\"(\\w+)\"\\s*:\\s*(?:\"([^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+)\"|(-?\\d+))");

    /** Takes one character an octet, U+0000 to U+00FF, and gives the parts; null is a refusal. */
    static Map<String, String> parse(String uri) {
        // TO DO: ask your parser, and give what it gives. Repair nothing and guess nothing.
        // A part that is absent is left out; one that is there and void is "". A text without a
        // scheme is no URI. Catch the exception by which the parser refuses, and no other: the
        // rest are crashes, and shall be seen. What the parser changes by design is declared in
        // the hello's "gives". What it cannot be asked is answered "unsupported":true.
        Matcher found = URI.matcher(uri);
        if (!found.matches()) return null;
        Map<String, String> parts = new LinkedHashMap<>();
        for (int i = 0; i < NAMES.length; i++)
            if (found.group(i + 1) != null) parts.put(NAMES[i], found.group(i + 1));
        return parts;
    }

    static String part(String name, String text) {
        if (text.matches("[ -~]*"))
            return "\"" + name + "\":\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
        byte[] octets = text.getBytes(StandardCharsets.ISO_8859_1);
        return "\"" + name + "_hex\":\"" + HexFormat.of().formatHex(octets) + "\"";
    }

    static String answer(String line) {
        Map<String, String> request = new HashMap<>();
        for (Matcher m = FIELD.matcher(line); m.find();)
            request.put(m.group(1), m.group(2) == null ? m.group(3)
                    : m.group(2).replaceAll("\\\\(.)", "$1"));
        if (request.get("op").equals("hello")) return HELLO;
        String id = "{\"id\":" + request.get("id");
        if (!request.get("op").equals("parse")) return id + ",\"unsupported\":true}";
        String uri = request.get("uri");
        if (uri == null) uri = new String(HexFormat.of().parseHex(request.get("uri_hex")),
                StandardCharsets.ISO_8859_1);
        Map<String, String> parts = parse(uri);
        if (parts == null) return id + ",\"valid\":false}";
        List<String> out = new ArrayList<>();
        parts.forEach((name, text) -> out.add(part(name, text)));
        return id + ",\"valid\":true,\"components\":{" + String.join(",", out) + "}}";
    }

    public static void main(String[] arguments) throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.ISO_8859_1));
        var out = new BufferedWriter(new OutputStreamWriter(System.out)); // elsewhere System.err
        for (String line; (line = in.readLine()) != null;) {
            out.write(answer(line) + "\n");
            if (!in.ready()) out.flush(); // all that came is answered
        }
    }
}
