// The largest or smallest number of a row, with its index, is found in parts on several tiles. Of equal numbers, the first is kept.
//
// RUN: optc run %s --all --target ipu2 | FileCheck %s --check-prefix=PASS

// PASS: passed @largest
// PASS: passed @smallest
// PASS: 2 passed, 0 failed

func.func @largest() {
  %n = util.unfoldable_constant dense<1.0> : tensor<2x1024xf32>
  %two = arith.constant 2.0 : f32
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i700 = arith.constant 700 : index
  %i900 = arith.constant 900 : index
  %a = tensor.insert %two into %n[%i0, %i900] : tensor<2x1024xf32>
  %b = tensor.insert %two into %a[%i0, %i700] : tensor<2x1024xf32>
  %low = arith.constant dense<[0xFF800000, 1.0]> : tensor<2xf32>
  %none = arith.constant dense<-1> : tensor<2xi32>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(r, k) -> (r, k)>, affine_map<(r, k) -> (r)>, affine_map<(r, k) -> (r)>], iterator_types = ["parallel", "reduction"]}
      ins(%b : tensor<2x1024xf32>) outs(%low, %none : tensor<2xf32>, tensor<2xi32>) {
  ^bb0(%in: f32, %old: f32, %old_index: i32):
    %k = linalg.index 1 : index
    %index = arith.index_cast %k : index to i32
    %new = arith.maximumf %in, %old : f32
    %better = arith.cmpf ogt, %in, %old : f32
    %new_index = arith.select %better, %index, %old_index : i32
    linalg.yield %new, %new_index : f32, i32
  } -> (tensor<2xf32>, tensor<2xi32>)
  check.expect_eq_const(%r#0, dense<[2.0, 1.0]> : tensor<2xf32>) : tensor<2xf32>
  // The second row has no number above the initial one, whose index stays.
  check.expect_eq_const(%r#1, dense<[700, -1]> : tensor<2xi32>) : tensor<2xi32>
  return
}

// The value that belongs to a number may be any other one.
func.func @smallest() {
  %n = util.unfoldable_constant dense<5> : tensor<4096xi32>
  %names = util.unfoldable_constant dense<7> : tensor<4096xi32>
  %three = arith.constant 3 : i32
  %eleven = arith.constant 11 : i32
  %i0 = arith.constant 0 : index
  %i4095 = arith.constant 4095 : index
  %a = tensor.insert %three into %n[%i4095] : tensor<4096xi32>
  %b = tensor.insert %eleven into %names[%i4095] : tensor<4096xi32>
  %high = arith.constant dense<100> : tensor<i32>
  %none = arith.constant dense<0> : tensor<i32>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>, affine_map<(k) -> ()>], iterator_types = ["reduction"]}
      ins(%a, %b : tensor<4096xi32>, tensor<4096xi32>) outs(%high, %none : tensor<i32>, tensor<i32>) {
  ^bb0(%in: i32, %name: i32, %old: i32, %old_name: i32):
    %better = arith.cmpi slt, %in, %old : i32
    %new = arith.select %better, %in, %old : i32
    %new_name = arith.select %better, %name, %old_name : i32
    linalg.yield %new, %new_name : i32, i32
  } -> (tensor<i32>, tensor<i32>)
  check.expect_eq_const(%r#0, dense<3> : tensor<i32>) : tensor<i32>
  check.expect_eq_const(%r#1, dense<11> : tensor<i32>) : tensor<i32>
  return
}
