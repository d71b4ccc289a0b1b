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
    std::string literal = "[" + host + "]";

    return authority.find(literal) != std::string_view::npos ? literal : host;
}

static std::string_view text_of(uriproof_span span)
{
    return span.octets != nullptr ? std::string_view(span.octets, span.length) : "";
}

static void answer_op(cpp_adapter &parser, const uriproof_request &request, uriproof_answer &answer)
{
    std::string_view first = text_of(request.field[0]);
    std::string_view second = text_of(request.field[1]);

    switch (request.op) {
    case URIPROOF_PARSE:
        return parser.parse(first, answer);
    case URIPROOF_RESOLVE:
        return parser.resolve(first, second, answer);
    case URIPROOF_NORMALIZE:
        return parser.normalize(first, answer);
    case URIPROOF_EQUIVALENT:
        return parser.equivalent(first, second, answer);
    case URIPROOF_DECODE:
        return parser.decode(first, answer);
    case URIPROOF_ENCODE:
        return parser.encode(first, answer);
    default:
        answer.status = ANSWER_UNSUPPORTED; /* not among `ops`, so not asked */
    }
}

extern "C" {
static void answer_request(void *state, const uriproof_request *request,
                           uriproof_answer *answer) noexcept
{
    try {
        answer_op(*static_cast<cpp_adapter *>(state), *request, *answer);
    } catch (const std::bad_alloc &) {
        adapter_no_memory();
    }
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
    for (uriproof_op op : {URIPROOF_PARSE, URIPROOF_RESOLVE, URIPROOF_NORMALIZE,
                           URIPROOF_EQUIVALENT, URIPROOF_DECODE, URIPROOF_ENCODE})
        server.ops[op] = true;
    server.state = parser;
    server.answer = answer_request;
    return server;
}
