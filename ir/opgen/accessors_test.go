package opgen

import (
	"strings"
	"testing"

	"optc/ir"
)

// A definition with two parts of the same name is refused, because its type would have
// two methods with that name.
func TestTwoPartsOfOneName(t *testing.T) {
	t.Parallel()
	def := &ir.OpDef{
		Kind:     "test.twice",
		Operands: []ir.ValueDef{{Name: "x", Type: ir.AnyType}},
		Results:  []ir.ValueDef{{Name: "x", Type: ir.AnyType}},
	}
	d := &ir.Dialect{Name: "test", Define: func() ir.Definitions { return ir.Definitions{Ops: []*ir.OpDef{def}} }}
	w := &writer{path: "example.com/test", imports: map[string]string{}}
	err := w.operation(d.Definitions().Ops[0])
	if err == nil || !strings.Contains(err.Error(), "two parts have the accessor X") {
		t.Errorf("got %v", err)
	}
}
