package passes

import (
	"context"
	"errors"
	"io"
	"iter"
	"slices"
	"strings"

	"optc/ir"
)

// Pass declares a transformation or an analysis. Passes are package-level values without
// mutable state: the state of a use is in an Instance.
type Pass struct {
	Name string // in pipelines and as a flag, "canonicalize"
	// Aliases are other names of the pass in other projects.
	Aliases []string
	Title   string // one line without a full stop
	Doc     string // Markdown, for the reference
	// Class is the name in reports and dumps; "" derives it from Name
	// ("poplar-mangle-names" → "PoplarMangleNames").
	Class string

	// Options is a struct that holds the defaults, or nil. Its fields specify the
	// spelling and the effect of each option; see option.go.
	Options any

	// Anchor lists the names of the operations that the pass runs on; empty
	// means every operation that is isolated from above.
	Anchor []ir.OpKind
	// Dialects lists the dialects whose operations the pass creates.
	Dialects []string
	// Models implement interfaces that the pass uses, for operations of dialects that do not implement
	// them. They are attached to the context before a pipeline with the pass runs; nil means none.
	Models func() []ir.Model

	// Needs must hold before the pass, Guarantees hold after it.
	Needs, Guarantees []Condition
	Stats             []Stat

	// Run transforms c.Op and reports whether it changed anything. It may read and change c.Op and
	// operations nested in it; it may read, but never change, the properties of enclosing operations.
	//
	// An error makes the pass fail and is reported: diagnostics unchanged, other errors
	// at c.Op; ErrFailed is not reported. A pass that finds several errors reports them
	// with c.Report, and then fails too.
	Run func(c *Context) (changed bool, err error)
}

// Condition is a property of the IR that a pass relies on or establishes.
type Condition struct {
	Text string // completes "needs that …" and "guarantees that …"
	// Check returns nil, or the violation of the condition; it may be nil when the
	// condition is only stated for the reader.
	Check func(op *ir.Operation) *ir.Diagnostic
}

// violation returns the violation of the condition, or nil.
func (c Condition) violation(op *ir.Operation) *ir.Diagnostic {
	if c.Check == nil {
		return nil
	}
	return c.Check(op)
}

// Stat declares a counter of a pass.
type Stat struct {
	Name string // "num-cse'd"
	Doc  string
}

// ClassName returns the name in reports and dumps.
func (p *Pass) ClassName() string {
	if p.Class != "" {
		return p.Class
	}
	var b strings.Builder
	for word := range strings.SplitSeq(p.Name, "-") {
		if word != "" {
			b.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return b.String()
}

// RunsOn reports whether the pass may run on operations with the given name ("" stands
// for operations of any name).
func (p *Pass) RunsOn(op string) bool {
	return len(p.Anchor) == 0 || slices.ContainsFunc(p.Anchor, func(k ir.OpKind) bool { return k.Kind().String() == op })
}

// Context is the interface of a running pass to its run. It is also the context.Context of the run,
// which ends when the run is cancelled: a long-running pass checks c.Err() regularly, and returns
// when it is not nil.
type Context struct {
	context.Context
	Op *ir.Operation // the operation to transform
	IR *ir.Context

	event   *Event
	inst    *Instance
	worker  *worker
	failed  bool
	renewed []renewal
	polls   int  // calls of ended
	over    bool // the run has ended
}

// Report passes a diagnostic to the user. An error makes the pass fail.
func (c *Context) Report(d *ir.Diagnostic) {
	if d.Severity == ir.Error {
		c.failed = true
	}
	c.worker.sink.Report(d)
}

// PollOps is the number of operations after which a pass checks whether its run has
// ended.
const PollOps = 1024

// Ended reports whether the run has ended, which it checks once per PollOps calls.
func (c *Context) Ended() bool {
	if c.polls++; c.polls%PollOps == 0 {
		c.over = c.Err() != nil
	}
	return c.over
}

// Walk is ir.Walk until the run ends.
func (c *Context) Walk(op *ir.Operation, visit func(*ir.Operation) ir.WalkResult) bool {
	return ir.Walk(op, c.untilEnd(visit))
}

// WalkPost is ir.WalkPost until the run ends.
func (c *Context) WalkPost(op *ir.Operation, visit func(*ir.Operation) ir.WalkResult) bool {
	return ir.WalkPost(op, c.untilEnd(visit))
}

func (c *Context) untilEnd(visit func(*ir.Operation) ir.WalkResult) func(*ir.Operation) ir.WalkResult {
	return func(op *ir.Operation) ir.WalkResult {
		if c.Ended() {
			return ir.Interrupt
		}
		return visit(op)
	}
}

// Each yields the elements of a list until the run ends.
func Each[T any](c *Context, list []T) iter.Seq[T] {
	return func(yield func(T) bool) {
		for _, x := range list {
			if c.Ended() || !yield(x) {
				return
			}
		}
	}
}

// Failed reports whether an error was reported so far.
func (c *Context) Failed() bool { return c.failed }

// Fail reports an error as if Run had returned it, and makes the pass fail.
func (c *Context) Fail(err error) {
	if err == nil {
		return
	}
	var list ir.Errors
	var one *ir.Diagnostic
	switch {
	case errors.Is(err, ErrFailed), errors.Is(err, c.Err()):
	case errors.As(err, &list):
		for _, d := range list {
			c.Report(d)
		}
	case errors.As(err, &one):
		c.Report(one)
	default:
		c.Report(c.Op.Errorf("pass '%s': %v", c.inst.Pass.Name, err))
	}
	c.failed = true
}

// Count adds n to the declared statistic of that name.
func (c *Context) Count(stat string, n int) { c.inst.count(stat, n) }

// Out is the writer for passes that print. Output of passes that run in parallel appears
// in the order of the operations.
func (c *Context) Out() io.Writer { return c.worker.out }

// Rewriter returns a new rewriter that reports to l, which may be nil. It
// belongs to the goroutine of the pass.
func (c *Context) Rewriter(l ir.Listener) *ir.Rewriter { return ir.NewRewriter(c.IR, l) }

// Threads bounds the goroutines that the pass may use. It is 1 when the pass runs
// on several operations at the same time.
func (c *Context) Threads() int {
	if c.worker.nested {
		return 1
	}
	return c.worker.run.threads
}

// Shared returns the result of the first call of build for this step of the pipeline. It
// is for immutable tables that all operations share.
func (c *Context) Shared(build func() any) any {
	c.inst.once.Do(func() { c.inst.shared = build() })
	return c.inst.shared
}

// Registry holds the passes that pipelines inside options refer to; nil if the manager
// has none.
func (c *Context) Registry() *Registry { return c.worker.run.m.Registry }

// ChangedNestedOnly declares that all changes were made by passes that the pass ran on nested
// operations, and none by the pass itself. See [Event.NestedOnly].
func (c *Context) ChangedNestedOnly() { c.event.NestedOnly = true }

// RunNested runs a pipeline on an operation inside c.Op, with the same instrumentations.
// Failures in it are reported; the error is ErrFailed.
func (c *Context) RunNested(p *Pipeline, op *ir.Operation) error {
	inner := *c.worker
	inner.within = c.inst
	inner.run.attachModels(p)
	if !inner.pipeline(p, op) {
		return ErrFailed
	}
	return nil
}

// OptionsOf returns the option values of the running pass: a copy of the declared struct
// with the changes made in the pipeline.
func OptionsOf[T any](c *Context) *T { return c.inst.options.(*T) }
