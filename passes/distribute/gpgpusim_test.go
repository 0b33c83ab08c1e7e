package distribute_test

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"optc/internal/testing/cudacase"
	"optc/internal/testing/gpgpusim"
)

// TestProgramsAgreeInGPGPUSim executes the PTX of the examples and of random programs, as many as for AMD's chips, on the functional
// simulator of GPGPU-Sim, with subgroups in both orders, and compares the memory with this project's simulator.
func TestProgramsAgreeInGPGPUSim(t *testing.T) {
	t.Parallel()
	program := os.Getenv(gpgpusim.Program)
	if program == "" {
		t.Skipf("%s names no program", gpgpusim.Program)
	}
	files, err := filepath.Glob("../../examples/gpu/*.mlir")
	if err != nil {
		t.Fatal(err)
	}
	for _, chip := range []string{"sm_80", "sm_90"} {
		t.Run(chip+"/examples", func(t *testing.T) {
			s := simulation{program: program}
			for _, file := range files {
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				name := strings.TrimSuffix(filepath.Base(file), ".mlir")
				s.execute(t, name, string(text), "gpu-set-target{chip="+chip+"},gpu", file, nil)
				if slices.Contains(approximated, name) {
					s.execute(t, name+" with approximations", string(text), "gpu-set-target{chip="+chip+"},gpu{fast-math}", file, nil)
				}
			}
			t.Logf("%d programs executed", s.executed)
		})
		t.Run(chip+"/random", func(t *testing.T) {
			s := simulation{program: program}
			for k := range *emulated {
				seed := *emulatedFirst + k
				p := newProgram(uint64(seed))
				p.compose(false)
				if p.subgroup <= 32 {
					s.execute(t, "seed "+strconv.Itoa(seed), p.text(), p.pipeline(chip), "in.mlir", p.contents(t))
				}
			}
			t.Logf("%d programs executed", s.executed)
		})
	}
}

// simulation executes programs with the program of GPGPU-Sim.
type simulation struct {
	program  string
	executed int
}

// execute executes a program, unless the pipeline refuses it.
func (s *simulation) execute(t *testing.T, name, text, pipeline, file string, inputs [][]byte) {
	t.Helper()
	module, reason := cudaModule(t, text, pipeline, file)
	if module == nil {
		t.Logf("%s: %s", name, reason)
		return
	}
	c := &cudacase.Case{Name: name, Module: module, Inputs: inputs, Language: "ptx"}
	if strings.HasSuffix(name, "approximations") {
		c.Tolerance = 1e-5
	}
	files, err := c.Files(t.Context())
	for _, descending := range []bool{false, true} {
		if err == nil {
			err = cudacase.Simulate(t.Context(), s.program, t.TempDir(), files, descending, c.Tolerance)
		}
	}
	if err != nil {
		t.Errorf("%s: %v", name, err)
	}
	s.executed++
}
