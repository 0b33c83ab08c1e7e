package linalg

import (
	"slices"

	"optc/ir"
	"optc/ir/affine"
)

// verifyLoops checks a structured operation in the order of verifyStructuredOpInterface and
// IndexingMapOpInterface::verifyImpl (LinalgInterfaces.cpp, IndexingMapOpInterface.cpp).
func verifyLoops(op *ir.Operation, loops *Loops) *ir.Diagnostic {
	if !IsOnTensors(op) && !IsOnBuffers(op) && op.NumOperands() > 0 {
		return op.Errorf("expected to have pure tensor or buffer semantics")
	}
	if lo, hi := initsOf(op); lo == hi {
		return op.Errorf("expected at least one output")
	}
	maps := loops.Maps(op)
	if diag := verifyMaps(op, maps); diag != nil {
		return diag
	}
	if loops.memoizes && op.Attr(memoizedMaps) == nil {
		op.SetAttr(memoizedMaps, ir.ContextOf(op).AffineMaps(maps))
	}
	n := len(loops.Iterators(op))
	for i, m := range maps {
		if m.NumDims != n {
			return op.Errorf("expected indexing_map #%d to have %d dim(s) to match the number of loops", i, n)
		}
	}
	if op.NumRegions() != 1 || !op.Region(0).HasOneBlock() {
		return op.Errorf("expects to have 1 region with 1 block")
	}
	args := op.Body().Args()
	if len(args) != op.NumOperands() {
		return op.Errorf("expected as many non-induction variable region arguments as the number of input/output operands")
	}
	for i, v := range op.Operands() {
		if want := elementOf(v.Type()); args[i].Type() != want {
			return op.Errorf("expected type of bb argument #%d ('%s') to match element or self type of the corresponding operand ('%s')", i, args[i].Type(), want)
		}
	}
	return nil
}

// verifyMaps checks that the maps fit the operands, and that the extents of the loops that follow
// from the operands agree.
func verifyMaps(op *ir.Operation, maps []affine.Map) *ir.Diagnostic {
	if len(maps) != op.NumOperands() {
		return op.Errorf("expected the number of indexing_map (%d) to be equal to the number of input/output operands (%d)", len(maps), op.NumOperands())
	}
	for i, v := range op.Operands() {
		if maps[i].NumSymbols != 0 {
			return op.Errorf("unexpected symbols in indexing_map #%d", i)
		}
		if rank := rankOf(v); len(maps[i].Results) != rank {
			return op.Errorf("expected operand #%d rank (%d) to match the result rank of indexing_map (%d)", i, rank, len(maps[i].Results))
		}
	}
	extents, ok := loopExtents(op, maps)
	if !ok {
		all := affine.Map{}
		for _, m := range maps {
			all.NumDims = max(all.NumDims, m.NumDims)
			all.Results = append(all.Results, m.Results...)
		}
		return op.Errorf("invalid indexing maps are non-invertible: (%s)", all)
	}
	if slices.Contains(extents, ir.Dynamic) {
		return nil
	}
	first, last := make([]int64, len(extents)), make([]int64, len(extents))
	for i, n := range extents {
		last[i] = n - 1
	}
	for i, v := range op.Operands() {
		if diag := verifyExtents(op, i, v, maps[i], first, last); diag != nil {
			return diag
		}
	}
	return nil
}

// loopExtents returns the extents of the loops, each from the first dimension of an operand that
// is the loop; ok is false if there is none for a loop.
func loopExtents(op *ir.Operation, maps []affine.Map) (extents []int64, ok bool) {
	n := 0
	for _, m := range maps {
		n = max(n, m.NumDims)
	}
	extents = make([]int64, n)
	known := make([]bool, n)
	found := 0
	for i, m := range maps {
		for r := range m.Results {
			if d, isDim := m.DimPosition(r); isDim && !known[d] {
				extents[d], known[d] = shapeOf(op.Operand(i))[r], true
				found++
			}
		}
	}
	return extents, found == n
}

// verifyExtents checks the extents of operand i against the indices at the first and last
// iteration.
func verifyExtents(op *ir.Operation, i int, v *ir.Value, m affine.Map, first, last []int64) *ir.Diagnostic {
	if len(m.Results) == 0 {
		return nil
	}
	for d, n := range shapeOf(v) {
		start, err := m.Results[d].Eval(first, nil)
		if err != nil {
			return op.Errorf("cannot evaluate indexing_map #%d: %v", i, err)
		}
		end, err := m.Results[d].Eval(last, nil)
		if err != nil {
			return op.Errorf("cannot evaluate indexing_map #%d: %v", i, err)
		}
		if n == ir.Dynamic || n == 0 {
			continue
		}
		if min(start, end) < 0 {
			return op.Errorf("unexpected result less than 0 at expression #%d in %s", d, m)
		}
		inferred := max(start, end) + 1
		if _, isDim := m.DimPosition(d); isDim && inferred != n {
			return op.Errorf("inferred input/output operand #%d has shape's dimension #%d to be %d, but found %d", i, d, inferred, n)
		}
		if inferred > n {
			return op.Errorf("inferred input/output operand #%d has shape's dimension #%d to be greater than or equal to %d, but found %d", i, d, inferred, n)
		}
	}
	return nil
}
