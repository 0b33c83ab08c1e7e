package okk

import (
	"slices"
	"strings"

	"optc/diag"
	"optc/ir"
	"optc/num"
)

// Attributes of windows.
const (
	paddingAttr  = "padding"
	strideAttr   = "stride"
	dilationAttr = "dilation"
	kernelAttr   = "kernel"
)

// Window is a kernel that moves over rows and columns, of a convolution or of pooling.
type Window struct {
	Top, Bottom, Left, Right int64 // padding
	Kernel, Stride, Dilation [2]int64
	// Edges are further rows of padding at the top and at the bottom, which values hold; nil if there
	// are none.
	Edges []*ir.Value
}

// WindowOf returns the window of an operation. Lists of a wrong length count as absent; the
// verifier refuses them. The kernel is as large as the operand with the extents K and L, if there is one.
func WindowOf(op *ir.Operation) Window {
	w := Window{Kernel: pair(op, kernelAttr), Stride: pair(op, strideAttr), Dilation: pair(op, dilationAttr)}
	if p := intsAttr(op, paddingAttr); len(p) == 4 {
		w.Top, w.Bottom, w.Left, w.Right = p[0], p[1], p[2], p[3]
	}
	row, tensors := RowOf(op), Tensors(op)
	w.Edges = op.OperandList()[len(tensors):]
	for i, v := range tensors {
		if strings.HasSuffix(row.column(i).Shape, "KL") {
			k := v.Type().(*LocalType).Tensor.Shape
			w.Kernel = [2]int64{k[2], k[3]}
		}
	}
	return w
}

// edges adds the values of a window to the definition of its operation: further rows of padding, which
// differ between the iterations of a loop over rows.
func (r *Row) edges(d *ir.OpDef) {
	d.Operands = append(d.Operands, ir.VariadicIndex("edges"))
	if slices.ContainsFunc(r.Operands, func(c Column) bool { return c.Arity == ir.Optional }) {
		d.Traits |= ir.AttrSizedOperandSegments
	}
	for _, a := range d.Attrs {
		if !a.Optional {
			d.New = append(d.New, a.Name)
		}
	}
	d.Fold = foldEdges
}

// foldEdges turns further rows of padding that are constants into numbers.
//
//	%c1 = arith.constant 1 : index
//	%c0 = arith.constant 0 : index
//	okk.pool2d … padding [0, 0, 1, 1] edges(%c1, %c0)   →   okk.pool2d … padding [1, 0, 1, 1]
func foldEdges(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	w := WindowOf(op)
	if len(w.Edges) != 2 {
		return ir.FoldResult{}
	}
	var rows [2]int64
	for i, v := range w.Edges {
		a, known := ir.ConstantValue(v).(*ir.IntegerAttr)
		if !known || a.Int64() < 0 || a.Int64() > maxDim {
			return ir.FoldResult{}
		}
		rows[i] = a.Int64()
	}
	op.SetOperandGroup(len(op.Def().Operands)-1, nil)
	op.SetAttr(paddingAttr, ir.ContextOf(op).DenseI64Array([]int64{w.Top + rows[0], w.Bottom + rows[1], w.Left, w.Right}))
	return ir.FoldInPlace()
}

// pair returns two numbers, 1 and 1 if they are not given.
func pair(op *ir.Operation, name string) [2]int64 {
	if list := intsAttr(op, name); len(list) == 2 {
		return [2]int64(list)
	}
	return [2]int64{1, 1}
}

// Padding returns the rows or columns that are added to the input, above and below together.
func (w Window) Padding(i int) int64 {
	return [2]int64{w.Top + w.Bottom, w.Left + w.Right}[i]
}

// Reach returns the rows or columns of the input that an element of the output depends on.
func (w Window) Reach(i int) int64 { return (w.Kernel[i]-1)*w.Dilation[i] + 1 }

// output returns the rows or columns of the output; 0 if the kernel does not fit.
func (w Window) output(i int, input int64) int64 {
	if padded := input + w.Padding(i); padded >= w.Reach(i) {
		return (padded-w.Reach(i))/w.Stride[i] + 1
	}
	return 0
}

// windowAttr is an attribute of windows: a list of numbers.
type windowAttr struct {
	name   string
	length int
	least  int64
	most   int64 // of the chips whose rules are known (functional model of BM1684); 0 for any
}

// Limits of windows on the chips whose rules are known.
const (
	MostStride   = 15
	MostDilation = 16
)

var windowAttrs = []windowAttr{
	{name: paddingAttr, length: 4, least: 0, most: 15},
	{name: strideAttr, length: 2, least: 1, most: MostStride},
	{name: dilationAttr, length: 2, least: 1, most: MostDilation},
	{name: kernelAttr, length: 2, least: 1},
}

// checkWindow checks the numbers of a window, and their limits on the machine.
func checkWindow(op *ir.Operation) *ir.Diagnostic {
	for _, a := range windowAttrs {
		given := intsAttr(op, a.name)
		if op.Attr(a.name) == nil {
			continue
		}
		if len(given) != a.length || slices.Min(given) < a.least || slices.Max(given) > maxDim {
			return problem(op, "bad-window", "expected %d numbers of at least %d for '%s', but got [%s]", a.length, a.least, a.name, num.JoinInts(given))
		}
	}
	if n := len(WindowOf(op).Edges); n != 0 && n != 2 {
		return problem(op, "bad-window", "expected rows of padding at the top and at the bottom after 'edges', but got %s", diag.Counted(n, "value"))
	}
	m := MachineFor(op)
	if m == nil || !m.Rules {
		return nil
	}
	for _, a := range windowAttrs {
		if given := intsAttr(op, a.name); a.most > 0 && len(given) > 0 && slices.Max(given) > a.most {
			return problem(op, "bad-window", "expected numbers of at most %d for '%s', but got [%s]", a.most, a.name, num.JoinInts(given)).
				Note(op.Loc(), "paddings and strides are at most %d, dilations at most %d", windowAttrs[0].most, windowAttrs[2].most)
		}
	}
	return nil
}

// SetPadding sets the padding of an operation with a window, and the values that hold further rows.
func SetPadding(op *ir.Operation, w Window, edges []*ir.Value) {
	op.SetAttr(paddingAttr, ir.ContextOf(op).DenseI64Array([]int64{w.Top, w.Bottom, w.Left, w.Right}))
	op.SetOperandGroup(len(op.Def().Operands)-1, edges)
}

// SetResultAdd lets an operation add its result to the contents of the destination.
func SetResultAdd(op *ir.Operation) { op.SetAttr(resultAddAttr, ir.ContextOf(op).Unit()) }
