package poplar

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"optc/diag"
	"optc/dialect/poplar/cpp"
	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/vertex"
	"optc/ir"
)

// verifyVertex checks the properties of the vertex as a whole.
func verifyVertex(op *ir.Operation) *ir.Diagnostic {
	c := VertexOf(op).Codelet()
	if err := cpp.CheckCanonical(c.Name); err != nil {
		return op.OpError(Codes, err)
	}
	v := ir.Cast[VertexOp](op)
	if c.Kind == vertex.Supervisor && !c.External && VertexOf(op).Compute() == nil && v.Source() == "" && v.NoCode() == "" {
		return op.Errorf("supervisor vertex '%s' must be external or have code", c.Name).WithCode(Codes + "supervisor-compiled")
	}
	return nil
}

// verifyVertexBody checks what is inside a vertex or a vertex template.
func verifyVertexBody(op *ir.Operation) *ir.Diagnostic {
	var compute *ir.Operation
	fields := map[string]*ir.Operation{}
	for o := range op.Body().Ops() {
		if !ir.IsAny(o, FieldOp{}, ConstraintOp{}, SplitOp{}, ComputeOp{}) {
			return o.Errorf("expects parent op other than '%s'", op.Name())
		}
		if name := ir.SymbolName(o); ir.Is[VertexOp](op) && ir.Is[FieldOp](o) {
			if first := fields[name]; first != nil {
				return o.Errorf("expected different field names, but '%s' is declared twice", name).WithCode(Codes+"field-twice").
					Note(first.Loc(), "the first one is here")
			}
			fields[name] = o
		}
		if ir.Is[VertexOp](op) && o.Attr("when") != nil {
			return o.Errorf("expected 'when' only in a template").WithCode(Codes + "template-param")
		}
		if ir.Is[ComputeOp](o) && ir.Is[VertexOp](op) {
			if compute != nil {
				return o.Errorf("expected one compute region in '%s'", ir.SymbolName(op)).Note(compute.Loc(), "the first one is here")
			}
			compute = o
		}
	}
	return nil
}

// verifyField checks the layout of a field against the effective target, and the
// default value against the type.
func verifyField(op *ir.Operation) *ir.Diagnostic {
	f := FieldOf(op)
	t, ok := f.Type()
	if !ok {
		if _, depends := f.IRType().(*TemplateType); !depends {
			return op.OpError(Codes, unknownElem(f.IRType().String()))
		}
		if ir.Is[VertexOp](op.Parent()) {
			return op.Errorf("expected a type without template parameter, but got '%s'", f.IRType()).WithCode(Codes + "template-param")
		}
		return nil
	}
	if ir.Is[VertexOp](op.Parent()) && CheckResolved(op.Parent()) != nil {
		t, _ = f.Declared() // the layout for another target is ignored
	}
	if target, known := TargetFor(op); known {
		if _, err := vertex.Resolve(&target, t, vertex.CompactReference); err != nil {
			return op.OpError(Codes, err)
		}
	}
	if v := op.Attr("value"); v != nil {
		if _, err := FieldValues(t, v); err != nil {
			return op.OpError(Codes, err)
		}
	}
	return nil
}

// FieldValues returns the bits of the values in an attribute for a plain field: a number
// for a scalar, an array of numbers for an array or vector. The error codes are
// connect-type for an edge, value-type, count-overflow.
func FieldValues(t vertex.FieldType, a ir.Attribute) ([]uint64, error) {
	c := a.Context()
	elems := []ir.Attribute{a}
	switch t.Kind {
	case vertex.ScalarField:
	case vertex.ArrayField, vertex.VectorField:
		arr, ok := a.(*ir.ArrayAttr)
		if !ok {
			return nil, diag.Errorf("value-type", "expected an array of values for a %s, but got '%s'", t.Kind, a)
		}
		elems = arr.Elems
		if t.Kind == vertex.ArrayField && len(elems) > t.Len {
			return nil, diag.Errorf("count-overflow", "%d values exceed the %d that the field holds", len(elems), t.Len)
		}
	default:
		return nil, diag.Errorf("connect-type", "expected a plain field to have a value, but it is a %s", t.Kind)
	}
	values := make([]uint64, len(elems))
	for i, e := range elems {
		want := ValueType(c, t.Elem)
		e, err := Number(want, e)
		if err != nil {
			return nil, err
		}
		switch e := e.(type) {
		case *ir.IntegerAttr:
			values[i] = uint64(e.Int64()) & (1<<(8*t.Elem.Size()-1)<<1 - 1)
			if t.Elem == scalar.Bool {
				values[i] &= 1
			}
		case *ir.FloatAttr:
			_, values[i] = e.Value.Bits()
		default:
			return nil, diag.Errorf("value-type", "expected a number, but got '%s'", e)
		}
	}
	return values, nil
}

// Number converts a number to the element type want. Numbers that are written without a
// type, which the parser makes i64 and f64, may have any value that fits. The error code
// is value-type.
func Number(want ir.Type, a ir.Attribute) (ir.Attribute, error) {
	typed, ok := a.(ir.TypedAttr)
	if ok && typed.Type() == want {
		return a, nil
	}
	c := a.Context()
	switch e := a.(type) {
	case *ir.IntegerAttr:
		if e.Type() != ir.Type(c.I64()) {
			break
		}
		if f, ok := want.(*ir.FloatType); ok {
			whole := c.FloatAttrOf(f, float64(e.Int64()))
			nearest := whole.Value.Float64()
			if !isExactly(nearest, e.Int64()) {
				return nil, diag.Errorf("value-type", "expected a value of type '%s', but it cannot hold %d exactly", want, e.Int64()).
					Note("the nearest is %s", strconv.FormatFloat(nearest, 'f', -1, 64))
			}
			return whole, nil
		}
		t, ok := want.(*ir.IntegerType)
		if !ok {
			break
		}
		if low, high := integerLimits(t); e.Int64() < low || e.Int64() >= 0 && uint64(e.Int64()) > high {
			return nil, diag.Errorf("value-type", "expected a value of type '%s', but got %d", want, e.Int64()).
				Note("%d to %d", low, high)
		}
		return c.Int(t, e.Int64()), nil
	case *ir.FloatAttr:
		if f, ok := want.(*ir.FloatType); ok && e.Type() == ir.Type(c.F64()) {
			return c.FloatAttrOf(f, e.Value.Float64()), nil
		}
	}
	return nil, diag.Errorf("value-type", "expected a value of type '%s', but got '%s'", want, a)
}

