package tune_test

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/internal/family/gpu/kernel"
	"optc/internal/family/poplar"
	"optc/internal/tool/tune"
	"optc/ir"
	"optc/lower"
	"optc/parser"
	"optc/registry"
)

var layoutName = regexp.MustCompile(`to layout\(#\w+\)`)

// problem returns the problem of a kernel for a chip.
func problem(t *testing.T, text, chip string) *tune.Problem {
	t.Helper()
	c := all.Context()
	var ds ir.Diagnostics
	module, err := parser.Parse(t.Context(), c, &ir.Source{Name: "kernel.mlir", Text: text}, &ds)
	if err != nil || ir.Verify(module, &ds) != nil {
		t.Fatal(ds.String())
	}
	families := []*lower.Family{kernel.Family(), poplar.Family()}
	if err := lower.SetTarget(c, families, module, chip); err != nil {
		t.Fatal(err)
	}
	family, err := lower.Of(families, module)
	if err != nil {
		t.Fatal(err)
	}
	return &tune.Problem{Module: module, Families: families, Registry: registry.Passes(), Pipeline: family.Pipeline, Threads: 2, Budget: tune.DefaultBudget}
}

// chipOf returns the GPU on which a kernel is tuned: one with its matrix instruction.
func chipOf(text string) string {
	if strings.Contains(text, "MFMA") {
		return "gfx942"
	}
	return "sm_80"
}

var everyKernel = flag.Bool("kernels", false, "tune every kernel of examples/gpu")

// quick are the kernels that are tuned in every run of the tests.
var quick = []string{"copy_transpose", "layer_norm", "matmul_mfma", "matmul_mma_sync", "scan", "softmax"}

// TestKernels: the layouts that are found for the kernels of examples/gpu cost no more than the
// layouts that were chosen by hand.
func TestKernels(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../../examples/gpu/*.mlir")
	if err != nil || len(files) < 10 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".mlir")
		if !*everyKernel && !slices.Contains(quick, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			compare(t, string(text), chipOf(string(text)))
		})
	}
}

// TestWorkers does the same with the kernels for the six workers of a tile.
func TestWorkers(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../../examples/workers/*.mlir")
	if err != nil || len(files) < 10 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if name := strings.TrimSuffix(filepath.Base(file), ".mlir"); layoutName.Match(text) && (*everyKernel || slices.Contains(quick, name)) {
			t.Run(name, func(t *testing.T) { compare(t, string(text), "ipu2") })
		}
	}
}

// compare compares the layouts that are found with the layouts that a program has.
func compare(t *testing.T, text, chip string) {
	hand, err := problem(t, text, chip).Measure(t.Context())
	if err != nil || hand.Refused != "" {
		t.Fatal(err, hand)
	}
	p := problem(t, layoutName.ReplaceAllString(text, "to layout(?)"), chip)
	found, err := p.Tune(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s: %g cycles by hand, %g found; %d measured, %d refused, %d below bound, %d left", chip, hand.Cycles, found.Best[0].Cycles, found.Measured, len(found.Refused), found.Bounded, found.Left)
	for _, c := range found.Best {
		if c.Bound > c.Cycles {
			t.Errorf("%v costs %g cycles, but its bound is %g", c.Choice, c.Cycles, c.Bound)
		}
	}
	written, err := found.Rewrite()
	if err != nil {
		t.Fatal(err)
	}
	if again, err := problem(t, written, chip).Measure(t.Context()); err != nil || again.Refused != "" || again.Cycles != found.Best[0].Cycles {
		t.Errorf("the rewritten source costs %v, %v", again, err)
	}
	if found.Best[0].Cycles > hand.Cycles {
		t.Errorf("costs more than by hand: %v, by hand %v", found.Best[0], hand.Costs)
	}
}
