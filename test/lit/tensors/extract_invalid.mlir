// RUN: optc %s --split-input-file --verify-diagnostics --gpu-set-target=chip=sm_90 --gpu-convert-tensors

func.func @f(%rows: tensor<8xi32>, %x: tensor<20xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %z = arith.constant 0 : i32
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%rows : tensor<8xi32>) outs(%e : tensor<8xf32>) {
  ^bb0(%r: i32, %o: f32):
    %c = arith.cmpi sgt, %r, %z : i32
    %v = scf.if %c -> f32 {
      %i = arith.index_cast %r : i32 to index
      // expected-error @+2 {{'tensor.extract' op is in a region of 'scf.if', but elements are extracted by the operation itself}}
      // expected-note @+1 {{extract the element before}}
      %w = tensor.extract %x[%i] : tensor<20xf32>
      scf.yield %w : f32
    } else {
      scf.yield %o : f32
    }
    linalg.yield %v : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
