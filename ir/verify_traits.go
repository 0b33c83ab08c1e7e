package ir

import (
	"bytes"
	"fmt"
	"io"
	"slices"
)

// traitChecks lists the checks of traits that do not need valid nested operations, in the order in
// which they run, with the messages of Operation.cpp upstream.
var traitChecks = []struct {
	trait Traits
	check func(*Operation) *Diagnostic
}{
	{Terminator, verifyTerminator},
	{SameTypeOperands, verifySameTypeOperands},
	{SameOperandsElementType, verifySameOperandsElementType},
	{SameOperandsShape, verifySameOperandsShape},
	{SameOperandsAndResultShape, verifySameOperandsAndResultShape},
	{SameOperandsAndResultElementType, verifySameOperandsAndResultElementType},
	{SameOperandsAndResultType, verifySameOperandsAndResultType},
	{Elementwise, verifyElementwise},
	{NoRegionArguments, verifyNoRegionArguments},
}

func verifyTerminator(op *Operation) *Diagnostic {
	if op.block == nil || op.block.last != op {
		return op.Errorf("must be the last operation in the parent block")
	}
	return nil
}

func verifyNoRegionArguments(op *Operation) *Diagnostic {
	for r := range op.Regions() {
		if r.Empty() || r.first.NumArgs() == 0 {
			continue
		}
		if op.NumRegions() > 1 {
			return op.Errorf("region #%d should have no arguments", r.Index())
		}
		return op.Errorf("region should have no arguments")
	}
	return nil
}

func verifySameTypeOperands(op *Operation) *Diagnostic {
	for i := 1; i < len(op.operands()); i++ {
		if op.operands()[i].value.typ != op.operands()[0].value.typ {
			return op.Errorf("requires all operands to have the same type")
		}
	}
	return nil
}

func verifySameOperandsShape(op *Operation) *Diagnostic {
	if !compatibleShapes(op.OperandTypes()) {
		return op.Errorf("requires the same shape for all operands")
	}
	return nil
}

func verifySameOperandsAndResultShape(op *Operation) *Diagnostic {
	if op.isScalar() {
		return nil
	}
	if !compatibleShapes(append(op.OperandTypes(), op.ResultTypes()...)) {
		return op.Errorf("requires the same shape for all operands and results")
	}
	return nil
}

func verifySameOperandsElementType(op *Operation) *Diagnostic {
	for i := 1; i < len(op.operands()); i++ {
		if ElementOrSelf(op.operands()[i].value.typ) != ElementOrSelf(op.operands()[0].value.typ) {
			return op.Errorf("requires the same element type for all operands")
		}
	}
	return nil
}

func verifySameOperandsAndResultElementType(op *Operation) *Diagnostic {
	if len(op.results()) == 0 {
		return nil
	}
	elem := ElementOrSelf(op.results()[0].typ)
	for _, t := range append(op.ResultTypes()[1:], op.OperandTypes()...) {
		if ElementOrSelf(t) != elem {
			return op.Errorf("requires the same element type for all operands and results")
		}
	}
	return nil
}

func verifySameOperandsAndResultType(op *Operation) *Diagnostic {
	if len(op.results()) == 0 {
		return nil
	}
	first := op.results()[0].typ
	for i := 1; i < len(op.results()); i++ {
		if d := sameType(op, first, &op.results()[i]); d != nil {
			return d
		}
	}
	for i := range op.operands() {
		if d := sameType(op, first, op.operands()[i].value); d != nil {
			return d
		}
	}
	// The printed form has a single type, which results are inferred to have.
	if len(op.operands()) > 0 && first != op.operands()[0].value.typ {
		return op.Errorf("inferred type(s) '%s' are incompatible with return type(s) of operation '%s'", op.operands()[0].value.typ, first)
	}
	return nil
}

// sameType accepts a value whose type differs from the first result's only in static
// information about the shape.
func sameType(op *Operation, first Type, v *Value) *Diagnostic {
	t := v.typ
	if first == t {
		return nil
	}
	if ElementOrSelf(first) != ElementOrSelf(t) || !CompatibleShape(t, first) {
		d := op.Errorf("requires the same type for all operands and results").
			HintNote(op.Loc(), "result #0 has type '%s', but %s has '%s'", first, placeIn(op, v), t)
		if v.def != op && !op.Loc().IsKnown() {
			d.HintNote(op.Loc(), "a value that takes the place of another by Rewriter.Replace or OpOperand.Set must have a type that its users accept")
		}
		return d
	}
	if r, ok := first.(*TensorType); ok && r.Encoding != nil {
		if other, ok := t.(*TensorType); ok && other.Encoding != r.Encoding {
			return op.Errorf("requires the same encoding for all operands and results")
		}
	}
	return nil
}

