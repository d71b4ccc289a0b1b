/* SPDX-License-Identifier: MIT */
#include "adapter.hpp"

#include <new>
#include <utility>

static const std::size_t most_words = 200;

void cpp_adapter::refuse(uriproof_answer &answer, std::string words)
{
    words_ = std::move(words);
    if (words_.size() > most_words)
        words_.resize(most_words);
    for (char &octet : words_)
        if (octet < ' ' || octet > '~')
            octet = '?';
    answer.status = ANSWER_REJECTED;
    answer.error = words_.c_str();
}

void cpp_adapter::give(uriproof_answer &answer, std::string text)
{
    text_ = std::move(text);
    answer.status = ANSWER_ACCEPTED;
    answer.result = cpp_part(text_);
}

void cpp_adapter::give_equal(uriproof_answer &answer, bool equal)
{
    answer.status = ANSWER_ACCEPTED;
    answer.has_equal = true;
    answer.equal = equal;
}

uriproof_span cpp_part(std::string_view text)
{
    return {text.data() != nullptr ? text.data() : "", text.size()};
}

std::string cpp_with_brackets(std::string_view authority, const std::string &host)
{
    const std::string literal = "[" + host + "]";
    const std::size_t at = authority.rfind('@');

    if (at != std::string_view::npos)
        authority.remove_prefix(at + 1);
    return authority.substr(0, literal.size()) == literal ? literal : host;
}

static std::string_view text_of(uriproof_span span)
{
    return span.octets != nullptr ? std::string_view(span.octets, span.length) : "";
}

/* The parser of this program. */
static cpp_adapter *the_parser;

/* Calls a function of the parser that takes one text. */
template <void (cpp_adapter::*function)(std::string_view, uriproof_answer &)>
static void answer_one(const uriproof_request *request, uriproof_answer *answer) noexcept
{
    try {
        (the_parser->*function)(text_of(request->field[0]), *answer);
    } catch (const std::bad_alloc &) {
        adapter_no_memory();
    }
}

/* Calls a function of the parser that takes two texts. */
template <void (cpp_adapter::*function)(std::string_view, std::string_view, uriproof_answer &)>
static void answer_two(const uriproof_request *request, uriproof_answer *answer) noexcept
{
    try {
        (the_parser->*function)(text_of(request->field[0]), text_of(request->field[1]), *answer);
    } catch (const std::bad_alloc &) {
        adapter_no_memory();
    }
}

uriproof_server cpp_server(const char *name, const char *(*version)(),
                           const uriproof_transform *transforms, cpp_adapter *parser,
                           const char *splits) noexcept
{
    static const char *const dialects[] = {"rfc3986", nullptr};
    uriproof_server server = {};

    server.name = name;
    server.version = version;
    server.language = "c++";
    server.dialects = dialects;
    server.transforms = transforms;
    server.splits = splits;
    server.answer[URIPROOF_PARSE] = answer_one<&cpp_adapter::parse>;
    server.answer[URIPROOF_RESOLVE] = answer_two<&cpp_adapter::resolve>;
    server.answer[URIPROOF_NORMALIZE] = answer_one<&cpp_adapter::normalize>;
    server.answer[URIPROOF_EQUIVALENT] = answer_two<&cpp_adapter::equivalent>;
    server.answer[URIPROOF_DECODE] = answer_one<&cpp_adapter::decode>;
    server.answer[URIPROOF_ENCODE] = answer_one<&cpp_adapter::encode>;
    the_parser = parser;
    return server;
}
