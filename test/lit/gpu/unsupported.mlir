// RUN: optc %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(gpu-set-target{chip=gfx942},gpu)'

// What upstream's tools do not lower is refused at its place, before they see it.

func.func @numbers(%x: memref<64xi32>, %y: memref<64xf8E4M3FN>, %z: memref<64xf32>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1]>} {
  %t = gpu.thread_id x
  %a = memref.load %x[%t] : memref<64xi32>
  %b = memref.load %y[%t] : memref<64xf8E4M3FN>
  // expected-error @+1 {{'math.ipowi' op has no lowering for gfx942}}
  %p = math.ipowi %a, %a : i32
  // expected-error @+1 {{'arith.extf' op computes with numbers of type 'f8E4M3FN', for which upstream has no code}}
  %f = arith.extf %b : f8E4M3FN to f32
  memref.store %p, %x[%t] : memref<64xi32>
  memref.store %f, %z[%t] : memref<64xf32>
  %is = arith.cmpi slt, %a, %p : i32
  // expected-error @+1 {{'cf.assert' op has no lowering for gfx942}}
  cf.assert %is, "no"
  return
}

// -----

func.func @memory(%z: memref<64xf32>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1]>} {
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %v = memref.load %z[%t] : memref<64xf32>
  %own = memref.alloca() : memref<4xf32>
  memref.store %v, %own[%c0] : memref<4xf32>
  // expected-error @+1 {{'gpu.all_reduce' op has no lowering for gfx942}}
  %s = gpu.all_reduce add %v uniform {} : (f32) -> f32
  // expected-error @+1 {{'memref.generic_atomic_rmw' op has no lowering for gfx942}}
  %r = memref.generic_atomic_rmw %z[%c0] : memref<64xf32> {
  ^bb0(%old: f32):
    %new = arith.addf %old, %s : f32
    memref.atomic_yield %new : f32
  }
  // expected-error @+1 {{'vector.print' op has no lowering for gfx942}}
  vector.print %r : f32
  return
}

// -----

memref.global "private" constant @table : memref<4xf32> = dense<1.0>
func.func @table_of_module(%z: memref<64xf32>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1]>} {
  %t = gpu.thread_id x
  // expected-error @+1 {{'memref.get_global' op uses memory of the module, which a kernel does not have; make it an argument}}
  %g = memref.get_global @table : memref<4xf32>
  %v = memref.load %g[%t] : memref<4xf32>
  memref.store %v, %z[%t] : memref<64xf32>
  return
}
