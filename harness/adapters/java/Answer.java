// SPDX-License-Identifier: MIT

/** An answer, or a part of one, as JSON. A text has one char for each octet. */
final class Answer {
    private static final int MOST_WORDS = 200;
    private static final char[] DIGITS = "0123456789abcdef".toCharArray();

    private final StringBuilder out = new StringBuilder("{");

    static Answer accepted() {
        return new Answer().octets("status", "accepted");
    }

    static Answer refusal(String words) {
        return new Answer().octets("status", "rejected").error(words);
    }

    static Answer unsupported() {
        return new Answer().octets("status", "unsupported");
    }

    static Answer result(String name, String octets) {
        return accepted().octets(name, octets);
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

    /** Adds `text` with this name. If it is not printable ASCII, adds it in hexadecimal, and _hex
     * to its name. Adds nothing for null. */
    Answer octets(String name, String text) {
        if (text == null) {
            return this;
        }
        if (isPrintable(text)) {
            name(name);
            quote(text);
            return this;
        }
        name(name + "_hex").append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c > 0xff) {
                throw new IllegalStateException("a character that is no octet in " + name);
            }
            out.append(DIGITS[c >> 4]).append(DIGITS[c & 15]);
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
