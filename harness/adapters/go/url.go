// SPDX-License-Identifier: MIT

// An adapter for net/url. docs/parsers/go.md says which calls it uses.
package main

import (
	"errors"
	"net/url"
	"runtime"
	"strings"
)

var errRelative = errors.New("relative reference")

// hostOf returns the host. Hostname omits the brackets of an IP literal, which Host has, so they are
// added.
func hostOf(u *url.URL) string {
	if bracketed := "[" + u.Hostname() + "]"; strings.HasPrefix(u.Host, bracketed) {
		return bracketed
	}
	return u.Hostname()
}

// showsHost returns true if String writes the `//` of an authority.
func showsHost(u *url.URL) bool {
	if u.Opaque != "" || (u.OmitHost && u.Host == "" && u.User == nil) {
		return false
	}
	return u.Host != "" || u.Path != "" || u.User != nil
}

func addAuthority(u *url.URL, parts object) {
	if !showsHost(u) {
		return
	}
	host := hostOf(u)
	parts["host"] = host
	if len(u.Host) > len(host) { // a colon follows, although Port() returns "" for an empty port
		parts["port"] = u.Port()
	}
	if u.User == nil {
		return
	}
	parts["user"] = u.User.Username()
	if password, set := u.User.Password(); set {
		parts["password"] = password
	}
}

func componentsOf(u *url.URL) object {
	parts := object{"scheme": u.Scheme, "path": u.EscapedPath()}
	if u.Opaque != "" {
		parts["path"] = u.Opaque
	}
	addAuthority(u, parts)
	if u.ForceQuery || u.RawQuery != "" {
		parts["query"] = u.RawQuery
	}
	if u.Fragment != "" {
		parts["fragment"] = u.EscapedFragment()
	}
	return parts
}

func parse(texts []string) object {
	u, err := url.Parse(texts[0])
	if err != nil {
		return refusal(err)
	}
	if !u.IsAbs() {
		return refusal(errRelative)
	}
	return object{"status": "accepted", "components": componentsOf(u)}
}

func resolve(texts []string) object {
	base, err := url.Parse(texts[0])
	if err != nil {
		return refusal(err)
	}
	full, err := base.Parse(texts[1])
	if err != nil {
		return refusal(err)
	}
	return object{"status": "accepted", "uri": full.String()}
}

func decode(texts []string) object {
	text, err := url.PathUnescape(texts[0])
	if err != nil {
		return refusal(err)
	}
	return object{"status": "accepted", "text": text}
}

func encode(texts []string) object {
	return object{"status": "accepted", "text": url.PathEscape(texts[0])}
}

func main() {
	serve(&adapter{
		name:     "go-url",
		version:  strings.TrimPrefix(runtime.Version(), "go"),
		dialects: []string{"rfc3986"},
		ops: map[string]operation{
			"parse": parse, "resolve": resolve, "decode": decode, "encode": encode},
		transforms: map[string][]string{
			"scheme":   {"lowercased"},
			"user":     {"decoded"},
			"password": {"decoded"},
			"host":     {"decoded", "empty-as-absent", "brackets-restored"},
			"fragment": {"empty-as-absent"},
		},
	})
}
