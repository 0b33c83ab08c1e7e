package layouts

import (
	"slices"

	"optc/dialect/scf"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/passes"
)

// candidateAnalysis is the algorithm of IREE since 2026-05. It collects candidates
// forwards without changing anything, takes the first of each value, and then goes
// through every block backwards and makes operands fit.
type candidateAnalysis[L vectorext.Layout[L]] struct {
	*layoutAnalysis[L]
	found map[*ir.Value][]L
	order []*ir.Value // the values of found, as they were found
	queue []*ir.Value
}

func newCandidateAnalysis[L vectorext.Layout[L]](a *layoutAnalysis[L]) *candidateAnalysis[L] {
	return &candidateAnalysis[L]{layoutAnalysis: a, found: map[*ir.Value][]L{}}
}

const (
	// maxCandidates bounds the layouts that are considered for a value.
	maxCandidates = 4
	// maxChain bounds the operations that are copied so that an operand has the
	// layout that its user needs.
	maxChain = 8
)

func (a *candidateAnalysis[L]) run(root *ir.Operation) {
	a.collect(root)
	for _, v := range a.order {
		a.layouts[v] = a.found[v][0]
	}
	for r := range root.Regions() {
		a.fixRegion(r)
	}
}

// collect finds the candidates; it changes nothing.
func (a *candidateAnalysis[L]) collect(root *ir.Operation) {
	a.anchors(root, a.give)
	for len(a.queue) > 0 && !a.c.Ended() {
		v := a.queue[0]
		a.queue = a.queue[1:]
		a.reason = v
		for _, l := range slices.Clone(a.found[v]) {
			for u := v.FirstUse(); u != nil; u = u.Next() {
				propagateForwards(a, u, l)
			}
		}
	}
}

func (a *candidateAnalysis[L]) firstWriter() bool { return false }

func (a *candidateAnalysis[L]) known(v *ir.Value) (l L) {
	if found := a.found[v]; len(found) > 0 {
		l = found[0]
	}
	return l
}

// give adds a candidate.
func (a *candidateAnalysis[L]) give(v *ir.Value, l L) {
	var none L
	found := a.found[v]
	if l == none || !passes.IsVectorValue(v) || len(found) == maxCandidates || slices.Contains(found, l) || a.isForeign(v) {
		return
	}
	if len(found) == 0 {
		a.from[v] = a.reason
		a.order = append(a.order, v)
	}
	a.found[v] = append(found, l)
	a.queue = append(a.queue, v)
}

// want demands a layout of an operand, if it is present: it gets one, or is
// computed again from what is cheap, or is converted.
func (a *candidateAnalysis[L]) want(u *ir.OpOperand, l L) {
	var none L
	if u == nil || l == none || !passes.IsVectorValue(u.Value()) {
		return
	}
	v := u.Value()
	if a.isForeign(v) {
		a.convertForeign(u, l)
		return
	}
	switch a.layouts[v] {
	case none:
		a.put(v, l)
		return
	case l:
		return
	}
	if def := v.DefiningOp(); def != nil {
		if chain := cheapChain(def); chain != nil {
			a.copyChain(u, chain, l)
			return
		}
	}
	a.convert(u, l)
}

// cheapChain returns the operations of one block that compute the result of op
// from constants, masks and scalars, in their order, if there are few of them and
// they are cheap; otherwise nil.
func cheapChain(op *ir.Operation) []*ir.Operation {
	chain := []*ir.Operation{op}
	for i := 0; i < len(chain); i++ {
		switch o := chain[i]; {
		case IsDuplicatable(o):
			continue
		case !ir.IsPure(o) || !ir.IsAny(o, vector.Broadcast, vector.Transpose, vector.ShapeCast) && !o.Has(ir.Elementwise):
			return nil
		default:
			for _, v := range o.Operands() {
				t, ok := v.Type().(*ir.VectorType)
				if !ok {
					continue
				}
				if n, ok := ir.NumElements(t.Dims); ok && n == 1 {
					continue
				}
				def := v.DefiningOp()
				switch {
				case def == nil:
					return nil
				case def.Has(ir.ConstantLike) || slices.Contains(chain, def):
				case def.Block() != op.Block() || len(chain) == maxChain:
					return nil
				default:
					chain = append(chain, def)
				}
			}
		}
	}
	slices.SortFunc(chain, func(x, y *ir.Operation) int {
		if x == y {
			return 0
		}
		if x.IsBefore(y) {
			return -1
		}
		return 1
	})
	return chain
}

// copyChain makes an operand a copy of the chain that computes it, in layout l.
func (a *candidateAnalysis[L]) copyChain(u *ir.OpOperand, chain []*ir.Operation, l L) {
	var copies ir.Mapping
	a.rw.Before(chain[0])
	clones := make([]*ir.Operation, len(chain))
	for i, o := range chain {
		clones[i] = a.rw.Clone(o, &copies)
	}
	a.redirect(u, copies.Value(u.Value()), l)
	for _, o := range slices.Backward(clones) {
		a.fix(o)
	}
}

func (a *candidateAnalysis[L]) fixRegion(r *ir.Region) {
	for b := range r.Blocks() {
		for _, op := range slices.Backward(slices.Collect(b.Ops())) {
			if a.c.Ended() {
				return
			}
			a.fix(op)
		}
	}
}

