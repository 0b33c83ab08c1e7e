package export

import (
	"cmp"
	"fmt"
	"strings"

	"optc/dialect/arith"
	"optc/dialect/tensor"
	"optc/ir"
)

// perLine is the number of values of a table on a line.
const perLine = 16

// table writes an array of numbers, or of rows of numbers, and returns its name.
func (g *graphWriter) table(word, elem, row string, list []string) string {
	name := g.Name(word)
	if len(list) <= perLine {
		g.Line("static const %s %s[]%s = {%s};", elem, name, row, strings.Join(list, ", "))
		return name
	}
	g.Line("static const %s %s[]%s = {", elem, name, row)
	for at := 0; at < len(list); at += perLine {
		g.Line("    %s,", strings.Join(list[at:min(at+perLine, len(list))], ", "))
	}
	g.Line("};")
	return name
}

// tableOf writes a table of numbers that are used as indices.
func (g *graphWriter) tableOf(op arith.ConstantOp) {
	values, ok := op.Value().(*ir.DenseAttr)
	if !ok || !ir.IsType[*ir.TensorType](op.Result().Type()) {
		g.Usual(op.Operation())
		return
	}
	count := values.NumElements()
	if values.Splat {
		count = 1 // the same for every index, also for a table that does not fit any memory
	}
	var list []string
	for i := range count {
		n, ok := ir.IntOf(values.ElementAttr(i))
		if !ok {
			g.Refuse(op.Operation(), "a table holds integers")
			return
		}
		list = append(list, fmt.Sprint(n.Int64()))
	}
	g.Set(op.Result(), g.table(cmp.Or(op.Result().NameHint(), "table"), "int64_t", "", list))
}

// extract looks up a number in a table.
func (g *graphWriter) extract(op tensor.ExtractOp) {
	if values, ok := ir.ConstantValue(op.Tensor()).(*ir.DenseAttr); ok && values.Splat {
		g.Define(op.Result(), g.Value(op.Tensor())+"[0]")
		return
	}
	shape := op.Tensor().Type().(*ir.TensorType).Dims
	at := "0"
	for d, v := range op.Indices() {
		if at = fmt.Sprintf("%s * %d + %s", at, shape[d], g.Value(v)); d == 0 {
			at = g.Argument(v)
		} else if d > 1 {
			at = "(" + at + ")"
		}
	}
	g.Define(op.Result(), fmt.Sprintf("%s[%s]", g.Value(op.Tensor()), at))
}
