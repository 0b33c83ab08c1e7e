// RUN: optc %s --linalg-tile='loops=forall tile-sizes=0,0,2' --split-input-file --verify-diagnostics

func.func @reduces(%a: tensor<4x8xf32>, %b: tensor<8x6xf32>, %c: tensor<4x6xf32>) -> tensor<4x6xf32> {
  // expected-error @below {{'linalg.matmul' op cannot divide loop 2 among the threads of scf.forall, because it reduces}}
  // expected-note @below {{use loops=for, or a tile size of 0 for this loop}}
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

func.func @negative(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'linalg.exp' op expected tile sizes of at least 0, but got -1 for loop 0}}
  %0 = linalg.exp {tile_sizes = array<i64: -1>} ins(%x : tensor<4xf32>) outs(%y : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
