// RUN: optc %s --split-input-file --verify-diagnostics

func.func @f(%a: index, %b: i32) {
  // expected-error @+1 {{'index.casts' op operand type 'i32' and result type 'i64' are cast incompatible}}
  %0 = index.casts %b : i32 to i64
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  // expected-error @+1 {{'index.castu' op operand type 'index' and result type 'index' are cast incompatible}}
  %0 = index.castu %a : index to index
  return
}

// -----

func.func @f(%a: index, %b: f32) {
  // expected-error @+1 {{'index.casts' op operand #0 must be integer or index, but got 'f32'}}
  %0 = index.casts %b : f32 to index
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  // expected-error @+1 {{custom op 'index.cmp' expected ::mlir::index::IndexCmpPredicate to be one of: eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge}}
  %0 = index.cmp foo(%a, %a)
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  // expected-error @+1 {{'index.constant' op attribute 'value' failed to satisfy constraint: index attribute}}
  %0 = index.constant true
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  // expected-error @+1 {{'index.sub' op result #0 must be index, but got 'i32'}}
  %0 = "index.sub"(%a, %a) : (index, index) -> i32
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  // expected-error @+1 {{'index.cmp' op attribute 'pred' failed to satisfy constraint: index comparison predicate kind}}
  %0 = "index.cmp"(%a, %a) {pred = 1 : i32} : (index, index) -> i1
  return
}
