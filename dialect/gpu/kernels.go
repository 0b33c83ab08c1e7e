package gpu

import (
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

// SubgroupOf returns the threads of a subgroup of a kernel; 0 if the kernel does not give them.
func SubgroupOf(kernel *ir.Operation) int64 { return ir.IntOr(kernel.Attr(subgroupAttr), 0) }

// SetSubgroup sets the threads of a subgroup of a kernel.
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
