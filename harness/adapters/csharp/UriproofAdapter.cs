// SPDX-License-Identifier: MIT
// The adapter's side of uriproof's protocol (docs/protocol.md), for parsers in C#.
//
// An operation gets its request's fields, in the order of docs/protocol.md, and returns its answer. A
// text is decoded from UTF-8, and an answer is encoded to it; text that is not UTF-8 is unsupported.
// An operation has to catch the exception by which the parser rejects a text. Any other exception
// ends the adapter, which the harness reports as a crash. The output of a parser goes to standard
// error.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;

/// An answer, or a part of one, as JSON. It has its fields in the order in which they are added.
sealed class Answer
{
    const int MostWords = 200;
    readonly StringBuilder fields = new StringBuilder();

    public static Answer Accepted() { return new Answer().Text("status", "accepted"); }

    public static Answer Rejected(string words)
    {
        return new Answer().Text("status", "rejected").Error(words);
    }

    public static Answer Unsupported() { return new Answer().Text("status", "unsupported"); }

    public Answer Put(string name, object json)
    {
        fields.Append(fields.Length > 0 ? "," : "").Append('"').Append(name).Append("\":").Append(json);
        return this;
    }

    static string Quoted(string printable)
    {
        return "\"" + printable.Replace("\\", "\\\\").Replace("\"", "\\\"") + "\"";
    }

    static bool IsPrintable(char c) { return c >= ' ' && c <= '~'; }

    public static bool IsPrintable(string text) { return text.All(IsPrintable); }

    /// Adds a text. If it is not printable ASCII, it is written in hexadecimal, and _hex is added to
    /// its name. Adds nothing for null.
    public Answer Text(string name, string text)
    {
        if (text == null)
            return this;
        if (IsPrintable(text))
            return Put(name, Quoted(text));
        var octets = Adapter.Utf8.GetBytes(text);
        return Put(name + "_hex", Quoted(string.Concat(octets.Select(octet => octet.ToString("x2")))));
    }

    public Answer List(string name, IEnumerable<string> words)
    {
        return Put(name, "[" + string.Join(",", words.Select(Quoted)) + "]");
    }

    /// Adds a message for people. It is cut, since parsers like to repeat the whole text, and made
    /// printable.
    public Answer Error(string words)
    {
        var cut = words.Substring(0, Math.Min(words.Length, MostWords));
        return Put("error", Quoted(string.Concat(cut.Select(c => IsPrintable(c) ? c : '?'))));
    }

    /// Puts the id first, for people who read the lines.
    public Answer Under(string id)
    {
        fields.Insert(0, "\"id\":" + id + (fields.Length > 0 ? "," : ""));
        return this;
    }

    public override string ToString() { return "{" + fields + "}"; }
}

/// Reads a JSON object whose values are strings and whole numbers, since a request has no others.
sealed class FlatJson
{
    public sealed class Fault : Exception
    {
        public Fault(string words, int at) : base(words + " at " + at) {}
    }

    readonly string line;
    int at;

    FlatJson(string line) { this.line = line; }

    /// Returns the strings of the object without their quotes, and its numbers as they are written.
    public static Dictionary<string, string> Read(string line, HashSet<string> numbers)
    {
        var reader = new FlatJson(line);
        var found = new Dictionary<string, string>();
        reader.Take('{');
        for (var first = true; reader.Next() != '}'; first = false)
        {
            if (!first)
                reader.Take(',');
            var name = reader.String();
            reader.Take(':');
            if (reader.Next() != '"')
                numbers.Add(name);
            found[name] = reader.Next() == '"' ? reader.String() : reader.Number();
        }
        reader.Take('}');
        if (reader.Next() != '\0')
            throw new Fault("more than an object", reader.at);
        return found;
    }

    char Next()
    {
        while (at < line.Length && " \t\r".IndexOf(line[at]) >= 0)
            at++;
        return at < line.Length ? line[at] : '\0';
    }

    void Take(char wanted)
    {
        if (Next() != wanted)
            throw new Fault("no " + wanted, at);
        at++;
    }

    string Number()
    {
        var start = at;
        while (at < line.Length && "-0123456789".IndexOf(line[at]) >= 0)
            at++;
        long value;
        if (!long.TryParse(line.Substring(start, at - start), out value))
            throw new Fault("neither a string nor a whole number", start);
        return line.Substring(start, at - start);
    }

    string String()
    {
        var text = new StringBuilder();
        Take('"');
        while (at < line.Length && line[at] >= ' ')
        {
            var c = line[at++];
            if (c == '"')
                return text.ToString();
            text.Append(c == '\\' ? Escape() : c);
        }
        throw new Fault("a string without end", at);
    }

