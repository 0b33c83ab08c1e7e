package bytecode_test

import (
	"context"
	"fmt"
	"os"

	"optc/bytecode"
	"optc/dialect/all"
	"optc/ir"
	"optc/parser"
)

func Example() {
	ctx := context.Background()
	c := all.Context()
	text := "func.func @f(%a: i32) -> i32 {\n  return %a : i32\n}\n"
	module, err := parser.Parse(ctx, c, &ir.Source{Name: "f.mlir", Text: text}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	data, err := bytecode.Write(c, module, bytecode.WriteOptions{Version: bytecode.MaxVersion})
	fmt.Println(bytecode.Is(string(data)), err)

	again, err := bytecode.Read(ctx, all.Context(), &ir.Source{Name: "f.mlirbc", Text: string(data)}, bytecode.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	ir.Fprint(os.Stdout, again, ir.PrintOptions{DebugInfo: true})

	_, err = bytecode.Read(ctx, c, &ir.Source{Name: "half.mlirbc", Text: string(data[:len(data)/2])}, bytecode.Options{})
	fmt.Println(err)
	// Output:
	// true <nil>
	// #loc2 = loc("f.mlir":1:14)
	// module {
	//   func.func @f(%arg0: i32 loc("f.mlir":1:14)) -> i32 {
	//     return %arg0 : i32 loc(#loc3)
	//   } loc(#loc1)
	// } loc(#loc)
	// #loc = loc("f.mlir":0:0)
	// #loc1 = loc("f.mlir":1:1)
	// #loc3 = loc("f.mlir":2:3)
	// half.mlirbc: byte 0x4a: 30 bytes of section, but only 9 bytes are left
}
