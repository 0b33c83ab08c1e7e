// flags: --split-input-file --cse --output-split-marker=//----
// flags: --split-input-file --verify-roundtrip
// flags: --split-input-file --pass-pipeline=builtin.module(func.func(cse,canonicalize)) --mlir-print-ir-before-all --mlir-disable-threading
// flags: --split-input-file --pass-pipeline=builtin.module(func.func(cse,canonicalize)) --mlir-print-ir-after-change --mlir-print-ir-after=canonicalize --mlir-print-ir-module-scope --mlir-disable-threading
// flags: --split-input-file --dump-pass-pipeline --cse --canonicalize=max-iterations=3
// flags: --split-input-file --pass-pipeline=any(cse)
// flags: --split-input-file --mlir-print-op-on-diagnostic=false

func.func @first(%a: i32) -> i32 {
  %0 = arith.muli %a, %a : i32
  %1 = arith.muli %a, %a : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @second() { return }

// -----

func.func @wrong(%a: i32) -> i32 {
  return
}

// -----

func.func @wrong2(%a: i32) -> i32 {
  return
}

func.func @wrong3(%a: i1) -> i32 { return %a : i1 }

// -----

func.func @third() { return }
