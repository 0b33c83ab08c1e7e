// Package views holds the interface of operations that make a tensor from tensors without
// moving elements: slices, reshapes, broadcasts. The dialect implements it, the evaluation
// of a graph asks for it.
package views

import (
	"optc/internal/poplar/graph"
	"optc/ir"
)

// A Number returns the number that a value is known to be.
type Number func(v *ir.Value) (n int64, known bool)

// View is implemented by operations whose result shows elements of their operands. The
// function returns the result for the tensors of the operands, and for the indices that
// number returns. The errors of the tensor model, and not-constant and index-value for
// indices.
var View = ir.NewInterface[func(op *ir.Operation, in []graph.Tensor, number Number) (graph.Tensor, error)]("view of tensors")
