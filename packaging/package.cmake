# SPDX-License-Identifier: MIT
# What 'cpack -G DEB' makes: three packages. scripts/package builds and checks them.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME uriproof)
set(CPACK_PACKAGE_VENDOR "the uriproof authors")
set(CPACK_PACKAGE_CONTACT "the uriproof authors <maintainers@users.noreply.a-seed-07265359.example>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "conformance and differential-fuzzing harness for URI parsers")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_SET_DESTDIR OFF)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL program adapters dev)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME uriproof)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS uriproof-adapters)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS
    "liburiproof-dev, python3, nodejs, perl, ruby, php-cli, tcl, default-jre-headless, erlang-base, lynx")
set(CPACK_DEBIAN_ADAPTERS_PACKAGE_NAME uriproof-adapters)
set(CPACK_DEBIAN_ADAPTERS_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_ADAPTERS_PACKAGE_DEPENDS "uriproof (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_DEV_PACKAGE_NAME liburiproof-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_SUGGESTS uriproof)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION
    "uriproof tells which clauses of a specification a URI parser obeys, where\nit differs from other parsers, and on which text.")
set(CPACK_COMPONENT_ADAPTERS_DESCRIPTION
    "These programs let uriproof ask the URI parsers of libraries that are\ninstalled: uriparser, libcurl, libxml2 and others.")
set(CPACK_COMPONENT_DEV_DESCRIPTION
    "The references for RFC 1630, RFC 3986 and others as a static library, and\nthe one with which fuzz targets of a parser are linked.")

# Each package has the licence, the changes, and what lintian may find in it.
find_program(GZIP gzip)
set(made "${PROJECT_BINARY_DIR}/packaging")
configure_file(packaging/changelog "${made}/changelog" @ONLY)
# A blank line of the licence is a full stop there, and each line begins with a blank.
file(READ LICENSE URIPROOF_LICENCE)
string(REGEX REPLACE "^MIT License\n\nCopyright[^\n]*\n\n" "" URIPROOF_LICENCE "${URIPROOF_LICENCE}")
string(STRIP "${URIPROOF_LICENCE}" URIPROOF_LICENCE)
string(REPLACE "\n\n" "\n.\n" URIPROOF_LICENCE "${URIPROOF_LICENCE}")
string(REPLACE "\n" "\n " URIPROOF_LICENCE " ${URIPROOF_LICENCE}")
configure_file(packaging/copyright "${made}/copyright" @ONLY)
execute_process(COMMAND ${GZIP} -9nfk "${made}/changelog")
foreach(component IN ITEMS program adapters dev)
    string(TOUPPER "${component}" name)
    set(package "${CPACK_DEBIAN_${name}_PACKAGE_NAME}")
    install(FILES "${made}/copyright" DESTINATION "share/doc/${package}" COMPONENT ${component}
            EXCLUDE_FROM_ALL)
    install(FILES "${made}/changelog.gz" DESTINATION "share/doc/${package}" COMPONENT ${component}
            EXCLUDE_FROM_ALL)
    if(EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/packaging/${package}.lintian")
        install(FILES "packaging/${package}.lintian" DESTINATION share/lintian/overrides
                RENAME "${package}" COMPONENT ${component} EXCLUDE_FROM_ALL)
    endif()
endforeach()
include(CPack)
