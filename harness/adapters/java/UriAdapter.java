// SPDX-License-Identifier: MIT

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;

/** An adapter for java.net.URI. docs/parsers/java.md says which calls it uses. */
final class UriAdapter {
    private static final String RELATIVE = "relative reference";

    private UriAdapter() {
    }

    /** Returns the generic parts. URI does not split a registry-based authority, so it stays in the
     * path. */
    private static Answer genericOf(URI uri) {
        return new Answer().text("scheme", uri.getScheme())
                .text("path", "//" + uri.getRawAuthority() + uri.getRawPath())
                .text("search", uri.getRawQuery()).text("fragmentid", uri.getRawFragment());
    }

    private static Answer componentsOf(URI uri) {
        String path = uri.isOpaque() ? uri.getRawSchemeSpecificPart() : uri.getRawPath();
        String port = uri.getPort() < 0 ? null : Integer.toString(uri.getPort());
        return new Answer().text("scheme", uri.getScheme())
                .text("userinfo", uri.getRawUserInfo()).text("host", uri.getHost())
                .text("port", port).text("path", path).text("query", uri.getRawQuery())
                .text("fragment", uri.getRawFragment());
    }

    private static Answer parse(String... texts) {
        try {
            URI uri = new URI(texts[0]);
            if (!uri.isAbsolute()) {
                return Answer.refusal(RELATIVE);
            }
            if (uri.getRawAuthority() != null && uri.getHost() == null) {
                return Answer.accepted().put("generic", genericOf(uri));
            }
            return Answer.accepted().put("components", componentsOf(uri));
        } catch (URISyntaxException error) {
            return Answer.refusal(error.getMessage());
        }
    }

    private static Answer resolve(String... texts) {
        try {
            URI full = new URI(texts[0]).resolve(new URI(texts[1]));
            return Answer.result("uri", full.toString());
        } catch (URISyntaxException error) {
            return Answer.refusal(error.getMessage());
        }
    }

    private static Answer normalize(String... texts) {
        try {
            return Answer.result("uri", new URI(texts[0]).normalize().toString());
        } catch (URISyntaxException error) {
            return Answer.refusal(error.getMessage());
        }
    }

    /** Normalizes both URIs and compares them. equals() does not remove dots, so URI's own
     * normalize() does that first. */
    private static Answer equivalent(String... texts) {
        try {
            URI uri = new URI(texts[0]);
            URI other = new URI(texts[1]);
            return Answer.accepted().put("equal", uri.equals(other));
        } catch (URISyntaxException error) {
            return Answer.refusal(error.getMessage());
        }
    }

    public static void main(String[] arguments) throws IOException {
        new Adapter("java-uri", System.getProperty("java.version"), "rfc2396")
                .op("parse", UriAdapter::parse)
                .op("resolve", UriAdapter::resolve)
                .op("normalize", UriAdapter::normalize)
                .op("equivalent", UriAdapter::equivalent)
                .transforms("host", "empty-as-absent")
                .transforms("port", "empty-as-absent", "as-number")
                .serve();
    }
}