// placeIn describes which result or operand of op a value is, and where an operand comes from.
func placeIn(op *Operation, v *Value) string {
	if v.def == op {
		return fmt.Sprintf("result #%d", v.index)
	}
	i := slices.IndexFunc(op.operands(), func(o OpOperand) bool { return o.value == v })
	if v.def == nil {
		return fmt.Sprintf("operand #%d, an argument of a block,", i)
	}
	return fmt.Sprintf("operand #%d, a result of '%s',", i, v.def.Name())
}

// mappable is the kind of type that an elementwise operation maps over: "vector", "tensor",
// "unranked tensor", or "" for scalars.
func mappable(t Type) string {
	switch t.(type) {
	case *VectorType:
		return "vector"
	case *TensorType:
		return "tensor"
	case *UnrankedTensorType:
		return "unranked tensor"
	}
	return ""
}

func verifyElementwise(op *Operation) *Diagnostic {
	if op.allOneType() {
		return nil
	}
	var types []Type
	for i := range op.operands() {
		if t := op.operands()[i].value.typ; mappable(t) != "" {
			types = append(types, t)
		}
	}
	operands := len(types)
	for i := range op.results() {
		if t := op.results()[i].typ; mappable(t) != "" {
			types = append(types, t)
		}
	}
	results := len(types) - operands
	switch {
	case len(types) == 0:
		return nil
	case operands == 0:
		return op.Errorf("if a result is non-scalar, then at least one operand must be non-scalar")
	case results == 0:
		return op.Errorf("if an operand is non-scalar, then there must be at least one non-scalar result")
	case results != len(op.results()):
		return op.Errorf("if an operand is non-scalar, then all results must be non-scalar")
	}
	for _, t := range types {
		if mappable(t) != mappable(types[0]) {
			types = nil
			break
		}
	}
	if types == nil || !compatibleShapes(types) {
		return op.Errorf("all non-scalar operands/results must have the same shape and base type")
	}
	return nil
}

// allOneType reports whether all operands and results have the same type.
func (op *Operation) allOneType() bool {
	if len(op.results()) == 0 {
		return false
	}
	t := op.results()[0].typ
	for i := range op.operands() {
		if op.operands()[i].value.typ != t {
			return false
		}
	}
	for i := range op.results() {
		if op.results()[i].typ != t {
			return false
		}
	}
	return true
}

// CompatibleShape reports whether two types may have the same shape; unknown extents and ranks
// match all shapes.
func CompatibleShape(a, b Type) bool {
	s, ok1 := a.(ShapedType)
	t, ok2 := b.(ShapedType)
	if !ok1 || !ok2 {
		return ok1 == ok2
	}
	if !s.HasRank() || !t.HasRank() {
		return true
	}
	x, y := s.Shape(), t.Shape()
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if x[i] != y[i] && x[i] != Dynamic && y[i] != Dynamic {
			return false
		}
	}
	return true
}

// isScalar reports whether no operand and no result has a shape.
func (op *Operation) isScalar() bool {
	for i := range op.operands() {
		if _, shaped := op.operands()[i].value.typ.(ShapedType); shaped {
			return false
		}
	}
	for i := range op.results() {
		if _, shaped := op.results()[i].typ.(ShapedType); shaped {
			return false
		}
	}
	return true
}

// compatibleShapes is CompatibleShape for many types: either none is shaped, or all are;
// scalable vectors are compatible only with scalable vectors.
func compatibleShapes(types []Type) bool {
	var ranked []ShapedType
	shaped, scalable := 0, 0
	for _, t := range types {
		if s, ok := t.(ShapedType); ok {
			shaped++
			if s.HasRank() {
				ranked = append(ranked, s)
			}
		}
		if v, ok := t.(*VectorType); ok && v.AnyScalable() {
			scalable++
		}
	}
	if shaped == 0 {
		return true
	}
	if shaped != len(types) || scalable != 0 && scalable != len(types) {
		return false
	}
	for _, s := range ranked {
		if Rank(s) != Rank(ranked[0]) {
			return false
		}
	}
	for dim := 0; len(ranked) > 0 && dim < Rank(ranked[0]); dim++ {
		if !compatibleExtents(ranked, dim) {
			return false
		}
	}
	return true
}

// compatibleExtents reports whether the known extents of a dimension are equal.
func compatibleExtents(types []ShapedType, dim int) bool {
	known := int64(Dynamic)
	for _, s := range types {
		switch d := s.Shape()[dim]; {
		case d == Dynamic:
		case known == Dynamic:
			known = d
		case d != known:
			return false
		}
	}
	return true
}

