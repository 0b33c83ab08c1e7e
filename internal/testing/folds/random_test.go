package folds_test

import (
	"flag"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"optc/dialect/iree/revision"
	"optc/internal/testing/oracle"
	"optc/internal/testing/randprog"
	"optc/ir"
	"optc/passes"
	"optc/registry"
	"optc/validate"
)

var (
	wanted   = flag.Int("folds.modules", 3, "random modules that must apply each fold and pattern")
	attempts = flag.Int("folds.attempts", 60, "random modules that are tried for each of them, times -folds.modules")
)

// pipelines are the pipelines for random modules.
var pipelines = []string{
	"canonicalize", "inline{default-pipeline=},canonicalize", "inline,canonicalize,cse,canonicalize", "sccp,canonicalize,symbol-dce",
	"inline,sccp,canonicalize", "cse,canonicalize", "inline,loop-invariant-code-motion,canonicalize",
	"inline{default-pipeline=},canonicalize{disable-patterns=" + strings.Join(first, ",") + "}",
}

// TestRandomModulesReachEveryRewrite inserts the functions that apply a fold or pattern into random
// modules: among other variations, with operands that depend on each other, inside of control flow,
// inlined or called. The modules are processed by random pipelines and are executed before and
// after. A fold or pattern that no such module applies fails the test.
func TestRandomModulesReachEveryRewrite(t *testing.T) {
	s := surveyed(t)
	applied, compared := map[string]int64{}, map[string]int64{}
	for _, name := range rewrites.Names() {
		applied[name], compared[name] = 0, 0
	}
	modules := 0
	for _, name := range rewrites.Names() {
		_, exempted := exempt[name]
		fitting := s.applying(name)
		h := fnv.New64()
		h.Write([]byte(name))
		r := rand.New(rand.NewPCG(h.Sum64(), 15))
		enough := func() bool {
			return compared[name] >= int64(*wanted) || exempted && applied[name] >= int64(*wanted)
		}
		for try := 0; len(fitting) > 0 && !enough() && try < *attempts**wanted; try++ {
			modules++
			p := fitting[r.IntN(len(fitting))]
			c := &composer{Writer: randprog.Writer{Rand: r}, pieces: []*piece{p}, plain: try%4 == 3}
			for range r.IntN(4) {
				if q := s.pieces[r.IntN(len(s.pieces))]; q.revision == p.revision && q.executed {
					c.pieces = slices.Insert(c.pieces, r.IntN(len(c.pieces)+1), q)
				}
			}
			names, executed := s.attempt(t, c, p.revision, pipelines[r.IntN(len(pipelines))])
			for _, n := range names {
				applied[n]++
				if executed {
					compared[n]++
				}
			}
		}
		if !enough() && (!exempted || len(fitting) > 0) {
			t.Errorf("random modules apply %s %d times, and %d times where the behaviour is defined", name, applied[name], compared[name])
		}
	}
	reached := 0
	for _, n := range compared {
		if n > 0 {
			reached++
		}
	}
	t.Logf("random modules apply, where the behaviour is defined:\n%s", oracle.Table(compared))
	t.Logf("%d of %d folds and patterns in %d random modules", reached, len(rewrites.Names()), modules)
}

// attempt runs a pipeline on a random module, and executes @main before and after. It
// returns the folds and patterns that were applied, and whether the behaviour is defined.
func (s *survey) attempt(t *testing.T, c *composer, followed revision.Revision, pipeline string) (names []string, executed bool) {
	t.Helper()
	text := c.module()
	before, after := functions(t, text, followed), functions(t, text, followed)
	main := func(list []validate.Function) (f validate.Function) {
		k := slices.IndexFunc(list, func(f validate.Function) bool { return f.Path == "main" })
		return list[k]
	}
	if after.context == nil {
		return nil, false // a piece is not valid at its place
	}
	unknown := func(f validate.Function) bool { return !ir.SymbolUses(f.Op, func(*ir.Operation, *ir.SymbolRefAttr) {}) }
	if strings.Contains(pipeline, "symbol-dce") && slices.ContainsFunc(after.list, unknown) {
		return nil, false // the pass refuses operations that may be symbol tables
	}
	seen := rewrites.Counts()
	parsed, err := registry.Passes().Parse("builtin.module(" + pipeline + ")")
	if err != nil {
		t.Fatal(err)
	}
	manager := passes.NewManager(after.context)
	manager.Threads = 1
	if err := manager.Run(t.Context(), parsed, after.module); err != nil {
		if _, _, undefined := run(t, main(before.list), 0, true); undefined == nil {
			t.Errorf("%s: %v\n%s", pipeline, err, text)
		}
		return nil, false // once its bounds are known, a slice out of bounds is not valid
	}
	names = appliedSince(seen)
	if len(names) == 0 {
		return nil, false
	}
	f, g := main(before.list), main(validate.Functions(after.module))
	for seed := range uint64(3) {
		f.AnyZero = true
		want, used, err := run(t, f, seed, true)
		if err != nil {
			continue
		}
		executed = true
		got, now, err := run(t, g, seed, true)
		if err != nil {
			t.Errorf("%s: afterwards %v\n%s\nto\n%s", pipeline, err, text, after.module)
			return names, true
		}
		for _, d := range []string{got.Differs(want), validate.Differs(used, now)} {
			if d != "" {
				t.Errorf("%s: %s\n%s\nto\n%s", pipeline, d, text, after.module)
				return names, true
			}
		}
	}
	return names, executed
}
