package okk_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"optc/dialect/all"
	dialect "optc/dialect/okk"
	"optc/internal/testing/raced"
	"optc/ir"
)

// parameters lists the parameters of a kernel with numbers: the smallest ones in the first draw,
// then numbers of all magnitudes, for tensors that are not too large.
func parameters(t *testing.T, text string, r *rand.Rand, draw int) (list []parameter) {
	t.Helper()
	module, err := parsed(t, all.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	left := 6000.0 // elements
	ir.Walk(module, func(op *ir.Operation) ir.WalkResult {
		p := ir.As[dialect.ParamOp](op)
		if !p.Ok() {
			return ir.Advance
		}
		low := float64(p.Range()[0])
		high := max(low, min(float64(p.Range()[1]), left))
		n := math.Round(low * math.Exp(r.Float64()*math.Log(high/low)))
		switch {
		case draw == 0:
			n = low
		case r.IntN(4) == 0:
			n = high
		}
		left = max(1, left/n)
		list = append(list, parameter{p.Name(), int64(n)})
		return ir.Advance
	})
	return list
}

// sizedKernels compiles the kernels of examples/okk/sizes for a number of shapes each.
func sizedKernels(t *testing.T, shapes int, overlap bool) (list []*compiled) {
	t.Helper()
	files, err := filepath.Glob("../../../examples/okk/sizes/*.mlir")
	if err != nil || len(files) == 0 {
		t.Fatalf("no kernels, %v", err)
	}
	for k, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := map[bool]string{false: "sizes_", true: "overlapped_"}[overlap] + strings.TrimSuffix(filepath.Base(file), ".mlir")
		at := strings.Index(string(data), "okk.kernel @")
		text := string(data)[:at] + "okk.kernel @" + name + " " + string(data)[at+strings.IndexByte(string(data)[at:], '{'):]
		r := rand.New(rand.NewPCG(uint64(k), 7))
		for draw := range shapes {
			list = append(list, compileSized(t, text, "bm1684", name, parameters(t, text, r, draw), overlap))
		}
	}
	return list
}

// TestExportSizes compiles kernels with parameters once, runs them as C for 20 shapes each, and
// compares the buffers with the device.
func TestExportSizes(t *testing.T) {
	t.Parallel()
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("skipped: cc, a C compiler, is not installed")
	}
	compareC(t, cc, sizedKernels(t, raced.Runs(8), false))
}

// TestModelSizes runs kernels with parameters on the functional model of BM1684 for 20 shapes each, and
// pipelined for 4 shapes each.
func TestModelSizes(t *testing.T) {
	if os.Getenv(modelEnv) == "" {
		t.Skipf("%s does not name the folder of OKKernel's functional model", modelEnv)
	}
	list := slices.Concat(sizedKernels(t, raced.Runs(20), false), sizedKernels(t, raced.Runs(4), true))
	m := newModel(t, list)
	for _, c := range list {
		t.Run(fmt.Sprint(c.name, c.params), func(t *testing.T) {
			t.Parallel()
			got, err := m.run(t.Context(), c)
			if err != nil {
				t.Fatal(err)
			}
			// Sums are added in an order of the hardware's own.
			if n, first := c.differences(got, 2e-5); n > 0 {
				t.Errorf("%d differences; %s", n, first)
			}
		})
	}
}

// TestLoopsNearTheLimit: in C, a loop ends whose last index plus the step is above the largest int.
func TestLoopsNearTheLimit(t *testing.T) {
	t.Parallel()
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("skipped: cc, a C compiler, is not installed")
	}
	var list []*compiled
	for _, c := range []struct {
		name string
		low  int64
		kind string
	}{{"wide", 1<<31 - 8, "long long"}, {"narrow", 1<<31 - 14, "int"}} {
		text := fmt.Sprintf(`!sys = !okk.sys<1x1x1x4xf32, continuous>
!local = !okk.local<1x1x1x4xf32, auto>
module attributes {okk.machine = #okk.machine<toy4k>} {
okk.kernel @%s {
  %%n = okk.param "n" range [%[2]d, %[3]d]
  %%low = arith.constant %[2]d : index
  %%step = arith.constant 5 : index
  %%y = okk.sys_buffer "y" : !sys
  %%t = okk.alloc : !local
  okk.fill %%t, 0.0 : f32 : !local
  scf.for %%i = %%low to %%n step %%step {
    okk.eltwise add %%t, %%t scalar 1.0 : f32 : !local, !local
  }
  okk.store %%t to %%y : !local to !sys
}
}
`, c.name, c.low, c.low+7)
		for n := c.low; n < c.low+8; n++ {
			kernel := compileSized(t, text, "", c.name, []parameter{{"n", n}}, false)
			if source := string(kernel.files[c.name+".c"]); !strings.Contains(source, "for ("+c.kind+" i = ") {
				t.Errorf("no %s:\n%s", c.kind, source)
			}
			list = append(list, kernel)
		}
	}
	compareC(t, cc, list)
}
