package poplar

import (
	"optc/diag"
	"optc/dialect/poplar/vertex"
	"optc/ir"
)

func supervisorOps() []*ir.OpDef {
	return []*ir.OpDef{
		{
			Kind:    "poplar.start",
			Summary: "run a vertex class on the workers of the tile",
			Description: `The code of a supervisor gives work to the workers of its tile: all of them run a
multi vertex, one of them runs a worker vertex. The operands are the values of the
class's fields or the memory to which the fields refer, with the types of its
poplar.compute, in order. They are stored in a vertex state on the stack of the
supervisor, from which the workers read them. The fields may be plain scalars and
arrays, outputs of a single element, and vectors; of a list, rows are passed.
Fields that the class writes must refer to different elements.

The supervisor continues at once, and must join the workers in the same block.
Before it joins them, it may not access the elements that they write.`,
			Operands:    []ir.ValueDef{{Name: "fields", Type: ir.AnyType, Kind: ir.Variadic}},
			Attrs:       []ir.PropDef{{Name: "vertex", Type: symbolAttr}},
			Assembly:    "$vertex (`(` $fields^ `:` type($fields) `)`)? attr-dict",
			Constraints: []ir.Constraint{inCompute{}},
			Verify:      verifyStart,
			Interfaces:  ir.Interfaces{SymbolUser: verifyStartedClass},
			Examples:    []string{startExample},
		},
		{
			Kind:        "poplar.join",
			Summary:     "wait until the workers that were started have ended",
			Assembly:    "attr-dict",
			Constraints: []ir.Constraint{inCompute{}},
			Verify: func(op *ir.Operation) *ir.Diagnostic {
				for before := op.Prev(); before != nil && !ir.Is[JoinOp](before); before = before.Prev() {
					if ir.Is[StartOp](before) {
						return nil
					}
				}
				return op.Errorf("expected a '%s' before it in its block", StartOp{}.Kind()).WithCode(Codes + "start-join")
			},
			Examples: []string{startExample},
		},
	}
}

const startExample = `poplar.vertex @"demo::FillWorker" multi {
  poplar.field @x : !poplar.out<vec<f32>>
  poplar.field @first : ui32
  poplar.compute (%x : memref<?xf32>, %first : i32) worker(%w : index) {
    poplar.compute_return
  }
}
poplar.vertex @"demo::Fill" supervisor {
  poplar.field @x : !poplar.out<vec<f32>>
  poplar.field @first : ui32
  poplar.compute (%x : memref<?xf32>, %first : i32) {
    poplar.start @"demo::FillWorker"(%x, %first : memref<?xf32>, i32)
    poplar.join
    poplar.compute_return
  }
}`

// inCompute requires an operation to be in the code of a vertex, at any depth.
type inCompute struct{}

// Check tests the operations around op.
func (inCompute) Check(op *ir.Operation) *ir.Diagnostic {
	if !ir.Enclosing[ComputeOp](op).Ok() {
		return op.Errorf("expects to be inside of '%s'", ComputeOp{}.Kind())
	}
	return nil
}

// Doc says so.
func (inCompute) Doc() string { return "inside of " + ComputeOp{}.Kind().String() }

// verifyStart checks that a supervisor starts the workers, and that a join follows.
func verifyStart(op *ir.Operation) *ir.Diagnostic {
	if v := ir.Enclosing[ComputeOp](op).Operation().Parent(); ir.Is[VertexOp](v) && VertexOf(v).Codelet().Kind != vertex.Supervisor {
		return op.Errorf("expected a supervisor vertex to start workers, but '%s' is a %s vertex", ir.SymbolName(v), VertexOf(v).Codelet().Kind).
			WithCode(Codes + "start-class")
	}
	for after := op.Next(); after != nil && !ir.Is[StartOp](after); after = after.Next() {
		if ir.Is[JoinOp](after) {
			return nil
		}
	}
	return op.Errorf("expected a '%s' behind it in its block, before the next start", JoinOp{}.Kind()).WithCode(Codes + "start-join")
}

// verifyStartedClass compares the operands with the fields of the class.
func verifyStartedClass(op *ir.Operation, tables *ir.SymbolTables) *ir.Diagnostic {
	class, err := lookupClass(op, ir.Enclosing[ComputeOp](op).Operation().Parent(), tables)
	if err != nil {
		return Diagnose(op, err)
	}
	if class == nil {
		return nil
	}
	v := VertexOf(class)
	refuse := func(format string, args ...any) *ir.Diagnostic {
		return op.Errorf(format, args...).WithCode(Codes+"start-class").Note(class.Loc(), "the class is declared here")
	}
	switch {
	case v.Codelet().Kind == vertex.Supervisor:
		return refuse("expected workers to run a worker or multi vertex, but '%s' is a supervisor vertex", v.Codelet().Name)
	case v.Compute() == nil:
		return refuse("expected '%s' to have code", v.Codelet().Name)
	}
	want := ComputeOf(v.Compute()).FieldArgs()
	fields := v.Fields()
	start := ir.Cast[StartOp](op)
	if got := start.Fields(); len(got) != len(fields) {
		return refuse("expected an operand for each of the %d fields of '%s', but got %d", len(fields), v.Codelet().Name, len(got))
	}
	for i, operand := range start.Fields() {
		if operand.Type() != want[i].Type() {
			return refuse("expected operand %d, field '%s', to be '%s', but got '%s'", i, fields[i].Name, want[i].Type(), operand.Type())
		}
		if err := canStart(fields[i]); err != nil {
			return op.OpError(Codes, err).Note(class.Loc(), "the class is declared here")
		}
	}
	return nil
}

// canStart reports whether a supervisor, which knows addresses of memory and values, can
// fill a field of a class that it starts. The error code is start-class.
func canStart(f vertex.Field) error {
	switch {
	case f.Type.Kind == vertex.ScalarEdge && f.Type.Dir == vertex.In:
		return diag.Errorf("start-class", "field '%s' refers to one element, whose address the supervisor does not know", f.Name).
			Note("make it a plain field of type %s, or a vector", f.Type.Elem)
	case f.Type.Depth() == 2:
		return diag.Errorf("start-class", "field '%s' is of type %s, which a supervisor cannot build", f.Name, f.Type).
			Note("pass its rows separately")
	}
	return nil
}
