func.func @f(%x: memref<64xf32>, %y: memref<64xf32>) {
  %c = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%c], %z : memref<64xf32>, vector<64xf32>
  %l = iree_vector_ext.to_layout %v to layout(?) : vector<64xf32>
  vector.transfer_write %l, %y[%c] : vector<64xf32>, memref<64xf32>
  return
}
