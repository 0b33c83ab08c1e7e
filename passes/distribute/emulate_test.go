package distribute_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"optc/internal/testing/cudacase"
)

// emulated is the number of random programs that AMD's instructions of each chip are executed for.
var emulated = flag.Int("emulated", 8, "random programs that TestProgramsAgreeInEmulator executes for each of AMD's chips")

// emulatedFirst is the seed of the first of them.
var emulatedFirst = flag.Int("emulated.first", 0, "seed of the first random program that TestProgramsAgreeInEmulator executes")

// TestProgramsAgreeInEmulator compiles the examples and random programs for AMD's chips with LLVM, executes their
// instructions, and compares the memory with the simulator's, bit by bit but for matrix instructions.
func TestProgramsAgreeInEmulator(t *testing.T) {
	t.Parallel()
	emulator := os.Getenv(cudacase.Emulator)
	if emulator == "" {
		t.Skipf("%s names no checkout of tinygrad", cudacase.Emulator)
	}
	files, err := filepath.Glob("../../examples/gpu/*.mlir")
	if err != nil {
		t.Fatal(err)
	}
	for _, chip := range []string{"gfx90a", "gfx942", "gfx1100", "gfx1201"} {
		t.Run(chip+"/examples", func(t *testing.T) {
			e := emulation{emulator: emulator, chip: chip}
			for _, file := range files {
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				name := strings.TrimSuffix(filepath.Base(file), ".mlir")
				e.add(t, name, string(text), "gpu-set-target{chip="+chip+"},gpu", file, nil)
				if slices.Contains(approximated, name) {
					e.add(t, name+" with approximations", string(text), "gpu-set-target{chip="+chip+"},gpu{fast-math}", file, nil)
				}
			}
			e.run(t)
		})
		t.Run(chip+"/random", func(t *testing.T) {
			e := emulation{emulator: emulator, chip: chip}
			for k := range *emulated {
				seed := *emulatedFirst + k
				p := newProgram(uint64(seed))
				p.compose(false)
				e.add(t, fmt.Sprint("seed ", seed), p.text(), p.pipeline(chip), "in.mlir", p.contents(t))
			}
			e.run(t)
		})
		t.Run(chip+"/sums", func(t *testing.T) {
			e, narrow := emulation{emulator: emulator, chip: chip}, emulation{emulator: emulator, chip: chip, options: cudacase.Narrow}
			for k := range *emulated {
				seed := *emulatedFirst + k
				p, pipeline := kernelOverSubgroups(uint64(seed), chip)
				list := &e
				switch elem := p.args[0].elem; {
				case elem == "f16" && chip == "gfx1201":
					continue // the emulator's maxima of f16 differ
				case elem == "f16" || elem == "i8":
					list = &narrow
				}
				list.add(t, fmt.Sprint("sum or scan ", seed), p.text(), pipeline, "in.mlir", p.contents(t))
			}
			e.add(t, "divided sum", dividedSum, "gpu-set-target{chip="+chip+"},gpu", "in.mlir", nil)
			e.run(t)
			narrow.run(t)
		})
	}
}

// dividedSum is a product whose sum a kernel computes in parts, which a second kernel adds.
const dividedSum = `func.func @main(%a: tensor<32x64xf32>, %b: tensor<64x32xf32>, %c: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %r = linalg.matmul {gpu.plan = {parts = 4 : i64}} ins(%a, %b : tensor<32x64xf32>, tensor<64x32xf32>) outs(%c : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %r : tensor<32x32xf32>
}`

// approximated lists the examples that have functions and divisions.
var approximated = []string{"layer_norm", "paged_attention", "softmax"}

// emulation is a list of programs to execute for a chip.
type emulation struct {
	emulator, chip, options string // the checkout, the chip, and options of llc
	cases                   []*cudacase.Case
}

// add adds a program, unless the pipeline refuses it.
func (e *emulation) add(t *testing.T, name, text, pipeline, file string, inputs [][]byte) {
	module, reason := cudaModule(t, text, pipeline, file)
	if module == nil {
		t.Logf("%s: %s", name, reason)
		return
	}
	c := &cudacase.Case{Name: name, Module: module, Inputs: inputs, Language: "mlir"}
	switch {
	case strings.Contains(name, "mfma"):
		c.Tolerance = 1e-3
	case strings.HasSuffix(name, "approximations"):
		c.Tolerance = 1e-5
	}
	e.cases = append(e.cases, c)
}

// run executes the programs.
func (e *emulation) run(t *testing.T) {
	verdicts, err := cudacase.Emulate(t.Context(), e.emulator, e.chip, e.options, t.TempDir(), e.cases)
	if err != nil {
		t.Fatal(err)
	}
	for i, err := range verdicts {
		if err != nil {
			t.Errorf("%s: %v", e.cases[i].Name, err)
		}
	}
	t.Logf("%d programs executed", len(e.cases))
}