// fix makes the operands of op fit its results, or what it stores. The revisions of IREE
// look at no region but that of scf.for as a whole.
func (a *candidateAnalysis[L]) fix(op *ir.Operation) {
	var none L
	switch {
	case vector.TransferWrite.Is(op):
		v := vector.TransferWrite.ValueToStore(op)
		if l := a.layouts[v]; l != none {
			a.reason = v
			a.want(vector.TransferWrite.MaskMutable(op), l.Apply(TransferMaskMap(op)))
		}
		return
	case scf.For.Is(op):
		a.fixLoop(op)
	case a.c.IR.Revision != ir.Release:
		a.fixResults(op)
	case ir.IsAny(op, vector.Scatter, vectorext.TransferScatter):
		a.fixTogether(op)
	case ir.IsAny(op, vector.MultiReduction, vector.Contract, vector.Scan, vectorext.ArgCompare):
		a.settle(op)
		a.fixTogether(op)
	case scf.While.Is(op):
		a.fixWhile(op)
	case scf.If.Is(op):
		for i, v := range op.Results() {
			for r := range op.Regions() {
				a.wantOf(v, r.Front().Back().OpOperand(i))
			}
		}
	case vector.Mask.Is(op):
		a.fixMask(op)
	default:
		a.fixResults(op)
	}
	for r := range op.Regions() {
		a.fixRegion(r)
	}
}

// fixTogether makes what an operation needs beside a vector fit that vector: indices and
// masks of scatters, and the indices of arg_compare. IREE has no rule for these.
func (a *candidateAnalysis[L]) fixTogether(op *ir.Operation) {
	var none L
	switch {
	case vector.Scatter.Is(op):
		a.wantOf(vector.Scatter.ValueToStore(op), vector.Scatter.IndicesMutable(op), vector.Scatter.MaskMutable(op))
	case vectorext.TransferScatter.Is(op):
		if l := a.layouts[vectorext.TransferScatter.Vector(op)]; l != none {
			a.reason = vectorext.TransferScatter.Vector(op)
			wantMapped(a, op, l, vectorext.TransferScatter.IndexVecsMutable(op), vectorext.TransferScatter.MaskMutable(op))
		}
	case vectorext.ArgCompare.Is(op):
		a.wantOf(vectorext.ArgCompare.InputValue(op), vectorext.ArgCompare.InputIndexMutable(op))
		a.fixResults(op)
	default:
		a.fixResults(op)
	}
}

// fixResults makes the operands of op fit its results.
func (a *candidateAnalysis[L]) fixResults(op *ir.Operation) {
	var none L
	for _, v := range op.Results() {
		if l := a.layouts[v]; l != none {
			a.reason = v
			propagateBackwards(a, v, l)
		}
	}
}

// wantOf demands the layout of v of operands.
func (a *candidateAnalysis[L]) wantOf(v *ir.Value, operands ...*ir.OpOperand) {
	a.reason = v
	for _, u := range operands {
		a.want(u, a.layouts[v])
	}
}

// fixLoop makes the initial, carried and yielded values of scf.for fit its
// results.
func (a *candidateAnalysis[L]) fixLoop(op *ir.Operation) {
	end := op.Body().Terminator()
	for i, v := range op.Results() {
		a.same(v, op.Body().Arg(1+i))
		a.wantOf(v, end.OpOperand(i), scf.For.InitArgMutable(op, i))
	}
}

// fixWhile does the same for scf.while, which carries other values into its body
// than out of it.
func (a *candidateAnalysis[L]) fixWhile(op *ir.Operation) {
	before, after := scf.While.Before(op).Front(), scf.While.After(op).Front()
	for i, v := range op.Results() {
		a.same(v, after.Arg(i))
		a.wantOf(v, scf.Condition.ArgMutable(before.Terminator(), i))
	}
	for i, v := range before.Args() {
		a.wantOf(v, after.Terminator().OpOperand(i), op.OpOperand(i))
	}
}

// same gives an argument the layout of a result that it always equals.
func (a *candidateAnalysis[L]) same(result, arg *ir.Value) {
	var none L
	a.reason = result
	if l := a.layouts[result]; l != none && a.layouts[arg] == none {
		a.put(arg, l)
	}
}

// fixMask gives the mask the layout that the operation under it needs.
func (a *candidateAnalysis[L]) fixMask(op *ir.Operation) {
	for inner := range op.Body().Ops() {
		switch {
		case vector.MultiReduction.Is(inner):
			a.wantOf(vector.MultiReduction.Source(inner), vector.Mask.MaskMutable(op))
		case vector.Contract.Is(inner):
			maps := vector.Contract.IndexingMaps(inner)
			for i, v := range []*ir.Value{vector.Contract.Lhs(inner), vector.Contract.Rhs(inner)} {
				var none L
				if inverse, ok := iterationLayoutMap(maps[i]); ok && a.layouts[v] != none {
					a.reason = v
					a.want(vector.Mask.MaskMutable(op), a.layouts[v].Apply(inverse))
				}
			}
		}
	}
}
