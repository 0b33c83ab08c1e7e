// Package reduce shrinks a module as long as a test finds it interesting: a module that
// crashes a tool, or that a pass miscompiles, becomes small enough to be read by a
// person.
//
// It is delta debugging (Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing
// Input", IEEE Transactions on Software Engineering 28, 2002) on the IR: a stage lists all
// removable parts of one kind in a module, such as operations or arguments, and removes halves of
// the list, quarters and so on from a copy. A copy is accepted if it is smaller, verifies, can be
// read again from its text, and is interesting. Stages are repeated until none makes the module
// smaller.
package reduce

import (
	"bytes"
	"cmp"
	"context"
	"hash/maphash"
	"slices"

	"optc/internal/base/parallel"
	"optc/ir"
	"optc/parser"
)

// Test reports whether a module is interesting, by its text. It may be called by several
// goroutines at the same time. An error ends the reduction.
type Test func(ctx context.Context, text []byte) (bool, error)

// Reducer holds the settings of a reduction.
type Reducer struct {
	Context *ir.Context // context of the module
	// NewContext returns an empty context, in which the text of a candidate is read.
	NewContext func() *ir.Context
	Test       Test
	// Threads bounds the number of tests that run at the same time, at least 1; the
	// result does not depend on it.
	Threads int
	// MaxTests bounds the number of tests; 0 for no bound.
	MaxTests int
	// AllowInvalid keeps candidates that do not verify, whose text is in the generic form.
	AllowInvalid bool
	Print        ir.PrintOptions
	// Progress, if set, is called when a stage begins and after every test.
	Progress func(Progress)
}

// Progress is the state of a reduction.
type Progress struct {
	Stage      string // the kind of parts that are removed
	Tests      int    // tests that counted so far
	Operations int    // operations of the smallest module so far, without constants and the module itself
	Bytes      int    // bytes of its text
}

// Result is the reduced module.
type Result struct {
	Text          []byte
	Before, After Size
	Tests         int
	// Complete reports whether nothing else can be removed; it is false if MaxTests ended the work.
	Complete bool
}

// Size measures a module. Modules are compared by the first number that differs.
type Size struct {
	Operations int // without constants and the module itself
	Blocks     int
	Values     int // arguments of blocks, and results of operations that are not constants
	Dependent  int // operands that are results of operations other than constants
	Operands   int
	Attributes int
	Constants  int
	Numbers    int // 1 for every number in an attribute that is 1, 2 for larger numbers
	Bytes      int // bytes of the text
}

func (s Size) less(t Size) bool {
	return cmp.Or(cmp.Compare(s.Operations, t.Operations), cmp.Compare(s.Blocks, t.Blocks), cmp.Compare(s.Values, t.Values),
		cmp.Compare(s.Dependent, t.Dependent), cmp.Compare(s.Operands, t.Operands), cmp.Compare(s.Attributes, t.Attributes),
		cmp.Compare(s.Constants, t.Constants), cmp.Compare(s.Numbers, t.Numbers), cmp.Compare(s.Bytes, t.Bytes)) < 0
}

func measureSize(module *ir.Operation, text []byte) Size {
	s := Size{Bytes: len(text)}
	ir.Walk(module, func(op *ir.Operation) ir.WalkResult {
		for _, a := range op.AllAttrs() {
			s.Attributes++
			for v := int64(0); v < 2 && simplified(a.Value, v) != nil && simplified(a.Value, v) != a.Value; v++ {
				s.Numbers++
			}
		}
		s.Operands += op.NumOperands()
		switch {
		case isConstant(op):
			s.Constants++
		case op != module:
			s.Operations++
			s.Values += op.NumResults()
		}
		for _, v := range op.Operands() {
			if d := v.DefiningOp(); d != nil && !isConstant(d) {
				s.Dependent++
			}
		}
		for r := range op.Regions() {
			for b := range r.Blocks() {
				s.Blocks++
				s.Values += b.NumArgs()
			}
		}
		return ir.Advance
	})
	return s
}

// isConstant reports whether an operation makes a value without operands.
func isConstant(op *ir.Operation) bool { return op.Has(ir.ConstantLike) }

// candidate is a module that may be interesting.
type candidate struct {
	module *ir.Operation
	text   []byte
	size   Size
	ok     bool // small enough, valid, and new
	found  bool // interesting
	err    error
}

// work is a reduction in progress.
type work struct {
	*Reducer
	ctx   context.Context
	best  candidate
	seen  map[uint64]bool // hashes of the texts that were tested
	seed  maphash.Seed
	tests int
	err   error
}