    char Escape()
    {
        var c = at < line.Length ? line[at++] : '\0';
        var which = "\"\\/bfnrt".IndexOf(c);
        if (which >= 0)
            return "\"\\/\b\f\n\r\t"[which];
        ushort value;
        if (c != 'u' || at + 4 > line.Length ||
            !ushort.TryParse(line.Substring(at, 4), System.Globalization.NumberStyles.AllowHexSpecifier,
                             null, out value))
            throw new Fault("no escape", at);
        at += 4;
        return (char)value;
    }
}

sealed class Adapter
{
    public static readonly Encoding Utf8 = new UTF8Encoding(false, true);
    const int Chunk = 1 << 18;
    static readonly Encoding latin1 = Encoding.GetEncoding("iso-8859-1");
    static readonly Dictionary<string, string[]> fieldsOf = new Dictionary<string, string[]> {
        {"parse", new[] {"uri"}},       {"resolve", new[] {"base", "ref"}},
        {"normalize", new[] {"uri"}},   {"equivalent", new[] {"uri", "other"}},
        {"decode", new[] {"text"}},     {"encode", new[] {"text"}},
    };

    readonly Dictionary<string, Func<string[], Answer>> ops =
        new Dictionary<string, Func<string[], Answer>>();
    readonly List<string> opNames = new List<string>();
    readonly Answer transforms = new Answer();
    readonly Answer hello = new Answer();

    public Adapter(string name, string version, params string[] dialects)
    {
        hello.Put("protocol", 2).Text("name", name).Text("version", version).Text("language", "c#")
            .List("dialects", dialects);
    }

    public Adapter Op(string name, Func<string[], Answer> operation)
    {
        ops[name] = operation;
        opNames.Add(name);
        return this;
    }

    public Adapter Transforms(string part, params string[] names)
    {
        transforms.List(part, names);
        return this;
    }

    static string ReadText(Dictionary<string, string> request, string name)
    {
        string text;
        if (request.TryGetValue(name, out text) && Answer.IsPrintable(text))
            return text;
        if (!request.TryGetValue(name + "_hex", out text) || text.Length % 2 != 0 ||
            !text.All(c => "0123456789abcdef".IndexOf(c) >= 0))
            throw new FormatException("no " + name + ", or it is not as the protocol has it");
        var octets = new byte[text.Length / 2];
        for (var i = 0; i < octets.Length; i++)
            octets[i] = Convert.ToByte(text.Substring(2 * i, 2), 16);
        return Utf8.GetString(octets);
    }

    Answer AnswerRequest(Dictionary<string, string> request)
    {
        Func<string[], Answer> operation;
        string op;
        if (!request.TryGetValue("op", out op))
            return new Answer().Error("not a request: no op");
        if (!ops.TryGetValue(op, out operation))
            return Answer.Unsupported();
        string[] texts;
        try
        {
            texts = fieldsOf[op].Select(name => ReadText(request, name)).ToArray();
        }
        catch (FormatException error)
        {
            return new Answer().Error("not a request: " + error.Message);
        }
        catch (DecoderFallbackException)
        {
            return Answer.Unsupported().Error("no UTF-8, and so no string");
        }
        try
        {
            return operation(texts);
        }
        catch (EncoderFallbackException)
        {
            return Answer.Unsupported().Error("gives a string that has no UTF-8");
        }
    }

    Answer AnswerLine(string line)
    {
        var numbers = new HashSet<string>();
        Dictionary<string, string> request;
        try
        {
            request = FlatJson.Read(line, numbers);
        }
        catch (FlatJson.Fault error)
        {
            return new Answer().Error("not a request: " + error.Message);
        }
        string op;
        if (request.TryGetValue("op", out op) && op == "hello")
            return hello;
        var answer = AnswerRequest(request);
        return numbers.Contains("id") ? answer.Under(request["id"]) : answer;
    }

    /// Answers all lines with one write. If the parser dies, the answers before that are still
    /// written. So the harness can blame the case that killed the parser, and not an earlier one.
    void AnswerLines(string lines, Stream output)
    {
        var text = new StringBuilder();
        try
        {
            foreach (var line in lines.Split('\n'))
                if (line != "")
                    text.Append(AnswerLine(line)).Append('\n');
        }
        finally
        {
            var octets = latin1.GetBytes(text.ToString());
            output.Write(octets, 0, octets.Length);
            output.Flush();
        }
    }

    /// Reads all requests that are available and answers them together, until the input ends.
    public void Serve()
    {
        hello.List("ops", opNames).Put("transforms", transforms);
        var input = Console.OpenStandardInput();
        var output = Console.OpenStandardOutput();
        Console.SetOut(Console.Error);
        var chunk = new byte[Chunk];
        var rest = new StringBuilder();
        for (int got; (got = input.Read(chunk, 0, Chunk)) > 0;)
        {
            var text = latin1.GetString(chunk, 0, got);
            var end = text.LastIndexOf('\n');
            if (end >= 0)
            {
                rest.Append(text, 0, end);
                AnswerLines(rest.ToString(), output);
                rest.Clear();
            }
            rest.Append(text, end + 1, text.Length - end - 1);
        }
    }
}
