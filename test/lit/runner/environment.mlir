RUN: env FILECHECK_OPTS=--ignore-case not not FileCheck %s < %S/Inputs/lines.txt
RUN: env FILECHECK_OPTS= not FileCheck %s < %S/Inputs/lines.txt
RUN: env -u FILECHECK_OPTS not FileCheck %s < %S/Inputs/lines.txt
RUN: mkdir -p %t && cd %t && cp %s copy && cat %t/copy | count 9
RUN: rm -rf %t

CHECK: FIRST
CHECK: Second

