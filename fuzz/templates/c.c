// @NAME@: a fuzz target that compares a parser with RFC 3986 (docs/fuzzing.md of uriproof).
// Needs: apt-get install clang-14 libclang-rt-14-dev libcjson-dev zlib1g-dev
// Build: clang-14 @FLAGS@ -I @INCLUDE@ -o @NAME@ @FILE@ @LIBRARY@ -lcjson -lz
#include <string.h>
#include <uriproof/fuzz.h>

static void parse(const uriproof_request *request, uriproof_answer *answer)
{
    static uriproof_scratch memory;
    const char *text = uriproof_adapter_asked(&memory, request->field[0], answer);
    // TO DO: Call your parser, and give what it returns. Do not check or repair anything. A part
    // that is absent stays NULL. What you point to has to last until the next call.
    if (text == NULL || text[strcspn(text, ":/?#")] != ':')
        return; // Rejected: without a scheme it is no URI. Or it has a NUL, and cannot be asked.
    answer->status = ANSWER_ACCEPTED;
    answer->parts.has_components = true;
    answer->parts.components.scheme = (uriproof_span){text, strcspn(text, ":")};
    answer->parts.components.path = uriproof_span_of(strchr(text, ':') + 1);
}

static const char *version(void) { return "0"; }
static const uriproof_server me = {"@NAME@", version, "c", .answer = {[URIPROOF_PARSE] = parse}};
static const uriproof_server *const all[] = {&me};
int LLVMFuzzerInitialize(int *n, char ***w) { return uriproof_differential_begin(all, 1, n, w); }
int LLVMFuzzerTestOneInput(const uint8_t *t, size_t n) { return uriproof_differential_test(t, n); }
