package standard_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"optc/internal/testing/irtest"

	"optc/dialect/all"
	"optc/ir"
	"optc/parser"
	"optc/passes"
	"optc/registry"
)

// silent is a listener that does nothing. If there is a listener, the greedy driver works
// on a region as a whole.
type silent struct{}

func (silent) Inserted(*ir.Operation)               {}
func (silent) Erasing(*ir.Operation)                {}
func (silent) Modified(*ir.Operation)               {}
func (silent) Replacing(*ir.Operation, []*ir.Value) {}

// litModules returns the valid modules among the inputs of the lit tests.
func litModules(t *testing.T) (texts []string) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join("..", "..", "test", "lit"), func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".mlir" {
			return err
		}
		data, err := os.ReadFile(path)
		for part := range strings.SplitSeq(string(data), "// -----") {
			if _, _, ok := tryParse(part); ok {
				texts = append(texts, part)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(texts) < 100 {
		t.Fatalf("got %d modules, expected at least 100", len(texts))
	}
	return texts
}

func tryParse(text string) (*ir.Context, *ir.Operation, bool) {
	c := ir.NewContext(all.Dialects()...)
	c.AllowUnregistered = true
	m, err := parser.Parse(context.Background(), c, &ir.Source{Name: "in.mlir", Text: text}, nil)
	return c, m, err == nil && ir.Verify(m, nil) == nil
}

// The greedy driver has the same result on isolated operations separately, in parallel,
// as on the module as a whole.
func TestGreedyOnIsolatedOperations(t *testing.T) {
	t.Parallel()
	for _, text := range append(litModules(t), irtest.Functions(40)) {
		run := func(threads int, l ir.Listener, topDown bool) string {
			c, m, _ := tryParse(text)
			config := ir.DefaultGreedyConfig()
			config.TopDown, config.Threads, config.Listener = topDown, threads, l
			patterns := ir.NewPatternSet(ir.CanonicalizationPatterns(c)...)
			changed, converged := ir.ApplyGreedily(t.Context(), c, m.Region(0), patterns, config)
			return fmt.Sprint(changed, converged, "\n", m)
		}
		for _, topDown := range []bool{true, false} {
			whole := run(1, silent{}, topDown)
			if got := run(3, nil, topDown); got != whole {
				t.Errorf("top down %t:\n%s\nas a whole:\n%s", topDown, got, whole)
			}
		}
	}
}

// nestedModules has functions in nested modules, operations beside them that differ from case to
// case, and a dead operation at the module level.
const nestedModules = `
%%used = "test.def"() : () -> i32
%%dead = arith.constant 3 : i32
%s
module @a {
  %s
  module @b {
    %s
  }
}
"test.use"(%%used) : (i32) -> ()
`

func TestModulePassesDoNotDependOnThreads(t *testing.T) {
	t.Parallel()
	text := fmt.Sprintf(nestedModules, irtest.Functions(9), irtest.Functions(3), irtest.Functions(5))
	for _, pipeline := range []string{"canonicalize", "cse", "canonicalize,cse", "any(cse)", "cse,canonicalize{max-iterations=1}"} {
		run := func(threads int) string {
			c, m := irtest.Parse(t, text)
			mgr := passes.NewManager(c)
			mgr.Threads = threads
			p, err := registry.Passes().Parse("builtin.module(" + pipeline + ")")
			if err == nil {
				err = mgr.Run(t.Context(), p, m)
			}
			if err != nil {
				t.Fatal(err)
			}
			counts := ""
			for inst := range p.Instances {
				counts += fmt.Sprint(inst.Counts())
			}
			return counts + m.String()
		}
		want := run(1)
		if got := strings.Count(want, "arith.muli"); strings.Contains(pipeline, "cse") && got != 17 {
			t.Errorf("%s: got %d products, expected one for each of 17 functions\n%s", pipeline, got, want)
		}
		for _, threads := range []int{0, 2, 5} {
			if got := run(threads); got != want {
				t.Errorf("%s with %d threads:\n%s\nwant\n%s", pipeline, threads, got, want)
			}
		}
	}
}

// A panic in a pattern is reported with its place, also from another goroutine.
func TestPanicInPattern(t *testing.T) {
	t.Parallel()
	for _, threads := range []int{1, 3} {
		c, m := irtest.Parse(t, irtest.Functions(10))
		broken := &passes.Pass{Name: "broken", Title: "test", Run: func(pc *passes.Context) (bool, error) {
			config := ir.DefaultGreedyConfig()
			config.Threads = pc.Threads()
			ir.ApplyGreedily(pc, pc.IR, pc.Op.Region(0), ir.NewPatternSet(&ir.Pattern{Root: ir.Kind("arith.muli"), Rewrite: breakAt4}), config)
			return true, nil
		}}
		var ds ir.Diagnostics
		mgr := passes.NewManager(c)
		mgr.Threads, mgr.Sink = threads, &ds
		err := mgr.Run(t.Context(), passes.On(ir.ModuleOp{}, passes.Use(broken)), m)
		if got := ds.String(); err == nil || !strings.Contains(got, "in pass 'broken': at f4") || !strings.Contains(got, "breakAt4") {
			t.Errorf("%d threads: got %v\n%s", threads, err, got)
		}
	}
}

func breakAt4(op *ir.Operation, _ *ir.Rewriter) bool {
	if ir.SymbolName(op.Parent()) >= "f4" {
		panic("at " + ir.SymbolName(op.Parent()))
	}
	return false
}
