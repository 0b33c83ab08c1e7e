package okk

import (
	"maps"
	"slices"

	"optc/diag"
)

// OpClass holds the hardware's requirements for the operands of a class of operations
// (OKKernel manual, operand rules of the operations). The first operand is the
// destination.
type OpClass struct {
	Name string

	SameType    bool                 // all operands have the same type and mode
	Types       map[int]DTypeSet     // element types by operand; -1 for all others
	FixedPoint  bool                 // 8-bit operands in mode N4, 16-bit ones in N2
	SamePacked  bool                 // all operands have the same shape in units
	SameStart   bool                 // all operands start at the same NPU
	Starts      []int                // operands that start at the NPU of the destination
	FirstNPU    bool                 // all operands start at NPU 0
	InPlace     bool                 // the destination may be a source
	Layouts     map[int]Layout       // required layout by operand; -1 for all others
	Modes       map[int]Mode         // required mode by operand; the others are N1
	Alignments  map[int]int64        // bytes to which the address of an operand is aligned, beyond its layout
	MinOperands int                  // destination included
	MaxOperands int                  // 0 for any number
	shapes      func([]*Tensor) bool // whether the shapes go together
	shapeRule   string               // the shape rule in words
	// result returns the shape of the destination that goes with the sources; nil if no
	// destination does.
	result func([]*Tensor) []int64
}

// rest is the key for the operands that a map of a class does not name.
const rest = -1

var (
	only32Bit = map[int]DTypeSet{rest: 1<<F32 | 1<<I32 | 1<<UI32}
	onlyF32   = map[int]DTypeSet{rest: 1 << F32}
)

// elementwise is the class of operations on operands of the same shape, element by
// element.
func elementwise(name string, operands int) OpClass {
	return OpClass{
		Name: name, SameType: true, SamePacked: true, SameStart: true, InPlace: true, MinOperands: operands, MaxOperands: operands,
		shapes: sameShape, shapeRule: allAlike,
	}
}

const allAlike = "all alike"

// perChannel is the class of operations whose operands after destination and source
// hold one number per channel.
func perChannel(name string, operands int) OpClass {
	c := OpClass{
		Name: name, SameType: true, SameStart: true, InPlace: true, Types: onlyF32, Layouts: map[int]Layout{}, MinOperands: operands, MaxOperands: operands,
		shapes: func(x []*Tensor) bool {
			if !sameShape(x[:2]) {
				return false
			}
			for _, t := range x[2:] {
				if t.Type.Shape != (Dims{1, x[0].Type.Shape[1], 1, 1}) {
					return false
				}
			}
			return true
		},
		shapeRule: "destination and source alike, each other operand (1, C, 1, 1)",
	}
	for i := 2; i < operands; i++ {
		c.Layouts[i] = Compact
	}
	return c
}

// fixedPoint is the class of operations on packed integers.
func fixedPoint() OpClass {
	return OpClass{
		Name: "fixed_point", FixedPoint: true, SameStart: true, FirstNPU: true, InPlace: true, MinOperands: 2,
		shapes: sameShape, shapeRule: allAlike,
	}
}

// window is a kernel that moves over H and W, with its strides and the padding of the
// input.
type window struct {
	padding                  Dims // top, bottom, left, right
	kernel, stride, dilation [2]int64
}

// extents returns the extents of the output along H and W; they are below 1 if the kernel
// does not fit.
func (w window) extents(input Dims) (out [2]int64) {
	for i := range out {
		padded := input[2+i] + w.padding[2*i] + w.padding[2*i+1]
		reach := (w.kernel[i]-1)*w.dilation[i] + 1
		if padded >= reach {
			out[i] = (padded-reach)/w.stride[i] + 1
		}
	}
	return out
}

// fits reports whether an output of n batches and c channels has the extents that follow
// from the window.
func (w window) fits(out, in *Tensor, c int64) bool {
	e := w.extents(in.Type.Shape)
	return out.Type.Shape == Dims{in.Type.Shape[0], c, e[0], e[1]}
}

