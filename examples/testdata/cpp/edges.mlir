// Numbers at the edges of what C++ counts with: the last subgroup has 8 lanes, and loops end within a step of 2^31.
func.func @part(%x: memref<40xi32>, %y: memref<40xi1>, %z: memref<40xi32>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [40, 1, 1] subgroup_size = 32>} {
  %i = gpu.thread_id x
  %v = memref.load %x[%i] : memref<40xi32>
  %c = arith.constant 3 : i32
  %w = arith.constant 32 : i32
  %s, %p = gpu.shuffle down %v, %c, %w : i32
  memref.store %p, %y[%i] : memref<40xi1>
  %zero = arith.constant 2147483000 : i32
  %n = arith.constant 2147483646 : i32
  %step = arith.constant 100 : i32
  %r = scf.for %k = %zero to %n step %step iter_args(%a = %v) -> i32 : i32 {
    %q = arith.shrsi %k, %c : i32
    %b = arith.addi %a, %q : i32
    scf.yield %b : i32
  }
  %lo = arith.constant 2147483000 : index
  %hi = arith.constant 2147483646 : index
  %by = arith.constant 100 : index
  %r2 = scf.for %k = %lo to %hi step %by iter_args(%a = %r) -> i32 {
    %q = arith.index_cast %k : index to i32
    %b = arith.xori %a, %q : i32
    scf.yield %b : i32
  }
  memref.store %r2, %z[%i] : memref<40xi32>
  return
}
