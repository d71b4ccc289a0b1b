// @NAME@: an adapter for uriproof (docs/protocol.md).
// Needs: apt-get install golang-go
// Build: go build -o @NAME@ @FILE@
// Run: ./@NAME@
package main

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"os"
	"regexp"
)

const hello = `{"protocol":1,"name":"@NAME@","version":"0","language":"go","dialects":["rfc3986"],"ops":["parse"]}`

var names = []string{"scheme", "userinfo", "host", "port", "path", "query", "fragment"}
var plain = regexp.MustCompile(`^[ -~]*$`)

const authority = `(?://(?:([^/?#@]*)@)?(\[[^]/?#]*\]|[^]:/?#@[]*)(?::([^/?#]*))?)?`

var uriParts = regexp.MustCompile(
	`(?s)^([^:/?#]+):` + authority + `((?:/[^?#]*)?|[^/?#][^?#]*)(?:\?([^#]*))?(?:#(.*))?$`)

// Takes octets, any of them, and gives the parts and whether it is a URI.
func parse(uri string) (map[string]string, bool) {
	// TO DO: ask your parser, and give what it gives. Repair nothing and guess nothing.
	// A part that is absent is left out; one that is there and void is "". A text without a scheme
	// is no URI. false is a refusal, which is what the parser's error says. A panic is a crash,
	// and shall be seen: no recover. What the parser changes by design is declared in the hello's
	// "gives". What it cannot be asked is answered "unsupported": true.
	found := uriParts.FindStringSubmatchIndex(uri)
	parts := map[string]string{}
	for i := 2; i < len(found); i += 2 {
		if found[i] >= 0 {
			parts[names[i/2-1]] = uri[found[i]:found[i+1]]
		}
	}
	return parts, found != nil
}

func answer(line []byte) any {
	var request struct {
		ID          json.RawMessage
		Op, Uri_hex string
		Uri         *string
	}
	if err := json.Unmarshal(line, &request); err != nil {
		panic(err)
	}
	if request.Op == "hello" {
		return json.RawMessage(hello)
	} else if request.Op != "parse" {
		return map[string]any{"id": request.ID, "unsupported": true}
	} else if request.Uri == nil {
		octets, _ := hex.DecodeString(request.Uri_hex)
		text := string(octets)
		request.Uri = &text
	}
	parts, valid := parse(*request.Uri)
	if !valid {
		return map[string]any{"id": request.ID, "valid": false}
	}
	for name, octets := range parts {
		if !plain.MatchString(octets) {
			delete(parts, name)
			parts[name+"_hex"] = hex.EncodeToString([]byte(octets))
		}
	}
	return map[string]any{"id": request.ID, "valid": true, "components": parts}
}

func main() {
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout) // print elsewhere to os.Stderr
	for line, err := in.ReadBytes('\n'); err == nil; line, err = in.ReadBytes('\n') {
		json.NewEncoder(out).Encode(answer(line))
		if in.Buffered() == 0 { // all that came is answered
			out.Flush()
		}
	}
}
