/* SPDX-License-Identifier: MIT */
/*
 * What the adapters of C++ libraries have in common: the operations as functions of a class, and
 * the border to C, which no exception crosses.
 */
#ifndef URIPROOF_ADAPTER_HPP
#define URIPROOF_ADAPTER_HPP

#include "adapter.h"

#include "protocol/server.h"
#include <string>
#include <string_view>

/* A parser that has every operation but `url`. A function gets the fields of its request, and an
 * answer that comes zeroed. What it puts there points into the request, or is kept until the next
 * call. std::bad_alloc may leave it, which ends the adapter as adapter_no_memory does. So does any
 * other exception, as std::terminate does: a parser that throws what it does not reject by has
 * crashed. */
class cpp_adapter
{
  public:
    virtual void parse(std::string_view uri, uriproof_answer &answer) = 0;
    virtual void resolve(std::string_view base, std::string_view ref, uriproof_answer &answer) = 0;
    virtual void normalize(std::string_view uri, uriproof_answer &answer) = 0;
    virtual void equivalent(std::string_view uri, std::string_view other,
                            uriproof_answer &answer) = 0;
    virtual void decode(std::string_view text, uriproof_answer &answer) = 0;
    virtual void encode(std::string_view text, uriproof_answer &answer) = 0;

  protected:
    ~cpp_adapter() = default;

    /* A rejection in the words given, which are kept: cut, since parsers like to repeat the whole
     * text, and printable. */
    void refuse(uriproof_answer &answer, std::string words);

    /* A text as the result, which is kept. */
    void give(uriproof_answer &answer, std::string text);

    static void give_equal(uriproof_answer &answer, bool equal);

  private:
    std::string words_;
    std::string text_;
};

/* `text` as a part that is there, empty or not. */
uriproof_span cpp_part(std::string_view text);

/* A host that an IP literal was read to and which lacks its brackets gets them where `authority`,
 * which is its parser's own text, has them. */
std::string cpp_with_brackets(std::string_view authority, const std::string &host);

/* The server of a library that claims RFC 3986. `parser` is kept; a program has one. `splits` says
 * where its manual says that it does not validate. */
uriproof_server cpp_server(const char *name, const char *(*version)(),
                           const uriproof_transform *transforms, cpp_adapter *parser,
                           const char *splits = nullptr) noexcept;

#endif
