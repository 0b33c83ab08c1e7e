Every directive and kind of variable.

RUN: FileCheck %s --input-file=%S/Inputs/ir.txt -DTYPE=i32 -D#TWO=2 --implicit-check-not=error
RUN: not FileCheck %s --input-file=%S/Inputs/ir.txt --check-prefix=BAD 2>&1 | FileCheck %s --check-prefix=MESSAGE
RUN: FileCheck %s --input-file=%S/Inputs/ir.txt --check-prefixes=FULL,ALSO --match-full-lines --enable-var-scope

CHECK-LABEL: func.func @first(
CHECK-SAME:    %[[A:.+]]: [[TYPE]])
CHECK-DAG:     %[[C2:.+]] = arith.constant [[#TWO]]
CHECK-DAG:     %[[C1:.+]] = arith.constant [[#ONE:]]
CHECK-NOT:     arith.constant
CHECK:         %[[S:.+]] = arith.addi %[[A]], %[[C1]]
CHECK-NEXT:    arith.muli %[[S]], %{{c[12]|x}} : [[TYPE]]
CHECK-COUNT-2: "use"(%[[S]])
CHECK:         address 0x[[#%.4x,add(ONE,254)]]
CHECK-EMPTY:
CHECK-NEXT:    }
CHECK-LABEL: func.func @second
CHECK{LITERAL}: dense<[[1, 2], [3, 4]]>

BAD-LABEL: @first
BAD:       arith.subi
MESSAGE: directives.mlir:[[#@LINE-1]]:6: error: BAD: expected string not found in input

FULL: func.func @first(%arg0: i32) {
ALSO: {{.*}} "use"(%[[$S:.+]])
FULL: "use"(%[[$S]])
COM: FULL: comments hide directives
