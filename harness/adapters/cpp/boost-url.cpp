/* SPDX-License-Identifier: MIT */
/*
 * An adapter for Boost.URL, https://www.boost.org/libs/url/. docs/parsers/cpp.md says which calls
 * it uses.
 */
#include "adapter.hpp"

#include <boost/url.hpp>
#include <boost/version.hpp>

namespace urls = boost::urls;

namespace
{

std::string version_words()
{
    return std::to_string(BOOST_VERSION / 100000) + "." +
           std::to_string(BOOST_VERSION / 100 % 1000) + "." + std::to_string(BOOST_VERSION % 100);
}

const char *version()
{
    static const std::string words = version_words();

    return words.c_str();
}

uriproof_span part(urls::string_view text)
{
    return cpp_part({text.data(), text.size()});
}

class boost_url final : public cpp_adapter
{
  public:
    void parse(std::string_view uri, uriproof_answer &answer) override
    {
        const auto parsed = urls::parse_uri(uri);

        if (!parsed)
            return refuse(answer, parsed.error().message());
        answer.status = ANSWER_ACCEPTED;
        answer.parts.has_components = true;
        give_parts(*parsed, answer.parts.components);
    }

    void resolve(std::string_view base, std::string_view ref, uriproof_answer &answer) override
    {
        const auto parsed_base = urls::parse_uri_reference(base);
        const auto parsed_ref = urls::parse_uri_reference(ref);
        urls::url full;

        if (!parsed_base)
            return refuse(answer, parsed_base.error().message());
        if (!parsed_ref)
            return refuse(answer, parsed_ref.error().message());
        const auto resolved = urls::resolve(*parsed_base, *parsed_ref, full);
        if (!resolved)
            return refuse(answer, resolved.error().message());
        give(answer, std::string(full.buffer()));
    }

    void normalize(std::string_view uri, uriproof_answer &answer) override
    {
        const auto parsed = urls::parse_uri_reference(uri);

        if (!parsed)
            return refuse(answer, parsed.error().message());
        urls::url normal(*parsed);
        normal.normalize();
        give(answer, std::string(normal.buffer()));
    }

    void equivalent(std::string_view uri, std::string_view other, uriproof_answer &answer) override
    {
        const auto parsed = urls::parse_uri_reference(uri);
        const auto parsed_other = urls::parse_uri_reference(other);

        if (!parsed)
            return refuse(answer, parsed.error().message());
        if (!parsed_other)
            return refuse(answer, parsed_other.error().message());
        give_equal(answer, *parsed == *parsed_other);
    }

    void decode(std::string_view text, uriproof_answer &answer) override
    {
        const auto escaped = urls::make_pct_string_view(text);

        if (!escaped)
            return refuse(answer, escaped.error().message());
        give(answer, escaped->decode());
    }

    void encode(std::string_view text, uriproof_answer &answer) override
    {
        give(answer, urls::encode(text, urls::pchars));
    }

  private:
    static void give_parts(const urls::url_view &url, uriproof_components &parts)
    {
        parts.scheme = part(url.scheme());
        if (url.has_userinfo())
            parts.userinfo = part(url.encoded_userinfo());
        if (url.has_authority())
            parts.host = part(url.encoded_host());
        if (url.has_port())
            parts.port = part(url.port());
        parts.path = part(url.encoded_path());
        if (url.has_query())
            parts.query = part(url.encoded_query());
        if (url.has_fragment())
            parts.fragment = part(url.encoded_fragment());
    }
};

boost_url parser;

} // namespace

extern "C" {
extern const uriproof_server boost_url_server;
const uriproof_server boost_url_server = cpp_server("boost-url", version, nullptr, &parser);
}
