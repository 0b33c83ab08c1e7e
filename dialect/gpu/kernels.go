package gpu

import (
	fn "optc/dialect/func"
	"slices"

	"optc/ir"
)

// GridOf returns the workgroups of a kernel's grid in x, y and z; nil if the function does not
// give them.
func GridOf(function *ir.Operation) []int64 {
	if f := ir.As[FuncOp](function); f.Ok() {
		return f.KnownGridSize()
	}
	return slices.Clone(ir.ReadInts(function.Attr(gridAttr)))
}

// SetGrid sets the workgroups of the grid of a function that will become a kernel.
func SetGrid(function *ir.Operation, grid []int64) {
	function.SetAttr(gridAttr, ir.ContextOf(function).DenseI32ArrayOf(grid))
}

// StagesOf returns the number of buffers through which the loops of a function pass their tiles; 1 if the function does not give it.
func StagesOf(function *ir.Operation) int64 { return ir.IntOr(function.Attr(stagesAttr), 1) }

// SetStages sets the number of buffers through which the loops of a function pass their tiles.
func SetStages(function *ir.Operation, n int64) {
	function.SetAttr(stagesAttr, ir.ContextOf(function).I64Attr(n))
}

// MaxStages is the largest number of buffers of a loop.
const MaxStages = 16

// SubgroupOf returns the number of threads of a subgroup of kernel, or 0 if kernel does not specify it.
func SubgroupOf(kernel *ir.Operation) int64 { return ir.IntOr(kernel.Attr(subgroupAttr), 0) }

// SetSubgroup sets the number of threads of a subgroup of kernel.
func SetSubgroup(kernel *ir.Operation, n int64) {
	kernel.SetAttr(subgroupAttr, ir.ContextOf(kernel).I64Attr(n))
}

// SetKernel makes a function of a gpu.module a kernel.
func SetKernel(f FuncOp) {
	op := f.Operation()
	op.SetAttr(kernelAttr, ir.ContextOf(op).Unit())
}

// SetName names a function of a gpu.module.
func SetName(f FuncOp, name string) {
	op := f.Operation()
	op.SetAttr(symName, ir.ContextOf(op).Str(name))
}

// SetWorkgroupMemory makes the last n arguments of a function's body buffers in workgroup
// memory, at addresses that are multiples of align bytes.
func SetWorkgroupMemory(f FuncOp, n int, align int64) {
	op := f.Operation()
	c := ir.ContextOf(op)
	op.SetAttr(attributions, c.I64Attr(int64(n)))
	if n == 0 {
		return
	}
	aligned := c.Dict([]ir.NamedAttr{{Name: alignAttr, Value: c.I64Attr(align)}})
	f.SetWorkgroupAttribAttrs(c.Array(slices.Repeat([]ir.Attribute{aligned}, n)))
}

// SetChip names the chip that the kernels of a module are built for.
func SetChip(module *ir.Operation, chip Chip) {
	module.SetAttr(chipAttr, ir.ContextOf(module).Str(string(chip)))
}

// ChipOf returns the chip that the module around op names, or "".
func ChipOf(op *ir.Operation) Chip {
	for ; op != nil; op = op.Parent() {
		if s, ok := op.Attr(chipAttr).(*ir.StringAttr); ok {
			return Chip(s.Value)
		}
	}
	return ""
}

// SetContainer marks a module that holds modules with kernels.
func SetContainer(module *ir.Operation) {
	module.SetAttr(containerModule, ir.ContextOf(module).Unit())
}

// ArgumentAlign returns the alignment in bytes of the address of argument i of function; 1 if the
// argument has no such attribute.
func ArgumentAlign(function *ir.Operation, i int) int64 {
	return ir.IntOr(argumentAttr(function, i, alignAttr), 1)
}

// AlignArguments sets the alignment, in bytes, of all arguments of function that are memrefs and
// have no alignment yet.
func AlignArguments(function *ir.Operation, align int64) {
	for i, in := range fn.TypeOf(function).Inputs {
		if _, isMemory := in.(*ir.MemRefType); isMemory && argumentAttr(function, i, alignAttr) == nil {
			setArgumentAttr(function, i, alignAttr, ir.ContextOf(function).I64Attr(align))
		}
	}
}

// argumentAttr returns the attribute with a name of argument i of function, or nil.
func argumentAttr(function *ir.Operation, i int, name string) ir.Attribute {
	list, _ := argumentAttrs(function).(*ir.ArrayAttr)
	if list == nil || i >= len(list.Elems) {
		return nil
	}
	d, _ := list.Elems[i].(*ir.DictAttr)
	if d == nil {
		return nil
	}
	return d.Get(name)
}

// setArgumentAttr sets the attribute with a name of argument i of function.
func setArgumentAttr(function *ir.Operation, i int, name string, a ir.Attribute) {
	c := ir.ContextOf(function)
	elems := make([]ir.Attribute, len(fn.TypeOf(function).Inputs))
	given, _ := argumentAttrs(function).(*ir.ArrayAttr)
	for k := range elems {
		d := c.Dict(nil)
		if given != nil && k < len(given.Elems) {
			d, _ = given.Elems[k].(*ir.DictAttr)
		}
		if k == i {
			d = c.Dict(append(slices.Clone(d.Entries), ir.NamedAttr{Name: name, Value: a}))
		}
		elems[k] = d
	}
	if f := ir.As[FuncOp](function); f.Ok() {
		f.SetArgAttrs(c.Array(elems))
	} else {
		ir.Cast[fn.FuncOp](function).SetArgAttrs(c.Array(elems))
	}
}

func argumentAttrs(function *ir.Operation) ir.Attribute {
	if f := ir.As[fn.FuncOp](function); f.Ok() {
		return f.ArgAttrs()
	}
	return ir.Cast[FuncOp](function).ArgAttrs()
}

// ProgramOf returns the name of the program to which function, a future kernel, belongs, or "".
func ProgramOf(function *ir.Operation) string {
	if s, ok := function.Attr(programAttr).(*ir.StringAttr); ok {
		return s.Value
	}
	return ""
}

// SetProgram marks a function that will become a kernel as a part of the program with the given name.
// The kernels of a program are in one gpu.module, have the same arguments, and run in their order.
func SetProgram(function *ir.Operation, name string) {
	function.SetAttr(programAttr, ir.ContextOf(function).Str(name))
}

// ContentsOf returns the elements that an argument of the first kernel of a program has before the program
// runs, or nil.
func ContentsOf(function *ir.Operation, i int) ir.ElementsAttr {
	a, _ := argumentAttr(function, i, contentsAttr).(ir.ElementsAttr)
	return a
}

// SetContents sets the elements that an argument has before a program runs.
func SetContents(function *ir.Operation, i int, a ir.ElementsAttr) {
	setArgumentAttr(function, i, contentsAttr, a)
}

// IsScratch reports whether an argument is memory that only the kernels of a program use.
func IsScratch(function *ir.Operation, i int) bool {
	return argumentAttr(function, i, scratchAttr) != nil
}

// SetScratch makes an argument memory that only the kernels of a program use.
func SetScratch(function *ir.Operation, i int) {
	setArgumentAttr(function, i, scratchAttr, ir.ContextOf(function).Unit())
}

// IsUnaliased reports whether an argument is memory that no other argument shares (llvm.noalias).
func IsUnaliased(function *ir.Operation, i int) bool {
	return argumentAttr(function, i, aliasAttr) != nil
}
