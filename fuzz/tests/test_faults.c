/* SPDX-License-Identifier: MIT */
/* The faults by which fuzzing is measured: each is shown by its text, and by no simpler one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "ask_directly.h"
#include "faults.h"

#include "parsers.h"

#include <stdlib.h>
#include <string.h>
#include <uriproof/rfc3986.h>

static void reference_answer(const uriproof_request *request, uriproof_answer *answer)
{
    static const uriproof_readings defaults = {{0}};
    static uriproof_scratch scratch;
    uriproof_ask(&uriproof_rfc3986, &defaults, request, &scratch, answer);
}

static const uriproof_server reference = {.name = "reference",
                                          .version = uriproof_version,
                                          .language = "c",
                                          .answer = {[URIPROOF_PARSE] = reference_answer}};

/* Returns whether the text shows that class, in the difference or in a chain; NULL: any class. */
static bool shows(const uriproof_server *server, const char *text, const char *class)
{
    static direct_parsers parsers;
    const uriproof_span whole = uriproof_span_of(text);
    const uriproof_request request = {URIPROOF_PARSE, {whole}};
    char id[CLASS_ID_ROOM];
    text_class *found;
    transform_set excused;
    bool any = false;
    parsers.count = 0;
    direct_parsers_add(&parsers, &reference);
    direct_parsers_add(&parsers, server);
    direct_parsers_ask(&parsers, whole);
    const text_replies all = direct_parsers_replies(&parsers, &request);
    const size_t count = classes_of_text(&all, &found, &excused);
    for (size_t i = 0; i < count; i++) {
        class_id(&found[i].class, id);
        any = any || class == NULL || strcmp(id, class) == 0;
    }
    free(found);
    const chain_links links = direct_parsers_links(&parsers, 1, whole);
    chain_reference of_reference = {.memory = parsers.memory};
    for (unsigned which = 0; which < CHAIN_COUNT && class != NULL; which++) {
        answer_class broken;
        if (!chain_breaks((chain)which, &links, &broken) ||
            chain_is_of_reference((chain)which, &links, &broken, &of_reference))
            continue;
        class_id(&broken, id);
        any = any || strcmp(id, class) == 0;
    }
    store_free(parsers.memory);
    parsers.memory = NULL;
    return any;
}

static const uriproof_server *server_of(const fault *one)
{
    size_t count;
    const uriproof_server *const *servers = uriproof_parsers(&count);
    if (one->parser == NULL)
        return fault_server(one);
    for (size_t i = 0; i < count; i++)
        if (strcmp(servers[i]->name, one->parser) == 0)
            return servers[i];
    return NULL;
}

static void test_each_is_shown(void **state)
{
    size_t asked = 0;
    (void)state;
    for (size_t i = 0; i < FAULT_COUNT; i++) {
        const uriproof_server *server = server_of(&faults[i]);
        if (server == NULL) {
            print_message("# %s: its library is not there\n", faults[i].name);
            continue;
        }
        asked++;
        if (!shows(server, faults[i].shown, faults[i].class))
            fail_msg("%s is not shown by %s", faults[i].name, faults[i].shown);
        if (faults[i].parser == NULL)
            assert_true(fault_was_shown());
    }
    assert_true(asked >= 5);
}

/* Each condition alone shows nothing, so that a fault is a conjunction. */
static void test_near_ones_show_nothing(void **state)
{
    static const struct {
        const char *fault, *text;
    } near[] = {
        {"long-path", "a:/aaaaaaaaaaaaaaaaaaaaaaaa"},
        {"long-path", "a:/aaaaaaaaaaaaaaaaaaaa;"},
        {"long-path", "a:/aaaaaaaaaaaaaa;aaaaaaa/a"},
        {"nested-dots", "a:/../../."},
        {"nested-dots", "a:/.././.a"},
        {"nested-dots", "a:/.././..."},
        {"escape-before-at", "a://%41@b"},
        {"escape-before-at", "a://%41a@1"},
        {"escape-before-at", "a://@1"},
        {"address-gap", "a://[1:2:3:4:5:6::1]"},
        {"address-gap", "a://[1:2:3:4:5:6:7:a]"},
        {"address-gap", "a://[1:2:3:4:5::a]"},
        {"second-question", "a+b://h:/?q"},
        {"second-question", "a+b://h/?q?"},
        {"second-question", "ab://h:/?q?"},
        {"twin-escapes", "a:%41%41"},
        {"twin-escapes", "a:%41%41?q"},
        {"twin-escapes", "a:%41%42?"},
        {"twin-escapes", "a:%41a%41?"},
        {"echoed-scheme", "ab://ab"},
        {"echoed-scheme", "ab://ab:"},
        {"echoed-scheme", "a://a:1"},
        {"echoed-scheme", "ab://abc:1"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof near / sizeof near[0]; i++) {
        const fault *one = fault_named(near[i].fault);
        assert_non_null(one);
        if (shows(fault_server(one), near[i].text, NULL) || fault_was_shown())
            fail_msg("%s is shown by %s", one->name, near[i].text);
    }
    assert_null(fault_named("other"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_is_shown),
        cmocka_unit_test(test_near_ones_show_nothing),
    };
    return cmocka_run_group_tests_name("faults", tests, NULL, NULL);
}
