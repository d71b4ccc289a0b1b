// @NAME@: an adapter for uriproof (docs/protocol.md).
// Helper: java/Adapter.java java/Answer.java java/FlatJson.java
// Needs: apt-get install default-jdk-headless
// Build: javac -d @NAME@.classes @FILE@ @DIR@Adapter.java @DIR@Answer.java @DIR@FlatJson.java
// Run: java -cp @NAME@.classes Main
import java.util.regex.Matcher;
import java.util.regex.Pattern;

class Main {
    static final Pattern URI = Pattern.compile("([^:/?#]+):"
            + "(?://(?:([^/?#@]*)@)?(\\[[^\\]/?#]*\\]|[^\\]:/?#@\\[]*)(?::([^/?#]*))?(?=[/?#]|$))?"
            + "([^?#]*)(?:\\?([^#]*))?(?:#(.*))?", Pattern.DOTALL);
    static final String[] NAMES = {"scheme", "userinfo", "host", "port", "path", "query",
        "fragment"};

    /** Takes one character an octet, U+0000 to U+00FF, in texts[0]. */
    static Answer parse(String... texts) {
        // TO DO: ask your parser, and give what it gives. Repair nothing and guess nothing.
        // A part that is absent is null; one that is there and void is "". A text without a scheme
        // is no URI. Catch the exception by which the parser refuses, and no other: the rest are
        // crashes, and shall be seen.
        // What the parser cannot be asked is Answer.unsupported().
        Matcher found = URI.matcher(texts[0]);
        if (!found.matches()) {
            return Answer.refusal("no URI");
        }
        Answer parts = new Answer();
        for (int i = 0; i < NAMES.length; i++) {
            parts.octets(NAMES[i], found.group(i + 1));
        }
        return Answer.accepted().put("components", parts);
    }

    public static void main(String[] arguments) throws java.io.IOException {
        new Adapter("@NAME@", "0", "rfc3986")
                .op("parse", Main::parse) // and .transforms(part, names) that it changes by design
                .serve();
    }
}
