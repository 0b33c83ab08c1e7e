Pipes, redirections and operators, as lit's internal shell has them.

RUN: cat %S/Inputs/lines.txt | FileCheck %s
RUN: cat < %S/Inputs/lines.txt > %t && cat %t | FileCheck %s
RUN: cat %S/Inputs/missing.txt > %t 2>&1 || cat %t | FileCheck %s --check-prefix=MISSING
RUN: not cat %S/Inputs/missing.txt 2>&1 | FileCheck %s --check-prefix=MISSING
RUN: not cat %S/Inputs/missing.txt 2>%t ; FileCheck %s --check-prefix=MISSING --input-file=%t
RUN: echo one > %t && echo two >> %t && count 2 < %t
RUN: not diff -u %t %S/Inputs/lines.txt | FileCheck %s --check-prefix=DIFF

CHECK:      first
CHECK-NEXT: second
CHECK-EMPTY:
CHECK-NEXT: fourth

MISSING: missing.txt

DIFF-DAG: -one
DIFF-DAG: +first
