/* SPDX-License-Identifier: MIT */
#include "history.h"

#include <stdlib.h>
#include <string.h>

history history_new(const release *releases, size_t count)
{
    return (history){.releases = releases,
                     .release_count = count,
                     .asked = calloc(count + 1, sizeof(bool)),
                     .memory = store_new()};
}

static history_class *class_in(history *h, const answer_class *class)
{
    for (size_t i = 0; i < h->count; i++)
        if (class_equal(&h->classes[i].class, class))
            return &h->classes[i];
    h->classes = list_grown(h->classes, h->count, sizeof *h->classes);
    history_class *one = &h->classes[h->count++];
    *one = (history_class){.class = *class,
                           .texts = store_take(h->memory, h->release_count, sizeof *one->texts)};
    one->class.character = store_text(h->memory, class->character);
    class_id(class, one->id);
    return one;
}

void history_add(history *h, size_t at, const answer_class *class, const uriproof_request *request)
{
    history_class *one = class_in(h, class);
    const bool is_first = !uriproof_present(one->example.field[0]);
    if (is_first || request_is_smaller(request, &one->example))
        one->example = *request;
    one->texts[at]++;
}

static int compare_classes(const void *a, const void *b)
{
    const history_class *x = a, *y = b;
    return class_compare(&x->class, &y->class);
}

void history_sort(history *h)
{
    if (h->count > 0)
        qsort(h->classes, h->count, sizeof *h->classes, compare_classes);
}

/* Returns the first release from `at` on that was asked, or release_count. */
static size_t next_asked(const history *h, size_t at)
{
    while (at < h->release_count && !h->asked[at])
        at++;
    return at;
}

bool history_next_span(const history *h, const history_class *one, size_t from, history_span *span)
{
    const size_t first = next_asked(h, 0);
    size_t at = first, before = first;
    while (at < h->release_count && (at < from || one->texts[at] == 0)) {
        before = at;
        at = next_asked(h, at + 1);
    }
    if (at == h->release_count)
        return false;
    *span = (history_span){.since = at, .is_first = at == first, .absent_in = before};
    while (at < h->release_count && one->texts[at] > 0) {
        span->until = at;
        at = next_asked(h, at + 1);
    }
    span->gone_in = at;
    span->is_last = at == h->release_count;
    return true;
}

bool history_begin_is_exact(const history_span *span)
{
    return span->is_first || span->absent_in + 1 == span->since;
}

bool history_end_is_exact(const history_span *span)
{
    return span->is_last || span->until + 1 == span->gone_in;
}

bool history_is_in_all(const history *h, const history_class *one)
{
    history_span span;
    return history_next_span(h, one, 0, &span) && span.is_first && span.is_last;
}

void history_free(history *h)
{
    free(h->asked);
    free(h->classes);
    store_free(h->memory);
}
