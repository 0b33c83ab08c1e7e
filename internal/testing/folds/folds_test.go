package folds_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"optc/dialect/affine"
	"optc/dialect/all"
	"optc/dialect/iree/revision"
	"optc/internal/testing/oracle"
	"optc/ir"
	"optc/parser"
	"optc/passes"
	"optc/passes/standard"
	"optc/sim"
	"optc/validate"
)

var rewrites *oracle.Rewrites

func TestMain(m *testing.M) {
	rewrites = oracle.WatchRewrites(all.Dialects())
	os.Exit(m.Run())
}

// exempt are the folds and patterns that no executed function can apply, with the
// reason.
var exempt = map[string]string{
	"affine.dma_start fold":                                 transfer,
	"affine.dma_wait fold":                                  transfer,
	"memref.dma_start fold":                                 transfer,
	"memref.dma_wait fold":                                  transfer,
	"gpu.wait/erase-redundant-wait-pairs":                   "the simulator has no tokens",
	"gpu.wait/simplify-wait":                                "the simulator has no tokens",
	"iree_vector_ext.to_simd fold":                          "a cast of a cast says no layout, so that threads cannot execute it",
	"iree_vector_ext.to_simt fold":                          "a cast of a cast says no layout, so that threads cannot execute it",
	"okk.slice fold":                                        kernels,
	"okk.conv2d fold":                                       kernels,
	"okk.depthwise2d fold":                                  kernels,
	"okk.pool2d fold":                                       kernels,
	"okk.pool_integer fold":                                 kernels,
	"tensor.collapse_shape/reshape-of-constant":             "the fold comes first",
	"tensor.expand_shape/reshape-of-constant":               "the fold comes first",
	"scf.if/forward-region-values":                          "replace-if-yield-with-condition and convert-trivial-if-to-select come first",
	"tensor.insert_slice/cast-insert-slice-source":          "the pattern that makes numbers of constants casts the source",
	"tensor.parallel_insert_slice/cast-insert-slice-source": "the pattern that makes numbers of constants casts the source",
}

const transfer = "the simulator has no asynchronous transfers"

// kernels is the reason of okk.
const kernels = "kernels are executed by examples/okk and internal/family/okk"

// survey lists the folds and patterns that the functions of test/lit apply.
type survey struct {
	pieces   []*piece
	executed map[string]bool   // whether a function with defined behaviour applies the fold or pattern
	reason   map[string]string // the reason why functions that apply it cannot be compared
}

// applying returns the pieces that apply a fold or pattern, preferably pieces that are
// executed.
func (s *survey) applying(name string) (list []*piece) {
	for _, p := range s.pieces {
		if slices.Contains(p.applies, name) && (p.executed || !s.executed[name]) {
			list = append(list, p)
		}
	}
	return list
}

// first lists patterns that make other patterns inapplicable; functions to which these patterns
// apply are also canonicalized without them.
var first = []string{"convert-trivial-if-to-select", "StridedSliceBroadcast"}

// comesFirst reports whether first has the pattern's name, given with its owner.
func comesFirst(name string) bool {
	_, name, _ = strings.Cut(name, "/")
	return slices.Contains(first, name)
}

