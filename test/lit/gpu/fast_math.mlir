// RUN: optc export %s --target sm_80 --fast-math -o %t && FileCheck %s --check-prefix=PTX < %t/kernel.ptx
// RUN: optc %s --pass-pipeline='builtin.module(gpu-set-target{chip=gfx942},gpu{fast-math})' | FileCheck %s --check-prefix=AMD
// RUN: optc %s --pass-pipeline='builtin.module(gpu-set-target{chip=gfx942},gpu)' | FileCheck %s --check-prefix=EXACT
// RUN: optc run %s --target sm_80 --input m=random --input h=random --output m=%t.m.npy --output h=%t.h.npy --output o=%t.o.npy --output q=%t.q.npy
// RUN: optc run %s --target sm_80 --fast-math --input m=%t.m.npy --input h=%t.h.npy --expect o=%t.o.npy --rtol 1e-5 --expect q=%t.q.npy

// With --fast-math, functions are the approximations of the chip, and all divisions by a number share its reciprocal.
// Other functions, such as tanh, are computed as before.

// PTX-DAG: rcp.approx.f32
// PTX-DAG: lg2.approx.f32
// PTX-DAG: ex2.approx.f32
// PTX-DAG: rsqrt.approx.f32
// PTX-NOT: div.full

// AMD: math.log2 %{{.*}} fastmath<afn> : vector<1x1x4xf32>
// AMD: arith.divf %{{.*}}, %[[SUM:.*]] fastmath<nsz,arcp,contract,afn> : f32
// AMD-NOT: arith.divf
// AMD: math.exp2

// EXACT-NOT: fastmath
// EXACT: return

#l = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [32], element_tile = [4], subgroup_strides = [0], thread_strides = [1]>

func.func @functions(%m: memref<128xf32> {llvm.noalias}, %h: memref<128xf16> {llvm.noalias}, %o: memref<128xf32> {llvm.noalias}, %q: memref<128xf16> {llvm.noalias}) attributes {
  translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [32, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %ph = arith.constant 0.0 : f16
  %x = vector.transfer_read %m[%c0], %p {in_bounds = [true]} : memref<128xf32>, vector<128xf32>
  %a = iree_vector_ext.to_layout %x to layout(#l) : vector<128xf32>
  %y = vector.transfer_read %h[%c0], %ph {in_bounds = [true]} : memref<128xf16>, vector<128xf16>
  %b = iree_vector_ext.to_layout %y to layout(#l) : vector<128xf16>
  %square = arith.mulf %a, %a : vector<128xf32>
  %log = math.log10 %square : vector<128xf32>
  %root = math.rsqrt %square : vector<128xf32>
  %more = arith.addf %log, %root : vector<128xf32>
  %sum = vector.multi_reduction <add>, %square, %p [0] : vector<128xf32> to f32
  %sums = vector.broadcast %sum : f32 to vector<128xf32>
  %quotient = arith.divf %more, %sums : vector<128xf32>
  %other = arith.divf %a, %sums : vector<128xf32>
  %s = arith.addf %quotient, %other : vector<128xf32>
  vector.transfer_write %s, %o[%c0] {in_bounds = [true]} : vector<128xf32>, memref<128xf32>
  %e = math.exp %b : vector<128xf16>
  %positive = arith.mulf %e, %e : vector<128xf16>
  %l = math.log %positive : vector<128xf16>
  vector.transfer_write %l, %q[%c0] {in_bounds = [true]} : vector<128xf16>, memref<128xf16>
  return
}
