package distribute_test

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/internal/testing/native"
	"optc/ir"
	"optc/parser"
	"optc/passes"
	"optc/registry"
	"optc/sim"
	"optc/validate"
)

// natively is the number of random programs that are executed natively.
var natively = flag.Int("native", 50, "random programs that TestProgramsAgreeNatively executes on this machine; it logs how many")

// inCpp is the number of random programs that are written in C++ and executed.
var inCpp = flag.Int("cpp", 16, "random programs that TestProgramsAgreeInCpp writes in C++ and executes; it logs how many")

// nativeBatch is the number of programs that are compiled together.
const nativeBatch = 50

// nativeProgram is a program that was compiled to a kernel, and the memory that a single thread
// leaves, which works on the whole vectors.
type nativeProgram struct {
	text   string
	kernel native.Kernel
	want   *validate.Observation
	memory []int // the arguments that are memory
}

// chipOf returns the chip that a program is compiled for, by its seed, and the lanes of a
// subgroup.
func chipOf(seed uint64) (chip string, lanes int64) {
	if seed%4 == 3 {
		return "gfx942", 64
	}
	return "sm_80", 32
}

// TestProgramsAgreeNatively compiles random programs by the pipeline for GPUs, lowers the kernels
// by upstream's tools, executes them on this machine, and compares the memory with a single
// thread that works on the whole vectors in the simulator. Threads run in ascending and in
// descending order, and must meet at the same operations.
func TestProgramsAgreeNatively(t *testing.T) {
	t.Parallel()
	agreeNatively(t, *natively, native.Tools, native.Run)
}

// TestProgramsAgreeInCpp does the same with kernels that are written in C++ and compiled by the
// system's compiler.
func TestProgramsAgreeInCpp(t *testing.T) {
	t.Parallel()
	agreeNatively(t, *inCpp, native.SourceTools, native.RunSources)
}

func agreeNatively(t *testing.T, count int, tools []string, run func(context.Context, string, []native.Kernel) ([]native.Result, error)) {
	t.Helper()
	for _, tool := range tools {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed", tool)
		}
	}
	executed, refused := 0, map[string]int{}
	for lo := 0; lo < count; lo += nativeBatch {
		var list []nativeProgram
		var kernels []native.Kernel
		for seed := lo; seed < min(lo+nativeBatch, count); seed++ {
			p, err := newNativeProgram(t, uint64(seed))
			if err != nil {
				refused[err.Error()]++
				continue
			}
			list, kernels = append(list, p), append(kernels, p.kernel)
		}
		results, err := run(t.Context(), t.TempDir(), kernels)
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range results {
			for order := range r.Args {
				list[i].compare(t, r.Stuck[order], r.Args[order])
			}
		}
		executed += len(results)
	}
	t.Logf("%d programs executed, refused %v", executed, refused)
	if 10*executed < 9*count {
		t.Errorf("only %d of %d programs were executed: %v", executed, count, refused)
	}
}

// newNativeProgram writes and compiles a program. The error is the reason why the pipeline
// refuses it.
func newNativeProgram(t *testing.T, seed uint64) (nativeProgram, error) {
	t.Helper()
	p := newProgram(seed)
	p.compose(false)
	n := nativeProgram{text: p.text(), want: p.call(t, p.transformed(t, "builtin.module()"), 1)}
	block, _ := p.workgroup()
	c := all.Context() // LLVM 22 reads the kernel whatever revision the program follows
	module, err := parser.Parse(t.Context(), c, &ir.Source{Name: "in.mlir", Text: n.text}, nil)
	if err != nil {
		t.Fatal(err)
	}
	chip, lanes := chipOf(seed)
	sizes := strings.Trim(strings.ReplaceAll(fmt.Sprint(block), " ", ","), "[]")
	pipeline, err := registry.Passes().Parse(fmt.Sprintf("builtin.module(gpu-set-target{chip=%s},gpu{workgroup=%s subgroup=%d})", chip, sizes, p.subgroup))
	if err != nil {
		t.Fatal(err)
	}
	var ds ir.Diagnostics
	m := passes.NewManager(c)
	m.Sink = &ds
	if err := m.Run(t.Context(), pipeline, module); err != nil {
		reason, _, _ := strings.Cut(cmp.Or(ds.String(), err.Error()), "\n")
		_, reason, _ = strings.Cut(reason, "error: ")
		return n, errors.New(reason)
	}
	n.kernel = native.Kernel{Module: module, Subgroup: lanes}
	for i, v := range p.memory(t, 7) {
		data := binary.LittleEndian.AppendUint64(nil, v.Bits)
		if r := v.MemRef(); r != nil {
			n.memory = append(n.memory, i)
			held, _, err := r.Mem.Read(r.Mem.Base, int(r.Mem.Size()))
			err.Must()
			data = slices.Clone(held)
		}
		n.kernel.Args = append(n.kernel.Args, data)
	}
	return n, nil
}

// compare compares the memory of a native run.
func (n *nativeProgram) compare(t *testing.T, stuck int32, args [][]byte) {
	t.Helper()
	if stuck != 0 {
		t.Errorf("threads meet at different operations, one of them at number %d, of\n%s\nfor\n%s", stuck, n.kernel.Module, n.text)
		return
	}
	for k, i := range n.memory {
		want := n.want.Memory[k]
		r := *want.Value.MemRef()
		got := sim.NewMemory("native", 0, int64(len(args[i])))
		got.Write(0, args[i]).Must()
		r.Mem = got
		if d := validate.Differs([]validate.Value{want}, []validate.Value{{Type: want.Type, Value: sim.Value{Ref: &r}}}); d != "" {
			t.Errorf("%s\nof\n%s\nfor\n%s", d, n.kernel.Module, n.text)
			return
		}
	}
}
