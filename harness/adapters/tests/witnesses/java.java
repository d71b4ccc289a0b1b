// SPDX-License-Identifier: MIT

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** What java.net.URI itself writes for a text (octets.t). */
final class Witness {
    private Witness() {
    }

    public static void main(String[] arguments) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            byte[] octets = HexFormat.of().parseHex(line);
            try {
                URI uri = new URI(new String(octets, StandardCharsets.UTF_8));
                byte[] written = uri.toString().getBytes(StandardCharsets.UTF_8);
                System.out.println(HexFormat.of().formatHex(written));
            } catch (URISyntaxException error) {
                System.out.println("-");
            }
        }
    }
}
