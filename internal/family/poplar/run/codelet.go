package run

import (
	"optc/dialect/poplar"
	"optc/dialect/poplar/vertex"
	"optc/dialect/vectorext"
	"optc/ir"
)

// Codelet is the code of a vertex class on the simulated tile: the layout of its state, from which
// operands are decoded, and its compute region.
type Codelet struct {
	Symbol string // mangled entry point
	Kind   vertex.CodeletKind
	State  vertex.StateLayout
	Stack  int64         // bytes of stack that are reserved for a run
	Vertex *ir.Operation // the poplar.vertex
	// Compute is the poplar.compute operation; nil for a class without code.
	Compute *ir.Operation
}

// Codelets returns the code of the vertex classes of a lowered module.
func Codelets(module *ir.Operation) ([]*Codelet, error) {
	t, _ := poplar.TargetFor(module)
	var list []*Codelet
	for op := range module.Body().Ops() {
		vertexOp := ir.As[poplar.VertexOp](op)
		if !vertexOp.Ok() {
			continue
		}
		v := poplar.VertexOf(op)
		state, err := poplar.StateOf(op, &t)
		if err != nil {
			return nil, err
		}
		if err := undistributed(v.Compute()); err != nil {
			return nil, err
		}
		list = append(list, &Codelet{Symbol: vertexOp.Symbol(), Kind: v.Codelet().Kind, State: state, Stack: vertexOp.WorkerStack(), Vertex: op, Compute: v.Compute()})
	}
	return list, nil
}

// undistributed finds operations that the workers of a tile cannot run: vectors that are
// still distributed over the workers by a layout.
func undistributed(compute *ir.Operation) (problem error) {
	if compute == nil {
		return nil
	}
	ir.Walk(compute, func(op *ir.Operation) ir.WalkResult {
		if ir.Is[vectorext.ToLayoutOp](op) || ir.Is[vectorext.ToSIMDOp](op) || ir.Is[vectorext.ToSIMTOp](op) {
			problem = op.Errorf("is left over: an operation on the vector could not be distributed over the workers").WithCode("undistributed")
			return ir.Interrupt
		}
		return ir.Advance
	})
	return problem
}
