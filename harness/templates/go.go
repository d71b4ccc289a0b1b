// @NAME@: an adapter for uriproof (docs/protocol.md).
// Helper: go/uriproof_adapter.go
// Needs: apt-get install golang-go
// Build: go build -o @NAME@ @FILE@ @DIR@uriproof_adapter.go
// Run: ./@NAME@
package main

import "regexp"

const authority = `(?://(?:([^/?#@]*)@)?(\[[^]/?#]*\]|[^]:/?#@[]*)(?::([^/?#]*))?)?`

var uriParts = regexp.MustCompile(
	`(?s)^([^:/?#]+):` + authority + `((?:/[^?#]*)?|[^/?#][^?#]*)(?:\?([^#]*))?(?:#(.*))?$`)
var names = []string{"scheme", "userinfo", "host", "port", "path", "query", "fragment"}

// Takes octets, any of them, in texts[0].
func parse(texts []string) object {
	// TO DO: ask your parser, and give what it gives. Repair nothing and guess nothing.
	// A part that is absent is left out; one that is there and void is "". A text without a scheme
	// is no URI. A refusal is what the parser's error says: refusal(err). A panic is a crash, and
	// shall be seen: no recover. What the parser cannot be asked is object{"status": "unsupported"}.
	found := uriParts.FindStringSubmatchIndex(texts[0])
	if found == nil {
		return object{"status": "rejected"}
	}
	parts := object{}
	for i, name := range names {
		if from, to := found[2*i+2], found[2*i+3]; from >= 0 {
			parts[name] = texts[0][from:to]
		}
	}
	return object{"status": "accepted", "components": parts}
}

func main() {
	serve(&adapter{
		name:     "@NAME@",
		version:  "0",
		dialects: []string{"rfc3986"},
		ops:      map[string]operation{"parse": parse},
		transforms: nil, // what the parser changes by design
		splits:   "",  // where its manual says that it does not validate
	})
}
