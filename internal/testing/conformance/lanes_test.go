package conformance

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"optc/dialect/all"
	"optc/internal/base/textdiff"
	"optc/ir"
	"optc/optmain"
)

// Upstream are the names of the dialects that are compared in pretty form.
var Upstream = map[string]bool{
	"builtin": true, "func": true, "arith": true, "math": true, "vector": true, "memref": true,
	"tensor": true, "linalg": true, "bufferization": true, "affine": true, "scf": true, "cf": true, "gpu": true, "ub": true, "complex": true, "index": true,
	"dlti": true, "ml_program": true,
}

// upstreamDialects are the dialects that both this project and mlir-opt have. The other
// dialects of this project are treated as unknown, as in mlir-opt.
func upstreamDialects() (ds []*ir.Dialect) {
	for _, d := range all.Dialects() {
		if Upstream[d.Name] {
			ds = append(ds, d)
		}
	}
	return ds
}

// Lane is a way of comparing: the output of both programs for the same flags.
type Lane struct {
	Name  string
	Flags []string
	// Generic lanes read the generic form of every part that mlir-opt accepts; the other lanes read
	// the text of the parts that use only the upstream dialects.
	Generic bool
	// Passes may end in another result than upstream's, within the share that a
	// run demands.
	Passes bool
	// Of, if set, leaves out parts without an operation whose name begins with it.
	Of string
	// Same, if set, rewrites both outputs so that parts that vary randomly in upstream are equal.
	Same func(text string) string
}

// Lanes are the ways of comparing, in the order of the report.
var Lanes = []Lane{
	{Name: "generic", Flags: []string{"--mlir-print-op-generic"}, Generic: true},
	{Name: "generic, locations", Flags: []string{"--mlir-print-op-generic", "--mlir-print-debuginfo"}, Generic: true},
	{Name: "generic, local scope", Flags: []string{"--mlir-print-op-generic", "--mlir-print-local-scope"}, Generic: true},
	{Name: "pretty"},
	{Name: "pretty, locations", Flags: []string{"--mlir-print-debuginfo"}},
	{Name: "pretty, users", Flags: []string{"--mlir-print-value-users", "--mlir-print-unique-ssa-ids", "--mlir-elide-elementsattrs-if-larger=4", "--mlir-elide-resource-strings-if-larger=4"}},
	{Name: "canonicalize cse", Flags: []string{"--canonicalize", "--cse"}, Passes: true},
	{Name: "sccp symbol-dce", Flags: []string{"--sccp", "--symbol-dce"}, Passes: true},
	{Name: "linalg to loops", Flags: []string{"--convert-linalg-to-loops"}, Passes: true, Of: "linalg."},
	{Name: "linalg generalized, parallel loops", Flags: []string{"--linalg-generalize-named-ops", "--convert-linalg-to-parallel-loops"}, Passes: true, Of: "linalg."},
	{Name: "elementwise to linalg", Flags: []string{"--convert-elementwise-to-linalg"}, Passes: true, Of: "tensor."},
	{Name: "scalars inlined", Flags: []string{"--linalg-inline-scalar-operands"}, Passes: true, Of: "linalg."},
	{Name: "empty tensors allocated", Flags: []string{"--empty-tensor-to-alloc-tensor"}, Passes: true, Of: "tensor."},
	{Name: "empty tensors eliminated", Flags: []string{"--eliminate-empty-tensors"}, Passes: true, Of: "tensor."},
	{Name: "bufferized", Flags: []string{"--one-shot-bufferize=bufferize-function-boundaries allow-return-allocs-from-loops"}, Passes: true, Of: "tensor.", Same: orderGlobals},
	{Name: "bufferized within functions", Flags: []string{"--one-shot-bufferize=allow-unknown-ops allow-return-allocs-from-loops"}, Passes: true, Of: "tensor.", Same: orderGlobals},
	{Name: "elementwise fused", Flags: []string{"--linalg-fuse-elementwise-ops"}, Passes: true, Of: "linalg."},
	{Name: "unit extents folded", Flags: []string{"--linalg-fold-unit-extent-dims"}, Passes: true, Of: "linalg."},
	{Name: "unit extents folded by slices", Flags: []string{"--linalg-fold-unit-extent-dims=use-rank-reducing-slices"}, Passes: true, Of: "linalg."},
	{Name: "linalg specialized", Flags: []string{"--linalg-generalize-named-ops", "--linalg-specialize-generic-ops"}, Passes: true, Of: "linalg."},
	{Name: "tensor to linalg", Flags: []string{"--convert-tensor-to-linalg"}, Passes: true, Of: "tensor.pad"},
	{Name: "arith expanded", Flags: []string{"--arith-expand"}, Passes: true, Of: "arith."},
	{Name: "arith and casts expanded", Flags: []string{"--arith-expand=include-bf16 include-f4e2m1 include-f8e8m0"}, Passes: true, Of: "arith."},
	{Name: "fma", Flags: []string{"--math-uplift-to-fma"}, Passes: true, Of: "arith."},
	{Name: "memref aliases folded", Flags: []string{"--fold-memref-alias-ops"}, Passes: true, Of: "memref."},
	{Name: "vector to loops", Flags: []string{"--convert-vector-to-scf"}, Passes: true, Of: "vector."},
	{Name: "vector to loops of rank 2", Flags: []string{"--convert-vector-to-scf=target-rank=2 lower-tensors lower-scalable"}, Passes: true, Of: "vector."},
	{Name: "vector unrolled to rank 0", Flags: []string{"--convert-vector-to-scf=full-unroll target-rank=0 lower-tensors"}, Passes: true, Of: "vector."},
	{Name: "vector unrolled", Flags: []string{"--convert-vector-to-scf=full-unroll lower-scalable"}, Passes: true, Of: "vector."},
	{Name: "linalg to affine loops", Flags: []string{"--convert-linalg-to-affine-loops"}, Passes: true, Of: "linalg."},
	{Name: "inline licm", Flags: []string{"--inline", "--loop-invariant-code-motion"}, Passes: true},
}

