/* SPDX-License-Identifier: MIT */
/* The schemes that parsers know: of which kind they are, and their ports. */
#include "stages.h"

static const known_scheme schemes[] = {
    {"http", KIND_HTTP, "80"},    {"https", KIND_HTTP, "443"},  {"ws", KIND_HTTP, "80"},
    {"wss", KIND_HTTP, "443"},    {"ftp", KIND_SPECIAL, "21"},  {"file", KIND_FILE, NULL},
    {"gopher", KIND_OTHER, "70"}, {"telnet", KIND_OTHER, "23"}, {"ldap", KIND_OTHER, "389"},
    {"nntp", KIND_OTHER, "119"},  {"news", KIND_OTHER, "119"},  {"rtsp", KIND_OTHER, "554"},
    {"ssh", KIND_OTHER, "22"},    {"sftp", KIND_OTHER, "22"},   {"imap", KIND_OTHER, "143"},
    {"rsync", KIND_OTHER, "873"}, {"sip", KIND_OTHER, "5060"},  {"sips", KIND_OTHER, "5061"},
    {"pop", KIND_OTHER, "110"},   {"ldaps", KIND_OTHER, "636"}, {"snews", KIND_OTHER, "563"},
    {"tftp", KIND_OTHER, "69"},   {"dns", KIND_OTHER, "53"},    {"afp", KIND_OTHER, "548"},
    {"git", KIND_OTHER, "9418"}};

const known_scheme *scheme_known(uriproof_span scheme)
{
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++)
        if (is_named(scheme, schemes[i].name))
            return &schemes[i];
    return NULL;
}