// isExactly reports whether a float is an integer.
func isExactly(f float64, i int64) bool {
	return f >= math.MinInt64 && f < -math.MinInt64 && int64(f) == i
}

// integerLimits returns the least and the greatest number of a type; a signless type has
// the numbers of both signed and unsigned types.
func integerLimits(t *ir.IntegerType) (low int64, high uint64) {
	if t.Signedness != ir.Unsigned && t.Width > 1 {
		low = -1 << (t.Width - 1)
	}
	if t.Signedness == ir.Signed {
		return low, 1<<(t.Width-1) - 1
	}
	return low, 1<<t.Width - 1
}

func verifyConstraint(op *ir.Operation) *ir.Diagnostic {
	c, err := vertex.ParseConstraint(strAttr(op, "text"))
	if err != nil {
		return op.OpError(Codes, err)
	}
	if !ir.Is[VertexOp](op.Parent()) {
		return nil
	}
	if err := c.Check(VertexOf(op.Parent()).Fields()); err != nil {
		return op.OpError(Codes, err)
	}
	return nil
}

func verifySplit(op *ir.Operation) *ir.Diagnostic {
	if grain, contiguous := ir.Cast[SplitOp](op).Grain(); contiguous && grain < 1 {
		return op.Errorf("cannot split: grain %d is not positive", grain).WithCode(Codes + "split-bad")
	}
	if !ir.Is[VertexOp](op.Parent()) {
		return nil
	}
	v := VertexOf(op.Parent())
	if v.Codelet().Kind != vertex.Multi {
		return op.Errorf("expected a multi vertex, but '%s' is a %s vertex", v.Codelet().Name, v.Codelet().Kind).WithCode(Codes + "split-bad")
	}
	t, err := namedField(v, symbolOf(op, "field"))
	if err != nil {
		return op.OpError(Codes, err)
	}
	if !t.Dir.Writes() {
		return op.Errorf("expected an output to split, but '%s' is of type %s", symbolOf(op, "field"), t).WithCode(Codes + "split-bad")
	}
	return nil
}

// verifyPart checks that the class has a poplar.split for the field.
func verifyPart(op *ir.Operation) *ir.Diagnostic {
	if compute := ir.Enclosing[ComputeOp](op).Operation(); compute == nil || !ir.Is[VertexOp](compute.Parent()) {
		return nil // reported, or part of a template
	}
	refuse := func(format string, args ...any) *ir.Diagnostic {
		return op.Errorf(format, args...).WithCode(Codes + "split-bad")
	}
	split := SplitOf(op)
	part := ir.Cast[PartOp](op)
	if split == nil {
		return refuse("expected a contiguous '%s' of field '%s' in the vertex", SplitOp{}.Kind(), part.Field())
	}
	if _, contiguous := ir.Cast[SplitOp](split).Grain(); !contiguous {
		return refuse("expected a contiguous '%s' of field '%s', but its elements go to the workers in turn", SplitOp{}.Kind(), part.Field()).
			Note(split.Loc(), "the split is declared here")
	}
	return nil
}

// namedField returns the type of a field of v. The error code is unknown-field, with a
// suggestion.
func namedField(v VertexView, name string) (vertex.FieldType, error) {
	for op := range v.Body().Ops() {
		if ir.Is[FieldOp](op) && (FieldView{op}).Name() == name {
			t, _ := FieldView{op}.Type()
			return t, nil
		}
	}
	var names []string
	for _, f := range v.FieldOps() {
		names = append(names, f.Name())
	}
	meant := diag.DidYouMean(name, names)
	err := diag.Errorf("unknown-field", "'%s' has no field '%s'%s", ir.SymbolName(v.Operation), name, meant)
	if meant.Meant == "" && len(names) > 0 {
		err.Note("it has %s", strings.Join(names, ", "))
	}
	return vertex.FieldType{}, err
}

// Diagnose turns the error of a pure function into a diagnostic about op.
func Diagnose(op *ir.Operation, err error) *ir.Diagnostic {
	var d *ir.Diagnostic
	var e *diag.Error
	switch {
	case errors.As(err, &d):
		return d
	case errors.As(err, &e):
		return op.OpError(Codes, e)
	}
	return op.Errorf("%v", err)
}

func errorCode(err error) string { return diag.CodeOf(err) }

// errorText is the message of an error without its code and notes.
func errorText(err error) string {
	var e *diag.Error
	if errors.As(err, &e) {
		return e.Msg
	}
	return err.Error()
}

// notInferred turns an error of a pure function into a diagnostic about an operation whose
// result type is inferred.
func notInferred(st *ir.OpState, err error) *ir.Diagnostic {
	d := ir.Errorf(st.Loc, "'%s' op %s", st.Def.Name(), errorText(err)).WithCode(Codes + errorCode(err))
	var e *diag.Error
	if errors.As(err, &e) {
		d.At("%s", e.Word)
	}
	return d
}
