// @NAME@: an adapter for uriproof (docs/protocol.md).
// Helper: java/Adapter.java java/Answer.java java/FlatJson.java
// Needs: apt-get install default-jdk-headless
// Build: javac -d @NAME@.classes @FILE@ @DIR@Adapter.java @DIR@Answer.java @DIR@FlatJson.java
// Run: java -XX:+ErrorFileToStderr -cp @NAME@.classes Main
import java.util.regex.Matcher;
import java.util.regex.Pattern;

class Main {
    static final Pattern URI = Pattern.compile("([^:/?#]+):"
            + "(?://(?:([^/?#@]*)@)?(\\[[^\\]/?#]*\\]|[^\\]:/?#@\\[]*)(?::([^/?#]*))?(?=[/?#]|$))?"
            + "([^?#]*)(?:\\?([^#]*))?(?:#(.*))?", Pattern.DOTALL);
    static final String[] NAMES = {"scheme", "userinfo", "host", "port", "path", "query",
        "fragment"};

    /** Answers one request. texts[0] is decoded from UTF-8; what is not UTF-8 is not asked. */
    static Answer parse(String... texts) {
        // TO DO: Call your parser and report what it returns. Do not repair or guess anything.
        // A part that is absent is null, and an empty part is "". A text without a scheme is not a
        // URI: reject it. Catch only the exception by which the parser rejects a text. Any other
        // exception is a crash, which the harness reports. If the parser cannot take the text,
        // return Answer.unsupported().
        Matcher found = URI.matcher(texts[0]);
        if (!found.matches()) {
            return Answer.refusal("no URI");
        }
        Answer parts = new Answer();
        for (int i = 0; i < NAMES.length; i++) {
            parts.text(NAMES[i], found.group(i + 1));
        }
        return Answer.accepted().put("components", parts);
    }

    public static void main(String[] arguments) throws java.io.IOException {
        new Adapter("@NAME@", "0", "rfc3986")
                .op("parse", Main::parse) // then .transforms(part, names) for changes by design
                .serve();
    }
}
