# SPDX-License-Identifier: MIT
# Writes a C file that holds the files of the list FILES as octets: the table TYPEs and TYPE_count,
# which the header HEADER declares. cmake -D FILES=... -D HEADER=... -D TYPE=... -D OUT=... -P embed.cmake
set(tables "")
set(entries "")
set(number 0)
foreach(file IN LISTS FILES)
    file(READ "${file}" octets HEX)
    string(REGEX REPLACE "(..)" "0x\\1," octets "${octets}")
    get_filename_component(name "${file}" NAME)
    string(APPEND tables "static const unsigned char file_${number}[] = {${octets}0};\n")
    string(APPEND entries "    {\"${name}\", (const char *)file_${number}, sizeof file_${number} - 1},\n")
    math(EXPR number "${number} + 1")
endforeach()
file(WRITE "${OUT}" "#include \"${HEADER}\"\n\n${tables}\nconst ${TYPE} ${TYPE}s[] = {\n${entries}};\nconst size_t ${TYPE}_count = ${number};\n")
