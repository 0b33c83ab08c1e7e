package linalg

import (
	"optc/ir"
	"optc/ir/affine"
)

// loopUse lists the indices of a convolution in which a loop occurs.
type loopUse struct{ alone, convolved, filter, output bool }

// convolutionLoops are the uses of the loops of a convolution, with the role of each (isConvolutionInterfaceImpl,
// LinalgInterfaces.cpp).
var convolutionLoops = map[loopUse]Iterator{
	{alone: true, output: true}:               Parallel,  // batch
	{convolved: true, output: true}:           Parallel,  // picture of the output
	{filter: true, output: true}:              Parallel,  // channel of the output
	{alone: true, filter: true, output: true}: Parallel,  // group, or channel of a depthwise convolution
	{convolved: true, filter: true}:           Reduction, // filter
	{alone: true, filter: true}:               Reduction, // channel of the input
}

// verifyConvolution follows verifyConvolutionInterface, for valid loops.
func verifyConvolution(op *ir.Operation) *ir.Diagnostic {
	lo, hi := initsOf(op)
	if lo < 2 || hi-lo != 1 {
		return op.PlainErrorf("expected op with 2 inputs and 1 output")
	}
	maps, roles := MapsOf(op), IteratorsOf(op)
	input, filter, output := maps[0], maps[1], maps[len(maps)-1]
	uses := make([]loopUse, len(roles))
	for _, e := range input.Results {
		if !markInput(e, uses) {
			return op.PlainErrorf("unexpected input index map for convolutions")
		}
	}
	if !filter.IsProjectedPermutation(false) || !output.IsProjectedPermutation(false) {
		return op.PlainErrorf("expected output/filter indexing maps to be projected permutations")
	}
	for i := range filter.Results {
		d, _ := filter.DimPosition(i)
		uses[d].filter = true
	}
	for i := range output.Results {
		d, _ := output.DimPosition(i)
		uses[d].output = true
	}
	for d, use := range uses {
		role, ok := convolutionLoops[use]
		switch {
		case !ok:
			return op.PlainErrorf("unexpected loop dimension for convolution op")
		case role == roles[d]:
		case use.output:
			return op.PlainErrorf("expected all iterators used to access outputs to be parallel")
		default:
			return op.PlainErrorf("expected all iterators not used to access outputs to be reduction")
		}
	}
	return nil
}

// markInput notes the loops of an index e of the input: a single loop, or the sum of two loops, each possibly multiplied by a
// constant. ok is false for any other index, and for a loop that has already occurred.
func markInput(e affine.Expr, uses []loopUse) (ok bool) {
	isNew := func(e affine.Expr) (d int, ok bool) {
		d, ok = e.IsDim()
		return d, ok && !uses[d].alone && !uses[d].convolved
	}
	if d, ok := isNew(e); ok {
		uses[d].alone = true
		return true
	}
	if e.Kind() != affine.KindAdd {
		return false
	}
	for _, side := range []affine.Expr{e.LHS(), e.RHS()} {
		if side.Kind() == affine.KindMul {
			side = side.LHS() // constants and symbols stand on the right
		}
		d, ok := isNew(side)
		if !ok {
			return false
		}
		uses[d].convolved = true
	}
	return true
}
