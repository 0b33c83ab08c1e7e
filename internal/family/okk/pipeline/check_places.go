package okk

import (
	"fmt"
	"slices"
	"strings"

	"optc/dialect/okk"
	"optc/dialect/scf"
	"optc/ir"
)

// triedSizes is the largest number of sizes for which an operation is checked one by one, and
// triedSteps the largest number of operations that are run through for that.
const (
	triedSizes = 1 << 13
	triedSteps = 1 << 17
)

// places checks the rules of layouts, operands and okk.parallel for all sizes. Operations about
// which nothing is in doubt are checked by the samples. The others are checked for all sizes
// that matter, one by one, or there is a warning.
func (s *sizeChecker) places(sampled map[*ir.Operation]bool) {
	s.Walk(s.Op, func(op *ir.Operation) ir.WalkResult {
		switch {
		case ir.Is[okk.ParallelOp](op):
			s.parallel(op)
		case ir.Is[okk.ComputeOp](op) || op.Def().Owner() == okk.Dialect && len(okk.Touched(op)) > 0 || okk.IsView(op):
			doubts := s.doubts(op)
			if !sampled[op] {
				doubts = append(doubts, doubt{about: "something that no sample reaches", matters: op.OperandList()})
			}
			s.resolve(op, doubts, []*ir.Operation{op}, s.instance)
			return ir.Skip
		}
		return ir.Advance
	})
	s.lives()
	s.stores()
}

// resolve checks an operation for all sizes that matter to what is in doubt.
func (s *sizeChecker) resolve(op *ir.Operation, doubts []doubt, wanted []*ir.Operation, check func(f *follower, op *ir.Operation) *ir.Diagnostic) {
	if len(doubts) == 0 || s.Ended() {
		return
	}
	var matters []*ir.Value
	for _, d := range doubts {
		matters = append(matters, d.matters...)
	}
	var found *ir.Diagnostic
	tried := s.each(s.parametersOf(matters, op, !doubts[0].unsized), wanted, func(f *follower, o *ir.Operation) bool {
		if found = check(f, o); found != nil {
			found.Note(s.Op.Loc(), "this is so for the sizes %s", s.numbersOf(f, o))
		}
		return found != nil
	})
	switch {
	case found != nil:
		s.Report(found)
	case !tried:
		s.Report(op.Warningf("is checked only for the sizes of a run, because %s may depend on the sizes, of which there are too many to try", doubts[0].about).
			WithCode(okk.Codes + "not-proven"))
	}
}

// parametersOf lists the parameters from which values are computed, and on which it depends
// whether an operation is reached. Unless sized is set, the sizes of allocations do not matter.
func (s *sizeChecker) parametersOf(values []*ir.Value, op *ir.Operation, sized bool) (params []*ir.Operation) {
	seen := map[*ir.Value]bool{}
	var visit func(v *ir.Value)
	visit = func(v *ir.Value) {
		if seen[v] {
			return
		}
		seen[v] = true
		def := v.DefiningOp()
		if block := v.OwnerBlock(); def == nil && block != nil {
			def = block.ParentOp()
		}
		if ir.Is[okk.AllocOp](def) && !sized {
			return
		}
		if loop := ir.As[scf.ForOp](def); loop.Ok() {
			for _, next := range ir.Cast[scf.YieldOp](loop.Region().Front().Terminator()).Results() {
				visit(next)
			}
		}
		if ir.Is[okk.ParamOp](def) {
			params = append(params, def)
		}
		for _, v := range def.OperandList() {
			visit(v)
		}
	}
	for _, v := range values {
		visit(v)
	}
	for _, v := range s.control(op) {
		visit(v)
	}
	return params
}

