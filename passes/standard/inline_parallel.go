package standard

import (
	"optc/ir"
	"optc/passes"
)

// simplifyAhead simplifies all callables for the first time, several at once. Operations are
// inlined into a callable only after it is simplified, so that the result is the same as if each is
// simplified in its turn. Exceptions are callables inside of others, and references that may turn
// into calls that the call graph does not contain.
func (n *inliner) simplifyAhead(sccs [][]*callable) error {
	if n.ordered || n.c.Threads() == 1 || ir.StepsOf(n.c) != nil {
		return nil
	}
	var jobs []*passes.Job
	for _, scc := range sccs {
		for _, f := range scc {
			p, err := n.pipeline(f)
			if err != nil {
				return err
			}
			if p != nil {
				f.ahead = passes.NewJob(f.op, p)
				jobs = append(jobs, f.ahead)
			}
		}
	}
	n.c.RunAhead(jobs)
	return nil
}

func (n *inliner) simplify(f *callable) error {
	if j := f.ahead; j != nil {
		f.ahead, n.changed = nil, true
		return n.c.Replay(j)
	}
	p, err := n.pipeline(f)
	if p == nil || err != nil {
		return err
	}
	n.changed = true
	return n.c.RunNested(p, f.op)
}

// together handles the first components at once, as component does one after the other, and returns
// their number. The group ends at the first callable that refers to another callable of the group,
// so that all of them can be simplified at once after each inlining. The number of remaining
// references to a callable that may be removed depends on the order. Therefore callables that refer
// to such a callable, directly or indirectly, are excluded.
func (n *inliner) together(sccs [][]*callable) (done int, err error) {
	n.groups++
	var group []*callable
	for _, scc := range sccs {
		f := scc[0]
		if len(scc) > 1 || f.ahead == nil || !f.ahead.Ok() || !n.apart(f) {
			break
		}
		if f.ahead.Changed() {
			n.recount(f)
			if !n.apart(f) {
				break
			}
		}
		f.group = n.groups
		group = append(group, f)
	}
	jobs := make([][]*passes.Job, len(group)) // jobs of each callable, one for each time it was simplified
	open := make([]int, len(group))           // indices of the callables that may not be final
	for i, f := range group {
		jobs[i], open[i], f.ahead, n.changed = []*passes.Job{f.ahead}, i, nil, true
	}
	for iteration := uint(1); len(open) > 0; iteration++ {
		var again []*passes.Job
		var next []int
		for _, i := range open {
			f := group[i]
			if !n.inlineInto([]*callable{f}) || iteration >= n.options.MaxIterations {
				continue
			}
			again, next = append(again, jobs[i][0].Again()), append(next, i)
		}
		n.c.RunAhead(again)
		open = next
		for k, i := range next {
			jobs[i] = append(jobs[i], again[k])
			if !again[k].Ok() { // the pass fails when the callables before it are final
				open, jobs = next[:k], jobs[:i+1]
				break
			}
			if again[k].Changed() {
				n.recount(group[i])
			}
		}
	}
	for _, list := range jobs {
		for _, j := range list {
			if err := n.c.Replay(j); err != nil {
				return len(group), err
			}
		}
	}
	return len(group), nil
}

// apart reports whether a callable can be handled together with the callables of the current group.
// The callables that it refers to have been examined before.
func (n *inliner) apart(f *callable) bool {
	f.kept = !f.discardable
	apart := true
	for to := range f.refers {
		f.kept = f.kept && (to.kept || to == f)
		apart = apart && to.group != n.groups
	}
	return f.kept && apart
}
