// SPDX-License-Identifier: MIT

import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** An answer, or a part of one, as JSON. A text is written in UTF-8. */
final class Answer {
    private static final int MOST_WORDS = 200;
    private static final char[] DIGITS = "0123456789abcdef".toCharArray();

    /** Thrown if a text is not UTF-8, or a String has no UTF-8. */
    static final class NoUtf8 extends RuntimeException {
        private static final long serialVersionUID = 1;

        NoUtf8(CharacterCodingException cause) {
            super("no UTF-8, and so no String", cause);
        }
    }

    private final StringBuilder out = new StringBuilder("{");

    static Answer accepted() {
        return new Answer().text("status", "accepted");
    }

    static Answer refusal(String words) {
        return new Answer().text("status", "rejected").error(words);
    }

    static Answer unsupported() {
        return new Answer().text("status", "unsupported");
    }

    static Answer result(String name, String text) {
        return accepted().text(name, text);
    }

    static boolean isPrintable(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < ' ' || text.charAt(i) > '~') {
                return false;
            }
        }
        return true;
    }

    private StringBuilder name(String name) {
        if (out.length() > 1) {
            out.append(',');
        }
        return out.append('"').append(name).append("\":");
    }

    private void quote(String printable) {
        out.append('"');
        for (int i = 0; i < printable.length(); i++) {
            char c = printable.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\');
            }
            out.append(c);
        }
        out.append('"');
    }

    Answer put(String name, Object numberOrBoolean) {
        name(name).append(numberOrBoolean);
        return this;
    }

    Answer put(String name, Answer object) {
        name(name).append(object);
        return this;
    }

    /** Encodes a text. Half of a surrogate pair has no UTF-8. */
    private static byte[] toUtf8(String text) {
        try {
            var octets = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            byte[] out = new byte[octets.remaining()];
            octets.get(out);
            return out;
        } catch (CharacterCodingException error) {
            throw new NoUtf8(error);
        }
    }

    /** Adds `text` with this name. If it is not printable ASCII, adds its UTF-8 in hexadecimal, and
     * _hex to its name. Adds nothing for null. */
    Answer text(String name, String text) {
        if (text == null) {
            return this;
        }
        if (isPrintable(text)) {
            name(name);
            quote(text);
            return this;
        }
        name(name + "_hex").append('"');
        for (byte octet : toUtf8(text)) {
            out.append(DIGITS[octet >> 4 & 15]).append(DIGITS[octet & 15]);
        }
        out.append('"');
        return this;
    }

    /** Adds a message for people. It is cut, since parsers like to repeat the whole text, and made
     * printable. */
    Answer error(String words) {
        String cut = words.substring(0, Math.min(words.length(), MOST_WORDS));
        name("error");
        quote(cut.replaceAll("[^ -~]", "?"));
        return this;
    }

    /** Puts the id first, for people who read the lines. */
    Answer under(long id) {
        out.insert(1, "\"id\":" + id + (out.length() > 1 ? "," : ""));
        return this;
    }

    /** Returns the answer. More may still be added to the object after this. */
    @Override
    public String toString() {
        return out + "}";
    }
}
