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

// Answers one request. texts[0] may hold any octets.
func parse(texts []string) object {
	// TO DO: Call your parser and report what it returns. Do not repair or guess anything.
	// Leave out a part that is absent, and give "" for an empty part. A text without a scheme is not a
	// URI: reject it. If the parser returns an error, return refusal(err). Do not recover from a
	// panic: it is a crash, which the harness reports. If the parser cannot take the text, return
	// object{"status": "unsupported"}.
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
		transforms: nil, // changes that the parser makes by design
		splits:   "",  // where its manual says that it does not validate
	})
}
