// RUN: optc %s --linalg-tile='tile-sizes=2,2 interchange=0,0' --split-input-file --verify-diagnostics

func.func @twice(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error @below {{'linalg.exp' op expected interchange to list each loop once, but it lists loop 0 twice}}
  %0 = linalg.exp ins(%x : tensor<4x4xf32>) outs(%y : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
