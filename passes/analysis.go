package passes

import (
	"context"
	"sync"

	"optc/ir"
)

// Analysis declares a property of operations that passes compute without changing the
// operation. It is a package-level value:
//
//	var loops = &passes.Analysis[*Loops]{Name: "loops", Compute: findLoops}
//	…
//	l, err := loops.Of(c, c.Op)
//
// A result is kept and shared until a pass of the run changes something, as MLIR's
// analysis managers do (Pass Infrastructure, Analysis Management).
type Analysis[T any] struct {
	Name    string // for instrumentations
	Compute func(ctx context.Context, op *ir.Operation) (T, error)
}

// Of returns the analysis of op, which is c.Op or nested in it. A pass that changes op
// must call it before the change. Errors of Compute are not cached.
func (a *Analysis[T]) Of(c *Context, op *ir.Operation) (T, error) {
	kept := &c.worker.run.analyses
	key := analysisKey{a, op}
	if known, ok := kept.get(key); ok {
		return known.(T), nil
	}
	for _, i := range c.worker.run.m.Instrumentations {
		if i.BeforeAnalysis != nil {
			i.BeforeAnalysis(c.event, a.Name)
		}
	}
	result, err := a.Compute(c, op)
	if err == nil {
		kept.put(key, result)
	}
	return result, err
}

// Renew sets the analysis of op, which c.Op contains or is, to result: c's pass changes
// op, and changed result in the same way. Passes after it find result as if Compute had
// returned it for the changed operation.
func (a *Analysis[T]) Renew(c *Context, op *ir.Operation, result T) {
	c.renewed = append(c.renewed, renewal{analysisKey{a, op}, result})
}

// renewal is a result that is true of the IR after the running pass.
type renewal struct {
	key    analysisKey
	result any
}

type analysisKey struct {
	analysis any
	op       *ir.Operation
}

// analyses are the results that are true of the IR as it is.
type analyses struct {
	mu   sync.Mutex
	kept map[analysisKey]any
}

func (a *analyses) get(k analysisKey) (result any, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	result, ok = a.kept[k]
	return result, ok
}

func (a *analyses) put(k analysisKey, result any) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.kept == nil {
		a.kept = map[analysisKey]any{}
	}
	a.kept[k] = result
}

func (a *analyses) forget() {
	a.mu.Lock()
	defer a.mu.Unlock()
	clear(a.kept)
}
