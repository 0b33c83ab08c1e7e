package opgen_test

import (
	"fmt"
	"path/filepath"
	"strings"

	"optc/dialect/ub"
	"optc/ir/opgen"
)

// The definition of ub.poison becomes a type with an accessor for the result, and a
// constructor.
func Example() {
	files, err := opgen.Files(ub.Dialect)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(filepath.Base(files[0].Path))
	for line := range strings.Lines(string(files[0].Text)) {
		if strings.Contains(line, "PoisonOp) Result") || strings.HasPrefix(line, "func NewPoison") {
			fmt.Print(line)
		}
	}
	// Output:
	// operations.go
	// func (op PoisonOp) Result() *ir.Value       { return op.Operation().Result(0) }
	// func NewPoison(b ir.OpBuilder, resultType ir.Type) PoisonOp {
}
