/* SPDX-License-Identifier: MIT */
/* The program: the commands, and the formats that it is linked with. */
#include "cli.h"

int main(int argc, char **argv)
{
    return uriproof_command(argc, argv, uriproof_report_formats, uriproof_report_format_count);
}
