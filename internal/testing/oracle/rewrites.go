package oracle

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"optc/ir"
)

// Rewrites counts how often the folds and canonicalization patterns of some dialects are
// applied in this process. A fold is named "arith.addi fold", a pattern of an operation
// "arith.addi/add-negated-right", and a pattern of a dialect "tensor/fold-cast".
type Rewrites struct {
	counters map[string]*atomic.Int64
	lock     sync.Mutex
	untrue   map[string]bool
}

// WatchRewrites starts to count. It changes the definitions of the dialects, so that it
// must be called before any module is read, preferably in TestMain.
func WatchRewrites(dialects []*ir.Dialect) *Rewrites {
	r := &Rewrites{counters: map[string]*atomic.Int64{}, untrue: map[string]bool{}}
	for _, d := range dialects {
		definitions := d.Definitions()
		for _, p := range definitions.Patterns {
			r.watch(d.Name, p)
		}
		for _, op := range definitions.Ops {
			if fold := op.Fold; fold != nil && op.Traits&ir.ConstantLike == 0 {
				name := op.Name() + " fold"
				n := r.counter(name)
				op.Fold = func(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
					before := stateOf(op)
					f := fold(op, operands)
					if f.Ok() {
						n.Add(1)
					}
					if !f.Ok() && !before.equal(stateOf(op)) {
						r.lock.Lock()
						defer r.lock.Unlock()
						r.untrue[name] = true
					}
					return f
				}
			}
			for _, p := range op.Patterns {
				r.watch(op.Name(), p)
			}
		}
	}
	return r
}

func (r *Rewrites) counter(name string) *atomic.Int64 {
	if r.counters[name] == nil {
		r.counters[name] = new(atomic.Int64)
	}
	return r.counters[name]
}

func (r *Rewrites) watch(owner string, p *ir.Pattern) {
	name := owner + "/" + p.Name
	n, rewrite := r.counter(name), p.Rewrite
	p.Rewrite = func(op *ir.Operation, rw *ir.Rewriter) bool {
		ok := rewrite(op, rw)
		if ok {
			n.Add(1)
		}
		return ok
	}
}

// Untrue lists the folds that changed an operation and did not report it.
func (r *Rewrites) Untrue() []string {
	r.lock.Lock()
	defer r.lock.Unlock()
	return slices.Sorted(maps.Keys(r.untrue))
}

// Names returns the names of all folds and patterns, sorted.
func (r *Rewrites) Names() []string { return slices.Sorted(maps.Keys(r.counters)) }

// Has reports whether there is a fold or pattern of that name.
func (r *Rewrites) Has(name string) bool { return r.counters[name] != nil }

// state is the part of an operation that a fold may change in place: operands, inherent
// and discardable attributes.
type state struct {
	operands   []*ir.Value
	attributes []ir.Attribute
}

func stateOf(op *ir.Operation) state {
	s := state{op.OperandList(), nil}
	for i := range op.Def().Attrs {
		s.attributes = append(s.attributes, op.Prop(i))
	}
	if d := op.Discardable(); d != nil {
		s.attributes = append(s.attributes, d)
	}
	return s
}

func (s state) equal(t state) bool {
	return slices.Equal(s.operands, t.operands) && slices.Equal(s.attributes, t.attributes)
}

// Counts returns how often each fold and pattern was applied so far.
func (r *Rewrites) Counts() map[string]int64 {
	counts := map[string]int64{}
	for name, n := range r.counters {
		counts[name] = n.Load()
	}
	return counts
}

// Table lists how often each was applied, by dialect.
func Table(counts map[string]int64) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		fmt.Fprintf(&b, "%9d  %s\n", counts[name], name)
	}
	return b.String()
}
