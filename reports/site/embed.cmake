# SPDX-License-Identifier: MIT
# Writes assets.c: the files of the list FILES as octets. cmake -D FILES=... -D OUT=... -P embed.cmake
set(tables "")
set(entries "")
set(number 0)
foreach(file IN LISTS FILES)
    file(READ "${file}" octets HEX)
    string(REGEX REPLACE "(..)" "0x\\1," octets "${octets}")
    get_filename_component(name "${file}" NAME)
    string(APPEND tables "static const unsigned char asset_${number}[] = {${octets}0};\n")
    string(APPEND entries "    {\"${name}\", (const char *)asset_${number}, sizeof asset_${number} - 1},\n")
    math(EXPR number "${number} + 1")
endforeach()
file(WRITE "${OUT}" "#include \"assets.h\"\n\n${tables}\nconst site_asset site_assets[] = {\n${entries}};\nconst size_t site_asset_count = ${number};\n")
