package explore_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"optc/dialect/all"
	"optc/explore"
	"optc/ir"
	"optc/parser"
	"optc/passes"
)

const source = `func.func @f(%x: i32) -> i32 {
  %0 = arith.constant 0 : i32
  %1 = arith.addi %x, %0 : i32
  return %1 : i32
}
`

// A page of one pass, which removes an addition of zero.
func Example() {
	c := all.Context()
	module, err := parser.Parse(context.Background(), c, &ir.Source{Name: "f.mlir", Text: source}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	pipeline, err := passes.Table().Parse("builtin.module(canonicalize,cse)")
	if err != nil {
		fmt.Println(err)
		return
	}
	r := new(explore.Recorder)
	m := passes.NewManager(c)
	m.Instrumentations = append(m.Instrumentations, r.Instrument())
	if err := m.Run(context.Background(), pipeline, module); err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range r.Steps {
		fmt.Println(s.Pass, "changes", s.Changed(), "lines")
		for _, row := range s.Rows {
			fmt.Printf("%s %-40q %q\n", row.Kind, row.Left, row.Right)
		}
	}
	page := &explore.Page{Name: "f.mlir", Source: source, Steps: r.Steps}
	page.Link(module)
	for line := 1; line <= 4; line++ {
		fmt.Printf("line %d becomes %q\n", line, page.Became[line])
	}
	var b bytes.Buffer
	fmt.Println(page.Write(&b), strings.Contains(b.String(), `"name":"f.mlir"`))
	// Output:
	// canonicalize changes 3 lines
	// s "module {"                               ""
	// s "  func.func @f(%x: i32) -> i32 {"       ""
	// c "    %c0_i32 = arith.constant 0 : i32"   "    return %x : i32"
	// d "    %0 = arith.addi %x, %c0_i32 : i32"  ""
	// d "    return %0 : i32"                    ""
	// s "  }"                                    ""
	// s "}"                                      ""
	// cse changes 0 lines
	// line 1 becomes ["func.func"]
	// line 2 becomes []
	// line 3 becomes []
	// line 4 becomes ["func.return"]
	// <nil> true
}
