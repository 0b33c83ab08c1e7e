// A loop that stages tiles: the tiles of the next two iterations are copied while the threads compute.
func.func @stages(%x: memref<2048xf32> {llvm.noalias}, %y: memref<256xf32> {llvm.noalias}) attributes {gpu.stages = 3 : i64,
  translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 32>} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c252 = arith.constant 252 : index
  %c256 = arith.constant 256 : index
  %c2048 = arith.constant 2048 : index
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %id = gpu.thread_id x
  %at = arith.muli %id, %c4 : index
  %sum = scf.for %k = %c0 to %c2048 step %c256 iter_args(%acc = %zero) -> (vector<4xf32>) {
    %m = memref.alloc() : memref<256xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %from = arith.addi %k, %at : index
    %v = vector.load %x[%from] : memref<2048xf32>, vector<4xf32>
    vector.store %v, %m[%at] : memref<256xf32, #gpu.address_space<workgroup>>, vector<4xf32>
    gpu.barrier
    %other = arith.subi %c252, %at : index
    %w = vector.load %m[%other] : memref<256xf32, #gpu.address_space<workgroup>>, vector<4xf32>
    %next = arith.addf %acc, %w : vector<4xf32>
    scf.yield %next : vector<4xf32>
  }
  vector.store %sum, %y[%at] : memref<256xf32>, vector<4xf32>
  return
}
