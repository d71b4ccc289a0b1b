/* SPDX-License-Identifier: MIT */
/* The texts of --help, all in one place. */
#include "commands.h"

#define DIALECT_NAMES                                                                              \
    "rfc1630 (default), draft-www-uri-00,\n"                                                       \
    "                        url-syntax or rfc3986\n"
#define DIALECT_OPTIONS                                                                            \
    "  --dialect NAME        the specification: " DIALECT_NAMES                                    \
    "  --reading ID=VALUE    what to take where the specification contradicts itself\n"            \
    "                        (docs/readings.md; may be given more than once)\n"
#define OWN_DIALECT_OPTIONS                                                                        \
    "  --dialect NAME        the specification: rfc1630, draft-www-uri-00, url-syntax or "         \
    "rfc3986.\n"                                                                                   \
    "                        By default each adapter is measured by the one of its baseline, "     \
    "else\n"                                                                                       \
    "                        by the first that it claims of these, else by rfc3986\n"              \
    "  --reading ID=VALUE    what to take where the specification contradicts itself\n"            \
    "                        (docs/readings.md; may be given more than once)\n"
#define ASK_OPTIONS                                                                                \
    DIALECT_OPTIONS                                                                                \
    "  --hex                 the arguments are hexadecimal: 6100 is an a and a NUL\n"              \
    "  --json                print the answer as the adapter protocol has it\n"                    \
    "\nExit status: 0 yes, 1 no, 2 usage.\n"

const char help_parse[] =
    "usage: uriproof parse [options] URI\n\n"
    "Prints the parts of a URI, or the production and the octet at which it is rejected.\n"
    "A part that is absent is not printed.\n\n" ASK_OPTIONS;

const char help_resolve[] =
    "usage: uriproof resolve [options] CONTEXT PARTIAL\n\n"
    "Prints the full form of a partial (relative) form in the context of a URI.\n\n" ASK_OPTIONS;

const char help_normalize[] = "usage: uriproof normalize [options] URI\n\n"
                              "Prints the canonical form of a URI.\n\n" ASK_OPTIONS;

const char help_equivalent[] = "usage: uriproof equivalent [options] URI OTHER\n\n"
                               "Says whether two URIs are identical.\n\n" ASK_OPTIONS;

const char help_decode[] = "usage: uriproof decode [options] TEXT\n\n"
                           "Prints a text with its escapes undone.\n\n" ASK_OPTIONS;

const char help_encode[] = "usage: uriproof encode [options] TEXT\n\n"
                           "Prints a text made safe as one path segment.\n\n" ASK_OPTIONS;

const char help_url[] =
    "usage: uriproof url [options] URL\n\n"
    "Prints the production of its own scheme that a URL matches, and what the specification\n"
    "says that a client does with it; or the octet at which it is rejected.\n\n" ASK_OPTIONS;

const char help_explain[] =
    "usage: uriproof explain [options] URI\n\n"
    "Shows the octet at which a URI is rejected, and the clause that rejects it: a paraphrase,\n"
    "the grammar rule, and a link to the text; or, if it matches the grammar, its parts with the\n"
    "productions they match.\n\n" DIALECT_OPTIONS
    "                        (--dialect all: what each says, and where they part)\n"
    "  --hex                 the argument is hexadecimal\n"
    "\nExit status: 0 it matches, 1 it is rejected, 2 usage.\n";

const char help_serve[] =
    "usage: uriproof serve [options]\n\n"
    "Answers requests of adapter protocol 1 (docs/protocol.md) from standard input on\n"
    "standard output, until the input ends: the reference as an adapter.\n\n" DIALECT_OPTIONS;

const char help_test[] =
    "usage: uriproof test [options] ADAPTER...\n"
    "       uriproof test [options] -- COMMAND [ARGUMENT...]\n\n"
    "Runs parsers over the vectors and judges their answers: adapters known by name (see\n"
    "'uriproof adapters'), or any program that speaks adapter protocol 1.\n\n" OWN_DIALECT_OPTIONS
    "  --dialect all         one specification after the other; ids are DIALECT/ID then\n"
    "  --select PATTERN      only vectors whose id, or one of whose clauses, matches (a glob);\n"
    "                        may be given more than once: those that any matches\n"
    "  --level LEVEL         examples, clauses (default: all that people wrote), or complete, the\n"
    "                        whole corpus: docs/vectors.md\n"
    "  --timeout TIME        for one case: 2s (default), 500ms\n"
    "  --in-flight N         cases in flight: 64 (default)\n"
    "  --memory-limit SIZE   what an adapter's processes may hold together: 2G (default), 512M;\n"
    "                        or none\n"
    "  --jobs N              processes at a time: 1 (default); the reports do not depend on it\n"
    "  --batch-size N        cases that one process is asked, before the next one is: 32768\n"
    "                        (default); the reports may depend on it\n"
    "  --shuffle SEED        asks in another order, the same for the same number; the reports "
    "keep\n"
    "                        theirs, so they change where an answer depends on what was before it\n"
    "  --fail-fast           stops at the first case that is not as expected\n"
    "  --exact               no tolerance: only the expected answer is right, and that of another\n"
    "                        reading acceptable; what the adapter declares excuses nothing\n"
    "  --report FORMAT[=FILE]  may be given more than once; tap to standard output by default\n"
    "  --quiet               no summary on standard error, which the reports have too\n"
    "  --baseline FILE       what each adapter answered before, with its dialect and level: the "
    "run\n"
    "                        fails only if something changed (docs/ci.md)\n"
    "  --update-baseline     write FILE anew; only of a whole run\n"
    "  --ignore-answers      with --baseline: only outcomes count, not what was answered\n"
    "\nExit status: 0 all agree, 1 some case does not, or an adapter no longer starts or ends by "
    "a\n"
    "signal, 2 usage, or nothing selected that the adapter supports, 3 an adapter cannot be "
    "started\n"
    "or its hello fails, 4 a file cannot be read or written, 5 memory ran out, 130 ended by "
    "Ctrl-C\n"
    "or such a signal. With 5 nothing is reported, since a lack of memory here is no parser's "
    "fault.\n"
    "Whatever is not complete, the reports are written, and say that they are partial.\n";