// result returns the shape of an output with c channels; nil if the kernel does not fit.
func (w window) result(in *Tensor, c int64) []int64 {
	e := w.extents(in.Type.Shape)
	if e[0] < 1 || e[1] < 1 {
		return nil
	}
	return []int64{in.Type.Shape[0], c, e[0], e[1]}
}

// convolution is the class conv2d. Operands are output, input, weight and optionally a
// bias; on a machine with mode IC2 the weight is in that mode. Without a window only
// channels are compared.
func convolution(m *Machine, w *window) OpClass {
	weight := N1
	if m.Modes.Has(IC2) {
		weight = IC2
	}
	c := OpClass{
		Name: "conv2d", Types: onlyF32, Layouts: map[int]Layout{0: Aligned, 3: Compact}, Modes: map[int]Mode{2: weight},
		Starts: []int{2, 3}, Alignments: map[int]int64{2: weight.Pack() * F32.Bytes()}, MinOperands: 3, MaxOperands: 4,
		shapes: func(x []*Tensor) bool {
			out, in, k := x[0].Type.Shape, x[1].Type.Shape, x[2].Type.Shape
			return out[0] == in[0] && in[1] == k[0] && out[1] == k[1] && (len(x) < 4 || x[3].Type.Shape == Dims{1, out[1], 1, 1}) &&
				(w == nil || w.fits(x[0], x[1], k[1]))
		}, shapeRule: "(N, O, ·, ·) from (N, I, ·, ·), weight (I, O, ·, ·) and bias (1, O, 1, 1)",
	}
	if w != nil {
		c.result = func(x []*Tensor) []int64 {
			in, k := x[1].Type.Shape, x[2].Type.Shape
			if in[1] != k[0] {
				return nil
			}
			return w.result(x[1], k[1])
		}
		c.shapeRule += ", H and W of the output floor((extent + padding - dilation·(kernel - 1) - 1) / stride) + 1"
	}
	return c
}

// matmul is the class of products of matrices: result, left, right and optionally a bias.
func matmul() OpClass {
	return OpClass{Name: "matmul", Types: onlyF32, Layouts: map[int]Layout{rest: Matrix}, MinOperands: 3, MaxOperands: 4,
		shapes: func(x []*Tensor) bool {
			out, left, right := x[0].Type, x[1].Type, x[2].Type
			return out.Rows == left.Rows && left.Cols == right.Rows && out.Cols == right.Cols && out.Width == right.Width &&
				(len(x) < 4 || x[3].Type.Rows == 1 && x[3].Type.Cols == out.Cols && x[3].Type.Width == out.Width)
		}, result: func(x []*Tensor) []int64 {
			if x[1].Type.Cols != x[2].Type.Rows {
				return nil
			}
			return []int64{x[1].Type.Rows, x[2].Type.Cols}
		}, shapeRule: "(M, N) from (M, K) and (K, N) and bias (1, N), result and bias with the width of the right operand"}
}

// opClasses maps names to classes.
func opClasses(m *Machine) map[string]OpClass {
	eltwise := elementwise("eltwise", 2)
	eltwise.MaxOperands = 0
	list := []OpClass{
		eltwise,
		{Name: "convert", SameStart: true, Layouts: map[int]Layout{rest: Aligned}, MinOperands: 2, MaxOperands: 2, shapes: sameShape, shapeRule: allAlike},
		{Name: "table", SameStart: true, Layouts: map[int]Layout{0: Aligned, 1: Aligned}, MinOperands: 3, MaxOperands: 3,
			shapes: func(x []*Tensor) bool { return sameShape(x[:2]) }, shapeRule: "destination and index alike"},
		perChannel("bias", 3),
		perChannel("scale", 3),
		perChannel("scale_bias", 4),
		fixedPoint(),
		convolution(m, nil),
		matmul(),
	}
	out := map[string]OpClass{}
	for _, c := range list {
		out[c.Name] = c
	}
	return out
}

