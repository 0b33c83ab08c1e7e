// 128x128 numbers pass through 64 KiB of workgroup memory, which is more than a kernel for NVIDIA's chips may declare.
#from = #iree_vector_ext.nested_layout<
  subgroup_tile = [4, 1], batch_tile = [32, 1], outer_tile = [1, 1], thread_tile = [1, 32], element_tile = [1, 4],
  subgroup_strides = [1, 0], thread_strides = [0, 1]>
func.func @transpose(%m: memref<128x128xf32> {llvm.noalias}, %o: memref<128x128xf32> {llvm.noalias}) attributes {
  translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [128, 1, 1] subgroup_size = 32>} {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %x = vector.transfer_read %m[%c0, %c0], %pad {in_bounds = [true, true]} : memref<128x128xf32>, vector<128x128xf32>
  %a = iree_vector_ext.to_layout %x to layout(#from) : vector<128x128xf32>
  %t = vector.transpose %a, [1, 0] : vector<128x128xf32> to vector<128x128xf32>
  %b = iree_vector_ext.to_layout %t to layout(#from) : vector<128x128xf32>
  vector.transfer_write %b, %o[%c0, %c0] {in_bounds = [true, true]} : vector<128x128xf32>, memref<128x128xf32>
  return
}
