/* SPDX-License-Identifier: MIT */
/*
 * An adapter for QUrl of Qt 5, https://doc.qt.io/qt-5/qurl.html. docs/parsers/cpp.md says which
 * calls it uses.
 */
#include "adapter.hpp"

#include <QByteArray>
#include <QString>
#include <QUrl>

namespace
{

const char *version()
{
    return qVersion();
}

QByteArray octets_of(std::string_view text)
{
    return {text.data(), static_cast<int>(text.size())};
}

std::string text_of(const QByteArray &octets)
{
    return octets.toStdString();
}

std::string text_of(const QString &text)
{
    return text.toStdString();
}

/* Makes a QString of `text`, which is the only kind of text that QUrl accepts. Returns false if the
 * text is not UTF-8, since no QString can hold it. */
bool make_string(std::string_view text, QString &string)
{
    const QByteArray octets = octets_of(text);

    string = QString::fromUtf8(octets.constData(), octets.size());
    return string.toUtf8() == octets;
}

class qurl final : public cpp_adapter
{
  public:
    void parse(std::string_view text, uriproof_answer &answer) override
    {
        QUrl url;

        if (!read_uri(text, url, answer))
            return;
        answer.status = ANSWER_ACCEPTED;
        answer.parts.has_components = true;
        give_parts(url, answer.parts.components);
    }

    void resolve(std::string_view base, std::string_view ref, uriproof_answer &answer) override
    {
        QUrl parsed_base, parsed_ref;

        if (!read(base, parsed_base, answer) || !read(ref, parsed_ref, answer))
            return;
        give_url(answer, parsed_base.resolved(parsed_ref));
    }

    void normalize(std::string_view text, uriproof_answer &answer) override
    {
        QUrl url;

        if (read(text, url, answer))
            give_url(answer, url.adjusted(QUrl::NormalizePathSegments));
    }

    void equivalent(std::string_view text, std::string_view other, uriproof_answer &answer) override
    {
        QUrl url, parsed_other;

        if (read(text, url, answer) && read(other, parsed_other, answer))
            give_equal(answer, url.matches(parsed_other, QUrl::NormalizePathSegments));
    }

    void decode(std::string_view text, uriproof_answer &answer) override
    {
        give(answer, text_of(QByteArray::fromPercentEncoding(octets_of(text))));
    }

    void encode(std::string_view text, uriproof_answer &answer) override
    {
        give(answer, text_of(octets_of(text).toPercentEncoding()));
    }

  private:
    std::string scheme_, userinfo_, host_, port_, path_, query_,
        fragment_; /* parts of the last parse */

    /* Reads a reference. QUrl calls the empty reference invalid but resolves it, so it is accepted.
     * Returns false if the text is rejected or cannot be asked. */
    bool read(std::string_view text, QUrl &url, uriproof_answer &answer)
    {
        QString string;

        if (!make_string(text, string)) {
            answer.status = ANSWER_UNSUPPORTED;
            return false;
        }
        url = QUrl(string, QUrl::StrictMode);
        if (url.isValid() || text.empty())
            return true;
        refuse(answer, text_of(url.errorString()));
        return false;
    }

    /* Does the same as read, and rejects a reference without a scheme. */
    bool read_uri(std::string_view text, QUrl &url, uriproof_answer &answer)
    {
        if (!read(text, url, answer))
            return false;
        if (url.isRelative())
            refuse(answer, "relative reference");
        return !url.isRelative();
    }

    void give_url(uriproof_answer &answer, const QUrl &url)
    {
        if (url.isValid())
            give(answer, text_of(url.toEncoded()));
        else
            refuse(answer, text_of(url.errorString()));
    }

    /* Stores the text of a part and returns it, or returns an absent part if it is not there. */
    static uriproof_span keep(std::string &kept, const QString &text, bool is_there = true)
    {
        if (!is_there)
            return {nullptr, 0};
        kept = text_of(text);
        return cpp_part(kept);
    }

    /* Returns true if the URL has an authority. No call of QUrl tells this, but the text that it
     * writes does. */
    static bool has_authority(const QUrl &url)
    {
        const QUrl::FormattingOptions alone(QUrl::RemoveScheme | QUrl::RemovePath |
                                            QUrl::RemoveQuery | QUrl::RemoveFragment);

        return url.toEncoded(alone).startsWith("//");
    }

    void give_parts(const QUrl &url, uriproof_components &parts)
    {
        const auto encoded = QUrl::FullyEncoded;
        const QString userinfo = url.userInfo(encoded);

        parts.scheme = keep(scheme_, url.scheme());
        parts.userinfo = keep(userinfo_, userinfo, !userinfo.isNull());
        if (has_authority(url)) {
            host_ = cpp_with_brackets(text_of(url.authority(encoded)), text_of(url.host(encoded)));
            parts.host = cpp_part(host_);
        }
        parts.port = keep(port_, QString::number(url.port()), url.port() != -1);
        parts.path = keep(path_, url.path(encoded));
        parts.query = keep(query_, url.query(encoded), url.hasQuery());
        parts.fragment = keep(fragment_, url.fragment(encoded), url.hasFragment());
    }
};

qurl parser;

/* These were seen in Qt 5.15.8; tests/qurl.cases.json has them. */
const uriproof_transform transforms[] = {
    {"scheme", "lowercased"},
    {"userinfo", "uppercased-hex"},
    {"userinfo", "decoded-unreserved"},
    {"host", "lowercased"},
    {"host", "absent-as-empty"},
    {"host", "ipv6-rewritten"},
    {"host", "brackets-restored"},
    {"port", "empty-as-absent"},
    {"port", "as-number"},
    {"path", "uppercased-hex"},
    {"path", "decoded-unreserved"},
    {"query", "uppercased-hex"},
    {"query", "decoded-unreserved"},
    {"fragment", "uppercased-hex"},
    {"fragment", "decoded-unreserved"},
    {nullptr, nullptr},
};

} // namespace

extern "C" {
extern const uriproof_server qurl_server;
const uriproof_server qurl_server = cpp_server("qurl", version, transforms, &parser);
}
