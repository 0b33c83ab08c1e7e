package explore_test

import (
	"context"
	"fmt"
	"strings"

	"optc/dialect/all"
	"optc/internal/tool/explore"
	"optc/ir"
	"optc/parser"
	"optc/passes"
	"optc/registry"
)

const source = `func.func @f(%x: i32) -> i32 {
  %0 = arith.constant 0 : i32
  %1 = arith.addi %x, %0 : i32
  return %1 : i32
}
`

// A page for one pass, which removes an addition of zero.
func Example() {
	c := all.Context()
	module, err := parser.Parse(context.Background(), c, &ir.Source{Name: "f.mlir", Text: source}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	pipeline, err := registry.Passes().Parse("builtin.module(canonicalize,cse)")
	if err != nil {
		fmt.Println(err)
		return
	}
	r := &explore.Recorder{Source: "f.mlir"}
	m := passes.NewManager(c)
	m.Instrumentations = append(m.Instrumentations, r.Instrument())
	if err := m.Run(context.Background(), pipeline, module); err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range r.Steps {
		fmt.Println(s.Pass, "changes", s.Changed(), "lines")
		for _, row := range s.Rows {
			fmt.Printf("%s %-40q %q, %d more\n", row.Kind, r.Lines[row.Left].Text, r.Lines[row.Right].Text, row.N)
		}
	}
	result := r.Result()
	for _, at := range result.Lines {
		fmt.Println(r.Lines[at].Text, r.Lines[at].From)
	}
	page := r.Page()
	page.Name, page.Source = "f.mlir", source
	html, err := page.HTML()
	fmt.Println(strings.Contains(string(html), `"name":"f.mlir"`), err)
	// Output:
	// canonicalize changes 3 lines
	// s "module {"                               "", 1 more
	// d "    %c0_i32 = arith.constant 0 : i32"   "", 1 more
	// c "    return %0 : i32"                    "    return %x : i32", 0 more
	// s "  }"                                    "", 1 more
	// cse changes 0 lines
	// module { []
	//   func.func @f(%x: i32) -> i32 { [1]
	//     return %x : i32 [4]
	//   } []
	// } []
	// true <nil>
}
