// RUN: not optc %s --pass-pipeline='builtin.module(gpu-set-target{chip=sm_80},func.func(gpu-set-launch))' 2>&1 | FileCheck %s
// RUN: not optc %s --pass-pipeline='builtin.module(gpu-set-target{chip=sm_80},func.func(gpu-set-launch{subgroup=64}))' 2>&1 | FileCheck %s --check-prefix=FLAG
// RUN: optc %s --pass-pipeline='builtin.module(gpu-set-target{chip=gfx942},func.func(gpu-set-launch{subgroup=32}))' | FileCheck %s --check-prefix=HAS

// A subgroup that the chip does not have is refused, and no other is taken. Subgroups of 32
// lanes are halves of subgroups of 64.

// CHECK: error: 'func.func' op expected subgroups of 32 threads, which sm_80 has, or of a divisor, but got 48 [gpu.subgroup]
// CHECK: note: without a subgroup size, a kernel gets the chip's, or 64 threads if its layouts need more lanes than the chip has
// FLAG: error: 'func.func' op expected subgroups of 32 threads, which sm_80 has, or of a divisor, but got 64 [gpu.subgroup]
// HAS: subgroup_size = 32
func.func @kernel(%x: memref<48xf32>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [48, 1, 1] subgroup_size = 48>} {
  return
}
