package functions

import (
	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/dialect/math"
	"optc/dialect/vector"
	"optc/ir"
	"optc/passes"
)

// approximated lists the functions of f32 for which chips have instructions that approximate them. An operation with
// the flag afn is such an instruction.
var approximated = []ir.OpKind{math.Exp2Op{}, math.Log2Op{}, math.RsqrtOp{}}

// isApproximated reports whether an operation is an instruction that approximates a function of f32.
func isApproximated(op *ir.Operation) bool {
	return ir.IsAny(op, approximated...) && allows(op, arith.ApproxFunc) && ir.ElementOrSelf(op.Result(0).Type()) == ir.ContextOf(op).F32()
}

// allows reports whether an operation has a fast-math flag.
func allows(op *ir.Operation, flag arith.FastMath) bool { return arith.FastMathFlags(op)&flag != 0 }

// approximations are written for operations with the flag afn.
var approximations = []expansion{
	{kind: math.ExpOp{}, write: unary(func(x number) number { return x.times(x.c.float(log2OfE)).approximateExp2() })},
	{kind: math.Exp2Op{}, write: unary(number.approximateExp2)},
	{kind: math.LogOp{}, write: unary(func(x number) number { return x.approximateLog2().times(x.c.float(0.693147181)) })},
	{kind: math.Log2Op{}, write: unary(number.approximateLog2)},
	{kind: math.Log10Op{}, write: unary(func(x number) number { return x.approximateLog2().times(x.c.float(0.301029996)) })},
	{kind: math.RsqrtOp{}, write: unary(func(x number) number {
		return x.c.of(math.NewRsqrt(x.c.b, x.v, arith.ApproxFunc).Result())
	})},
}

func (x number) approximateExp2() number {
	return x.c.of(math.NewExp2(x.c.b, x.v, arith.ApproxFunc).Result())
}

func (x number) approximateLog2() number {
	return x.c.of(math.NewLog2(x.c.b, x.v, arith.ApproxFunc).Result())
}

// divides reports whether an operation is a division of f32 that may be a product with a reciprocal, and is no
// reciprocal itself.
func divides(op *ir.Operation) bool {
	d := ir.As[arith.DivFOp](op)
	if !d.Ok() || !allows(op, arith.AllowReciprocal) || ir.ElementOrSelf(d.Result().Type()) != ir.ContextOf(op).F32() {
		return false
	}
	x, known := ir.FloatOf(ir.ConstantValue(d.Lhs()))
	return !known || !x.IsExactly(1)
}

// Approximate is approximate-math.
var Approximate = &passes.Pass{
	Name:  "approximate-math",
	Title: "Permit approximations of functions, reciprocals and fused products",
	Doc: `Gives the operations on floats the fast-math flags arcp, contract, afn and nsz, and nnan if they
choose the greatest or the least number. The pass expand-math-functions follows the flags; compilers of
upstream's code do, too. The flags reassoc and ninf are not given: sums keep their order, and infinities stay.

    %1 = arith.divf %x, %y : f32
    →
    %1 = arith.divf %x, %y fastmath<nsz,arcp,contract,afn> : f32`,
	Anchor: []ir.OpKind{fn.FuncOp{}},
	Run: func(c *passes.Context) (changed bool, err error) {
		rw := c.Rewriter(nil)
		c.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
			if flags := arith.FastMathFlags(op); flags|licences(op) != flags {
				rw.Modify(op, func() { changed = arith.SetFastMath(op, flags|licences(op)) || changed })
			}
			return ir.Advance
		})
		return changed, nil
	},
}

// licences returns the flags that [Approximate] gives to an operation. A reduction adds in its order.
func licences(op *ir.Operation) arith.FastMath {
	r := ir.As[vector.ReductionOp](op)
	switch {
	case r.Ok() && r.KindAttr() != vector.MaximumF && r.KindAttr() != vector.MinimumF:
		return 0
	case r.Ok():
		return arith.NoNaNs
	case ir.IsAny(op, arith.MaximumFOp{}, arith.MinimumFOp{}):
		return arith.NoNaNs | arith.NoSignedZeros
	}
	return arith.NoSignedZeros | arith.AllowReciprocal | arith.AllowContract | arith.ApproxFunc
}

// timesReciprocal returns the product of x and the reciprocal of y. The reciprocal of a value that is broadcast is computed
// before it is broadcast, so that all divisions by the value share it.
//
//	%b = vector.broadcast %y : f32 to vector<8xf32>        %r = arith.divf %one, %y : f32
//	%q = arith.divf %x, %b : vector<8xf32>            →    %b = vector.broadcast %r : f32 to vector<8xf32>
//	                                                       %q = arith.mulf %x, %b : vector<8xf32>
func timesReciprocal(flags arith.FastMath) func(c *code, x []number) []number {
	return func(c *code, x []number) []number {
		y := x[1].v
		source := y
		for b := ir.DefiningOp[vector.BroadcastOp](source); b.Ok(); b = ir.DefiningOp[vector.BroadcastOp](source) {
			source = b.Source()
		}
		narrow := &code{b: c.b, shape: source.Type()}
		r := arith.NewDivF(c.b, narrow.float(1).v, source, flags).Result()
		if source != y {
			r = vector.NewBroadcast(c.b, y.Type(), r).Vector()
		}
		return []number{x[0].times(c.of(r))}
	}
}
