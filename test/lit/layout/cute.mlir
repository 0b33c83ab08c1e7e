// RUN: optc layout 'compose((6,2):(8,2), (4,3):(3,1))' | FileCheck %s --check-prefix=COMPOSED
// RUN: optc layout '(4,2):(2,2)' | FileCheck %s --check-prefix=SHARED
// RUN: optc layout '(100,2)' | FileCheck %s --check-prefix=MANY
// RUN: not optc layout '(4,2):(1)' 2>&1 | FileCheck %s --check-prefix=STRIDES
// RUN: not optc layout 'compose(4:1, 8:1)' 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: not optc layout 'divide(4:1)' 2>&1 | FileCheck %s --check-prefix=COMMA

// COMPOSED: ((2,2),3):((24,2),8)
// COMPOSED: 1 |24|32|40|
// COMPOSED: 12 elements in the cells [0, 43).
// COMPOSED: No two elements share a cell.
// SHARED: The elements 1 and 4 share a cell.
// MANY: Drawn are the first 64 of 100 rows and the first 2 of 2 columns.
// STRIDES: error: expected as many strides as extents, but got {{[0-9]+}} for 2
// OUTSIDE: error: expected places inside
// COMMA: error: expected ',', but got ')'
