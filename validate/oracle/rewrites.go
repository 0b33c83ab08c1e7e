package oracle

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync/atomic"

	"optc/ir"
)

// Rewrites counts how often the folds and canonicalization patterns of some dialects
// are applied in this process. A fold is named "arith.addi fold", a pattern of an
// operation "arith.addi/add-negated-right", and one of a dialect "tensor/fold-cast".
type Rewrites map[string]*atomic.Int64

// WatchRewrites begins to count. It changes the definitions of the dialects, so that
// it must be called before anything is read, best in TestMain.
func WatchRewrites(dialects []*ir.Dialect) Rewrites {
	r := Rewrites{}
	for _, d := range dialects {
		definitions := d.Definitions()
		for _, p := range definitions.Patterns {
			r.watch(d.Name, p)
		}
		for _, op := range definitions.Ops {
			if fold := op.Fold; fold != nil && op.Traits&ir.ConstantLike == 0 {
				n := r.counter(op.Name() + " fold")
				op.Fold = func(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
					f := fold(op, operands)
					if f.Ok() {
						n.Add(1)
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

func (r Rewrites) counter(name string) *atomic.Int64 {
	if r[name] == nil {
		r[name] = new(atomic.Int64)
	}
	return r[name]
}

func (r Rewrites) watch(owner string, p *ir.Pattern) {
	n, rewrite := r.counter(owner+"/"+p.Name), p.Rewrite
	p.Rewrite = func(op *ir.Operation, rw *ir.Rewriter) bool {
		ok := rewrite(op, rw)
		if ok {
			n.Add(1)
		}
		return ok
	}
}

// Counts returns how often each was applied so far.
func (r Rewrites) Counts() map[string]int64 {
	counts := map[string]int64{}
	for name, n := range r {
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
