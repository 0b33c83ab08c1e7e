package filecheck_test

import (
	"fmt"
	"os"

	"optc/internal/tool/filecheck"
)

func Example() {
	const checks = `
// CHECK-LABEL: @add
// CHECK:         %[[SUM:.+]] = arith.addi
// CHECK-NEXT:    return %[[SUM]]
`
	const input = `func.func @add(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  return %1 : i32
}
`
	exit := filecheck.Run("add.mlir", checks, "<stdin>", input, filecheck.Options{DumpInput: filecheck.DumpNever}, os.Stdout)
	fmt.Println("exit code", exit)
	// Output:
	// add.mlir:4:16: error: CHECK-NEXT: expected string not found in input
	// // CHECK-NEXT: return %[[SUM]]
	//                ^
	// <stdin>:2:17: note: scanning from here
	//  %0 = arith.addi %a, %a : i32
	//                 ^
	// <stdin>:2:17: note: with "SUM" equal to "0"
	//  %0 = arith.addi %a, %a : i32
	//                 ^
	// <stdin>:3:2: note: possible intended match here
	//  return %1 : i32
	//  ^
	//   expected [-text-] against found {+text+}:
	//   return %[-0-]{+1 : i32+}
	// exit code 1
}
