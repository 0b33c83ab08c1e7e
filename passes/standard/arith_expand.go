package standard

import (
	"optc/dialect/arith"
	"optc/ir"
	"optc/num"
	"optc/passes"
)

// ArithExpandOptions are the options of ArithExpand.
type ArithExpandOptions struct {
	IncludeBF16   bool `opt:"include-bf16" help:"Enable the BF16 expansion patterns"`
	IncludeF4E2M1 bool `opt:"include-f4e2m1" help:"Enable the F4E2M1 expansion patterns"`
	IncludeF8E8M0 bool `opt:"include-f8e8m0" help:"Enable the F8E8M0 expansion patterns"`
}

// ArithExpand replaces operations that LLVM does not have by several that it has.
//
//	%r = arith.maxsi %a, %b : i32   →   %0 = arith.cmpi sgt, %a, %b : i32
//	                                    %r = arith.select %0, %a, %b : i32
var ArithExpand = &passes.Pass{
	Name:  "arith-expand",
	Title: "Legalize Arith ops to be convertible to LLVM",
	Class: "ArithExpandOpsPass",
	Doc: `Replaces arith.ceildivsi, ceildivui and floordivsi by divisions that round toward zero and a correction; minima and maxima
by comparisons and selections; scaling_extf and scaling_truncf by casts and a product or quotient. With include-bf16,
casts between f32 and bf16 become integer arithmetic on the bits, with include-f8e8m0 those from and to f8E8M0FNU, with
include-f4e2m1 those from and to f4E2M1FN. Operations of other dialects than arith and vector that fold are folded, as upstream does.

    %r = arith.maxsi %a, %b : i32
    →
    %0 = arith.cmpi sgt, %a, %b : i32
    %r = arith.select %0, %a, %b : i32

Some expansions differ from their operations, as they do upstream. A maximum or minimum of two zeros is the second one, whatever the signs.
The smallest f8E8M0FNU becomes 0, and a cast to f8E8M0FNU takes the bits of the exponent: it drops the sign and rounds the magnitude down.
A cast to f4E2M1FN rounds 1.25, 2.5 and 5 up, drops the sign of magnitudes below 0.5, makes 6 of NaN and ignores the rounding mode.`,
	Options:  ArithExpandOptions{},
	Dialects: []string{"arith", "vector"},
	Run:      expandArith,
}

func expandArith(c *passes.Context) (bool, error) {
	o := passes.OptionsOf[ArithExpandOptions](c)
	e := &expander{c: c}
	illegal := func(op *ir.Operation) bool {
		return expansions[op.Kind()] != nil || o.casts(op) != nil
	}
	cv := &passes.Conversion{
		Legal: func(op *ir.Operation) bool {
			switch op.Def().Dialect() {
			case "arith", "vector":
				return !illegal(op)
			}
			return false
		},
		Illegal: func(op *ir.Operation) bool { return !c.Failed() && illegal(op) },
		Otherwise: func(cv *passes.Conversion, op *ir.Operation) {
			if cast, ok := op.Typed().(arith.Conversion); ok && cast.In().Type() == cast.Out().Type() {
				cv.Replace(op, cv.Converted(cast.In())...)
				return
			}
			expand := expansions[op.Kind()]
			if expand == nil {
				expand = o.casts(op)
			}
			if expand == nil {
				return
			}
			e.Conversion = cv
			if v := expand(e, op, cv.Converted(op.OperandList()...)); v != nil {
				cv.Replace(op, v)
			}
		},
	}
	return cv.Run(c), nil
}

// expansion builds the replacement of an operation, given its converted operands. If it cannot, it returns nil before it builds
// anything.
type expansion func(e *expander, op *ir.Operation, xs []*ir.Value) *ir.Value

// expansions has the operations that always expand.
var expansions = map[ir.Kind]expansion{
	arith.CeilDivUIOp{}.Kind():     ceilDivUI,
	arith.CeilDivSIOp{}.Kind():     ceilDivSI,
	arith.FloorDivSIOp{}.Kind():    floorDivSI,
	arith.MaxSIOp{}.Kind():         extremeInt(arith.SGT),
	arith.MaxUIOp{}.Kind():         extremeInt(arith.UGT),
	arith.MinSIOp{}.Kind():         extremeInt(arith.SLT),
	arith.MinUIOp{}.Kind():         extremeInt(arith.ULT),
	arith.MaximumFOp{}.Kind():      extremeFloat(arith.UGTF, 1),
	arith.MinimumFOp{}.Kind():      extremeFloat(arith.ULTF, 1),
	arith.MaxNumFOp{}.Kind():       extremeFloat(arith.UGTF, 0),
	arith.MinNumFOp{}.Kind():       extremeFloat(arith.ULTF, 0),
	arith.ScalingExtFOp{}.Kind():   scalingExt,
	arith.ScalingTruncFOp{}.Kind(): scalingTrunc,
}

// casts returns the expansion of a cast that the options include, or nil.
func (o *ArithExpandOptions) casts(op *ir.Operation) expansion {
	cast, ok := op.Typed().(arith.Conversion)
	if !ok {
		return nil
	}
	from, to := floatKind(cast.In()), floatKind(cast.Out())
	switch op.Kind() {
	case arith.ExtFOp{}.Kind():
		switch {
		case o.IncludeBF16 && from == num.BF16 && to == num.F32:
			return extBF16
		case o.IncludeF8E8M0 && from == num.F8E8M0FNU:
			return extF8E8M0
		case o.IncludeF4E2M1 && from == num.F4E2M1FN:
			return extF4E2M1
		}
	case arith.TruncFOp{}.Kind():
		switch {
		case o.IncludeBF16 && from == num.F32 && to == num.BF16:
			return truncBF16
		case o.IncludeF8E8M0 && to == num.F8E8M0FNU:
			return truncF8E8M0
		case o.IncludeF4E2M1 && to == num.F4E2M1FN:
			return truncF4E2M1
		}
	}
	return nil
}

