package kernel

import (
	"fmt"
	"strings"

	"optc/dialect/arith"
	"optc/internal/family/gpu/functions"
	"optc/ir"
)

// inLibrary returns an error if upstream calls a library for an operation: a kernel that is loaded by a
// driver has none.
func (g *program) inLibrary(op *ir.Operation) *ir.Diagnostic {
	if !functions.InLibrary(op) && !ir.Is[arith.RemFOp](op) {
		return nil
	}
	return op.Errorf("of type '%s' is no instruction of %s, and has no expansion", op.Result(0).Type(), g.machine.Chip).WithCode("gpu.unsupported").
		HintNote(op.Loc(), "functions of f16, bf16 and f32 are expanded, see 'optc help expand-math-functions'; --language c++ calls the function")
}

// libraryCall is a function of a vendor's library that upstream calls for an operation that is a single
// instruction, with LLVM's intrinsic for that instruction.
type libraryCall struct {
	name, intrinsic string
	operands        int
}

var libraryCalls = []libraryCall{
	{"fabs", "fabs", 1}, {"ceil", "ceil", 1}, {"floor", "floor", 1}, {"trunc", "trunc", 1}, {"round", "round", 1}, {"rint", "roundeven", 1},
	{"sqrt", "sqrt", 1}, {"copysign", "copysign", 2}, {"fma", "fma", 3}, {"fmax", "maxnum", 2}, {"fmin", "minnum", 2},
}

// approximateCalls lists the functions of f32 that chips approximate, with LLVM's intrinsics. Only operations with the flag afn are such
// calls: others are expanded.
var approximateCalls = []struct{ name, nvidia, amd string }{
	{"exp2", "ex2.approx.f", "exp2.f32"}, {"log2", "lg2.approx.f", "log.f32"}, {"rsqrt", "rsqrt.approx.f", "rsq.f32"},
}

// instructions returns LLVM IR that defines the functions of the maker's library that are instructions. The
// optimizer replaces the calls by them.
func (g *program) instructions() []byte {
	types := []struct{ llvm, suffix, nvidia string }{{"half", "f16", ""}, {"float", "f32", "f"}, {"double", "f64", ""}}
	var b strings.Builder
	fmt.Fprintln(&b, "; Functions that mlir-opt calls for operations that are instructions.")
	for _, c := range libraryCalls {
		for _, t := range types {
			name := fmt.Sprintf("__ocml_%s_%s", c.name, t.suffix)
			switch {
			case g.machine.IsNVIDIA() && t.llvm == "half":
				continue
			case g.machine.IsNVIDIA():
				name = "__nv_" + c.name + t.nvidia
			}
			list := func(name string) string {
				var parts []string
				for i := range c.operands {
					parts = append(parts, t.llvm+strings.ReplaceAll(name, "#", fmt.Sprint(i)))
				}
				return strings.Join(parts, ", ")
			}
			fmt.Fprintf(&b, "\ndefine linkonce_odr %s @%s(%s) alwaysinline {\n", t.llvm, name, list(" %x#"))
			fmt.Fprintf(&b, "  %%y = call %s @llvm.%s.%s(%s)\n  ret %s %%y\n}\n", t.llvm, c.intrinsic, t.suffix, list(" %x#"), t.llvm)
			fmt.Fprintf(&b, "declare %s @llvm.%s.%s(%s)\n", t.llvm, c.intrinsic, t.suffix, list(""))
		}
	}
	for _, a := range approximateCalls {
		names, intrinsic := []string{"__nv_" + a.name + "f", "__nv_fast_" + a.name + "f"}, "llvm.nvvm."+a.nvidia
		if !g.machine.IsNVIDIA() {
			names, intrinsic = []string{"__ocml_" + a.name + "_f32"}, "llvm.amdgcn."+a.amd
		}
		fmt.Fprintf(&b, "\ndeclare float @%s(float)\n", intrinsic)
		for _, name := range names {
			fmt.Fprintf(&b, "define linkonce_odr float @%s(float %%x) alwaysinline {\n  %%y = call float @%s(float %%x)\n  ret float %%y\n}\n", name, intrinsic)
		}
	}
	return []byte(b.String())
}
