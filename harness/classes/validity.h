/* SPDX-License-Identifier: MIT */
/* One parser accepts a text and another rejects it: what RFC 3986 says of the text stands for the
 * difference, since no one but the parser knows its reason. */
#ifndef URIPROOF_CLASSES_VALIDITY_H
#define URIPROOF_CLASSES_VALIDITY_H

#include "class_id.h"

/* Returns true if the text is a URI by RFC 3986, and sets its parts. Else sets *refusal. */
bool text_is_uri(uriproof_span text, uriproof_parts *parts, uriproof_refusal *refusal);

/* Sets the class of a question that one accepts and the other rejects. Of two texts, the one that
 * RFC 3986 rejects stands for the difference; of a resolution the reference, and of a comparison
 * the first, if it rejects both or none. */
void class_of_request(const uriproof_request *request, answer_class *found);

/* Sets *found to the class of a text that was accepted as it was, and is rejected now.
 * found->operation stays as it is. */
void class_of_rejection(uriproof_span text, answer_class *found);

#endif
