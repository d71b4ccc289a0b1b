/* SPDX-License-Identifier: MIT */
#include "normal_forms.h"

#include "protocol/protocol.h"

#include <stdlib.h>
#include <string.h>

void form_free(form *f)
{
    free(f->octets);
    *f = (form){NULL, {NULL, 0}};
}

form form_undone(uriproof_span text)
{
    form f = {NULL, {NULL, 0}};
    if (!uriproof_present(text))
        return f;
    f.octets = malloc(text.length + 1);
    f.text = (uriproof_span){f.octets, undo_unreserved(text, f.octets)};
    return f;
}

/* RFC 3986, 6.2.3, removes a port that is the scheme's default. The text names that of http; who
 * knows those of other schemes is right too. */
static void cut_default_port(const uriproof_dialect *dialect, const uriproof_readings *readings,
                             form *f)
{
    uriproof_parts parts = {0};
    if (!dialect->parse(f->text, readings, &parts, NULL) || !parts.has_components)
        return;
    uriproof_span port = parts.components.port;
    if (!uriproof_present(port) || !port_is_default(parts.components.scheme, port))
        return;
    char *colon = f->octets + (port.octets - f->octets) - 1;
    const char *after = port.octets + port.length, *end = f->octets + f->text.length;
    memmove(colon, after, (size_t)(end - after));
    f->text.length -= port.length + 1;
}

form form_by(const uriproof_dialect *dialect, const uriproof_readings *readings, uriproof_span text,
             unsigned techniques)
{
    form f = {NULL, {NULL, 0}};
    if (dialect->normalize_by == NULL || !uriproof_present(text))
        return f;
    uriproof_buffer out = {.capacity = 3 * text.length + 16};
    out.octets = f.octets = malloc(out.capacity);
    if (dialect->normalize_by(text, techniques, readings, &out, NULL) != URIPROOF_OK)
        return f;
    f.text = (uriproof_span){out.octets, out.length};
    for (size_t i = 0; i < dialect->technique_count; i++)
        if ((techniques >> i & 1U) != 0 && dialect->techniques[i].removes_port)
            cut_default_port(dialect, readings, &f);
    return f;
}

/* Are both there, and the same? Frees them. */
static bool are_same(form one, form two)
{
    bool same = uriproof_present(one.text) && uriproof_span_equal(one.text, two.text);
    form_free(&one);
    form_free(&two);
    return same;
}

bool form_same_by(const uriproof_dialect *dialect, const uriproof_readings *readings,
                  unsigned techniques, uriproof_span a, uriproof_span b)
{
    return are_same(form_by(dialect, readings, a, techniques),
                    form_by(dialect, readings, b, techniques));
}

unsigned form_techniques_of_results(const uriproof_dialect *dialect)
{
    unsigned techniques = 0;
    for (size_t i = 0; i < dialect->technique_count; i++)
        if (dialect->techniques[i].of_results)
            techniques |= 1U << i;
    return techniques;
}

bool form_same_result(const uriproof_dialect *dialect, uriproof_span a, uriproof_span b)
{
    static const uriproof_readings defaults = {{0}};
    unsigned techniques = form_techniques_of_results(dialect);
    return uriproof_span_equal(a, b) ||
           (techniques != 0 && (form_same_by(dialect, &defaults, techniques, a, b) ||
                                are_same(form_undone(a), form_undone(b))));
}
