package kernel

import (
	"fmt"
	"maps"
	"strings"

	"optc/dialect/gpu"
	"optc/internal/family/gpu/cpp"
	"optc/internal/family/gpu/ptx"
	"optc/ir"
	"optc/lower"
)

// Names of the exported files.
const (
	kernelFile    = "kernel.mlir"
	functionsFile = "functions.ll"
	buildFile     = "build.sh"
)

var sources = &lower.Export{
	Doc: "For NVIDIA's chips, the kernels of a program are written in PTX, as kernel.ptx. For AMD's, kernel.mlir holds them with operations of LLVM 22 only, and the script build.sh compiles " +
		"it with mlir-opt-22, mlir-translate-22, opt-22, llc-22 and ld.lld-22 to kernel.s and kernel.hsaco. The host program main.cpp loads kernel.ptx by the " +
		"driver of CUDA or kernel.hsaco by HIP, and reads and writes its arguments as .npy files.",
	Pipeline: "builtin.module(gpu)",
	Probe:    probeFiles,
	Write: exportAs(func(module *ir.Operation, g *program) (map[string][]byte, []*ir.Diagnostic) {
		if g.machine.IsNVIDIA() {
			return assemblyFiles(module, g)
		}
		return upstreamFiles(module, g)
	}),
	Languages: []lower.Language{
		language("ptx", "The kernels are written in PTX, for NVIDIA's chips.", assemblyFiles),
		language("mlir", "The kernels are written for upstream's tools, also for NVIDIA's chips, for which build.sh makes kernel.ptx.", upstreamFiles),
		language("c++", "The kernel is one source that compiles as CUDA, as HIP, and as plain C++17 with the headers beside it, which run the threads of a "+
			"workgroup as fibers; main.cpp reads and writes its arguments as .npy files.", sourceFiles),
	},
}

// language returns a language of export, in which form writes programs.
func language(name, doc string, form func(module *ir.Operation, g *program) (map[string][]byte, []*ir.Diagnostic)) lower.Language {
	return lower.Language{Name: name, Doc: doc, Write: func(module *ir.Operation, _ func(string) ([]byte, error), sink ir.Sink) (map[string][]byte, error) {
		return exportAs(form)(module, sink)
	}}
}

// exportAs returns the function that writes the only program of a module in some form.
func exportAs(form func(module *ir.Operation, g *program) (map[string][]byte, []*ir.Diagnostic)) func(*ir.Operation, ir.Sink) (map[string][]byte, error) {
	return func(module *ir.Operation, sink ir.Sink) (map[string][]byte, error) {
		var problems ir.Diagnostics
		var files map[string][]byte
		g, err := onlyProgram(module)
		if d, ok := err.(*ir.Diagnostic); ok {
			ir.Report(&problems, d)
		} else if err != nil {
			return nil, err
		} else {
			var list []*ir.Diagnostic
			files, list = form(module, g)
			ir.Report(&problems, list...)
		}
		ir.Report(sink, problems.List()...)
		return files, problems.Err()
	}
}

// onlyProgram returns the only program of a module.
func onlyProgram(module *ir.Operation) (*program, error) {
	var programs []*ir.Operation
	for op := range module.Body().Ops() {
		if ir.Is[gpu.ModuleOp](op) {
			programs = append(programs, op)
		}
	}
	switch len(programs) {
	case 0:
		return nil, module.Errorf("holds no kernel").WithCode("gpu.kernel").HintNote(module.Loc(), "a kernel is a function on vectors with layouts, or with a translation_info")
	case 1:
	default:
		return nil, programs[1].Errorf("is the second module with a kernel; a program has one").WithCode("gpu.kernel").Note(programs[0].Loc(), "the first module is here")
	}
	return read(programs[0])
}

// refused returns the operations that are not written for the machine: they have a text in another language
// only, or would call a library.
func (g *program) refused() (problems []*ir.Diagnostic) {
	ir.Walk(g.module, func(op *ir.Operation) ir.WalkResult {
		if op == g.module {
			return ir.Advance
		}
		if len(g.machine.Target().Languages(op)) > 0 {
			if d := g.machine.notUpstream(op); d != nil {
				problems = append(problems, d)
			}
		}
		if d := g.inLibrary(op); d != nil {
			problems = append(problems, d)
		}
		return ir.Advance
	})
	return problems
}

// upstreamFiles returns the files for upstream's tools.
func upstreamFiles(module *ir.Operation, g *program) (files map[string][]byte, problems []*ir.Diagnostic) {
	problems = g.refused()
	for _, k := range g.kernels {
		if n := g.machine.Chip.RequestedBytes(k.bytes()); n > 0 {
			problems = append(problems, k.op.Errorf("uses %d bytes of workgroup memory, but upstream's tools declare it, and a kernel for %s may declare %d", n, g.machine.Chip, g.machine.Chip.DeclaredWorkgroupBytes()).
				WithCode("gpu.memory").HintNote(k.op.Loc(), "PTX and C++ request more at the launch: export with --language ptx or --language c++"))
		}
	}
	if len(problems) > 0 {
		return nil, problems
	}
	files = cpp.DriverFiles(g.source(), g.loaded(), buildFile)
	maps.Copy(files, map[string][]byte{kernelFile: ir.Print(module, ir.PrintOptions{}), functionsFile: g.instructions(), buildFile: []byte(g.script())})
	return files, nil
}

