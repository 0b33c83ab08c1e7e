// RUN: optc %s --print-uniformity=workgroup-size=16,8 --verify-diagnostics

func.func @f(%x: memref<?xf32>, %n: index) {
  %c4 = arith.constant 4 : index
  // expected-remark @below {{result #0 differs between threads}}
  %tx = gpu.thread_id x
  // expected-remark @below {{result #0 is the same in groups of 16 threads}}
  %ty = gpu.thread_id y
  %tz = gpu.thread_id z
  // expected-remark @below {{result #0 is the same in a workgroup}}
  %b = gpu.block_id x
  // expected-remark @below {{result #0 is the same in groups of 4 threads}}
  %q = arith.divui %tx, %c4 : index
  // expected-remark @below {{result #0 is the same in groups of 64 threads}}
  %half = affine.apply affine_map<(d0) -> (d0 floordiv 4)>(%ty)
  // expected-remark @below {{result #0 is the same in groups of 4 threads}}
  %sum = arith.addi %q, %ty : index
  // expected-remark @below {{result #0 is the same in a workgroup}}
  %u = memref.load %x[%b] : memref<?xf32>
  // expected-remark @below {{result #0 differs between threads}}
  %v = memref.load %x[%tx] : memref<?xf32>
  // expected-remark @below {{result #0 is the same in groups of 8 threads}}
  %r = gpu.subgroup_reduce add %v cluster(size = 8) : (f32) -> f32
  // expected-remark @below {{result #0 is the same in groups of 64 threads}}
  %c = arith.cmpi eq, %half, %n : index
  // expected-remark @below {{region #0 is entered by groups of 64 threads on their own}}
  scf.if %c {
    // expected-remark @below {{'gpu.barrier' op needs all threads of its workgroup, but 'scf.if' lets only some of them arrive}}
    // expected-note @-2 {{threads of a workgroup part here}}
    // expected-note @-22 {{because 'gpu.thread_id' differs between threads of a workgroup}}
    gpu.barrier
  }
  return
}