// Run reduces a module, without changing it. If the module itself is not interesting, the
// result is nil.
func (r *Reducer) Run(ctx context.Context, module *ir.Operation) (*Result, error) {
	text := ir.Print(module, r.Print)
	found, err := r.Test(ctx, text)
	if err != nil || !found {
		return nil, err
	}
	w := &work{Reducer: r, ctx: ctx, seen: map[uint64]bool{}, seed: maphash.MakeSeed(), tests: 1}
	before := measureSize(module, text)
	w.best = candidate{module: module, text: text, size: before}
	for again := true; again && !w.over(); {
		again = false
		for _, s := range stages {
			again = w.stage(s) || again
		}
	}
	if w.err == nil {
		w.err = ctx.Err()
	}
	return &Result{Text: w.best.text, Before: before, After: w.best.size, Tests: w.tests, Complete: !w.over()}, w.err
}

// over reports whether a bound or an error ended the work.
func (w *work) over() bool {
	return w.err != nil || w.ctx.Err() != nil || w.MaxTests > 0 && w.tests >= w.MaxTests
}

// stage removes as much as possible of one kind: all, halves, quarters, and so on, from
// the end to the beginning, because users follow their operands. It reports whether the
// module became smaller.
func (w *work) stage(s stage) (smaller bool) {
	if w.over() {
		return false
	}
	w.report(s)
	n := len(s.edits(&editor{context: w.ctx, ir: w.Context, module: w.best.module}))
	for size := n; size > 0 && !w.over(); size /= 2 {
		for end := n; end > 0 && !w.over(); {
			batch := make([]candidate, min(max(w.Threads, 1), (end+size-1)/size))
			parallel.Do(len(batch), len(batch), func(_, i int) {
				hi := end - i*size
				batch[i] = w.try(s, max(hi-size, 0), hi)
			})
			k := w.accept(s, batch)
			if k < 0 {
				end -= size * len(batch)
				continue
			}
			smaller = true
			end -= size * (k + 1)
			n = len(s.edits(&editor{context: w.ctx, ir: w.Context, module: w.best.module}))
			end = min(end, n)
		}
	}
	return smaller
}

// accept takes the first interesting candidate as the best, and returns its number or -1.
// Later candidates do not count, because a single thread would not have made them.
func (w *work) accept(s stage, batch []candidate) int {
	for i := range batch {
		c := &batch[i]
		if w.over() {
			return -1
		}
		if !c.ok {
			continue
		}
		key := maphash.Bytes(w.seed, c.text)
		if w.seen[key] {
			continue
		}
		w.seen[key] = true
		w.tests++
		if c.err != nil {
			w.err = c.err
			return -1
		}
		if c.found {
			w.best = *c
		}
		w.report(s)
		if c.found {
			return i
		}
	}
	return -1
}

// report tells the state of the work in a stage.
func (w *work) report(s stage) {
	if w.Progress != nil {
		w.Progress(Progress{Stage: s.name, Tests: w.tests, Operations: w.best.size.Operations, Bytes: w.best.size.Bytes})
	}
}

// try makes the edits of a stage from lo to hi-1 in a copy of the best module and tests
// the copy.
func (w *work) try(s stage, lo, hi int) candidate {
	module := ir.Clone(w.best.module, &ir.Arena{}, nil)
	changed := false
	e := &editor{context: w.ctx, ir: w.Context, module: module}
	// From the end, so that the numbers of the other arguments and operands to be removed
	// remain valid.
	for _, edit := range slices.Backward(s.edits(e)[lo:hi]) {
		if w.ctx.Err() != nil {
			return candidate{}
		}
		if edit.op == module || module.IsAncestorOf(edit.op) { // no other edit has erased it
			changed = edit.apply() || changed
		}
	}
	if !changed || !w.AllowInvalid && ir.Verify(module, nil) != nil {
		return candidate{}
	}
	c := candidate{module: module, text: ir.Print(module, w.Print)}
	c.size = measureSize(module, c.text)
	if !c.size.less(w.best.size) || w.seen[maphash.Bytes(w.seed, c.text)] || !w.readable(c.text) {
		return candidate{}
	}
	c.ok = true
	c.found, c.err = w.Test(w.ctx, c.text)
	return c
}

// readable reports whether a text parses as a module that verifies.
func (w *work) readable(text []byte) bool {
	c := w.NewContext()
	module, err := parser.Parse(w.ctx, c, &ir.Source{Name: "candidate", Text: string(bytes.Clone(text))}, nil, parser.Threads(1))
	return err == nil && (w.AllowInvalid || ir.Verify(module, nil) == nil)
}
