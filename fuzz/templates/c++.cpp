// @NAME@: a fuzz target that compares a parser with RFC 3986 (docs/fuzzing.md of uriproof).
// Needs: apt-get install clang-14 libclang-rt-14-dev libcjson-dev zlib1g-dev
// Build: clang++-14 @FLAGS@ -std=c++20 -I @INCLUDE@ -o @NAME@ @FILE@ @LIBRARY@ -lcjson -lz
#include <string_view>
#include <uriproof/fuzz.h>

static void parse(const uriproof_request *request, uriproof_answer *answer)
{
    const std::string_view text(request->field[0].octets, request->field[0].length);
    // TO DO: Call your parser, and give what it returns. Do not check or repair anything. A part
    // that is absent stays NULL. What you point to has to last until the next call.
    const size_t scheme = text.find_first_of(":/?#");
    if (scheme == text.npos || text[scheme] != ':')
        return; // Rejected: without a scheme it is no URI. If your parser throws, catch that here.
    answer->status = ANSWER_ACCEPTED;
    answer->parts.has_components = true;
    answer->parts.components.scheme = {text.data(), scheme};
    answer->parts.components.path = {text.data() + scheme + 1, text.size() - scheme - 1};
}

static const uriproof_server me = {
    .name = "@NAME@", .version = [] { return "0"; }, .language = "c++", .answer = {parse}};
static const uriproof_server *const all[] = {&me};
int LLVMFuzzerInitialize(int *n, char ***w) { return uriproof_differential_begin(all, 1, n, w); }
int LLVMFuzzerTestOneInput(const uint8_t *t, size_t n) { return uriproof_differential_test(t, n); }
