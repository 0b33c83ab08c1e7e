// RUN: optc %s --allow-unregistered-dialect --inline | FileCheck %s --check-prefix=INLINE
// RUN: optc %s --allow-unregistered-dialect --sccp | FileCheck %s --check-prefix=SCCP
// RUN: not optc %s --allow-unregistered-dialect --symbol-dce 2>&1 | FileCheck %s --check-prefix=DCE

// References below an operation that may be a symbol table cannot be seen: every function stays, and
// is called by anybody.
// INLINE:      func.func private @referred(%arg0: i32) -> i32 {
// INLINE:      func.func @caller() -> i32 {
// INLINE:        "test.table"() ({
// INLINE-NEXT:     "test.reference"() {of = @referred}
// INLINE-NEXT:   })
// INLINE-NEXT:   return %c1_i32 : i32
// INLINE:      func.func private @unused()

// SCCP:        func.func private @referred(%arg0: i32) -> i32 {
// SCCP-NEXT:     return %arg0 : i32
// SCCP:          %0 = call @referred(%c1_i32)
// SCCP:          return %0 : i32

// DCE:         error: operation contains potentially unknown symbol table
func.func private @referred(%a: i32) -> i32 { return %a : i32 }
func.func @caller() -> i32 {
  %c1 = arith.constant 1 : i32
  scf.execute_region {
    "test.table"() ({
      "test.reference"() {of = @referred} : () -> ()
    }) : () -> ()
    scf.yield
  }
  %0 = call @referred(%c1) : (i32) -> i32
  return %0 : i32
}
func.func private @unused() { return }
