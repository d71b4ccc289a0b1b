/* SPDX-License-Identifier: MIT */
/* The program: the harness's commands with these report formats. */
#include <uriproof/command.h>
#include <uriproof/reports.h>

int main(int argc, char **argv)
{
    size_t count;
    const uriproof_report_format *formats = uriproof_report_formats(&count);
    return uriproof_command(argc, argv, formats, count);
}
