/* SPDX-License-Identifier: MIT */
/*
 * An adapter for Poco::URI, https://docs.pocoproject.org/. docs/parsers/cpp.md says which calls it
 * uses.
 */
#include "adapter.hpp"

#include <Poco/Environment.h>
#include <Poco/Exception.h>
#include <Poco/URI.h>

namespace
{

/* Further characters that encode is told to escape: RFC 3986's reserved characters. */
const char *const reserved = ":/?#[]@!$&'()*+,;=";

std::string version_words()
{
    const Poco::UInt32 version = Poco::Environment::libraryVersion();

    return std::to_string(version >> 24U) + "." + std::to_string(version >> 16U & 0xFFU) + "." +
           std::to_string(version >> 8U & 0xFFU);
}

const char *version()
{
    static const std::string words = version_words();

    return words.c_str();
}

class poco final : public cpp_adapter
{
  public:
    /* If memory runs out here, before the first request, the program ends. */
    poco() noexcept
    {
    }

    void parse(std::string_view text, uriproof_answer &answer) override
    {
        if (!read_uri(text, uri_, answer))
            return;
        answer.status = ANSWER_ACCEPTED;
        answer.parts.has_components = true;
        give_parts(answer.parts.components);
    }

    void resolve(std::string_view base, std::string_view ref, uriproof_answer &answer) override
    {
        Poco::URI parsed_ref;

        if (!read(base, uri_, answer) || !read(ref, parsed_ref, answer))
            return;
        uri_.resolve(parsed_ref);
        give(answer, uri_.toString());
    }

    void normalize(std::string_view text, uriproof_answer &answer) override
    {
        if (!read(text, uri_, answer))
            return;
        uri_.normalize();
        give(answer, uri_.toString());
    }

    void equivalent(std::string_view text, std::string_view other, uriproof_answer &answer) override
    {
        Poco::URI parsed_other;

        if (!read(text, uri_, answer) || !read(other, parsed_other, answer))
            return;
        uri_.normalize();
        parsed_other.normalize();
        give_equal(answer, uri_ == parsed_other);
    }

    void decode(std::string_view text, uriproof_answer &answer) override
    {
        std::string decoded;

        try {
            Poco::URI::decode(std::string(text), decoded);
        } catch (const Poco::SyntaxException &error) {
            return refuse(answer, error.displayText());
        }
        give(answer, decoded);
    }

    void encode(std::string_view text, uriproof_answer &answer) override
    {
        std::string encoded;

        Poco::URI::encode(std::string(text), reserved, encoded);
        give(answer, encoded);
    }

  private:
    Poco::URI uri_; /* the URI of the last call, which an answer points into */
    std::string host_;
    std::string port_;

    /* Reads a reference. Returns false if Poco rejects it. */
    bool read(std::string_view text, Poco::URI &uri, uriproof_answer &answer)
    {
        try {
            uri = std::string(text);
        } catch (const Poco::SyntaxException &error) {
            refuse(answer, error.displayText());
            return false;
        }
        return true;
    }

    /* Does the same as read, and rejects a reference without a scheme. */
    bool read_uri(std::string_view text, Poco::URI &uri, uriproof_answer &answer)
    {
        if (!read(text, uri, answer))
            return false;
        if (uri.isRelative())
            refuse(answer, "relative reference");
        return !uri.isRelative();
    }

    /* Returns a part. Poco returns an empty text for an absent part, and writes an empty part as
     * absent. */
    static uriproof_span part(const std::string &text)
    {
        return text.empty() ? uriproof_span{nullptr, 0} : cpp_part(text);
    }

    void give_parts(uriproof_components &parts)
    {
        const unsigned port = uri_.getSpecifiedPort();

        host_ = cpp_with_brackets(uri_.getAuthority(), uri_.getHost());
        port_ = port != 0 ? std::to_string(port) : "";
        parts.scheme = cpp_part(uri_.getScheme());
        parts.userinfo = part(uri_.getUserInfo());
        parts.host = part(host_);
        parts.port = part(port_);
        parts.path = cpp_part(uri_.getPath());
        parts.query = part(uri_.getRawQuery());
        parts.fragment = part(uri_.getFragment());
    }
};

poco parser;

/* These were seen in Poco 1.11.0; tests/poco.cases.json has them. */
const uriproof_transform transforms[] = {
    {"scheme", "lowercased"},        {"userinfo", "empty-as-absent"},
    {"host", "lowercased"},          {"host", "empty-as-absent"},
    {"host", "brackets-restored"},   {"port", "empty-as-absent"},
    {"port", "as-number"},           {"path", "decoded"},
    {"query", "empty-as-absent"},    {"fragment", "decoded"},
    {"fragment", "empty-as-absent"}, {nullptr, nullptr},
};

} // namespace

extern "C" {
extern const uriproof_server poco_server;
const uriproof_server poco_server = cpp_server("poco", version, transforms, &parser);
}
