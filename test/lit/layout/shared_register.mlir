// Strides of threads may bring two elements to one register, which can show one of them only.
// RUN: optc layout '#iree_map.pack_layout<(32, 32) : (5, 7)>' | FileCheck %s
// RUN: not optc layout '#iree_map.pack_layout<(32, 32) : (5, 7)>' --to=cute 2>&1 | FileCheck %s --check-prefix=SPELL

// CHECK: The elements (0,5) and (7,0) share register 0 of thread 35: the threads show one of them.
// SPELL: error: threads cannot tell their parts apart