// OpClass returns the class of operations with a name: eltwise, convert, table, bias,
// scale, scale_bias, fixed_point, conv2d, matmul. The error code is bad-op.
func (m *Machine) OpClass(name string) (OpClass, error) {
	classes := opClasses(m)
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

// Check verifies the operands of an operation, the destination first; each has passed
// [Place]. Errors, in the order in which they are checked: unknown-rules; bad-op for a
// wrong number of operands; dtype-mismatch, dtype-unsupported, shape-mismatch, dim-limit,
// start-mismatch, start-not-first, broadcast-write, layout-required, addr-align. An error about an
// operand is an [OperandError] with the operand's number.
func (c OpClass) Check(m *Machine, operands ...*Tensor) error {
	if !m.Rules {
		return diag.Errorf("unknown-rules", "the operand rules of machine %s are not known", m.Name).
			Note("tensors can be laid out, allocated and copied on it, but not computed with")
	}
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

// OperandError is an error about an operand of an operation. It unwraps to a
// *[diag.Error].
type OperandError struct {
	Operand int // number in the order of the class
	err     error
}

func (e *OperandError) Error() string { return e.err.Error() }
func (e *OperandError) Unwrap() error { return e.err }

// operandError turns an error into an error about an operand.
func operandError(operand int, err error) error { return &OperandError{operand, err} }

// ruleForOperand returns the entry for an operand in a map of a class.
func ruleForOperand[T any](rules map[int]T, i int) (T, bool) {
	v, ok := rules[i]
	if !ok {
		v, ok = rules[rest]
	}
	return v, ok
}

// mode is the mode in which operand i has to be.
func (c OpClass) mode(m *Machine, i int, t DType) Mode {
	packed := map[int64]Mode{1: N4, 2: N2}[t.Bytes()]
	if c.FixedPoint && m.Modes.Has(packed) {
		return packed
	}
	return c.Modes[i]
}

func (c OpClass) checkTypes(m *Machine, operands []*Tensor) error {
	first := operands[0].Type
	for i, x := range operands {
		t := x.Type
		if c.SameType && (t.DType != first.DType || t.Mode != first.Mode) {
			return operandError(i, diag.Errorf("dtype-mismatch", "element types %s and %s differ", describe(first), describe(t)))
		}
		if c.FixedPoint && t.DType.Bytes() > 2 {
			return operandError(i, diag.Errorf("dtype-mismatch", "expected 8- or 16-bit elements for '%s', but operand #%d has %s", c.Name, i, describe(t)))
		}
		if types, ok := ruleForOperand(c.Types, i); ok && !types.Has(t.DType) {
			return operandError(i, diag.Errorf("dtype-mismatch", "expected elements of type %s for operand #%d of '%s', but got %s", types, i, c.Name, describe(t)))
		}
		if want := c.mode(m, i, t.DType); t.Mode != want && (c.FixedPoint || c.Modes != nil) {
			return operandError(i, diag.Errorf("dtype-mismatch", "expected mode %s for operand #%d of '%s', but got %s", want, i, c.Name, describe(t)))
		}
	}
	for i, x := range operands {
		if !m.Compute.Has(x.Type.DType) {
			return operandError(i, diag.Errorf("dtype-unsupported", "machine %s cannot compute on %s", m.Name, x.Type.DType))
		}
	}
	return nil
}

func (c OpClass) checkShapes(_ *Machine, operands []*Tensor) error {
	if !c.shapes(operands) {
		return c.wrongShapes(operands)
	}
	for i, x := range operands {
		if c.SamePacked && x.Packed != operands[0].Packed {
			return operandError(i, diag.Errorf("shape-mismatch", "operands of '%s' are stored as %s and %s", c.Name, operands[0].Packed, x.Packed).
				Note("elements of the same coordinates would lie in different NPUs"))
		}
	}
	return nil
}

func (c OpClass) wrongShapes(operands []*Tensor) error {
	first := operands[0].Type.LogicalShape()
	for i, x := range operands {
		if c.shapeRule == allAlike && !slices.Equal(x.Type.LogicalShape(), first) {
			return operandError(i, diag.Errorf("shape-mismatch", "shapes %s and %s differ", spellList(first), spellList(x.Type.LogicalShape())))
		}
	}
	e := diag.Errorf("shape-mismatch", "the shapes of the operands of '%s' do not go together", c.Name).Note("expected %s", c.shapeRule)
	for i, x := range operands {
		e.Note("operand #%d is %s", i, spellList(x.Type.LogicalShape()))
	}
	if c.result != nil {
		if shape := c.result(operands); shape != nil && !slices.Equal(shape, first) {
			e.Note("the sources have a result of shape %s", spellList(shape))
		}
	}
	return e
}

func (c OpClass) checkLimits(m *Machine, operands []*Tensor) error {
	limits := Dims{m.BatchMax, m.ChanMax, m.DimMax, m.DimMax}
	for i, x := range operands {
		for d, v := range x.Packed {
			if v > limits[d] {
				return operandError(i, diag.Errorf("dim-limit", "%c = %d exceeds the limit %d", "NCHW"[d], v, limits[d]))
			}
		}
	}
	return nil
}

func (c OpClass) checkStarts(_ *Machine, operands []*Tensor) error {
	for i, x := range operands {
		if (c.SameStart || slices.Contains(c.Starts, i)) && x.Start != operands[0].Start {
			e := diag.Errorf("start-mismatch", "expected operands that start at the same NPU, but they start at NPU %d and NPU %d", operands[0].Start, x.Start)
			if start := operands[0].Start; start != 0 {
				e.Note("write 'start = %d' in the type of operand #%d, so that it starts at NPU %d like operand #0", start, i, start)
			} else {
				e.Note("without 'start = %d' in its type operand #%d starts at NPU 0 like operand #0", x.Start, i)
			}
			return operandError(i, e)
		}
	}
	if c.FirstNPU && operands[0].Start != 0 {
		return operandError(0, diag.Errorf("start-not-first", "operands of '%s' must start at NPU 0, not %d", c.Name, operands[0].Start))
	}
	return nil
}

func (c OpClass) checkLayouts(m *Machine, operands []*Tensor) error {
	if operands[0].Type.Broadcast {
		return operandError(0, errBroadcastWrite())
	}
	for i, x := range operands {
		if want, ok := ruleForOperand(c.Layouts, i); ok && !x.isIn(want) {
			return operandError(i, diag.Errorf("layout-required", "operand #%d must be in %s layout", i, want))
		}
		if align := c.Alignments[i]; align > 0 && x.Address%align != 0 {
			return operandError(i, diag.Errorf("addr-align", "address %d of operand #%d is not a multiple of %d, which '%s' needs", x.Address, i, align, c.Name).
				Note("the hardware reads whole units of mode %s", x.Type.Mode))
		}
	}
	return nil
}

func errBroadcastWrite() *diag.Error {
	return diag.Errorf("broadcast-write", "destination repeats elements (stride 0) and cannot be written")
}

// CheckAliases verifies that operands at their addresses do not overlap: the destination,
// which is the first operand, shares no byte with a source, or, where the class allows
// that, is the source. The error code is operand-overlap.
func (c OpClass) CheckAliases(operands ...*Tensor) error {
	dst := operands[0]
	for i, x := range operands[1:] {
		if c.InPlace && x.Address == dst.Address && x.Equivalent(dst.Geometry) {
			continue
		}
		if s, shared := dst.Shared(x); shared {
			e := diag.Errorf("operand-overlap", "destination and operand #%d share bytes (NPU %d, offsets [%d, %d))", i+1, s.NPU, s.Lo, s.Hi)
			if c.InPlace {
				e.Note("the destination may be an operand, with the same address and strides, or lie apart from it")
			}
			return operandError(i+1, e)
		}
	}
	return nil
}

// isIn reports whether the tensor has the strides of the layout, whatever layout its type
// names.
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

// Equivalent reports whether two geometries place every element at the same address when
// they begin at the same address: they agree in all strides that have an effect.
func (g Geometry) Equivalent(h Geometry) bool {
	return g.Start == h.Start && g.Unit == h.Unit && g.Packed == h.Packed && g.Rows == h.Rows && g.Canonical() == h.Canonical()
}
