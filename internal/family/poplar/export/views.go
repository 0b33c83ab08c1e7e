package export

import (
	"fmt"
	"strings"

	"optc/dialect/poplar"
	"optc/ir"
)

// viewForms are the forms of views (Poplar C++ API, Tensor.hpp).
var viewForms = []form{
	view(func(g *graphWriter, x string, op poplar.SliceOp) string {
		return fmt.Sprintf("%s.slice(%s, %s, %d)", x, g.number(op.Operation(), op.Begin()), g.number(op.Operation(), op.End()), op.Dim())
	}),
	view(func(g *graphWriter, x string, op poplar.IndexOp) string {
		i := g.number(op.Operation(), op.Index())
		if op.Dim() == 0 {
			return fmt.Sprintf("%s[%s]", x, i)
		}
		return fmt.Sprintf("%s.slice(%s, %s + 1, %d).squeeze({%d})", x, i, i, op.Dim(), op.Dim())
	}),
	view(func(g *graphWriter, _ string, op poplar.ConcatOp) string {
		var list []string
		for _, v := range op.Inputs() {
			list = append(list, g.Value(v))
		}
		return fmt.Sprintf("concat({%s}, %d)", strings.Join(list, ", "), op.Dim())
	}),
	view(func(g *graphWriter, x string, op poplar.ReshapeOp) string {
		t := op.Result().Type().(*poplar.TensorType)
		if !t.IsStatic() {
			g.Refuse(op.Operation(), "the shape of its result is not known")
		}
		return fmt.Sprintf("%s.reshape({%s})", x, commas(t.Shape))
	}),
	view(func(_ *graphWriter, x string, _ poplar.FlattenOp) string { return x + ".flatten()" }),
	view(func(_ *graphWriter, x string, op poplar.DimShuffleOp) string {
		return fmt.Sprintf("%s.dimShuffle({%s})", x, commas(op.Permutation()))
	}),
	view(func(_ *graphWriter, x string, op poplar.DimRollOp) string {
		return fmt.Sprintf("%s.dimRoll(%d, %d)", x, op.From(), op.To())
	}),
	view(func(_ *graphWriter, x string, op poplar.ReverseOp) string {
		return fmt.Sprintf("%s.reverse(%d)", x, op.Dim())
	}),
	view(func(_ *graphWriter, x string, op poplar.BroadcastOp) string {
		return fmt.Sprintf("%s.broadcast(%d, %d)", x, op.Count(), op.Dim())
	}),
	view(func(_ *graphWriter, x string, op poplar.SubsampleOp) string {
		return fmt.Sprintf("%s.subSample(%d, %d)", x, op.Step(), op.Dim())
	}),
	view(func(_ *graphWriter, x string, op poplar.ExpandOp) string {
		return fmt.Sprintf("%s.expand({%s})", x, commas(op.Before()))
	}),
	view(func(_ *graphWriter, x string, op poplar.SqueezeOp) string {
		return fmt.Sprintf("%s.squeeze({%s})", x, commas(op.Dims()))
	}),
}

// view returns the form of a view whose text is made from the text of its source. A view
// that is not used is left out.
func view[T typed](text func(g *graphWriter, x string, op T) string) form {
	var kind T
	return form{kind.Kind(), func(g *graphWriter, op *ir.Operation) {
		of, x := ir.Cast[T](op), ""
		if one, ok := any(of).(interface{ Source() *ir.Value }); ok {
			x = g.Value(one.Source())
		}
		if v := op.Result(0); !v.Unused() {
			g.tensor(v, text(g, x, of))
		}
	}}
}
