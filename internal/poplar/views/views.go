// Package views holds the interface of operations that make a tensor from tensors without
// moving elements: slices, reshapes, broadcasts. The dialect implements it, the evaluation
// of a graph asks for it.
package views

import (
	"optc/internal/poplar/graph"
	"optc/ir"
)

// View is implemented by operations whose result shows elements of their operands. The
// function returns the result for the tensors of the operands. The errors of the tensor
// model.
var View = ir.NewInterface[func(op *ir.Operation, in []graph.Tensor) (graph.Tensor, error)]("view of tensors")
