package bufferize

import (
	"slices"

	"optc/dialect/bufferization"
	"optc/ir"
)

// analyze decides for all operands inside root whether they are used in place.
func (s *state) analyze(root *ir.Operation) problem {
	if d := s.checkInput(root); d != nil {
		return d
	}
	for _, op := range s.order(root) {
		for _, u := range tensorUses(op) {
			if s.writesReadOnly(u, false) || s.conflicts(u, false) {
				s.counts.outOfPlace++
			} else {
				s.useInPlace(u)
				s.aliasing.class(u.Value()).checked = true // all operands of this class have been compared
			}
		}
	}
	ir.WalkPost(root, func(op *ir.Operation) ir.WalkResult {
		s.joinResults(op)
		return ir.Advance
	})
	var first problem
	ir.WalkPost(root, func(op *ir.Operation) ir.WalkResult {
		r := s.rule(op)
		if r == nil {
			return ir.Advance
		}
		for _, v := range op.Results() {
			if isTensor(v.Type()) && len(s.definitions(v)) == 0 {
				for _, u := range usesOf(v) {
					s.undef[u] = true
				}
			}
		}
		return ir.Advance
	})
	ir.WalkPost(root, func(op *ir.Operation) ir.WalkResult {
		if r := s.rule(op); r != nil && r.verify != nil && first == nil {
			first = r.verify(s, op)
		}
		return ir.Advance
	})
	return first
}

// checkInput reports programs that no decision makes right.
func (s *state) checkInput(root *ir.Operation) (first problem) {
	each := func(visit func(op *ir.Operation, r *rule) problem) {
		ir.WalkPost(root, func(op *ir.Operation) ir.WalkResult {
			if r := s.rule(op); r != nil {
				first = visit(op, r)
			}
			if first != nil {
				return ir.Interrupt
			}
			return ir.Advance
		})
	}
	each(checkBlocks)
	if first != nil {
		return first
	}
	changes := false // whether an operand is changed in place before any decision
	each(func(op *ir.Operation, _ *rule) problem {
		changes = changes || slices.ContainsFunc(tensorUses(op), func(u *ir.OpOperand) bool { return s.isInPlace(u) && s.writes(u) })
		return nil
	})
	each(func(op *ir.Operation, _ *rule) problem {
		if x := ir.As[bufferization.ToTensorOp](op); x.Ok() && !x.Restrict() && !x.Result().Unused() {
			return op.Errorf("to_tensor ops without `restrict` are not supported by One-Shot Analysis")
		}
		if !changes {
			return nil
		}
		for _, u := range tensorUses(op) {
			if s.conflicts(u, true) {
				return op.Errorf("not bufferizable under the given constraints: cannot avoid RaW conflict")
			}
			if s.isInPlace(u) && s.writesReadOnly(u, true) {
				return op.Errorf("not bufferizable under the given constraints: would write to read-only buffer")
			}
		}
		return nil
	})
	return first
}

// checkBlocks reports regions of several blocks in operations that allow only one.
func checkBlocks(op *ir.Operation, r *rule) problem {
	if r.blocks {
		return nil
	}
	for region := range op.Regions() {
		if !region.Empty() && !region.HasOneBlock() {
			return op.Errorf("op or BufferizableOpInterface implementation does not support unstructured control flow, but at least one region has multiple blocks")
		}
	}
	return nil
}

// order returns the operations with tensors in the order of their analysis. Operations that come first are more
// likely to be used in place.
func (s *state) order(root *ir.Operation) (ops []*ir.Operation) {
	if s.Heuristic == "bottom-up-from-terminators" {
		return s.fromTerminators(root)
	}
	ir.WalkPost(root, func(op *ir.Operation) ir.WalkResult {
		if s.concerned(op) {
			ops = append(ops, op)
		}
		return ir.Advance
	})
	if s.Heuristic == "bottom-up" {
		slices.Reverse(ops)
	}
	return ops
}

// fromTerminators returns the operations on the way from the values that regions yield to the start of the
// region, followed by the other operations bottom-up.
func (s *state) fromTerminators(root *ir.Operation) (ops []*ir.Operation) {
	seen := map[*ir.Operation]bool{}
	visit := func(op *ir.Operation) bool {
		if seen[op] {
			return false
		}
		seen[op] = true
		ops = append(ops, op)
		return true
	}
	ir.WalkPost(root, func(end *ir.Operation) ir.WalkResult {
		if !end.Has(ir.ReturnLike) || end.Parent().Def().Interfaces.RegionBranch == nil || !visit(end) {
			return ir.Advance
		}
		var work []*ir.Value
		push := func(v *ir.Value) {
			if isTensor(v.Type()) && v.DefiningOp() != nil {
				work = append(work, v)
			}
		}
		for _, v := range end.Operands() {
			push(v)
		}
		for len(work) > 0 {
			v := work[len(work)-1]
			work = work[:len(work)-1]
			if !visit(v.DefiningOp()) || !end.ParentRegion().IsAncestorOf(v.DefiningOp().ParentRegion()) {
				continue
			}
			for _, a := range s.sources(v) {
				push(a.operand.Value())
			}
		}
		return ir.Advance
	})
	s.walkBackward(root, func(op *ir.Operation) {
		if !seen[op] && s.concerned(op) {
			ops = append(ops, op)
		}
	})
	return ops
}

// walkBackward visits the operations from the last to the first, those in regions before the operation around them.
func (s *state) walkBackward(op *ir.Operation, visit func(op *ir.Operation)) {
	for r := range op.Regions() {
		for b := r.Back(); b != nil; b = b.Prev() {
			for o := b.Back(); o != nil; o = o.Prev() {
				s.walkBackward(o, visit)
			}
		}
	}
	visit(op)
}

// joinResults records which results of an operation are the buffers of operands, after the decisions.
func (s *state) joinResults(op *ir.Operation) {
	r := s.rule(op)
	if r == nil {
		return
	}
	for _, v := range op.Results() {
		if !isTensor(v.Type()) {
			continue
		}
		sources := s.sources(v)
		if len(sources) == 0 {
			continue
		}
		first, all := sources[0].operand.Value(), true
		for _, a := range sources {
			w := a.operand.Value()
			inPlace := s.isInPlace(a.operand)
			if a.same && inPlace && !a.maybe {
				s.equal.join(v, w)
				all = false
				break
			}
			all = all && a.same && inPlace && s.equal.together(w, first)
		}
		// If all operands that may become the result are the same buffer, so is the result.
		if all && !r.alloc {
			s.equal.join(v, first)
		}
	}
}

const inPlaceAttr = "__inplace_operands_attr__"

// annotate writes the decisions into the operations.
func (s *state) annotate(root *ir.Operation, c *ir.Context) (changed bool) {
	ir.Walk(root, func(op *ir.Operation) ir.WalkResult {
		if !usesTensorOperands(op) {
			return ir.Advance
		}
		words := slices.Repeat([]string{"none"}, op.NumOperands())
		for _, u := range tensorUses(op) {
			if words[u.Index()] = "false"; s.isInPlace(u) {
				words[u.Index()] = "true"
			}
		}
		op.SetAttr(inPlaceAttr, c.StrArray(words))
		changed = true
		return ir.Advance
	})
	return changed
}

func usesTensorOperands(op *ir.Operation) bool {
	return slices.ContainsFunc(op.OperandTypes(), isTensor)
}
