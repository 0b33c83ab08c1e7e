package okk

import (
	"fmt"
	"slices"

	"optc/diag"
	"optc/ir"
)

// OpClass holds the hardware's requirements for the operands of a class of operations
// (OKKernel manual, operand rules of the operations). The first operand is the
// destination.
type OpClass struct {
	Name string
	// Operands has a column for each operand. The last column holds for all operands after it, if it is
	// variadic; optional operands are last.
	Operands []Column

	SameType   bool    // all operands have the same type and mode
	FixedPoint bool    // operands are integers of 8 or 16 bits
	SamePacked bool    // all operands have the same shape in units
	SameStart  bool    // all operands start at the same NPU
	FirstNPU   bool    // all operands start at NPU 0
	InPlace    bool    // the destination may be a source
	AnyShape   bool    // the shapes need not go together
	ShapeRule  string  // the rule of shapes in words, unless they are all alike
	WindowRule string  // how the extents of an output follow from a window, in words
	Window     *Window // of an operation
}

// column returns the column of an operand.
func (c OpClass) column(i int) Column { return c.Operands[min(i, len(c.Operands)-1)] }

// counts returns the smallest and the largest number of operands; the largest one is 0 if there is
// none.
func (c OpClass) counts() (least, most int) {
	for _, o := range c.Operands {
		if o.Arity == ir.Single {
			least++
		}
		most++
	}
	if c.Operands[most-1].Arity == ir.Variadic {
		return max(least, 1), 0
	}
	return least, most
}

// OpClass returns the rules of the operation okk.name. The error code is bad-op.
func (m *Machine) OpClass(name string) (OpClass, error) {
	var names []string
	for _, r := range rows() {
		if r.Check != nil {
			continue
		}
		if r.Name == name {
			return r.OpClass, nil
		}
		names = append(names, r.Name)
	}
	return OpClass{}, diag.Errorf("bad-op", "unknown class of operations '%s'%s", name, diag.DidYouMean(name, names))
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
	if least, most := c.counts(); len(operands) < least || most > 0 && len(operands) > most {
		return diag.Errorf("bad-op", "expected at least %d operands of '%s', but got %d", least, c.Name, len(operands))
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

// modeOf is the mode in which a tensor of an element type has to be by a rule.
func (r ModeRule) modeOf(m *Machine, t DType) Mode {
	want := N1
	switch r {
	case InIC2:
		want = IC2
	case PackedMode:
		want = map[int64]Mode{1: N4, 2: N2}[t.Bytes()]
	}
	if m.Modes.Has(want) {
		return want
	}
	return N1
}

func (c OpClass) checkTypes(m *Machine, operands []*Tensor) error {
	first := operands[0].Type
	for i, x := range operands {
		t, of := x.Type, c.column(i)
		if c.SameType && (t.DType != first.DType || t.Mode != first.Mode) {
			return operandError(i, diag.Errorf("dtype-mismatch", "element types %s and %s differ", describe(first), describe(t)))
		}
		if c.FixedPoint && t.DType.Bytes() > 2 {
			return operandError(i, diag.Errorf("dtype-mismatch", "expected 8- or 16-bit elements for '%s', but operand #%d has %s", c.Name, i, describe(t)))
		}
		if of.Types != 0 && !of.Types.Has(t.DType) {
			return operandError(i, diag.Errorf("dtype-mismatch", "expected elements of type %s for operand #%d of '%s', but got %s", of.Types, i, c.Name, describe(t)))
		}
		if want := of.Mode.modeOf(m, t.DType); t.Mode != want && of.Mode != AnyMode {
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
	if !c.shapesFit(c.shapesOf(operands)) || !c.widthsFit(operands) {
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
		if (c.SameStart || c.column(i).AtStart) && x.Start != operands[0].Start {
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
		of := c.column(i)
		if of.Layouts != 0 && !slices.ContainsFunc(of.Layouts.list(), x.isIn) {
			return operandError(i, diag.Errorf("layout-required", "operand #%d must be in %s layout", i, of.Layouts))
		}
		if align := x.Type.UnitBytes(); of.WholeUnits && x.Address%align != 0 {
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
	return c.checkAliases(operands, operandName)
}

// operandName names an operand of which no other name is known.
func operandName(i int) string {
	if i == 0 {
		return "destination"
	}
	return fmt.Sprintf("operand #%d", i)
}

// checkAliases is [OpClass.CheckAliases] with names of operands for the message.
func (c OpClass) checkAliases(operands []*Tensor, name func(i int) string) error {
	dst := operands[0]
	for i, x := range operands[1:] {
		if c.InPlace && x.Address == dst.Address && x.Equivalent(dst.Geometry) {
			continue
		}
		if s, shared := dst.Shared(x); shared {
			e := diag.Errorf("operand-overlap", "%s and %s share bytes (NPU %d, offsets [%d, %d))", name(0), name(i+1), s.NPU, s.Lo, s.Hi)
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