// surveyed canonicalizes the functions of test/lit one by one, once for all tests, and
// executes each before and after.
func surveyed(t *testing.T) *survey {
	t.Helper()
	if known != nil {
		return known
	}
	s := &survey{executed: map[string]bool{}, reason: map[string]string{}}
	for _, followed := range []revision.Revision{revision.Release, revision.Today} {
		err := filepath.WalkDir("../../../test/lit", func(path string, e fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".mlir" {
				return err
			}
			data, err := os.ReadFile(path)
			for part := range strings.SplitSeq(string(data), "// -----") {
				for i, f := range functions(t, part, followed).list {
					applied, why := try(t, path, part, i, followed, standard.CanonicalizeDefaults)
					if slices.ContainsFunc(applied, comesFirst) {
						o := standard.CanonicalizeDefaults
						o.DisablePatterns = first
						more, _ := try(t, path, part, i, followed, o)
						applied = append(applied, more...)
					}
					for _, name := range applied {
						if why == "" {
							s.executed[name] = true
						} else {
							s.reason[name] = path + ": " + why
						}
					}
					if len(applied) > 0 {
						p := newPiece(f.Op)
						p.revision, p.applies, p.executed = followed, applied, why == ""
						s.pieces = append(s.pieces, p)
					}
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	known = s
	return s
}

var known *survey

// TestEveryRewriteIsExecuted finds the folds and patterns that no function of test/lit
// with defined behaviour applies, and the folds that change something without reporting
// it.
func TestEveryRewriteIsExecuted(t *testing.T) {
	s := surveyed(t)
	for _, name := range rewrites.Names() {
		switch why, exempted := exempt[name]; {
		case !s.executed[name] && !exempted:
			t.Errorf("no function of test/lit that can be executed applies %s; %s", name, s.reason[name])
		case s.executed[name] && exempted:
			t.Errorf("%s is executed, in spite of: %s", name, why)
		}
	}
	for name := range exempt {
		if !rewrites.Has(name) {
			t.Errorf("there is no %s", name)
		}
	}
	for _, untrue := range rewrites.Untrue() {
		t.Errorf("%s changed an operation and did not say so", untrue)
	}
	t.Logf("%d folds and patterns, of which %d are executed", len(rewrites.Names()), len(s.executed))
}

// module is a part of a file.
type module struct {
	context *ir.Context
	module  *ir.Operation
	list    []validate.Function
}

// functions reads a part of a file; an invalid part has no functions.
func functions(t *testing.T, text string, followed revision.Revision) module {
	c := all.Context()
	c.AllowUnregistered = true
	revision.Follow(c, followed)
	m, err := parser.Parse(t.Context(), c, &ir.Source{Name: "part.mlir", Text: text}, nil, parser.Threads(1))
	if err != nil || ir.Verify(m, nil) != nil {
		return module{}
	}
	return module{c, m, validate.Functions(m)}
}

// try executes a function of a part before and after canonicalization. It returns the
// folds and patterns that were applied, and the reason why the executions cannot be
// compared, or "".
func try(t *testing.T, path, part string, i int, followed revision.Revision, o standard.CanonicalizeOptions) (applied []string, why string) {
	t.Helper()
	before, after := functions(t, part, followed), functions(t, part, followed)
	f := after.list[i]
	seen := rewrites.Counts()
	if err := passes.NewManager(after.context).Run(t.Context(), passes.On(f.Op.Kind(), passes.Use(standard.Canonicalize, o)), f.Op); err != nil {
		return nil, ""
	}
	if applied = appliedSince(seen); len(applied) == 0 {
		return nil, ""
	}
	for seed := range uint64(2) {
		before.list[i].AnyZero = true
		want, used, err := run(t, before.list[i], seed, false)
		if err != nil {
			return applied, err.Error()
		}
		got, now, err := run(t, f, seed, false)
		if err != nil {
			t.Errorf("%s: @%s: after canonicalization %v", path, f.Path, err)
			return nil, ""
		}
		for _, d := range []string{got.Differs(want), validate.Differs(used, now)} {
			if d != "" {
				t.Errorf("%s: @%s: %s\n%s", path, f.Path, d, f.Op)
			}
		}
	}
	return applied, ""
}

// appliedSince returns the folds and patterns that were applied after the given counts.
func appliedSince(seen map[string]int64) (names []string) {
	for name, n := range rewrites.Counts() {
		if n > seen[name] {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// run executes a function on the arguments of a seed. Operations that are not
// registered take their operands, which are returned, and have random results. With aliases,
// half of the arguments of a memory type share the memory of another argument.
func run(t *testing.T, f validate.Function, seed uint64, aliases bool) (o *validate.Observation, used []validate.Value, err error) {
	t.Helper()
	f.Table = sim.Table{}
	f.Table[affine.DelinearizeIndexOp{}.Kind()] = withinOuterBound(affine.Dialect.Meanings().(*sim.Meanings).Table[affine.DelinearizeIndexOp{}.Kind()])
	r := validate.NewRandom(seed)
	args, err := r.Arguments(f)
	if err != nil {
		return nil, nil, err
	}
	for i := range args {
		for k := range i {
			if aliases && args[i].MemRef() != nil && f.Op.Body().Arg(i).Type() == f.Op.Body().Arg(k).Type() && r.IntN(2) == 0 {
				args[i] = args[k]
			}
		}
	}
	unregistered := func(f *sim.Frame, in *sim.Instr) error {
		for i, v := range f.Args(in) {
			used = append(used, validate.Value{Type: in.Op.Operand(i).Type(), Value: v})
		}
		for i := range in.Op.NumResults() {
			v, err := r.Value(in.Op.Result(i).Type())
			if err != nil {
				return err
			}
			f.Set(in, i, v)
		}
		return nil
	}
	ir.Walk(f.Module, func(op *ir.Operation) ir.WalkResult {
		if !op.Def().Registered() {
			f.Table[op.Kind()] = unregistered
		}
		return ir.Advance
	})
	o, err = f.Run(t.Context(), args)
	return o, used, err
}

// withinOuterBound is the meaning of an affine.delinearize_index whose behaviour is undefined
// unless the index is below the outer bound, as folds assume. Without the outer bound, the first
// result is the remaining quotient.
func withinOuterBound(meaning sim.Func) sim.Func {
	return func(f *sim.Frame, in *sim.Instr) error {
		basis := affine.BasisOf(in.Op)
		if len(basis) == in.Op.NumResults() {
			end := int64(1)
			for _, b := range basis {
				if b.Value != nil {
					b.Const = int64(f.Value(in, b.Value).Bits)
				}
				end *= b.Const
			}
			if v := f.Value(in, ir.Cast[affine.DelinearizeIndexOp](in.Op).LinearIndex()); int64(v.Bits) < 0 || int64(v.Bits) >= end {
				return sim.ErrPoison
			}
		}
		return meaning(f, in)
	}
}
