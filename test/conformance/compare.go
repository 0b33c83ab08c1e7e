package conformance

import (
	"fmt"
	"maps"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"optc/dialect/all"
	"optc/internal/textdiff"
	"optc/ir"
	"optc/parser"
	"optc/passes"
)

func itoa(n int) string { return strconv.Itoa(n) }

// Upstream are the names of the dialects that are compared in pretty form.
var Upstream = map[string]bool{
	"builtin": true, "func": true, "arith": true, "math": true, "vector": true, "memref": true,
	"tensor": true, "affine": true, "scf": true, "cf": true, "gpu": true, "ub": true,
}

// newContext knows the upstream dialects only, so that inputs of others, which
// may be ours, are treated alike on both sides.
func newContext() *ir.Context {
	var ds []*ir.Dialect
	for _, d := range all.Dialects() {
		if Upstream[d.Name] {
			ds = append(ds, d)
		}
	}
	c := ir.NewContext(ds...)
	c.AllowUnregistered = true
	return c
}

// Check is one way of comparing.
type Check struct {
	Name  string
	flags []string // of mlir-opt
	print ir.PrintOptions
	steps []string // passes
	input func(p *Part) string
}

// Checks are the ways of comparing, in the order of the report.
var Checks = []Check{
	{Name: "generic", flags: []string{"--mlir-print-op-generic"}, print: ir.PrintOptions{Generic: true, Threads: 1},
		input: func(p *Part) string { return p.Generic }},
	{Name: "pretty", print: ir.PrintOptions{Threads: 1}, input: func(p *Part) string { return p.Text }},
	{Name: "canonicalize cse", flags: []string{"--canonicalize", "--cse"}, print: ir.PrintOptions{Threads: 1},
		steps: []string{"canonicalize", "cse"}, input: func(p *Part) string { return p.Text }},
}

// Difference is a part that comes out otherwise than from mlir-opt.
type Difference struct {
	Part  *Part
	Kind  string // "rejected: …", "fails: …", "panic: …", "hangs", "text: …"
	Input string
	Want  string
	Got   string
}

// Outcome is the result of a check over many parts.
type Outcome struct {
	Check       string
	Parts, Same int
	Differences []*Difference
}

// ours reads a text, runs the passes of a check and prints the result; err is
// why there is none.
func (c *Check) ours(text string) (out, err string) {
	defer func() {
		if r := recover(); r != nil {
			out, err = "", fmt.Sprintf("panic: %v at %s", r, panicAt(debug.Stack()))
		}
	}()
	var ds ir.Diagnostics
	ctx := newContext()
	m, ok := parser.Parse(ctx, &ir.Source{Name: "input.mlir", Text: text}, &ds, parser.Threads(1))
	if !ok || !ir.Verify(m, &ds) {
		return "", "rejected: " + firstError(ds.String())
	}
	if len(c.steps) > 0 {
		p, perr := passes.Table().Parse("builtin.module(" + strings.Join(c.steps, ",") + ")")
		if perr == nil {
			perr = (&passes.Manager{Context: ctx, Registry: passes.Table(), Sink: &ds, Threads: 1,
				Instrumentations: []*passes.Instrumentation{passes.VerifyEach()}}).Run(p, m)
		}
		if perr != nil {
			return "", "fails: " + perr.Error() + " " + firstError(ds.String())
		}
	}
	return strings.TrimSpace(string(ir.Print(m, c.print))), ""
}

// panicAt returns the function below the panic.
func panicAt(stack []byte) string {
	lines := strings.Split(string(stack), "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, "panic(") {
			for _, l := range lines[i+2:] {
				if strings.HasPrefix(l, "optc/") {
					return l
				}
			}
		}
	}
	return "?"
}

// firstError cuts the first message out of rendered diagnostics, without place.
func firstError(text string) string {
	for line := range strings.Lines(text) {
		if _, message, ok := strings.Cut(line, "error: "); ok {
			return strings.TrimSpace(message)
		}
	}
	return ""
}

// limit is how long one part may take; only a bug takes so long.
const limit = 30 * time.Second

