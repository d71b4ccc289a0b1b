# SPDX-License-Identifier: MIT
# Writes a header with the commit of the source: of git, or of the file COMMIT, in which 'git archive'
# writes it. A header that says the same already is left as it is.
# cmake -D SOURCE=... -D OUT=... -P commit.cmake
file(STRINGS "${SOURCE}/COMMIT" commit REGEX "^[0-9a-f]+$")
if(NOT commit)
    # A repository around an unpacked archive says nothing of it.
    get_filename_component(parent "${SOURCE}" DIRECTORY)
    execute_process(
        COMMAND ${CMAKE_COMMAND} -E env "GIT_CEILING_DIRECTORIES=${parent}" git -C "${SOURCE}"
                describe --always --dirty --abbrev=12 --exclude=*
        OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
    if(failed)
        set(commit "")
    endif()
endif()
if(commit MATCHES "^([0-9a-f]+)(-dirty)?$")
    string(SUBSTRING "${CMAKE_MATCH_1}" 0 12 short)
    set(words "commit ${short}")
    if(CMAKE_MATCH_2)
        string(APPEND words ", with changes")
    endif()
else()
    set(words "commit unknown")
endif()
file(CONFIGURE OUTPUT "${OUT}" CONTENT "static const char commit[] = \"${words}\";\n")