// loaded returns the name of the file that a driver loads.
func (g *program) loaded() string {
	if g.machine.Chip.IsAMD() {
		return "kernel.hsaco"
	}
	return "kernel.ptx"
}

// assemblyFiles returns the kernels in PTX.
func assemblyFiles(_ *ir.Operation, g *program) (map[string][]byte, []*ir.Diagnostic) {
	if !g.machine.IsNVIDIA() {
		return nil, []*ir.Diagnostic{g.module.Errorf("is for %s, but PTX is for NVIDIA's chips", g.machine.Chip).WithCode("gpu.language").
			HintNote(g.module.Loc(), "without --language, the kernel is written for the tools that compile it for %s", g.machine.Chip)}
	}
	if problems := g.refused(); len(problems) > 0 {
		return nil, problems
	}
	var kernels []*ptx.Kernel
	for _, k := range g.kernels {
		kernels = append(kernels, &ptx.Kernel{Op: k.op, Block: k.block, Grid: k.grid, Subgroup: k.subgroup, Arena: k.arena, Bytes: k.bytes()})
	}
	text, problems := ptx.Module(g.machine.Chip, kernels)
	if len(problems) > 0 {
		return nil, problems
	}
	files := cpp.DriverFiles(g.source(), g.loaded(), "")
	files[g.loaded()] = []byte(text)
	return files, nil
}

// sourceFiles returns the kernel in C++.
func sourceFiles(_ *ir.Operation, g *program) (map[string][]byte, []*ir.Diagnostic) {
	return cpp.Files(g.source())
}

// source returns the program as the writer of C++ takes it.
func (g *program) source() *cpp.Program {
	c := &cpp.Program{Name: ir.SymbolName(g.kernels[0].op), Chip: g.machine.Chip, Usual: g.machine.Subgroups[0]}
	if len(g.kernels) > 1 {
		c.Name = ir.SymbolName(g.module)
	}
	for _, a := range g.arguments {
		v := a.variable
		c.Arguments = append(c.Arguments, cpp.Argument{
			Name: v.Name, Elem: v.Elem, Shape: v.Shape, Array: a.isMemory, Contents: a.contents, Scratch: a.scratch, Multiples: a.multiples,
		})
		if x := a.extent; x != nil {
			c.Arguments[len(c.Arguments)-1].Extent = &cpp.Extent{Argument: x.argument, Dimension: x.dimension}
		}
	}
	for _, k := range g.kernels {
		c.Kernels = append(c.Kernels, &cpp.Kernel{
			Op: k.op, Chip: g.machine.Chip, Target: g.machine.Target(), Block: k.block, Grid: k.grid, Subgroup: k.subgroup, Usual: c.Usual, Arguments: c.Arguments, Arena: k.arena, Bytes: k.bytes(),
		})
	}
	return c
}

// upstreamTool is a program of LLVM 22 that build.sh calls, and the variable of the
// environment that replaces it; Debian has it in a package.
type upstreamTool struct{ variable, program, debian string }

// compiler writes code for a chip, and linker makes code objects for AMD's chips.
var (
	compiler = upstreamTool{"LLC", "llc-22", "llvm-22"}
	linker   = upstreamTool{"LLD", "ld.lld-22", "lld-22"}
)

// tools returns the programs that build.sh needs.
func (g *program) tools() []upstreamTool {
	list := []upstreamTool{
		{"MLIR_OPT", "mlir-opt-22", "mlir-22-tools"}, {"MLIR_TRANSLATE", "mlir-translate-22", "mlir-22-tools"},
		{"LINK", "llvm-link-22", "llvm-22"}, {"OPT", "opt-22", "llvm-22"}, compiler,
	}
	if g.machine.Chip.IsAMD() {
		list = append(list, linker)
	}
	return list
}

// beginScript writes the first lines of a shell script, which find the programs of LLVM that it calls.
func beginScript(line func(format string, args ...any), title string, tools []upstreamTool) {
	line("#!/bin/sh")
	line("# %s, with the programs of LLVM 22.", title)
	line("set -eu")
	line(`cd "$(dirname "$0")"`)
	for _, t := range tools {
		line(`%s="${%s:-%s}"`, t.variable, t.variable, t.program)
		line(`command -v "$%s" >/dev/null || { echo "build.sh: cannot find '$%s' of LLVM 22; install it (Debian: %s) or set %s" >&2; exit 1; }`,
			t.variable, t.variable, t.debian, t.variable)
	}
}

