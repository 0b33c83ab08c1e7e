// RUN: optc layout 'compose((6,2):(8,2), (4,3):(3,1))' | FileCheck %s --check-prefix=COMPOSED
// RUN: optc layout '(4,2):(2,2)' | FileCheck %s --check-prefix=SHARED
// RUN: optc layout '(100,2)' | FileCheck %s --check-prefix=MANY
// RUN: not optc layout '(4,2):(1)' 2>&1 | FileCheck %s --check-prefix=STRIDES
// RUN: not optc layout 'compose(4:1, 8:1)' 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: optc layout 'compose((5,3):(1,10), (3,5):(1,3))' | FileCheck %s --check-prefix=RADICES
// RUN: not optc layout 'compose((5,3):(1,10), (3,5):(1,3))' --to=cute 2>&1 | FileCheck %s --check-prefix=APART
// RUN: not optc layout 'kernel(compose((5,3):(1,10), (3,5):(1,3)))' 2>&1 | FileCheck %s --check-prefix=APART
// RUN: not optc layout 'divide(4:1)' 2>&1 | FileCheck %s --check-prefix=COMMA

// COMPOSED: ((2,2),3):((24,2),8)
// COMPOSED: 1 |24|32|40|
// COMPOSED: 12 elements in the cells [0, 43).
// COMPOSED: No two elements share a cell.
// SHARED: The elements 1 and 4 share a cell.
// MANY: Drawn are the first 64 of 100 rows.
// STRIDES: error: expected as many strides as extents, but got {{[0-9]+}} for 2
// OUTSIDE: error: expected cells inside [0, 4), but cells [0, 8) are in use
// COMMA: error: expected ',', but got ')'
// RADICES:        1           | 1| 4|12|20|23|
// RADICES:      15 elements in the cells [0, 25).
// RADICES-NEXT: No two elements share a cell.
// APART: error: {{.*}} two layouts one after the other, which have no common shape and strides
