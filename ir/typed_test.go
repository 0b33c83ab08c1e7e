package ir_test

import (
	"testing"

	"optc/dialect/arith"
	"optc/ir"
)

// TestTyped accesses an operation through the types of several kinds.
func TestTyped(t *testing.T) {
	t.Parallel()
	c := ir.NewContext(arith.Dialect)
	v := arith.ConstantIndex(ir.NewBuilder(c), 3)
	op := v.DefiningOp()
	if !ir.Is[arith.ConstantOp](op) || ir.Is[arith.AddIOp](op) || ir.Is[arith.AddIOp](nil) {
		t.Error("Is mistakes the kind")
	}
	if ir.As[arith.ConstantOp](op).Operation() != op || ir.As[arith.AddIOp](op).Ok() || ir.As[arith.AddIOp](nil).Ok() {
		t.Error("As mistakes the kind")
	}
	if got := ir.DefiningOp[arith.ConstantOp](v).Result(); got != v {
		t.Errorf("the constant has the result %v", got)
	}
	if ir.Enclosing[ir.ModuleOp](op).Ok() {
		t.Error("a detached operation is in a module")
	}
	if got := ir.Method(arith.ConstantOp.Result)(op); got != v {
		t.Errorf("the method returns %v", got)
	}
	if (*ir.Operation)(nil).Typed() != nil {
		t.Error("no operation has a type")
	}
}

// TestTypedSwitch distinguishes kinds without allocating.
func TestTypedSwitch(t *testing.T) {
	op := arith.ConstantIndex(ir.NewBuilder(ir.NewContext(arith.Dialect)), 3).DefiningOp()
	var v *ir.Value
	allocs := testing.AllocsPerRun(10, func() {
		switch op := op.Typed().(type) {
		case arith.AddIOp:
			v = op.Lhs()
		case arith.ConstantOp:
			v = op.Result()
		}
	})
	if v != op.Result(0) || allocs != 0 {
		t.Errorf("the switch reaches %v with %v allocations", v, allocs)
	}
}

func TestCastOfAnotherKind(t *testing.T) {
	t.Parallel()
	for want, op := range map[string]*ir.Operation{
		"ir.Cast: expected 'arith.addi', but got operation 'arith.constant'; ir.As returns a zero value instead of a panic": arith.ConstantIndex(ir.NewBuilder(ir.NewContext(arith.Dialect)), 3).DefiningOp(),
		"ir.Cast: expected 'arith.addi', but got no operation":                                                              nil,
	} {
		func() {
			defer func() {
				if got := recover(); got != want {
					t.Errorf("Cast panics with %v, want %s", got, want)
				}
			}()
			ir.Cast[arith.AddIOp](op)
		}()
	}
}
