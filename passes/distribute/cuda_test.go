package distribute_test

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/dialect/vector"
	"optc/internal/testing/cudacase"
	"optc/ir"
	"optc/parser"
	"optc/passes"
	"optc/registry"
)

var (
	// cudaCases is the folder for kernels with inputs and expected results, which a machine with a GPU runs.
	cudaCases = flag.String("cuda.cases", "", "folder into which TestWriteCudaCases writes kernels with inputs and expected results")
	// cudaPrograms is the number of random programs among them.
	cudaPrograms = flag.Int("cuda.programs", 200, "random programs that TestWriteCudaCases writes")
	// cudaByLLVM is the number of random programs that LLVM compiles, too.
	cudaByLLVM = flag.Int("cuda.llvm", 20, "random programs that TestWriteCudaCases compiles by LLVM, too")
)

// inPTX is the number of random programs that are written in PTX and executed.
var inPTX = flag.Int("ptx", 16, "random programs that TestProgramsAgreeInPTX writes in PTX and executes; it logs how many")

// TestProgramsAgreeInPTX compiles random programs to PTX, checks each instruction, executes them with the
// threads in both orders, and compares the memory with the simulator's, bit by bit.
func TestProgramsAgreeInPTX(t *testing.T) {
	t.Parallel()
	executed := 0
	for seed := range *inPTX {
		p := newProgram(uint64(seed))
		p.compose(false)
		if p.subgroup > 32 {
			continue
		}
		module, reason := cudaModule(t, p.text(), p.pipeline("sm_80"), "in.mlir")
		if module == nil {
			t.Logf("seed %d: %s", seed, reason)
			continue
		}
		ir.Walk(module, func(op *ir.Operation) ir.WalkResult {
			if e := ir.As[vector.ToElementsOp](op); e.Ok() && len(e.Source().Type().(*ir.VectorType).Dims) != 1 {
				t.Errorf("seed %d: upstream does not lower %s", seed, op)
			}
			return ir.Advance
		})
		c := cudacase.Case{Module: module, Inputs: p.contents(t), Language: "ptx"}
		files, err := c.Files(t.Context())
		for _, descending := range []bool{false, true} {
			if err == nil {
				err = cudacase.Judge(files, descending)
			}
		}
		if err != nil {
			t.Errorf("seed %d: %v\nof\n%s\nfor\n%s", seed, err, files["kernel.ptx"], p.text())
		}
		executed++
	}
	t.Logf("%d programs executed", executed)
	if 10*executed < 9**inPTX {
		t.Errorf("only %d of %d programs were executed", executed, *inPTX)
	}
}

// TestApproximationsInPTX executes kernels with the chip's approximations, which the interpreter and the simulator round to
// the nearest number.
func TestApproximationsInPTX(t *testing.T) {
	t.Parallel()
	for _, name := range approximated {
		file := filepath.Join("../../examples/gpu", name+".mlir")
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		module, reason := cudaModule(t, string(text), "gpu-set-target{chip=sm_80},gpu{fast-math}", file)
		if module == nil {
			t.Fatal(reason)
		}
		c := cudacase.Case{Module: module, Language: "ptx"}
		files, err := c.Files(t.Context())
		if err == nil {
			err = cudacase.Judge(files, false)
		}
		if err != nil || !strings.Contains(string(files["kernel.ptx"]), "rcp.approx.f32") && name != "layer_norm" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// pipeline returns the passes that make the kernel of a program.
func (p *program) pipeline(chip string) string {
	block, _ := p.workgroup()
	sizes := strings.Trim(strings.ReplaceAll(fmt.Sprint(block), " ", ","), "[]")
	return fmt.Sprintf("gpu-set-target{chip=%s},gpu{workgroup=%s subgroup=%d}", chip, sizes, p.subgroup)
}

// cudaModule runs passes on a program, or returns the reason why they refuse it.
func cudaModule(t *testing.T, text, pipeline, file string) (module *ir.Operation, reason string) {
	t.Helper()
	c := all.Context()
	module, err := parser.Parse(t.Context(), c, &ir.Source{Name: file, Text: text}, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := registry.Passes().Parse("builtin.module(" + pipeline + ")")
	if err != nil {
		t.Fatal(err)
	}
	var ds ir.Diagnostics
	m := passes.NewManager(c)
	m.Sink = &ds
	if err := m.Run(t.Context(), p, module); err != nil {
		reason, _, _ := strings.Cut(cmp.Or(ds.String(), err.Error()), "\n")
		return nil, reason
	}
	return module, ""
}

// TestWriteCudaCases writes the folder that -cuda.cases names: every kernel of the examples, programs of
// tensors, and random programs, in PTX of this program and in PTX that LLVM makes.
func TestWriteCudaCases(t *testing.T) {
	t.Parallel()
	if *cudaCases == "" {
		t.Skip("-cuda.cases names no folder")
	}
	files, err := filepath.Glob("../../examples/*/*.mlir")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		kind, name := filepath.Base(filepath.Dir(file)), strings.TrimSuffix(filepath.Base(file), ".mlir")
		if kind != "gpu" && kind != "models" || name == "matmul_mfma" {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, chip := range []string{"sm_80", "sm_90"} {
			writeCudaCase(t, kind+"_"+name+"_"+chip, string(text), "gpu-set-target{chip="+chip+"},gpu", file, chip == "sm_80", nil)
		}
	}
	for seed := range *cudaPrograms {
		p := newProgram(uint64(seed))
		p.compose(false)
		if p.subgroup > 32 {
			continue
		}
		chip := []string{"sm_80", "sm_90"}[seed%2]
		writeCudaCase(t, fmt.Sprintf("random_%04d_%s", seed, chip), p.text(), p.pipeline(chip), "in.mlir",
			seed < *cudaByLLVM, p.contents(t))
	}
}

// contents returns the elements of the arguments of a program.
func (p *program) contents(t *testing.T) (list [][]byte) {
	for _, v := range p.memory(t, 7) {
		data := []byte{byte(v.Bits), byte(v.Bits >> 8), byte(v.Bits >> 16), byte(v.Bits >> 24), byte(v.Bits >> 32), byte(v.Bits >> 40), byte(v.Bits >> 48), byte(v.Bits >> 56)}
		if r := v.MemRef(); r != nil {
			held, _, err := r.Mem.Read(r.Mem.Base, int(r.Mem.Size()))
			err.Must()
			data = append([]byte(nil), held...)
		}
		list = append(list, data)
	}
	return list
}

// writeCudaCase writes a case, and a second one in the PTX of LLVM. Programs that the pipeline refuses are none.
func writeCudaCase(t *testing.T, name, text, pipeline, file string, llvm bool, inputs [][]byte) {
	t.Helper()
	for _, language := range []string{"ptx", "mlir"} {
		if language == "mlir" && !llvm {
			continue
		}
		module, reason := cudaModule(t, text, pipeline, file)
		if module == nil {
			t.Logf("%s: %s", name, reason)
			return
		}
		written := cudacase.Case{Name: name + "_" + language, Module: module, Inputs: inputs, Language: language}
		if strings.Contains(name, "mma_sync") {
			written.Tolerance = 1e-3
		}
		if err := written.Write(t.Context(), *cudaCases); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if language == "mlir" {
			if out, err := exec.CommandContext(t.Context(), "sh", filepath.Join(*cudaCases, written.Name, "build.sh")).CombinedOutput(); err != nil {
				t.Errorf("%s: %v\n%s", name, err, out)
			}
		}
	}
}
