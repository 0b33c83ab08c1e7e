package okk

import (
	"maps"
	"slices"

	"optc/diag"
)

// OpClass is what the hardware asks of the operands of a class of operations
// (OKKernel manual, operand rules of the operations). The first operand is the
// destination.
type OpClass struct {
	Name string

	SameType    bool                 // all operands have one type and mode
	FixedPoint  bool                 // 8-bit operands in mode N4, 16-bit ones in N2
	SameStart   bool                 // all operands start at one NPU
	FirstNPU    bool                 // all operands start at NPU 0
	Layouts     map[int]Layout       // required layout by operand; -1 stands for all
	Modes       map[int]Mode         // required mode by operand; the others are N1
	MinOperands int                  // destination included
	MaxOperands int                  // 0 for any number
	shapes      func([]*Tensor) bool // whether the shapes go together
	shapeRule   string               // the same in words
}

// opClasses is indexed by name.
func opClasses() map[string]OpClass {
	perChannel := OpClass{
		SameType: true, SameStart: true, Layouts: map[int]Layout{2: Compact}, MinOperands: 3, MaxOperands: 3,
		shapes: func(x []*Tensor) bool {
			return sameShape(x[:2]) && x[2].Type.Shape == Dims{1, x[0].Type.Shape[1], 1, 1}
		},
		shapeRule: "destination and source alike, the other operand (1, C, 1, 1)",
	}
	bias, scale := perChannel, perChannel
	bias.Name, scale.Name = "bias", "scale"
	list := []OpClass{
		{Name: "eltwise", SameType: true, SameStart: true, MinOperands: 2, shapes: sameShape, shapeRule: "all alike"},
		{Name: "convert", SameStart: true, Layouts: map[int]Layout{-1: Aligned}, MinOperands: 2, MaxOperands: 2, shapes: sameShape, shapeRule: "all alike"},
		{Name: "table", SameStart: true, Layouts: map[int]Layout{0: Aligned, 1: Aligned}, MinOperands: 3, MaxOperands: 3,
			shapes: func(x []*Tensor) bool { return sameShape(x[:2]) }, shapeRule: "destination and index alike"},
		bias,
		scale,
		{Name: "fixed_point", FixedPoint: true, SameStart: true, FirstNPU: true, MinOperands: 2, shapes: sameShape, shapeRule: "all alike"},
		{Name: "conv2d", Layouts: map[int]Layout{0: Aligned}, Modes: map[int]Mode{2: IC2}, MinOperands: 3, MaxOperands: 4,
			shapes: func(x []*Tensor) bool {
				out, in, w := x[0].Type.Shape, x[1].Type.Shape, x[2].Type.Shape
				return out[0] == in[0] && in[1] == w[0] && out[1] == w[1] && (len(x) < 4 || x[3].Type.Shape == Dims{1, out[1], 1, 1})
			}, shapeRule: "(N, O, ·, ·) from (N, I, ·, ·), weight (I, O, ·, ·) and bias (1, O, 1, 1)"},
		{Name: "matmul", SameType: true, Layouts: map[int]Layout{-1: Matrix}, MinOperands: 3, MaxOperands: 3,
			shapes: func(x []*Tensor) bool {
				out, left, right := x[0].Type, x[1].Type, x[2].Type
				return out.Rows == left.Rows && left.Cols == right.Rows && out.Cols == right.Cols && out.Width == right.Width
			}, shapeRule: "(M, N) from (M, K) and (K, N), the result with the width of the right operand"},
	}
	out := map[string]OpClass{}
	for _, c := range list {
		out[c.Name] = c
	}
	return out
}

// LookupOpClass returns the class of operations with a name: eltwise, convert,
// table, bias, scale, fixed_point, conv2d, matmul. Error bad-op.
func LookupOpClass(name string) (OpClass, error) {
	classes := opClasses()
	c, ok := classes[name]
	if !ok {
		return OpClass{}, diag.Errorf("bad-op", "unknown class of operations '%s'%s", name, diag.DidYouMean(name, slices.Sorted(maps.Keys(classes))))
	}
	return c, nil
}

func sameShape(x []*Tensor) bool {
	for _, t := range x[1:] {
		if !slices.Equal(t.Type.LogicalShape(), x[0].Type.LogicalShape()) {
			return false
		}
	}
	return true
}

