/* SPDX-License-Identifier: MIT */
/*
 * What the adapters of C++ libraries have in common: a class with the operations as functions, and
 * the calls from C, which no exception may cross.
 */
#ifndef URIPROOF_ADAPTER_HPP
#define URIPROOF_ADAPTER_HPP

#include "adapter.h"

#include "protocol/server.h"
#include <string>
#include <string_view>

/* A parser that has every operation except `url`. A function gets the fields of its request, and an
 * answer that is all zero. The spans that it puts into the answer point into the request, or stay
 * valid until the next call. If it throws std::bad_alloc, the adapter ends as with
 * adapter_no_memory. If it throws anything else, the adapter ends as with std::terminate: an
 * exception that is not a rejection is a crash. */
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

    /* Answers with a rejection and a copy of this message. The message is cut, since parsers like
     * to repeat the whole text, and made printable. */
    void refuse(uriproof_answer &answer, std::string words);

    /* Answers with a copy of the text. */
    void give(uriproof_answer &answer, std::string text);

    static void give_equal(uriproof_answer &answer, bool equal);

  private:
    std::string words_;
    std::string text_;
};

/* Returns `text` as a part that is present, even if it is empty. */
uriproof_span cpp_part(std::string_view text);

/* Returns the host, with the brackets of an IP literal if `authority` has them around just this
 * host after its last @. Some parsers omit them. `authority` is the text that the parser itself
 * returns.
 */
std::string cpp_with_brackets(std::string_view authority, const std::string &host);

/* Returns the server of a library that claims RFC 3986. It keeps `parser`; a program has only one.
 * `splits` tells where the library's manual says that it does not validate. */
uriproof_server cpp_server(const char *name, const char *(*version)(),
                           const uriproof_transform *transforms, cpp_adapter *parser,
                           const char *splits = nullptr) noexcept;

#endif
