package threadcode

import (
	"optc/dialect/arith"
	"optc/dialect/gpu"
	"optc/dialect/ub"
	"optc/dialect/vector"
	"optc/ir"
	"optc/layout/threads"
)

// Builder builds the code of a thread.
type Builder struct {
	RW *ir.Rewriter
	Group
}

// Group is the group of threads that get the parts.
type Group struct {
	ThreadID  *ir.Value // the flat id of the thread
	Subgroup  int64     // threads of a subgroup
	Workgroup []int64   // threads of the workgroup in x, y and z; empty when unknown
	Alone     bool      // threads cannot exchange values
	Chip      gpu.Chip
}

// Shape describes the threads for the analysis of divergence.
func (g *Group) Shape() threads.Shape {
	t := threads.Shape{Subgroup: g.Subgroup, Workgroup: g.Workgroup}
	if g.Alone {
		t.Workgroup = []int64{g.Subgroup}
	}
	return t
}

// WorkgroupThreads returns the number of threads of the workgroup, or 1 if its size is
// not known.
func (g *Group) WorkgroupThreads() int64 {
	n, _ := ir.NumElements(g.Workgroup)
	return n
}

// LanesOfPartialSubgroup returns the number of lanes of the last subgroup if it has fewer lanes than the others, and otherwise 0.
func (g *Group) LanesOfPartialSubgroup() int64 {
	if len(g.Workgroup) == 0 {
		return 0
	}
	return g.WorkgroupThreads() % g.Subgroup
}

// Index builds an index constant.
func (b *Builder) Index(v int64) *ir.Value {
	return arith.ConstantIndex(b.RW.Builder, v)
}

// Constant builds an arith.constant of a typed attribute.
func (b *Builder) Constant(a ir.TypedAttr) *ir.Value {
	return arith.NewConstant(b.RW, a).Result()
}

// Poison builds an arbitrary value.
func (b *Builder) Poison(t ir.Type) *ir.Value { return ub.NewPoison(b.RW, t).Result() }

// Zero builds a vector of zeros.
func (b *Builder) Zero(t *ir.VectorType) *ir.Value {
	raw := make([]byte, ir.ElementBytes(t.Elem))
	return b.Constant(b.RW.Context().Dense(t, raw))
}

// Zeros returns indices that are 0.
func (b *Builder) Zeros(n int) []*ir.Value {
	vs := make([]*ir.Value, n)
	for i := range vs {
		vs[i] = b.Index(0)
	}
	return vs
}

// ValueOf returns the value of an index that may be a constant.
func (b *Builder) ValueOf(m ir.Mixed) *ir.Value {
	if m.Value != nil {
		return m.Value
	}
	return b.Index(m.Const)
}

// PlusTimes builds sum + digit * factor.
func (b *Builder) PlusTimes(sum, digit ir.Mixed, factor int64) ir.Mixed {
	switch {
	case factor == 0 || digit.IsConst(0):
		return sum
	case digit.Value == nil && sum.Value == nil:
		return ir.Mixed{Const: sum.Const + digit.Const*factor}
	}
	product := b.Index(digit.Const * factor)
	if digit.Value != nil {
		product = arith.NewMulI(b.RW, digit.Value, b.Index(factor)).Result()
	}
	return ir.Mixed{Value: arith.NewAddI(b.RW, b.ValueOf(sum), product).Result()}
}

// IndexCast converts between index and integers.
func (b *Builder) IndexCast(v *ir.Value, t ir.Type) *ir.Value {
	if v.Type() == t {
		return v
	}
	return arith.NewIndexCast(b.RW, t, v).Out()
}

// ShapeCast builds vector.shape_cast, also between equal shapes; folding drops it.
func (b *Builder) ShapeCast(v *ir.Value, shape []int64) *ir.Value {
	t := v.Type().(*ir.VectorType)
	return vector.NewShapeCast(b.RW, ir.Vector(shape, t.Elem), v).Result()
}

// Single makes a vector of one element.
func (b *Builder) Single(v *ir.Value) *ir.Value {
	return vector.NewBroadcast(b.RW, ir.Vector([]int64{1}, v.Type()), v).Vector()
}

// VectorOf makes a thread's part, of the given shape, from its elements.
func (b *Builder) VectorOf(elements []*ir.Value, shape []int64) *ir.Value {
	t := ir.Vector(shape, elements[0].Type())
	if len(shape) == 0 {
		return vector.NewBroadcast(b.RW, t, elements[0]).Vector()
	}
	return vector.NewFromElements(b.RW, t, elements).Dest()
}

// VectorShape returns the extents of a vector.
func VectorShape(v *ir.Value) []int64 { return v.Type().(*ir.VectorType).Dims }
