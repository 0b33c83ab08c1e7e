package dlti_test

import (
	"context"
	"fmt"

	"optc/dialect/dlti"
	"optc/ir"
	"optc/parser"
)

// The layout of a module is a list of entries with types or names as keys.
func Example() {
	c := ir.NewContext(dlti.Dialect)
	text := `module attributes {dlti.dl_spec = #dlti.dl_spec<index = 32, "dlti.endianness" = "little">} {}`
	m, err := parser.Parse(context.Background(), c, &ir.Source{Name: "m.mlir", Text: text}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range m.Attr("dlti.dl_spec").(*dlti.SpecAttr).Entries {
		fmt.Println(e)
	}
	// Output:
	// #dlti.dl_entry<index, 32 : i64>
	// #dlti.dl_entry<"dlti.endianness", "little">
}