// each follows the kernel to operations for all numbers of some parameters; the others have their
// smallest ones. It ends when visit returns true. It returns false if there are too many numbers,
// or if something is not known.
func (s *sizeChecker) each(params, wanted []*ir.Operation, visit func(f *follower, op *ir.Operation) (found bool)) bool {
	count := int64(1)
	for _, op := range params {
		r := ir.Cast[okk.ParamOp](op).Range()
		if count *= min(r[1]-r[0]+1, triedSizes+1); count > triedSizes {
			return false
		}
	}
	numbers := s.smallest()
	f := &follower{machine: s.machine, sizes: s.sizes, numbers: numbers, wanted: wantedFrom(wanted), left: triedSteps}
	f.visit = func(op *ir.Operation) { f.found = f.found || visit(f, op) }
	for {
		f.follow(s.Op)
		if f.found || f.left < 0 || f.unknown {
			return f.found
		}
		if !slices.ContainsFunc(params, func(op *ir.Operation) bool { return nextNumber(numbers, op) }) {
			return true
		}
	}
}

// nextNumber gives a parameter its next number. It returns false if that is the smallest one again.
func nextNumber(numbers map[*ir.Value]int64, param *ir.Operation) bool {
	v, r := param.Result(0), ir.Cast[okk.ParamOp](param).Range()
	if numbers[v]++; numbers[v] > r[1] {
		numbers[v] = r[0]
	}
	return numbers[v] > r[0]
}

// smallest returns the smallest numbers of the parameters.
func (s *sizeChecker) smallest() map[*ir.Value]int64 {
	numbers := map[*ir.Value]int64{}
	for _, op := range parameters(s.Op) {
		numbers[op.Result(0)] = ir.Cast[okk.ParamOp](op).Range()[0]
	}
	return numbers
}

// numbersOf names the parameters of the kernel, and the indices of the loops around an
// operation, with their numbers.
func (s *sizeChecker) numbersOf(f *follower, op *ir.Operation) string {
	var list []string
	for _, p := range parameters(s.Op) {
		list = append(list, fmt.Sprint(ir.Cast[okk.ParamOp](p).Name(), ":", f.numbers[p.Result(0)]))
	}
	for o := op.Parent(); o != nil; o = o.Parent() {
		if loop := ir.As[scf.ForOp](o); loop.Ok() {
			index := loop.Region().Front().Args()[0]
			list = append(list, fmt.Sprint(s.names(index), " = ", f.numbers[index]))
		}
	}
	return strings.Join(list, ", ")
}

// instance checks an operation for the numbers of a follower: the operation on tensors of these
// sizes at their addresses.
func (s *sizeChecker) instance(f *follower, op *ir.Operation) *ir.Diagnostic {
	if okk.IsView(op) {
		if p := f.tensor(op.Result(0)); p.err != nil {
			return okk.Diagnose(p.op, p.err)
		}
		return nil
	}
	var tensors []placed
	key := fmt.Sprintf("%p", op)
	for _, v := range op.Operands() {
		if isTensor(v) {
			p := f.tensor(v)
			tensors = append(tensors, p)
			key += fmt.Sprint(p.typ, p.address())
			if p.err != nil {
				return okk.Diagnose(p.op, p.err)
			}
		}
	}
	if f.unknown || s.checked[key] {
		return nil
	}
	s.checked[key] = true
	return s.verify(op, tensors)
}

// verify checks an operation on tensors at certain places.
func (s *sizeChecker) verify(op *ir.Operation, tensors []placed) *ir.Diagnostic {
	module := ir.NewModule(ir.NewBuilder(s.IR)).Operation()
	module.SetAttr(okk.MachineAttrName, okk.MachineOf(s.IR, *s.machine))
	b := ir.NewBuilder(s.IR).AtEnd(module.Body())
	b.AtEnd(okk.NewKernel(b, "instance").Body().Front())
	var m ir.Mapping
	for _, v := range op.Operands() {
		if !isTensor(v) {
			continue
		}
		p := tensors[0]
		tensors = tensors[1:]
		b.Loc = p.op.Loc()
		var whole *ir.Operation
		if p.local != nil {
			whole = okk.NewAlloc(b, p.typ, nil).Operation()
		} else {
			whole = okk.NewSysBuffer(b, p.typ, nil).Operation()
		}
		okk.SetAddress(s.Rewriter(nil), whole, p.address())
		m.Map(v, whole.Result(0))
	}
	instance := ir.Clone(op, b.Arena(), &m)
	b.Insert(instance)
	return op.Def().Verify(instance)
}
