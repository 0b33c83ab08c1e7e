package poplar

import (
	"optc/dialect/poplar/graph"
	"optc/ir"
)

// A KnownNumber returns the number that a value is known to be.
type KnownNumber func(v *ir.Value) (n int64, known bool)

// View is implemented by operations whose result shows elements of their operands: slices,
// reshapes, broadcasts. The function returns the result for the tensors of the operands,
// and for the indices that number returns. The errors of the tensor model, and not-constant
// and index-value for indices.
var View = ir.NewInterface[func(op *ir.Operation, in []graph.Tensor, number KnownNumber) (graph.Tensor, error)]("view of tensors")
