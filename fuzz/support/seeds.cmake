# SPDX-License-Identifier: MIT
# Makes the dictionary and the seeds of every target, in the folder MADE:
#   cmake -D PROGRAM=uriproof-seeds -D VECTORS=FOLDER -D MADE=FOLDER -D SEEDS=FOLDER -P seeds.cmake
# For a target that reads files, people wrote the seeds and the dictionary, in the folder SEEDS.
# A vector that cannot be read must not keep `uriproof vectors lint`, which explains it, from
# being built. So it is a warning here, and the replaying tests fail for want of seeds.
file(REMOVE_RECURSE ${MADE}/seeds)
file(COPY ${SEEDS} DESTINATION ${MADE} PATTERN "*.dict" EXCLUDE)
file(GLOB readers RELATIVE ${MADE}/seeds ${MADE}/seeds/*)
foreach(target IN LISTS readers)
    file(COPY_FILE ${SEEDS}/readers.dict ${MADE}/${target}.dict)
endforeach()
execute_process(COMMAND ${PROGRAM} ${VECTORS} ${MADE} RESULT_VARIABLE status)
if(NOT status EQUAL 0)
    message(WARNING "uriproof: no seeds for the fuzz targets, see above")
endif()
