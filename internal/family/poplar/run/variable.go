package run

import (
	"slices"
	"sync"

	"optc/dialect/poplar"
	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/target"
	"optc/internal/family/poplar/program"
	"optc/ir"
	"optc/lower"
)

// Variable describes a variable for the host, without the places of its elements.
func Variable(v *program.Storage, t *target.Target) *lower.HostVariable {
	return described(v.Name, v.Elem, v.Shape, t, v.Constant, v.Value != nil)
}

// HostArray describes an array of the host that a program copies from or to.
func HostArray(c *program.HostTransfer, t *target.Target) *lower.HostVariable {
	v := described(c.Name, c.Elem, c.Shape, t, false, false)
	v.Input, v.Host = !c.ToHost, true
	return v
}

func described(name string, e scalar.Type, shape []int64, t *target.Target, constant, given bool) *lower.HostVariable {
	return &lower.HostVariable{
		Name: name, Type: e.IRName(), Elem: poplar.ValueType(numbers(), e), Bytes: t.TypeSize(e), Shape: slices.Clone(shape),
		Constant: constant, Initial: given && !constant,
	}
}

// numbers holds the types of elements as numbers.
var numbers = sync.OnceValue(func() *ir.Context { return ir.NewContext() })
