package native

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"optc/dialect/gpu"
	"optc/ir"
	"optc/parser"
)

//go:embed runtime/runtime.c
var runtimeText string

// Tools are the programs that Run needs.
var Tools = []string{"mlir-opt-22", "mlir-translate-22", "llc-22", "cc"}

// Kernel is a kernel with the contents of its arguments.
type Kernel struct {
	Module   *ir.Operation // the module that holds a gpu.module with the kernel
	Subgroup int64         // threads of a subgroup
	Args     [][]byte      // the elements of each argument
}

// Result is the outcome of a kernel.
type Result struct {
	// Stuck is the number of an operation at which a thread waits for threads that never arrive; 0 if
	// there is none.
	Stuck [2]int32
	// Args are the contents of the arguments after the run, with the threads in ascending order
	// and in descending order.
	Args [2][][]byte
}

// lowering lists upstream's passes from a function of a kernel to the dialect of LLVM.
var lowering = "builtin.module(" + strings.Join([]string{
	"convert-vector-to-scf{full-unroll=true}", "expand-strided-metadata", "lower-affine", "convert-scf-to-cf",
	"convert-vector-to-llvm", "convert-math-to-llvm", "finalize-memref-to-llvm", "convert-arith-to-llvm", "convert-cf-to-llvm",
	"convert-func-to-llvm{use-bare-ptr-memref-call-conv=true}", "convert-ub-to-llvm", "reconcile-unrealized-casts",
}, ",") + ")"

// Run compiles kernels in a folder and executes them.
func Run(ctx context.Context, folder string, kernels []Kernel) ([]Result, error) {
	text, table, err := sources(ctx, kernels)
	if err != nil {
		return nil, err
	}
	at := func(name string) string { return filepath.Join(folder, name) }
	for name, content := range map[string]string{"kernels.mlir": text, "table.c": table, "runtime.c": runtimeText} {
		if err := os.WriteFile(at(name), []byte(content), 0o666); err != nil {
			return nil, err
		}
	}
	for _, command := range [][]string{
		{Tools[0], at("kernels.mlir"), "--pass-pipeline=" + lowering, "-o", at("lowered.mlir")},
		{Tools[1], "--mlir-to-llvmir", at("lowered.mlir"), "-o", at("kernels.ll")},
		{Tools[2], "-O1", "-filetype=obj", "-relocation-model=pic", at("kernels.ll"), "-o", at("kernels.o")},
		{Tools[3], "-O1", "-o", at("kernels"), at("runtime.c"), at("table.c"), at("kernels.o"), "-lm"},
	} {
		if err := compile(ctx, command...); err != nil {
			return nil, err
		}
	}
	return execute(ctx, at("kernels"), kernels)
}

// compile runs a command that compiles a file.
func compile(ctx context.Context, command ...string) error {
	if out, err := exec.CommandContext(ctx, command[0], command[1:]...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", command[0], err, out)
	}
	return nil
}

// execute runs a program of kernels, which reads their arguments and writes them after each run.
func execute(ctx context.Context, program string, kernels []Kernel) ([]Result, error) {
	var input bytes.Buffer
	for _, k := range kernels {
		for _, a := range k.Args {
			input.Write(a)
		}
	}
	var report bytes.Buffer
	run := exec.CommandContext(ctx, program)
	run.Stdin, run.Stderr = &input, &report
	out, err := run.Output()
	if err != nil {
		return nil, fmt.Errorf("the kernels ended with %w after %d bytes of results\n%s", err, len(out), report.String())
	}
	return results(kernels, out)
}

// sources returns the functions of the kernels as MLIR, and their table in C.
func sources(ctx context.Context, kernels []Kernel) (text, table string, err error) {
	var all, b strings.Builder
	all.WriteString(declarations)
	b.WriteString("#include <stdint.h>\nstruct program { void (*run)(void **); int64_t block[3], grid[3], arena; int subgroup, arguments; const int64_t *sizes; };\n")
	var rows strings.Builder
	for i, k := range kernels {
		kernel := kernelOf(k.Module)
		if kernel == nil {
			return "", "", errors.New("a module has no kernel")
		}
		into, err := parser.Parse(ctx, ir.ContextOf(kernel), &ir.Source{Name: "host.mlir"}, nil)
		if err != nil {
			return "", "", err
		}
		name := fmt.Sprint("kernel_", i)
		if err := hostFunction(into, kernel, name); err != nil {
			return "", "", err
		}
		for op := range into.Body().Ops() {
			all.WriteString(op.String() + "\n")
		}
		writeTable(&b, &rows, name, kernel, k)
	}
	fmt.Fprintf(&b, "const struct program programs[] = {\n%s};\nconst int program_count = %d;\n", rows.String(), len(kernels))
	return all.String(), b.String(), nil
}

// kernelOf returns the first kernel of a module, or nil.
func kernelOf(module *ir.Operation) (kernel *ir.Operation) {
	ir.Walk(module, func(op *ir.Operation) ir.WalkResult {
		if ir.Is[gpu.FuncOp](op) && gpu.IsKernel(op) {
			kernel = op
			return ir.Interrupt
		}
		return ir.Advance
	})
	return kernel
}

// writeTable writes the description of a kernel for the runtime: a function that unpacks its
// arguments, and a row of the table.
func writeTable(b, rows *strings.Builder, name string, kernel *ir.Operation, k Kernel) {
	f := ir.Cast[gpu.FuncOp](kernel)
	var types, values, sizes []string
	for i, t := range f.FunctionType().Inputs {
		typ := "void *"
		value := fmt.Sprintf("a[%d]", i)
		if _, isMemory := t.(*ir.MemRefType); !isMemory {
			typ = fmt.Sprintf("int%d_t", 8*ir.ElementBytes(t))
			value = fmt.Sprintf("*(%s *)a[%d]", typ, i)
		}
		types, values, sizes = append(types, typ), append(values, value), append(sizes, fmt.Sprint(len(k.Args[i])))
	}
	arena := int64(0)
	if workgroup, _ := gpu.Attributions(kernel); len(workgroup) > 0 {
		arena = workgroup[0].Type().(*ir.MemRefType).Dims[0]
		types, values = append(types, "void *"), append(values, fmt.Sprintf("a[%d]", len(k.Args)))
	}
	fmt.Fprintf(b, "void %s(%s);\nstatic void call_%s(void **a) { %s(%s); }\n", name, strings.Join(types, ", "), name, name, strings.Join(values, ", "))
	fmt.Fprintf(b, "static const int64_t sizes_%s[] = {%s};\n", name, strings.Join(append(sizes, "0"), ", "))
	fmt.Fprintf(rows, "  {call_%s, {%s}, {%s}, %d, %d, %d, sizes_%s},\n", name, commas(f.KnownBlockSize()), commas(f.KnownGridSize()), arena, k.Subgroup, len(k.Args), name)
}

// results splits the output of the runtime.
func results(kernels []Kernel, out []byte) ([]Result, error) {
	list := make([]Result, len(kernels))
	take := func(n int) (part []byte) {
		n = min(n, len(out))
		part, out = out[:n], out[n:]
		return part
	}
	for i, k := range kernels {
		for order := range list[i].Args {
			if len(out) < 4 {
				return nil, fmt.Errorf("the output ends before kernel %d", i)
			}
			list[i].Stuck[order] = int32(binary.LittleEndian.Uint32(take(4)))
			for _, a := range k.Args {
				list[i].Args[order] = append(list[i].Args[order], bytes.Clone(take(len(a))))
			}
		}
	}
	return list, nil
}