// constant is a global of a constant tensor.
var constant = regexp.MustCompile(`(?m)^  memref\.global "private" constant @(__constant_\w+) : (.*)\n`)

// orderGlobals names the constants of a module by their contents. Upstream numbers the constants in the order in which
// it visits functions, which depends on addresses.
func orderGlobals(text string) string {
	var globals []string
	for _, m := range constant.FindAllStringSubmatch(text, -1) {
		globals = append(globals, m[2]+" "+m[1])
	}
	if len(globals) < 2 {
		return text
	}
	slices.Sort(globals)
	lines := constant.FindAllString(text, -1)
	text = constant.ReplaceAllLiteralString(text, "")
	names := map[string]string{}
	for i, g := range globals {
		names[g[strings.LastIndexByte(g, ' ')+1:]] = fmt.Sprintf("__constant_%d_", i)
	}
	rename := func(s string) string {
		return symbolWord.ReplaceAllStringFunc(s, func(w string) string { return "@" + cmp.Or(names[w[1:]], w[1:]) })
	}
	for i := range lines {
		lines[i] = rename(lines[i])
	}
	slices.Sort(lines)
	return strings.Join(lines, "") + rename(text)
}

var symbolWord = regexp.MustCompile(`@__constant_\w+`)

// input is the input of a lane.
func (l *Lane) input(p *Part) string {
	if l.Generic {
		return p.Generic + "\n"
	}
	return p.Text
}

// limit is the longest time that a part may take; only a bug takes that long.
const limit = 30 * time.Second

// Ours runs this project's tool on a text.
func Ours(text string, flags ...string) Answer {
	done := make(chan Answer, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				done <- Answer{Crash: fmt.Sprintf("panic: %v at %s", r, panicAt(debug.Stack()))}
			}
		}()
		done <- ours(text, flags)
	}()
	select {
	case a := <-done:
		return a
	case <-time.After(limit):
		return Answer{Crash: "hangs"}
	}
}

func ours(text string, flags []string) Answer {
	c := optmain.DefaultConfig()
	c.Dialects = upstreamDialects()
	var stdout, stderr bytes.Buffer
	args := append([]string{"--allow-unregistered-dialect", "--mlir-disable-threading"}, flags...)
	code := optmain.Run(context.Background(), c, args, strings.NewReader(text), &stdout, &stderr)
	a := Answer{Out: strings.TrimSpace(stdout.String())}
	for _, e := range parseErrors(stderr.String()) {
		a.Errors = append(a.Errors, e.Message)
	}
	switch {
	case code != 0:
		if a.Out = ""; len(a.Errors) == 0 {
			a.Crash = "fails: " + strings.TrimSpace(stderr.String())
		}
	case len(a.Errors) > 0 || a.Out == "":
		a.Crash = "succeeds with an error or without output"
	}
	return a
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

// Difference is a part for which the output differs from mlir-opt's.
type Difference struct {
	Part  *Part
	Kind  string // "rejected: …", "panic: …", "hangs", "text: …", and those of verdicts
	Input string
	Want  string
	Got   string
}

// compare returns the difference between two results for a part, or nil. The oracle
// accepts the part.
func compare(p *Part, input string, want, got Answer) *Difference {
	switch {
	case got.Crash != "":
		return &Difference{Part: p, Kind: got.Crash, Input: input, Want: want.Out}
	case got.Out == "":
		return &Difference{Part: p, Kind: "rejected: " + got.Errors[0].Text, Input: input, Want: want.Out}
	case got.Out != want.Out:
		return &Difference{Part: p, Kind: "text: " + classify(want.Out, got.Out), Input: input, Want: want.Out, Got: got.Out}
	}
	return nil
}

// Unified shows a difference of text.
func (d *Difference) Unified() string {
	if d.Got == "" {
		return d.Kind + "\n"
	}
	return textdiff.Unified(Tool, "optc", d.Want+"\n", d.Got+"\n")
}
