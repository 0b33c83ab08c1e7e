package okk

import (
	"fmt"
	"slices"

	"optc/dialect/okk"
	"optc/ir"
	"optc/num"
)

// axis is an extent that tensors of a kernel have in common, because operations name it by one letter in
// their rows.
//
//	okk.load %x to %t           N of %x, N of %t
//	okk.conv2d %y, %t, %w       N of %y, N of %t; rows P of %y reach rows H of %t
//	okk.store %y to %z          N of %y, N of %z
type axis struct {
	name  string
	whole int64
	step  int64 // parts are multiples of it
	// exact is set if all parts are of one size.
	exact bool
	// sums are the operations that add their results up over the extent.
	sums []*ir.Operation
	// from is the axis of the rows of outputs whose windows reach the rows of this axis; nil if the parts
	// of this axis follow from no other one.
	from   *axis
	window okk.Window
	// blocked is the reason why the axis cannot be divided; "" if it can.
	blocked string
	parts   map[int64]partRows // that are known, by the size of a part of the root
}

// root returns the axis from whose parts the parts of an axis follow.
func (a *axis) root() *axis {
	for a.from != nil {
		a = a.from
	}
	return a
}

func (a *axis) block(format string, args ...any) {
	if a.blocked == "" {
		a.blocked = fmt.Sprintf(format, args...)
	}
}

// stepBy restricts the parts of an axis to multiples of n.
func (a *axis) stepBy(n int64) { a.step = a.step / num.GCD(a.step, n) * n }

// extentOf is a dimension of a tensor.
type extentOf struct {
	v   *ir.Value
	dim int
}

// axes finds the axes of a kernel.
type axes struct {
	machine *okk.Machine
	parents map[extentOf]extentOf
	of      map[extentOf]*axis // of representatives
	list    []*axis            // in the order in which they are found
	reduces bool
}

// findAxes finds the axes of operations. If reduces is set, pools that reduce all rows of a tensor add up over the rows.
func findAxes(m *okk.Machine, ops []*ir.Operation, reduces bool) *axes {
	x := &axes{machine: m, reduces: reduces, parents: map[extentOf]extentOf{}, of: map[extentOf]*axis{}}
	for _, op := range ops {
		x.join(op)
	}
	for _, op := range ops {
		x.describe(op)
	}
	for _, op := range ops {
		x.connect(op)
	}
	for _, op := range ops {
		x.permit(op)
	}
	for _, a := range x.list {
		x.settle(a)
	}
	return x
}

func (x *axes) find(e extentOf) extentOf {
	for {
		next, known := x.parents[e]
		if !known {
			return e
		}
		e = next
	}
}

// axis returns the axis of a dimension of a tensor; nil if it has none.
func (x *axes) axis(v *ir.Value, dim int) *axis { return x.of[x.find(extentOf{v, dim})] }

// axesOf lists the axes of a tensor by its dimensions.
func (x *axes) axesOf(v *ir.Value) []*axis {
	shape, _ := okk.Extents(v.Type())
	list := make([]*axis, len(shape))
	for d := range list {
		list[d] = x.axis(v, d)
	}
	return list
}

// each visits the dimensions of the tensors of an operation by the letters of its row.
func (x *axes) each(op *ir.Operation, visit func(letter byte, e extentOf)) {
	row := okk.RowOf(op)
	if row == nil {
		return
	}
	for i, v := range okk.Tensors(op) {
		shape, _ := okk.Extents(v.Type())
		for d := range shape {
			if letters := row.Letters(i); letters[d] != '1' {
				visit(letters[d], extentOf{v, d})
			}
		}
	}
}

// join unites the dimensions that an operation names alike.
func (x *axes) join(op *ir.Operation) {
	unite := func(a, b extentOf) {
		if a, b = x.find(a), x.find(b); a != b {
			x.parents[b] = a
		}
	}
	if view, ok := okk.ViewOf(op); ok { // repeats a tensor: other extents stay
		from, _ := okk.Extents(view.Source.Type())
		to, _ := okk.Extents(op.Result(0).Type())
		for d := range to {
			if from[d] == to[d] {
				unite(extentOf{view.Source, d}, extentOf{op.Result(0), d})
			}
		}
		return
	}
	first := map[byte]extentOf{}
	still := okk.RowOf(op).Sliding() && isStill(okk.WindowOf(op))
	x.each(op, func(letter byte, e extentOf) {
		if still && letter == 'H' {
			letter = 'P'
		}
		if f, known := first[letter]; known {
			unite(f, e)
		} else {
			first[letter] = e
		}
	})
}

// isStill reports whether each row of an output depends on the row of the input with the same number.
func isStill(w okk.Window) bool {
	return w.Reach(0) == 1 && w.Stride[0] == 1 && w.Padding(0) == 0
}

// describe makes the axes of the tensors of an operation.
func (x *axes) describe(op *ir.Operation) {
	values := op.OperandList()
	if okk.IsView(op) {
		values = append(values, op.Result(0))
	}
	for _, v := range values {
		shape, ok := okk.Extents(v.Type())
		if !isTensor(v) || ok != 0 {
			continue
		}
		for d, n := range shape {
			r := x.find(extentOf{v, d})
			a := x.of[r]
			if a == nil {
				a = &axis{name: nameOfDim(shape, d), step: 1, parts: map[int64]partRows{}}
				x.of[r] = a
				x.list = append(x.list, a)
			}
			a.whole = max(a.whole, n)
		}
	}
}

