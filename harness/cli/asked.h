/* SPDX-License-Identifier: MIT */
/* A question that a panel was asked: what it replied, for people and for programs. */
#ifndef URIPROOF_CLI_ASKED_H
#define URIPROOF_CLI_ASKED_H

#include "parsers.h"

#include "survey/survey.h"

typedef struct asked {
    uriproof_request request;
    const panel_member *members;
    size_t count; /* of members */
    bool named;   /* --adapter named them */
    const panel *panel;
    store *store;
    reply *replies;   /* one for each member */
    size_t *group_of; /* one for each member */
    size_t group_count;
    text_class *classes; /* the worst risk first */
    size_t class_count;
    struct namer *namer; /* NULL: no answer is explained */
    /* If the question is what a parser made of another one: */
    const char *through;        /* its name; else NULL */
    const char *output;         /* which output of it: "normal form" or "parts" */
    const struct asked *before; /* the other one */
} asked;

/* Asks the panel. The caller frees *r. */
void asked_ask(const parsers *from, panel *p, const uriproof_request *request, asked *r);

/* Takes what the panel has replied to the request, whose octets last longer than *r. The caller
 * frees *r. */
void asked_of_replies(const parsers *from, const panel *p, const uriproof_request *request,
                      const reply *replies, asked *r);

/* What a parser makes of a text. */
typedef struct output {
    const char *parser;
    uriproof_outcome fault; /* URIPROOF_AGREE if it answered */
    bool is_normal;         /* it has a normal form: the text is that */
    uriproof_span text;     /* its normal form, or else its parts put together; absent if it rejects
                               the text. In the store of the question */
} output;

/* Returns what member m makes of the text of `r`, whose operation is parse. */
output asked_output(const parsers *from, panel *p, asked *r, size_t m);

void asked_free(asked *r);

/* Prints the question, the groups of equal answers, who sees which host, browsers first, and the
 * classes. A class
 * is durable if the text showed it before it went through a parser. */
void asked_put(const asked *r);

/* Writes the members "groups" and "classes" into the object that is open. A class has "durable" if
 * the question went through a parser. */
void asked_write(json_writer *w, const asked *r);

/* Writes the id, risk and weakness of a class into the object that is open. */
void asked_write_class(json_writer *w, const answer_class *one);

#endif