// floatKind returns the format of a value or of its elements, or nil.
func floatKind(v *ir.Value) *num.FloatKind {
	if t, ok := ir.ElementOrSelf(v.Type()).(*ir.FloatType); ok {
		return t.Kind
	}
	return nil
}

// expander builds expansions.
type expander struct {
	*passes.Conversion
	c *passes.Context
}

// int makes the constant v of an integer type, or a vector or tensor whose elements all are v, modulo the width.
func (e *expander) int(t ir.Type, v int64) *ir.Value {
	return e.constant(t, t.Context().Int(ir.ElementOrSelf(t), v))
}

func (e *expander) constant(t ir.Type, v ir.Attribute) *ir.Value {
	if s, ok := t.(ir.ShapedType); ok {
		v = arith.Splat(s, v)
	}
	return arith.NewConstant(e, v).Result()
}

func (e *expander) cmp(p arith.CmpIPredicate, a, b *ir.Value) *ir.Value {
	return arith.NewCmpI(e, p, a, b).Result()
}

func (e *expander) choose(c, a, b *ir.Value) *ir.Value { return arith.NewSelect(e, c, a, b).Result() }

func (e *expander) add(a, b *ir.Value) *ir.Value { return arith.NewAddI(e, a, b).Result() }

// static reports whether constants of a type exist, and an error if not.
func (e *expander) static(op *ir.Operation, t ir.Type) bool {
	s, ok := t.(ir.ShapedType)
	if !ok || ir.HasStaticShape(s) {
		return true
	}
	e.c.Report(op.Errorf("expected a static shape to expand, but got '%s'", t).
		Note(op.Loc(), "the expansion has constants of this shape; --convert-elementwise-to-linalg before it makes the elements scalars"))
	return false
}

// ceilDivUI: a == 0 ? 0 : (a-1)/b + 1.
func ceilDivUI(e *expander, op *ir.Operation, xs []*ir.Value) *ir.Value {
	a, b, t := xs[0], xs[1], xs[0].Type()
	if !e.static(op, t) {
		return nil
	}
	zero := e.int(t, 0)
	isZero := e.cmp(arith.EQ, a, zero)
	one := e.int(t, 1)
	less := arith.NewSubI(e, a, one).Result()
	return e.choose(isZero, zero, e.add(arith.NewDivUI(e, less, b).Result(), one))
}

// ceilDivSI: q = a/b, plus 1 if there is a remainder and the signs are equal.
func ceilDivSI(e *expander, op *ir.Operation, xs []*ir.Value) *ir.Value {
	t := xs[0].Type()
	if !e.static(op, t) {
		return nil
	}
	zero, one := e.int(t, 0), e.int(t, 1)
	q, inexact := e.divide(xs)
	corrected := e.signs(arith.EQ, xs, zero, inexact)
	return e.choose(corrected, e.add(q, one), q)
}

// floorDivSI: q = a/b, minus 1 if there is a remainder and the signs differ.
func floorDivSI(e *expander, op *ir.Operation, xs []*ir.Value) *ir.Value {
	t := xs[0].Type()
	if !e.static(op, t) {
		return nil
	}
	q, inexact := e.divide(xs)
	corrected := e.signs(arith.NE, xs, e.int(t, 0), inexact)
	return e.choose(corrected, e.add(q, e.int(t, -1)), q)
}

// divide returns a quotient rounded toward zero, and whether there is a remainder.
func (e *expander) divide(xs []*ir.Value) (q, inexact *ir.Value) {
	q = arith.NewDivSI(e, xs[0], xs[1]).Result()
	return q, e.cmp(arith.NE, xs[0], arith.NewMulI(e, q, xs[1]).Result())
}

// signs returns whether the signs of dividend and divisor are in relation p, and the quotient is inexact.
func (e *expander) signs(p arith.CmpIPredicate, xs []*ir.Value, zero, inexact *ir.Value) *ir.Value {
	a, b := e.cmp(arith.SLT, xs[0], zero), e.cmp(arith.SLT, xs[1], zero)
	return arith.NewAndI(e, inexact, e.cmp(p, a, b)).Result()
}

// extremeInt expands a minimum or maximum of integers to a selection: of the first operand if p holds of both operands.
func extremeInt(p arith.CmpIPredicate) expansion {
	return func(e *expander, _ *ir.Operation, xs []*ir.Value) *ir.Value {
		return e.choose(e.cmp(p, xs[0], xs[1]), xs[0], xs[1])
	}
}

// extremeFloat expands a minimum or maximum of floats. The relation p holds if an operand is NaN, so the first operand is chosen
// then; the second is chosen if the operand with index nan is NaN. With the second, a NaN is kept; with the first, it is dropped.
func extremeFloat(p arith.CmpFPredicate, nan int) expansion {
	return func(e *expander, _ *ir.Operation, xs []*ir.Value) *ir.Value {
		c := e.choose(arith.NewCmpF(e, p, xs[0], xs[1]).Result(), xs[0], xs[1])
		return e.choose(arith.NewCmpF(e, arith.UNO, xs[nan], xs[nan]).Result(), xs[1], c)
	}
}
