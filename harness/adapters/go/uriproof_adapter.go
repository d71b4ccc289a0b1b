// SPDX-License-Identifier: MIT

// The adapter's side of uriproof's protocol (docs/protocol.md), for parsers in Go. Build it
// together with the file that has main; it needs nothing else. A panic ends the adapter, which the
// harness reports as a crash. The output of a parser goes to standard error.
package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// An object is written as a JSON object. Octets in it are Go strings, which may hold any octets.
type object map[string]any

// An operation answers the texts of a request, in the order of docs/protocol.md.
type operation func(texts []string) object

// An adapter has the facts about a parser that serve needs.
type adapter struct {
	name       string
	version    string
	dialects   []string
	ops        map[string]operation
	transforms map[string][]string
	splits     string // where its manual says that it does not validate; or ""
}

var opNames = []string{"parse", "url", "resolve", "normalize", "equivalent", "decode", "encode"}

var fieldsOf = map[string][]string{
	"parse":      {"uri"},
	"url":        {"uri"},
	"resolve":    {"base", "ref"},
	"normalize":  {"uri"},
	"equivalent": {"uri", "other"},
	"decode":     {"text"},
	"encode":     {"text"},
}

const (
	chunk     = 1 << 18
	mostWords = 200
)

func refusal(err error) object {
	return object{"status": "rejected", "error": err.Error()}
}

func isPrintable(text string) bool {
	for i := 0; i < len(text); i++ {
		if text[i] < ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}

// printable returns a message for people. It is cut, since parsers like to repeat the whole text,
// and limited to printable ASCII.
func printable(words string) string {
	if len(words) > mostWords {
		words = words[:mostWords]
	}
	octets := []byte(words)
	for i, octet := range octets {
		if octet < ' ' || octet > '~' {
			octets[i] = '?'
		}
	}
	return string(octets)
}

// written writes an answer as one line of JSON. The id comes first, for people who read the lines.
// The other fields are in the order of their keys.
func written(answer object, to *bytes.Buffer) error {
	var fields bytes.Buffer
	id, has := answer["id"]
	delete(answer, "id")
	encoder := json.NewEncoder(&fields)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(answer); err != nil {
		return err
	}
	if !has {
		_, err := fields.WriteTo(to)
		return err
	}
	fmt.Fprintf(to, "{\"id\":%v", id)
	if len(answer) > 0 {
		to.WriteByte(',')
	}
	_, err := to.Write(fields.Bytes()[1:])
	return err
}

// outgoing returns the fields of an answer. A text that is not printable ASCII is written in
// hexadecimal, and _hex is added to its name.
func outgoing(fields object) object {
	out := object{}
	for name, value := range fields {
		switch v := value.(type) {
		case object:
			out[name] = outgoing(v)
		case string:
			if name == "error" {
				out[name] = printable(v)
			} else if isPrintable(v) {
				out[name] = v
			} else {
				out[name+"_hex"] = hex.EncodeToString([]byte(v))
			}
		default:
			out[name] = v
		}
	}
	return out
}

// readText returns the octets of the field `name`, which is either plain or in hexadecimal.
func readText(request map[string]any, name string) (string, error) {
	if plain, is := request[name].(string); is {
		if !isPrintable(plain) {
			return "", errors.New(name + " is not printable ASCII")
		}
		return plain, nil
	}
	digits, is := request[name+"_hex"].(string)
	if !is {
		return "", errors.New("no text " + name)
	}
	octets, err := hex.DecodeString(digits)
	return string(octets), err
}

func (a *adapter) hello() object {
	ops := []string{}
	for _, name := range opNames {
		if a.ops[name] != nil {
			ops = append(ops, name)
		}
	}
	hello := object{"protocol": 2, "name": a.name, "version": a.version, "language": "go",
		"dialects": a.dialects, "ops": ops}
	if a.transforms != nil {
		hello["transforms"] = a.transforms
	}
	if a.splits != "" {
		hello["splits"] = a.splits
	}
	return hello
}

func (a *adapter) askOperation(request map[string]any) object {
	name, _ := request["op"].(string)
	answer := a.ops[name]
	if answer == nil {
		return object{"status": "unsupported"}
	}
	texts := []string{}
	for _, field := range fieldsOf[name] {
		text, err := readText(request, field)
		if err != nil {
			return object{"error": "not a request: " + err.Error()}
		}
		texts = append(texts, text)
	}
	return answer(texts)
}

// answerLine answers the request in `line`.
func (a *adapter) answerLine(line []byte) object {
	var request map[string]any
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.UseNumber() // an id is returned exactly as it was received
	if err := decoder.Decode(&request); err != nil {
		return object{"error": "not a request: " + printable(err.Error())}
	}
	if _, err := decoder.Token(); err != io.EOF {
		return object{"error": "not a request: more than an object"}
	}
	if request["op"] == "hello" {
		return a.hello()
	}
	answer := outgoing(a.askOperation(request))
	if id, is := request["id"].(json.Number); is {
		answer["id"] = id
	}
	return answer
}

// answerLines answers all lines with one write. If the parser dies, the answers before that are
// still written. So the harness can blame the case that killed the parser, and not an earlier one.
func (a *adapter) answerLines(lines [][]byte, to io.Writer) error {
	var out bytes.Buffer
	defer func() {
		if died := recover(); died != nil {
			_, _ = to.Write(out.Bytes())
			panic(died)
		}
	}()
	for _, line := range lines {
		if len(line) == 0 {
			continue
		}
		if err := written(a.answerLine(line), &out); err != nil {
			return err
		}
	}
	_, err := to.Write(out.Bytes())
	return err
}

// serveAll reads all requests that are available and answers them together.
func (a *adapter) serveAll() error {
	to := os.Stdout
	os.Stdout = os.Stderr
	var rest []byte
	buffer := make([]byte, chunk)
	for {
		got, err := os.Stdin.Read(buffer)
		end := bytes.LastIndexByte(buffer[:got], '\n')
		if end < 0 {
			rest = append(rest, buffer[:got]...)
		} else {
			head := append(rest, buffer[:end]...)
			if err := a.answerLines(bytes.Split(head, []byte{'\n'}), to); err != nil {
				return err
			}
			rest = append([]byte(nil), buffer[end+1:got]...)
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// serve answers requests until the end of standard input.
func serve(a *adapter) {
	if err := a.serveAll(); err != nil {
		fmt.Fprintln(os.Stderr, a.name+":", err)
		os.Exit(1)
	}
}
