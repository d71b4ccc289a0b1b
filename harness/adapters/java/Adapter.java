// SPDX-License-Identifier: MIT

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The adapter's side of uriproof's protocol (docs/protocol.md), for parsers in Java. It only needs
 * Answer.java and FlatJson.java. An operation has to catch the exception by which the parser
 * rejects a text. Any other exception ends the adapter. The output of a parser goes to standard
 * error. A text is decoded from UTF-8, and an answer is encoded to it. A text that is not UTF-8 is
 * unsupported.
 */
final class Adapter {
    /** Answers the texts of a request, in the order of docs/protocol.md. */
    interface Operation {
        Answer answer(String... texts);
    }

    private static final int CHUNK = 1 << 18;
    private static final Map<String, String[]> FIELDS = Map.of(
            "parse", new String[] {"uri"},
            "url", new String[] {"uri"},
            "resolve", new String[] {"base", "ref"},
            "normalize", new String[] {"uri"},
            "equivalent", new String[] {"uri", "other"},
            "decode", new String[] {"text"},
            "encode", new String[] {"text"});

    private final String name;
    private final String version;
    private final List<String> dialects;
    private final Map<String, Operation> ops = new LinkedHashMap<>();
    private final Map<String, List<String>> transforms = new LinkedHashMap<>();
    private String splits; // null if the manual says nothing of it

    Adapter(String name, String version, String... dialects) {
        this.name = name;
        this.version = version;
        this.dialects = List.of(dialects);
    }

    Adapter op(String op, Operation operation) {
        ops.put(op, operation);
        return this;
    }

    Adapter transforms(String part, String... names) {
        transforms.put(part, List.of(names));
        return this;
    }

    /** Tells where the parser's manual says that it does not validate. */
    Adapter splits(String source) {
        splits = source;
        return this;
    }

    private static String list(Collection<String> words) {
        return words.isEmpty() ? "[]" : "[\"" + String.join("\",\"", words) + "\"]";
    }

    private Answer hello() {
        Answer given = new Answer();
        transforms.forEach((part, names) -> given.put(part, (Object) list(names)));
        return new Answer().put("protocol", 2).text("name", name)
                .text("version", version).text("language", "java")
                .put("dialects", (Object) list(dialects))
                .put("ops", (Object) list(ops.keySet())).put("transforms", given)
                .text("splits", splits);
    }

    private static String fromUtf8(byte[] octets) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(octets)).toString();
        } catch (CharacterCodingException error) {
            throw new Answer.NoUtf8(error);
        }
    }

    private static String readText(Map<String, Object> request, String field) {
        if (request.get(field) instanceof String plain) {
            if (!Answer.isPrintable(plain)) {
                throw new IllegalArgumentException(field + " is not printable ASCII");
            }
            return plain;
        }
        if (request.get(field + "_hex") instanceof String digits) {
            return fromUtf8(HexFormat.of().parseHex(digits));
        }
        throw new IllegalArgumentException("no text " + field);
    }

    private static Answer askOperation(Operation operation, String[] fields,
            Map<String, Object> request) {
        String[] texts = new String[fields.length];
        try {
            for (int i = 0; i < fields.length; i++) {
                texts[i] = readText(request, fields[i]);
            }
        } catch (IllegalArgumentException error) {
            return new Answer().error("not a request: " + error.getMessage());
        }
        return operation.answer(texts);
    }

    private Answer answerRequest(Map<String, Object> request) {
        Operation operation = ops.get(request.get("op"));
        if (operation == null) {
            return Answer.unsupported();
        }
        try {
            return askOperation(operation, FIELDS.get(request.get("op")), request);
        } catch (Answer.NoUtf8 error) {
            return Answer.unsupported().error(error.getMessage());
        }
    }

    private Answer answerLine(String line) {
        Map<String, Object> request;
        try {
            request = FlatJson.read(line);
        } catch (FlatJson.Fault error) {
            return new Answer().error("not a request: " + error.getMessage());
        }
        if ("hello".equals(request.get("op"))) {
            return hello();
        }
        Answer answer = answerRequest(request);
        return request.get("id") instanceof Long id ? answer.under(id) : answer;
    }

    /**
     * Answers all lines with one write. If the parser dies, the answers before that are still
     * written. So the harness can blame the case that killed the parser, and not an earlier one.
     */
    private void answerLines(String lines, FileOutputStream output) throws IOException {
        StringBuilder out = new StringBuilder();
        try {
            for (String line : lines.split("\n")) {
                if (!line.isEmpty()) {
                    out.append(answerLine(line)).append('\n');
                }
            }
        } finally {
            output.write(out.toString().getBytes(StandardCharsets.ISO_8859_1));
        }
    }

    /** Reads all requests that are available and answers them together, until the input ends. */
    void serve() throws IOException {
        FileInputStream input = new FileInputStream(FileDescriptor.in);
        FileOutputStream output = new FileOutputStream(FileDescriptor.out);
        System.setOut(System.err);
        byte[] chunk = new byte[CHUNK];
        List<String> rest = new ArrayList<>();
        for (int got = input.read(chunk); got >= 0; got = input.read(chunk)) {
            String text = new String(Arrays.copyOf(chunk, got), StandardCharsets.ISO_8859_1);
            int end = text.lastIndexOf('\n');
            if (end >= 0) {
                rest.add(text.substring(0, end));
                answerLines(String.join("", rest), output);
                rest.clear();
            }
            rest.add(text.substring(end + 1));
        }
    }
}