// script returns the shell script that compiles the kernel.
func (g *program) script() string {
	chip, result := g.machine.Chip, "kernel.ptx"
	if g.machine.Chip.IsAMD() {
		result = "kernel.s"
	}
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	beginScript(line, fmt.Sprintf("Compiles %s for %s to %s", kernelFile, chip, result), g.tools())
	line(`work="$(mktemp -d)"`)
	line(`trap 'rm -rf "$work"' EXIT`)
	line("# The tree has the text of the gpu.module alone, which the translation needs.")
	line(`"$MLIR_OPT" %s -o /dev/null --mlir-disable-threading --mlir-print-ir-after=cse --mlir-print-ir-tree-dir="$work/tree" \`, kernelFile)
	line("  --pass-pipeline='%s'", g.pipeline())
	line(`"$MLIR_TRANSLATE" --no-implicit-module --mlir-to-llvmir "$work"/tree/*/*/*.mlir -o "$work/kernel.ll"`)
	if g.machine.Chip.IsAMD() {
		line("# Exchanges with near lanes pass through registers instead of workgroup memory.")
		line(`sed -E %s "$work/kernel.ll" > "$work/near.ll"`, nearExchanges())
		line(`mv "$work/near.ll" "$work/kernel.ll"`)
		line(`echo 'declare i32 @llvm.amdgcn.update.dpp.i32(i32, i32, i32, i32, i32, i1)' >> "$work/kernel.ll"`)
	}
	line(`{ grep '^target' "$work/kernel.ll" || true; cat %s; } > "$work/functions.ll"`, functionsFile)
	line(`"$LINK" "$work/kernel.ll" "$work/functions.ll" -o "$work/linked.bc"`)
	line(`"$OPT" -O3 %s "$work/linked.bc" -o "$work/kernel.bc"`, g.codegen())
	line(`"$LLC" -O3 %s "$work/kernel.bc" -o "$work/%s"`, g.codegen(), result)
	if g.machine.Chip.IsAMD() {
		line(`"$LLC" -O3 %s -filetype=obj "$work/kernel.bc" -o "$work/kernel.o"`, g.codegen())
		line(`"$LLD" -flavor gnu -shared "$work/kernel.o" -o "$work/kernel.hsaco"`)
		line(`mv "$work/kernel.hsaco" kernel.hsaco`)
	}
	line(`mv "$work/%s" %s`, result, result)
	return b.String()
}

// nearExchanges returns the options of sed that replace exchanges of lanes whose numbers differ by the exclusive or of 1, 2, 3 or 8: upstream
// makes ds_swizzle_b32 of them on gfx9, whose control has this number in bits 10 to 14 and ones in bits 0 to 4. The control of DPP
// selects a lane of each 4, or rotates rows of 16 lanes by 8 (AMD Instinct MI300 ISA, "Data Parallel Processing").
func nearExchanges() string {
	var options []string
	for _, x := range []struct{ differ, control int }{{1, 0xb1}, {2, 0x4e}, {3, 0x1b}, {8, 0x128}} {
		options = append(options, fmt.Sprintf(`-e 's/@llvm\.amdgcn\.ds\.swizzle\(i32 ([^,]*), i32 %d\)/@llvm.amdgcn.update.dpp.i32(i32 poison, i32 \1, i32 %d, i32 15, i32 15, i1 true)/'`, x.differ<<10|31, x.control))
	}
	return strings.Join(options, " ")
}

// pipeline returns upstream's passes that lower the kernel to its dialect for LLVM.
func (g *program) pipeline() string {
	steps := []string{"convert-vector-to-scf{full-unroll=true}", "expand-strided-metadata", "lower-affine", "convert-scf-to-cf"}
	index, target := "", "convert-gpu-to-nvvm{use-bare-ptr-memref-call-conv=true}"
	matrix := "convert-nvgpu-to-nvvm"
	if g.machine.Chip.IsAMD() {
		target = fmt.Sprintf("convert-gpu-to-rocdl{chipset=%s runtime=HIP use-bare-ptr-memref-call-conv=true}", g.machine.Chip)
		if g.fitsWords() {
			index = "{index-bitwidth=32}"
			target = strings.Replace(target, "}", " index-bitwidth=32}", 1)
		}
		matrix = fmt.Sprintf("convert-amdgpu-to-rocdl{chipset=%s}", g.machine.Chip)
	}
	steps = append([]string{matrix}, steps...)
	steps = append(steps, target, "convert-math-to-llvm", "convert-vector-to-llvm", "convert-arith-to-llvm"+index, "convert-ub-to-llvm"+index, "reconcile-unrealized-casts", "canonicalize", "cse")
	return "builtin.module(gpu.module(" + strings.Join(steps, ",") + "))"
}

// codegen returns the options of llc for the chip.
func (g *program) codegen() string {
	if g.machine.IsNVIDIA() {
		return "-mtriple=nvptx64-nvidia-cuda -mcpu=" + g.machine.Chip.String()
	}
	options := "-mtriple=amdgcn-amd-amdhsa -mcpu=" + g.machine.Chip.String()
	if n := g.kernels[0].subgroup; n != g.machine.Subgroups[0] {
		options += fmt.Sprintf(" -mattr=+wavefrontsize%d", n)
	}
	return options
}
