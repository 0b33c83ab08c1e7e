package standard

import (
	"optc/ir"
	"optc/passes"
)

// simplifyAhead simplifies all callables for the first time, several at once. Nothing is
// inlined into a callable before it is simplified, so that this gives the same as to
// simplify one when its turn comes, with exceptions: callables inside of others, and
// references that may turn into calls of which the call graph does not know.
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

// together does for the first components what component does one after the other, and
// returns for how many: as long as they are callables that do not refer to each other, so
// that they can be simplified at once each time something was inlined. How many references
// remain to a callable that may go away depends on the order; so callables that refer to
// one, directly or not, are left out.
func (n *inliner) together(sccs [][]*callable) (done int, err error) {
	n.groups++
	var group []*callable
	for _, scc := range sccs {
		f := scc[0]
		if len(scc) > 1 || f.ahead == nil || !f.ahead.Ok() || !n.apart(f) {
			break
		}
		if n.recount(f); !n.apart(f) {
			break
		}
		f.group = n.groups
		group = append(group, f)
	}
	jobs := make([][]*passes.Job, len(group)) // of each, one for each time that it was simplified
	open := make([]int, len(group))           // indexes of those that may not be final
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
			if !again[k].Ok() { // the pass fails when those before it are final
				open, jobs = next[:k], jobs[:i+1]
				break
			}
			n.recount(group[i])
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

// apart reports whether a callable can go through together with those of the current group.
// What it refers to has been looked at before.
func (n *inliner) apart(f *callable) bool {
	f.kept = !f.discardable
	apart := true
	for to := range f.refers {
		f.kept = f.kept && (to.kept || to == f)
		apart = apart && to.group != n.groups
	}
	return f.kept && apart
}