// compare compares what we make of a part with what is wanted.
func (c *Check) compare(p *Part, want string) *Difference {
	type result struct{ out, err string }
	done := make(chan result, 1)
	input := c.input(p)
	go func() {
		out, err := c.ours(input)
		done <- result{out, err}
	}()
	var r result
	select {
	case r = <-done:
	case <-time.After(limit):
		r.err = "hangs"
	}
	switch {
	case r.err != "":
		return &Difference{p, r.err, input, want, ""}
	case r.out != want:
		return &Difference{p, "text: " + classify(want, r.out), input, want, r.out}
	}
	return nil
}

// mnemonic finds the operation of a line.
var mnemonic = regexp.MustCompile(`^(?:%.* = )?"?([a-z_]\w*(?:\.[\w.]+)?)`)

// operation returns the mnemonic of a line, or the line if there is none.
func operation(line string) string {
	if m := mnemonic.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
		return m[1]
	}
	return strings.TrimSpace(line)
}

// classify says how two texts differ: by the operations that one of them has more
// of, or by the operation in the first line that differs.
func classify(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	surplus := map[string]int{}
	for _, l := range g {
		surplus[operation(l)]++
	}
	for _, l := range w {
		surplus[operation(l)]--
	}
	var ours, theirs []string
	for _, op := range slices.Sorted(maps.Keys(surplus)) {
		switch n := surplus[op]; {
		case op == "" || strings.ContainsAny(op, " {}"):
		case n > 0:
			ours = append(ours, op)
		case n < 0:
			theirs = append(theirs, op)
		}
	}
	if len(ours)+len(theirs) > 0 {
		return fmt.Sprintf("surplus %q, lacking %q", ours, theirs)
	}
	for i := range w {
		if i >= len(g) || w[i] != g[i] {
			return "first in " + operation(w[i])
		}
	}
	return "more lines than wanted"
}

// Unified shows a difference of text.
func (d *Difference) Unified() string {
	if d.Got == "" {
		return d.Kind + "\n"
	}
	return textdiff.Unified(Tool, "optc", d.Want+"\n", d.Got+"\n")
}

// batch is how many parts one process of mlir-opt gets.
const batch = 100

// Compare runs all checks over the parts with that many processes at a time, and
// tells how many parts mlir-opt accepts and how many of them are within the
// upstream dialects. The outcomes are in the order of Checks.
func (o *Oracle) Compare(parts []*Part, workers int) (accepted, within int, outcomes []*Outcome) {
	for _, c := range Checks {
		outcomes = append(outcomes, &Outcome{Check: c.Name})
	}
	var mu sync.Mutex
	var wg sync.WaitGroup
	next := make(chan []*Part)
	for range workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for ps := range next {
				all, some, results := o.compareBatch(ps)
				mu.Lock()
				accepted, within = accepted+all, within+some
				for i, r := range results {
					outcomes[i].Parts += r.Parts
					outcomes[i].Same += r.Same
					outcomes[i].Differences = append(outcomes[i].Differences, r.Differences...)
				}
				mu.Unlock()
			}
		}()
	}
	for lo := 0; lo < len(parts); lo += batch {
		next <- parts[lo:min(lo+batch, len(parts))]
	}
	close(next)
	wg.Wait()
	return accepted, within, outcomes
}

func (o *Oracle) compareBatch(parts []*Part) (accepted, within int, outcomes []*Outcome) {
	var texts []string
	for _, p := range parts {
		texts = append(texts, p.Text)
	}
	var any, upstream []*Part
	for i, generic := range o.Run(texts, "--mlir-print-op-generic") {
		if parts[i].Generic = generic; generic == "" {
			continue
		}
		any = append(any, parts[i])
		if parts[i].Within(Upstream) {
			upstream = append(upstream, parts[i])
		}
	}
	for i := range Checks {
		c := &Checks[i]
		ps := upstream
		if c.print.Generic {
			ps = any
		}
		outcomes = append(outcomes, o.check(c, ps))
	}
	return len(any), len(upstream), outcomes
}

// check runs one check over parts.
func (o *Oracle) check(c *Check, parts []*Part) *Outcome {
	r := &Outcome{Check: c.Name, Parts: len(parts)}
	var texts []string
	for _, p := range parts {
		texts = append(texts, c.input(p))
	}
	for i, want := range o.Run(texts, c.flags...) {
		if want == "" {
			r.Parts-- // the passes crash mlir-opt
			continue
		}
		if d := c.compare(parts[i], want); d != nil {
			r.Differences = append(r.Differences, d)
		} else {
			r.Same++
		}
	}
	return r
}
