// SPDX-License-Identifier: MIT

import java.util.HashMap;
import java.util.Map;

/**
 * Reads a JSON object whose values are strings and whole numbers, since the JDK has no JSON reader
 * and a request has no other values. It rejects everything else. A text has one char for each
 * octet.
 */
final class FlatJson {
    /** Thrown if the line is not such an object. */
    static final class Fault extends Exception {
        private static final long serialVersionUID = 1;

        Fault(String words, int offset) {
            super(words + " at " + offset);
        }
    }

    private final String line;
    private int at;

    private FlatJson(String line) {
        this.line = line;
    }

    /** Returns the object in `line`. Its values are String and Long. */
    static Map<String, Object> read(String line) throws Fault {
        FlatJson reader = new FlatJson(line);
        Map<String, Object> object = reader.readObject();
        reader.skipSpace();
        if (reader.at != line.length()) {
            throw reader.fault("more than an object");
        }
        return object;
    }

    private Fault fault(String words) {
        return new Fault(words, at);
    }

    private void skipSpace() {
        while (at < line.length() && " \t\r\n".indexOf(line.charAt(at)) >= 0) {
            at++;
        }
    }

    /** Returns the next character that is not a space, but does not read it; NUL at the end. */
    private char next() {
        skipSpace();
        return at < line.length() ? line.charAt(at) : '\0';
    }

    private void take(char wanted) throws Fault {
        if (next() != wanted) {
            throw fault("no " + wanted);
        }
        at++;
    }

    private Map<String, Object> readObject() throws Fault {
        Map<String, Object> object = new HashMap<>();
        take('{');
        if (next() == '}') {
            at++;
            return object;
        }
        while (true) {
            String name = readString();
            take(':');
            object.put(name, next() == '"' ? readString() : readNumber());
            if (next() == '}') {
                at++;
                return object;
            }
            take(',');
        }
    }

    private Long readNumber() throws Fault {
        int start = at;
        while (at < line.length() && "-0123456789".indexOf(line.charAt(at)) >= 0) {
            at++;
        }
        try {
            return Long.valueOf(line.substring(start, at));
        } catch (NumberFormatException error) {
            throw fault("neither a string nor a whole number");
        }
    }

    private String readString() throws Fault {
        take('"');
        int start = at;
        while (at < line.length() && line.charAt(at) >= ' ' && "\"\\".indexOf(line.charAt(at)) < 0) {
            at++;
        }
        if (at < line.length() && line.charAt(at) == '"') {
            return line.substring(start, at++);
        }
        return readEscaped(new StringBuilder(line.substring(start, at)));
    }

    /** Reads the rest of a string with an escape. `text` is what comes before it. */
    private String readEscaped(StringBuilder text) throws Fault {
        while (at < line.length() && line.charAt(at) >= ' ') {
            char c = line.charAt(at++);
            if (c == '"') {
                return text.toString();
            }
            text.append(c == '\\' ? readEscape() : c);
        }
        throw fault("a string without end");
    }

    private char readEscape() throws Fault {
        char c = at < line.length() ? line.charAt(at++) : '\0';
        int which = "\"\\/bfnrt".indexOf(c);
        if (which >= 0) {
            return "\"\\/\b\f\n\r\t".charAt(which);
        }
        if (c != 'u' || at + 4 > line.length()) {
            throw fault("no escape");
        }
        int value = 0;
        for (int end = at + 4; at < end; at++) {
            int digit = Character.digit(line.charAt(at), 16);
            if (digit < 0 || line.charAt(at) > '~') {
                throw fault("no hexadecimal digit");
            }
            value = value * 16 + digit;
        }
        return (char) value;
    }
}
