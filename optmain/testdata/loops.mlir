// flags: --loop-invariant-code-motion --allow-unregistered-dialect
// flags: --print-op-stats --allow-unregistered-dialect
// flags: --strip-debuginfo --mlir-print-debuginfo --allow-unregistered-dialect

func.func @nest(%i: index, %v: i32, %b: i1) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  scf.for %k = %c0 to %c4 step %c4 {
    %0 = arith.divsi %v, %v : i32
    %1 = arith.addi %0, %v : i32
    %2 = arith.addi %v, %v : i32
    %3 = arith.addi %2, %v : i32
    scf.for %l = %c0 to %c4 step %c4 {
      %4 = arith.addi %l, %k : index
      %5 = arith.addi %k, %k : index
      %6 = arith.muli %3, %3 : i32
      %7 = scf.if %b -> i32 {
        %8 = arith.muli %6, %3 : i32
        scf.yield %8 : i32
      } else {
        scf.yield %6 : i32
      }
      "foo.use"(%4, %5, %7) : (index, index, i32) -> ()
    }
    "foo.use"(%1, %2) : (i32, i32) -> ()
  }
  return
}