// Check verifies the operands of an operation, the destination first; each has
// passed [Place]. Errors, the first one that holds: bad-op for a wrong number
// of operands; dtype-mismatch, dtype-unsupported, shape-mismatch, dim-limit,
// start-mismatch, start-not-first, broadcast-write, layout-required.
func (c OpClass) Check(m *Machine, operands ...*Tensor) error {
	if n := len(operands); n < c.MinOperands || c.MaxOperands > 0 && n > c.MaxOperands {
		return diag.Errorf("bad-op", "expected at least %d operands of '%s', but got %d", c.MinOperands, c.Name, n)
	}
	for _, rule := range []func(OpClass, *Machine, []*Tensor) error{
		OpClass.checkTypes, OpClass.checkShapes, OpClass.checkLimits, OpClass.checkStarts, OpClass.checkLayouts,
	} {
		if err := rule(c, m, operands); err != nil {
			return err
		}
	}
	return nil
}

func (c OpClass) checkTypes(m *Machine, operands []*Tensor) error {
	first := operands[0].Type
	for i, x := range operands {
		t := x.Type
		if c.SameType && (t.DType != first.DType || t.Mode != first.Mode) {
			return diag.Errorf("dtype-mismatch", "element types %s and %s differ", describe(first), describe(t))
		}
		want := c.Modes[i]
		if c.FixedPoint {
			switch t.DType.Bytes() {
			case 1:
				want = N4
			case 2:
				want = N2
			default:
				return diag.Errorf("dtype-mismatch", "expected 8- or 16-bit elements for '%s', but operand %d has %s", c.Name, i, describe(t))
			}
		}
		if t.Mode != want && (c.FixedPoint || c.Modes != nil) {
			return diag.Errorf("dtype-mismatch", "expected mode %s for operand %d of '%s', but got %s", want, i, c.Name, describe(t))
		}
	}
	for _, x := range operands {
		if !m.Compute.Has(x.Type.DType) {
			return diag.Errorf("dtype-unsupported", "machine %s cannot compute on %s", m.Name, x.Type.DType)
		}
	}
	return nil
}

func (c OpClass) checkShapes(_ *Machine, operands []*Tensor) error {
	if c.shapes(operands) {
		return nil
	}
	e := diag.Errorf("shape-mismatch", "shapes %s and %s differ", list(operands[0].Type.LogicalShape()), list(operands[1].Type.LogicalShape()))
	if sameShape(operands[:2]) || c.shapeRule != "all alike" {
		e.Msg = "the shapes of the operands of '" + c.Name + "' do not go together"
	}
	e.Note("expected %s", c.shapeRule)
	for i, x := range operands {
		e.Note("operand %d is %s", i, list(x.Type.LogicalShape()))
	}
	return e
}

func (c OpClass) checkLimits(m *Machine, operands []*Tensor) error {
	for _, x := range operands {
		for d, v := range x.Packed {
			limit := m.DimMax
			if d == 1 {
				limit = m.ChanMax
			}
			if v > limit {
				return diag.Errorf("dim-limit", "%c = %d exceeds the limit %d", "NCHW"[d], v, limit)
			}
		}
	}
	return nil
}

func (c OpClass) checkStarts(_ *Machine, operands []*Tensor) error {
	for _, x := range operands {
		if c.SameStart && x.Start != operands[0].Start {
			return diag.Errorf("start-mismatch", "operands start at NPU %d and NPU %d", operands[0].Start, x.Start)
		}
	}
	if c.FirstNPU && operands[0].Start != 0 {
		return diag.Errorf("start-not-first", "operands of a fixed-point operation must start at NPU 0, not %d", operands[0].Start)
	}
	return nil
}

func (c OpClass) checkLayouts(m *Machine, operands []*Tensor) error {
	if operands[0].Type.Broadcast {
		return diag.Errorf("broadcast-write", "destination repeats elements (stride 0) and cannot be written")
	}
	for i, x := range operands {
		want, ok := c.Layouts[i]
		if !ok {
			want, ok = c.Layouts[-1]
		}
		if ok && !x.isIn(want) {
			return diag.Errorf("layout-required", "operand %d must be in %s layout", i, want)
		}
	}
	return nil
}

// isIn reports whether the tensor lies as the layout would put it, whatever its
// type calls it.
func (x *Tensor) isIn(l Layout) bool {
	if x.Type.Layout == l {
		return true
	}
	if l == Matrix || l == Strided || x.Type.Layout == Matrix {
		return false
	}
	t := x.Type
	t.Layout = l
	if x.Address%t.Alignment(x.Machine) != 0 {
		return false
	}
	return x.Equivalent(t.geometry(x.Machine, x.Start))
}

// Equivalent reports whether two geometries place every element alike when they
// begin at the same address: the strides with effect agree.
func (g Geometry) Equivalent(h Geometry) bool {
	return g.Start == h.Start && g.Unit == h.Unit && g.Packed == h.Packed && g.Rows == h.Rows && g.Canonical() == h.Canonical()
}
