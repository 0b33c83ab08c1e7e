package toy

import (
	"optc/ir"
	"optc/ir/affine"
	"optc/sim"
)

// The load and the store of this file move a box of a matrix with rows and columns exchanged. They are described in one function,
// columns; all that passes and tools know about accesses to memory follows from it: which sectors threads touch, what layouts cost,
// pictures, races, distribution, and code.
//
//	%v = toy.load %m[%i, %j] : memref<16x32xf32>, vector<32x16xf32>     // element (c, r) is %m[%i + r, %j + c]

var matrix = &ir.TypeConstraint{Summary: "matrix in memory", Check: func(t ir.Type) bool {
	m, ok := t.(*ir.MemRefType)
	return ok && len(m.Dims) == 2
}}

var box = &ir.TypeConstraint{Summary: "vector of two dimensions", Check: func(t ir.Type) bool {
	v, ok := t.(*ir.VectorType)
	return ok && len(v.Dims) == 2
}}

// columns describes the accesses: the first dimension of the vector runs along the second of the memory.
func columns(op *ir.Operation) ir.Access {
	a := ir.Access{Map: affine.NewMap(2, 0, affine.Dim(1), affine.Dim(0))}
	switch op := op.Typed().(type) {
	case LoadOp:
		a.Kind, a.Memory, a.Indices, a.Moved = ir.Read, op.Memory(), op.Indices(), op.Result()
	case StoreOp:
		a.Kind, a.Memory, a.Indices, a.Moved = ir.Write, op.Memory(), op.Indices(), op.Value()
	}
	return a
}

func load() *ir.OpDef {
	return &ir.OpDef{
		Kind:       "toy.load",
		Summary:    "read a box of a matrix by columns",
		Operands:   []ir.ValueDef{{Name: "memory", Type: matrix}, {Name: "indices", Type: ir.IndexConstraint, Kind: ir.Variadic}},
		Results:    []ir.ValueDef{{Name: "result", Type: box}},
		Assembly:   "$memory `[` $indices `]` attr-dict `:` type($memory) `,` type($result)",
		Verify:     verifyColumns,
		Implements: []ir.Implementation{ir.AccessesMemory(columns)},
		Examples:   []string{"func.func @f(%m: memref<16x32xf32>, %i: index) {\n  %0 = toy.load %m[%i, %i] : memref<16x32xf32>, vector<4x2xf32>\n  return\n}"},
	}
}

func store() *ir.OpDef {
	return &ir.OpDef{
		Kind:       "toy.store",
		Summary:    "write a box of a matrix by columns",
		Operands:   []ir.ValueDef{{Name: "value", Type: box}, {Name: "memory", Type: matrix}, {Name: "indices", Type: ir.IndexConstraint, Kind: ir.Variadic}},
		Assembly:   "$value `,` $memory `[` $indices `]` attr-dict `:` type($memory) `,` type($value)",
		Verify:     verifyColumns,
		Implements: []ir.Implementation{ir.AccessesMemory(columns)},
		Examples:   []string{"func.func @f(%v: vector<4x2xf32>, %m: memref<16x32xf32>, %i: index) {\n  toy.store %v, %m[%i, %i] : memref<16x32xf32>, vector<4x2xf32>\n  return\n}"},
	}
}

func verifyColumns(op *ir.Operation) *ir.Diagnostic {
	a := columns(op)
	if n := len(a.Indices); n != 2 {
		return op.Errorf("expected two indices, but got %d", n)
	}
	if m, v := a.MemRef().Elem, a.VectorType().Elem; m != v {
		return op.Errorf("expected a vector of the type of the memory's elements, %s, but got %s", m, v)
	}
	return nil
}

// placed returns the places of the elements for the simulator.
func placed(f *sim.Frame, in *sim.Instr, a ir.Access) (*sim.Access, error) {
	first, err := f.Indices(in, a.Indices)
	if err != nil {
		return nil, err
	}
	return &sim.Access{Shape: a.VectorType().Dims, Place: func(lane, at []int64) error {
		at[0], at[1] = first[0]+lane[1], first[1]+lane[0]
		return nil
	}}, nil
}

func runLoad(f *sim.Frame, in *sim.Instr) error {
	a := columns(in.Op)
	places, err := placed(f, in, a)
	if err != nil {
		return err
	}
	return f.ReadFrom(in, places, a.VectorType(), f.Value(in, a.Memory), sim.Poison)
}

func runStore(f *sim.Frame, in *sim.Instr) error {
	a := columns(in.Op)
	places, err := placed(f, in, a)
	if err != nil {
		return err
	}
	return f.WriteTo(in, places, f.Value(in, a.Moved), f.Value(in, a.Memory))
}
