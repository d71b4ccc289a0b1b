// SPDX-License-Identifier: MIT
// An adapter for System.Uri. docs/parsers/csharp.md says which calls it uses.
using System;

static class UriAdapter
{
    /// Makes an operation of one that throws UriFormatException if System.Uri rejects a text.
    static Func<string[], Answer> Rejecting(Func<string[], Answer> ask)
    {
        return texts =>
        {
            try
            {
                return ask(texts);
            }
            catch (UriFormatException error)
            {
                return Answer.Rejected(error.Message);
            }
        };
    }

    /// Returns a part without its delimiter; null if it is empty, which is also what an absent one is.
    static string Present(string text, int delimiter)
    {
        return text.Length > delimiter ? text.Substring(delimiter) : null;
    }

    static Answer Parse(string[] texts)
    {
        var uri = new Uri(texts[0], UriKind.Absolute);
        return Answer.Accepted().Put("components", new Answer()
            .Text("scheme", uri.Scheme).Text("userinfo", Present(uri.UserInfo, 0))
            .Text("host", Present(uri.Host, 0)).Text("port", uri.Port < 0 ? null : uri.Port.ToString())
            .Text("path", uri.AbsolutePath).Text("query", Present(uri.Query, 1))
            .Text("fragment", Present(uri.Fragment, 1)));
    }

    static Answer Resolve(string[] texts)
    {
        return Answer.Accepted().Text("uri", new Uri(new Uri(texts[0]), texts[1]).AbsoluteUri);
    }

    /// To parse is to normalize.
    static Answer Normalize(string[] texts)
    {
        return Answer.Accepted().Text("uri", new Uri(texts[0], UriKind.Absolute).AbsoluteUri);
    }

    static Answer Equivalent(string[] texts)
    {
        var equal = new Uri(texts[0], UriKind.Absolute).Equals(new Uri(texts[1], UriKind.Absolute));
        return Answer.Accepted().Put("equal", equal ? "true" : "false");
    }

    static string Version()
    {
        var mono = Type.GetType("Mono.Runtime").GetMethod("GetDisplayName",
            System.Reflection.BindingFlags.NonPublic | System.Reflection.BindingFlags.Static);
        return ((string)mono.Invoke(null, null)).Split(' ')[0];
    }

    static void Main()
    {
        new Adapter("mono-uri", Version(), "rfc3986")
            .Op("parse", Rejecting(Parse))
            .Op("resolve", Rejecting(Resolve))
            .Op("normalize", Rejecting(Normalize))
            .Op("equivalent", Rejecting(Equivalent))
            .Op("decode", texts => Answer.Accepted().Text("text", Uri.UnescapeDataString(texts[0])))
            .Op("encode", Rejecting(texts =>
                Answer.Accepted().Text("text", Uri.EscapeDataString(texts[0]))))
            .Transforms("scheme", "lowercased")
            .Transforms("userinfo", "empty-as-absent", "decoded-unreserved")
            .Transforms("host", "lowercased", "empty-as-absent", "address-rewritten")
            .Transforms("port", "with-default", "empty-as-absent", "as-number")
            .Transforms("path", "empty-as-slash", "dots-removed", "decoded-unreserved")
            .Transforms("query", "empty-as-absent", "decoded-unreserved")
            .Transforms("fragment", "empty-as-absent", "decoded-unreserved")
            .Serve();
    }
}