func nameOfDim(shape []int64, d int) string {
	if len(shape) == 2 {
		return []string{"rows", "columns"}[d]
	}
	return "NCHW"[d : d+1]
}

// connect finds the axes whose parts follow from other parts, by windows and by sums.
func (x *axes) connect(op *ir.Operation) {
	row := okk.RowOf(op)
	if row == nil {
		return
	}
	x.each(op, func(letter byte, e extentOf) {
		a := x.axis(e.v, e.dim)
		switch {
		case containsByte(row.Sum, letter):
			a.name = string(rune(letter))
			if !slices.Contains(a.sums, op) {
				a.sums = append(a.sums, op)
			}
		case len(row.Letters(0)) == 2:
			a.name = string(rune(letter))
		}
	})
	if !row.Sliding() || isStill(okk.WindowOf(op)) {
		return
	}
	if x.reduces && reducesRows(op) {
		a := x.axis(okk.InputOf(op), 2)
		a.sums, a.exact = append(a.sums, op), true
		return
	}
	rows, reached, w := x.axis(okk.Destination(op), 2), x.axis(okk.InputOf(op), 2), okk.WindowOf(op)
	switch {
	case rows.root() == reached:
		reached.block("'%s' needs other rows of '%s' than another operation", op.Name(), okk.NameOf(okk.InputOf(op)))
	case reached.from == nil:
		reached.from, reached.window = rows, w
	case reached.from != rows || reached.window.Reach(0) != w.Reach(0) || reached.window.Stride[0] != w.Stride[0] || reached.window.Top != w.Top:
		reached.root().block("'%s' needs other rows of '%s' than another operation", op.Name(), okk.NameOf(okk.InputOf(op)))
		rows.root().block("'%s' needs other rows of '%s' than another operation", op.Name(), okk.NameOf(okk.InputOf(op)))
	}
}

func containsByte(s string, b byte) bool {
	for i := range len(s) {
		if s[i] == b {
			return true
		}
	}
	return false
}

// permit blocks the axes along which the work of an operation cannot be divided.
func (x *axes) permit(op *ir.Operation) {
	row := okk.RowOf(op)
	if row == nil {
		return
	}
	whole := row.Of(op).AnyShape
	x.each(op, func(letter byte, e extentOf) {
		byWindow := letter == 'H' && row.Sliding() && containsByte(row.Divide, 'P')
		if whole || !containsByte(row.Divide, letter) && !containsByte(row.Sum, letter) && !byWindow {
			x.axis(e.v, e.dim).block("'%s' needs all of '%s'", op.Name(), okk.NameOf(e.v))
		}
		if containsByte(row.Sum, letter) {
			x.permitSum(op, x.axis(e.v, e.dim))
		}
		x.limit(e)
	})
}

// permitSum blocks or limits the axis over which an operation adds up.
func (x *axes) permitSum(op *ir.Operation, a *axis) {
	row := okk.RowOf(op)
	if row.ReadsDestination(op) {
		a.block("'%s' adds to its destination already", op.Name())
	}
	if row.WholeSum != nil {
		if reason := row.WholeSum(op); reason != "" {
			a.block("%s", reason)
		}
	}
	if row.SumStep != nil {
		a.stepBy(row.SumStep(x.machine))
	}
}

// limit restricts the parts of a dimension of a tensor to what its type allows.
func (x *axes) limit(e extentOf) {
	a := x.axis(e.v, e.dim)
	shape, open := okk.Extents(e.v.Type())
	mode := okk.N1
	switch t := e.v.Type().(type) {
	case *okk.SystemType:
		mode = t.Tensor.Mode
	case *okk.LocalType:
		mode = t.Tensor.Mode
		if _, placed := okk.AddressOf(e.v); placed || t.Tensor.Layout == okk.Strided && !okk.IsView(e.v.DefiningOp()) || t.Resolved {
			a.block("'%s' has a place or strides of its own", okk.NameOf(e.v))
		}
		if e.dim == 1 && len(shape) == 4 {
			a.stepBy(x.machine.NPUs)
		}
	}
	switch {
	case open != 0:
		a.block("'%s' has extents that are values", okk.NameOf(e.v))
	case mode != okk.N1:
		a.exact = true
		if e.dim == 0 {
			a.stepBy(mode.Pack())
		}
	}
	if shape[e.dim] != a.whole {
		a.block("'%s' has extent %d, not %d", okk.NameOf(e.v), shape[e.dim], a.whole)
	}
}

// settle hands on the limits of an axis to the axis from whose parts its parts follow.
func (x *axes) settle(a *axis) {
	root := a.root()
	if a == root {
		return
	}
	if a.blocked != "" {
		root.block("%s", a.blocked)
	}
	if len(a.sums) > 0 {
		root.block("'%s' adds up over rows that overlap", a.sums[0].Name())
	}
}

// divisible lists the axes along which the kernel may be divided, the axis of a sum last.
func (x *axes) divisible() (list []*axis, reasons []string) {
	for _, a := range x.list {
		switch {
		case a.from != nil || a.whole == 1:
		case a.blocked != "":
			if reason := fmt.Sprintf("along %s, %s", a.name, a.blocked); !slices.Contains(reasons, reason) {
				reasons = append(reasons, reason)
			}
		default:
			list = append(list, a)
		}
	}
	slices.SortStableFunc(list, func(a, b *axis) int { return min(len(a.sums), 1) - min(len(b.sums), 1) })
	return list, reasons
}
