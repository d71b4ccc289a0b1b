/* SPDX-License-Identifier: MIT */
/* What one parser made of one question, kept beyond the line that it came in. */
#ifndef URIPROOF_CLASSES_REPLY_H
#define URIPROOF_CLASSES_REPLY_H

#include "judge/judge.h"

typedef struct reply {
    uriproof_outcome fault; /* URIPROOF_AGREE if it answered; else crash, unsupported and so on */
    const char *words;      /* about the fault; or NULL */
    uriproof_answer answer; /* rejected if it did not answer */
    uri_pieces pieces;      /* of an answer that accepts a text and divides it */
} reply;

/* Returns a copy of `answer` to `op`, whose octets are in the store. */
reply reply_of_answer(store *s, uriproof_op op, const uriproof_answer *answer);

/* Sets the rest of a reply to `op` whose answer is there. The reply is zeroed before. */
void reply_settle(uriproof_op op, reply *r);

/* Returns the answer to `op` that the JSON `text` says, whose octets are in the store; for NULL or
 * what is no answer, the reply of a parser that was not asked. */
reply reply_of_json(store *s, uriproof_op op, const char *text);

/* Returns the same of a tree. */
reply reply_of_tree(store *s, uriproof_op op, const cJSON *answer);

/* Returns `answer` to `op` as a reply, whose octets are those of `answer`. */
reply reply_borrowed(uriproof_op op, const uriproof_answer *answer);

/* Returns the reply of a parser that did not answer. `words`, or NULL, is copied to the store. */
reply reply_of_fault(store *s, uriproof_outcome fault, const char *words);

/* Returns true if the parser was asked and could be: it answered, or failed. */
bool reply_is_answer(const reply *r);

/* Returns true if the parser failed: it crashed, hung, or broke the protocol. */
bool reply_is_fault(const reply *r);

/* Returns true if the parser accepts: it answered, and no rejection. */
bool reply_accepts(const reply *r);

/* Returns the answer with all its parts as components, as the model has them. */
uriproof_answer reply_components(const reply *r);

/* Returns true if both say the same of a question of operation `op`, octet by octet. Words for
 * people do not count, nor where a text is rejected, nor what a rejected result would be. */
bool reply_equal(uriproof_op op, const reply *a, const reply *b);

#endif
