# SPDX-License-Identifier: MIT
# Makes the dictionary and the seeds of every target, in the folder MADE:
#   cmake -D PROGRAM=uriproof-seeds -D VECTORS=FOLDER -D "TARGETS=a;b" -D MADE=FOLDER \
#         -D SEEDS=FOLDER -P seeds.cmake
# For a target that reads files, people wrote the seeds and the dictionary, in the folder SEEDS.
# A vector that cannot be read must not keep `uriproof vectors lint`, which explains it, from
# being built. So it is a warning here, and the replaying tests fail for want of seeds.
file(REMOVE_RECURSE ${MADE}/seeds)
file(MAKE_DIRECTORY ${MADE}/seeds)
set(status 0)
foreach(target IN LISTS TARGETS)
    if(EXISTS ${SEEDS}/${target})
        file(COPY ${SEEDS}/${target} DESTINATION ${MADE}/seeds)
        file(COPY_FILE ${SEEDS}/readers.dict ${MADE}/${target}.dict)
        continue()
    endif()
    if(status EQUAL 0)
        execute_process(COMMAND ${PROGRAM} ${VECTORS} dictionary ${target}
                        OUTPUT_FILE ${MADE}/${target}.dict RESULT_VARIABLE status)
    endif()
    if(status EQUAL 0)
        execute_process(COMMAND ${PROGRAM} ${VECTORS} seeds ${target} ${MADE}/seeds/${target}
                        RESULT_VARIABLE status)
    endif()
endforeach()
if(NOT status EQUAL 0)
    message(WARNING "uriproof: no seeds for the fuzz targets, see above")
endif()