const char help_adapters[] =
    "usage: uriproof adapters [options]\n\n"
    "Lists the parsers that can be tested by name, starting each to see whether it is\n"
    "there, and says how to get those that are not.\n\n"
    "  --names               only the names of those that are ready, one a line\n"
    "  --dialect NAME        for adapters that are told one: " DIALECT_NAMES
    "\nExit status: 0, 2 usage, 3 none is ready.\n";

const char help_adapter[] =
    "usage: uriproof adapter new [--output FILE|-] [--force] LANGUAGE NAME\n"
    "       uriproof adapter check [options] ADAPTER\n"
    "       uriproof adapter check [options] -- COMMAND [ARGUMENT...]\n\n"
    "new writes a working adapter of some forty lines, in which the parser is to be filled in, "
    "beside\n"
    "it the helper that speaks the protocol for it, and says how it is built and run. LANGUAGE "
    "is one\n"
    "of those that it lists when it is given none. A helper that is there with the same octets "
    "stays;\n"
    "where a file is there with others, nothing is written.\n\n"
    "  --output FILE         where to; - is standard output; NAME with the suffix of the language\n"
    "                        by default. The helper goes into the same folder, by - nowhere\n"
    "  --force               even if FILE, or another helper, is there\n\n"
    "check looks at how an adapter speaks the protocol (docs/protocol.md), step by step, and says\n"
    "what to do where it is wrong: ok, warn (it can be tested, but see there), fail, or skip. "
    "What\n"
    "the parser answers is not judged; that is for 'uriproof test'.\n\n"
    "  --timeout TIME        for each step: 5s (default), 500ms\n"
    "  --dialect NAME        for adapters that are told one: " DIALECT_NAMES
    "\nExit status: 0, 1 a step failed, 2 usage, 3 it cannot be started, 4 a file cannot be read\n"
    "or written or is there already, 130 ended by Ctrl-C or such a signal.\n";

const char help_vectors[] =
    "usage: uriproof vectors [options] lint\n"
    "       uriproof vectors [options] list [PATTERN]\n"
    "       uriproof vectors [options] show ID\n"
    "       uriproof vectors [options] stat|ids\n\n"
    "lint checks the vectors for what a schema cannot say; list prints those whose id, or one\n"
    "of whose clauses, matches; show prints a vector or a clause whole; stat prints the clauses "
    "by\n"
    "how many vectors obey and break them, and how many mutants of the reference only vectors of\n"
    "the clause kill (docs/mutation.md); ids prints the ids that lint holds the next release to:\n"
    "those of stable-ids.txt in its order, and after them the new ones.\n\n"
    "  --level LEVEL         what list and show name: examples, clauses (default), complete\n"
    "  --dialect NAME        the specification: " DIALECT_NAMES
    "\nExit status: 0, 1 lint found faults or an id is gone, 2 usage or nothing matches.\n";

const char help_report[] =
    "usage: uriproof report [options] RESULTS.json\n\n"
    "Makes pages from what 'uriproof test --report json=RESULTS.json' wrote: RESULTS.md and\n"
    "RESULTS.html beside it, unless --report says otherwise. Results that gzip packed are read "
    "too.\n\n"
    "  --report FORMAT[=FILE]  may be given more than once\n"
    "\nA file that --report names is replaced. RESULTS.md and RESULTS.html are replaced only if\n"
    "they are such pages.\n"
    "\nExit status: 0, 2 usage, 4 a file cannot be read or written.\n";

const char help_compare[] =
    "usage: uriproof compare [options] OLD.json NEW.json\n\n"
    "Says what changed from one results file of 'uriproof test --report json=FILE' to another of "
    "the\nsame dialect and readings: for each adapter, which vectors it now fails, which it no "
    "longer\nfails, and which have another outcome; and what is gone and new.\n\n"
    "  --json                print it as JSON (harness/schema/comparison.schema.json)\n"
    "  --ignore-answers      only outcomes count, not what was answered\n\n"
    "Worse are a new failure, another answer than before (right or wrong), a wrong answer that\n"
    "became none, and what was asked and is not any more: a vector that was not run, an adapter "
    "or\n"
    "a vector that is gone. A vector that asks or expects something else than it did is named, "
    "and\n"
    "nobody is held to it.\n"
    "\nExit status: 0 nothing got worse, 1 something did, 2 usage, or the two cannot be compared, "
    "4 a\nfile cannot be read or written.\n";