// verifyRegions runs the checks that rely on valid nested operations.
func verifyRegions(op *Operation, symbolUsers []*Operation, threads int) *Diagnostic {
	d := op.def
	if op.NumRegions() > 0 {
		if d.Traits&ImplicitTerminator != 0 {
			if diag := verifyImplicitTerminator(op); diag != nil {
				return diag
			}
		}
		if l := d.Interfaces.Loop; l != nil {
			if diag := verifyLoop(op, l); diag != nil {
				return diag
			}
		}
		if br := d.Interfaces.RegionBranch; br != nil {
			if diag := verifyRegionBranch(op, br); diag != nil {
				return diag
			}
		}
		if d.Traits&SymbolTable != 0 {
			if diag := verifySymbolTable(op, symbolUsers, threads); diag != nil {
				return diag
			}
		}
	}
	if d.Interfaces.DestStyle != nil {
		if diag := verifyDestStyle(op); diag != nil {
			return diag
		}
	}
	if d.VerifyRegions != nil {
		return d.VerifyRegions(op)
	}
	return nil
}

func verifyIsolated(isolated *Operation) *Diagnostic {
	for top := range isolated.Regions() {
		pending := []*Region{top}
		for len(pending) > 0 {
			r := pending[len(pending)-1]
			pending = pending[:len(pending)-1]
			for b := r.first; b != nil; b = b.next {
				for op := b.first; op != nil; op = op.next {
					if d := verifyOperandsInside(op, r, top, isolated); d != nil {
						return d
					}
					if op.NumRegions() > 0 && !op.Has(IsolatedFromAbove) {
						for nested := range op.Regions() {
							pending = append(pending, nested)
						}
					}
				}
			}
		}
	}
	return nil
}

// unlinked is the error about an operand whose definition is no longer in the program. Only Go
// programs can cause it, so the message describes which function to call. The text of the operation
// would not show the operand.
func unlinked(op *Operation, i int) *Diagnostic {
	d := op.Errorf("operand #%d is not in the program: its block was erased", i)
	if def := op.operands()[i].value.def; def != nil {
		d = op.Errorf("operand #%d is not in the program: it is a result of '%s', which was erased", i, def.Name())
	}
	d.Op = nil
	return d.HintNote(op.Loc(), "erase the users of a value first, or give them another value by Rewriter.Replace or Rewriter.ReplaceUses")
}

// verifyOperandsInside checks that op, in region r, uses only values of region top and of
// the regions in it.
func verifyOperandsInside(op *Operation, r, top *Region, isolated *Operation) *Diagnostic {
	for i := range op.operands() {
		b := op.operands()[i].value.ParentBlock()
		if b == nil || b.region == nil {
			return unlinked(op, i)
		}
		if b.region != r && !top.IsAncestorOf(b.region) {
			return op.Errorf("using value defined outside the region").
				Note(isolated.Loc(), "required by region isolation constraints")
		}
	}
	return nil
}

func verifyImplicitTerminator(op *Operation) *Diagnostic {
	want := op.def.Interfaces.Terminator
	for r := range op.Regions() {
		if r.Empty() || r.first.Empty() || want.Kind().Is(r.first.last) {
			continue
		}
		return op.Errorf("expects regions to end with '%s', found '%s'", want.Kind(), r.first.last.Name()).
			Note(op.Loc(), "in custom textual format, the absence of terminator implies '%s'", want.Kind())
	}
	return nil
}

// forMessage returns the text of an operation for a message of the given severity. In errors, only
// the operation is printed, in the generic form and with large constants elided; otherwise it is
// printed as the options specify. A text of several lines begins on a new line.
func (op *Operation) forMessage(s Severity, o PrintOptions) string {
	o.Generic = o.Generic || s == Error
	o.LocalScope, o.AssumeVerified, o.ElideElements, o.Threads = true, true, new(elideInMessages), 1
	var m message
	if Fprint(&m, op, o) != nil {
		m = append(m, "..."...)
	}
	if bytes.IndexByte(m, '\n') >= 0 {
		return "\n" + string(m)
	}
	return string(m)
}

// message is a text that may grow by one more piece after it has maxMessage bytes.
type message []byte

func (m *message) Write(piece []byte) (int, error) {
	if len(*m) > maxMessage {
		return 0, io.ErrShortWrite
	}
	*m = append(*m, piece...)
	return len(piece), nil
}

// elideInMessages is the number of elements above which messages elide constants
// (OpPrintingFlags::elideLargeElementsAttrs).
const elideInMessages = 16
