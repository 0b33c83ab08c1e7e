package okk

import (
	"context"
	"fmt"

	"optc/diag"
	"optc/dialect/okk"
	"optc/internal/family/nests"
	"optc/internal/family/okk/extent"
	"optc/ir"
	"optc/layout/axes"
	"optc/lower"
)

// Family declares kernels: one okk.kernel per file.
func Family() *lower.Family {
	return &lower.Family{
		Name:      "okk",
		Op:        okk.KernelOp{},
		Source:    isSource,
		SourceDoc: nests.SourceDoc + " for lanes with --target bm1684",
		Doc:       "A kernel runs from top to bottom; every byte is found by the addresses, strides and shapes of the tensors.",
		Pipeline:  "builtin.module(okk)",
		Planning: &lower.Planning{
			Source: hasDivisions, Prepare: "normalize-tensors,okk-convert-tensors", Pass: "okk-tile", On: okk.KernelOp{}.Kind().String(), Plan: "okk.plan", Cost: "okk.cost", Others: "okk.others", Overlaps: true,
		},
		Options: "okk",
		Targets: targets,
		Stage:   stage,
		Build:   build,
		Plain:   newPlain,
		Layouts: &lower.Layouts{Axes: []axes.Axis{axes.NPU, axes.Unit}, Access: accessLayout, Change: changeLayout},
		Export:  sources,
		Errors:  func() []diag.Doc { return append(okk.Errors(), runErrors()...) },
	}
}

// hasDivisions reports whether an operation is a function on tensors, or a kernel that is written for whole tensors.
func hasDivisions(op *ir.Operation) bool {
	kernel := ir.As[okk.KernelOp](op)
	return nests.IsProgram(op) || kernel.Ok() && kernel.Tiled()
}

// isSource reports whether an operation is a function on tensors in a module for a TPU.
func isSource(op *ir.Operation) bool { return nests.IsProgram(op) && okk.MachineFor(op) != nil }

func targets() (list []lower.Target) {
	for _, name := range okk.MachineNames() {
		m := diag.Must(okk.LookupMachine(name))
		t := lower.Target{
			Name:    name,
			Summary: fmt.Sprintf("%d NPUs with %d bytes each", m.NPUs, m.NPUBytes),
			Doc:     "Its kernels are written with " + m.Interface + ".\n\nFields, which #okk.machine<" + name + ", field = value> overrides in the text:",
			Set: func(c *ir.Context, module *ir.Operation) error {
				machine, err := okk.Retarget(module, m)
				if err != nil {
					return module.OpError("", err)
				}
				module.SetAttr(okk.MachineAttrName, okk.MachineOf(c, machine))
				return nil
			},
		}
		for _, f := range m.Fields() {
			t.Fields = append(t.Fields, lower.Field{Setting: fmt.Sprintf("%s = %d", f.Name, f.Value), Doc: f.Doc})
		}
		list = append(list, t)
	}
	return list
}

func stage(_ context.Context, kernel *ir.Operation) lower.Stage {
	if okk.MachineFor(kernel) == nil {
		return lower.Untargeted
	}
	if unplaced(kernel) != nil {
		return lower.Targeted
	}
	return lower.Complete
}

// unplaced finds the first operation that the device cannot execute, because it is not
// lowered or has no address.
func unplaced(kernel *ir.Operation) (op *ir.Operation) {
	ir.Walk(kernel, func(o *ir.Operation) ir.WalkResult {
		switch {
		case o == kernel:
			return ir.Advance
		case ir.Is[okk.ComputeOp](o):
			return ir.Skip
		case o.Def().Owner() != okk.Dialect:
			op = o
			return ir.Interrupt
		}
		for _, v := range o.Results() {
			if _, known := okk.AddressOf(v); !known || !okk.IsSettled(v) {
				op = o
				return ir.Interrupt
			}
		}
		return ir.Advance
	})
	return op
}

// buffers lists the named buffers of a kernel. The error is an *ir.Diagnostic.
func buffers(kernel *ir.Operation) (list []*ir.Operation, err error) {
	first := map[string]*ir.Operation{}
	ir.Walk(kernel, func(op *ir.Operation) ir.WalkResult {
		sysBuffer := ir.As[okk.SysBufferOp](op)
		if !sysBuffer.Ok() || sysBuffer.Name() == "" {
			return ir.Advance
		}
		name := sysBuffer.Name()
		if other := first[name]; other != nil && err == nil {
			err = okk.Diagnose(op, diag.Errorf("duplicate-name", "is the second buffer '%s'", name)).Note(other.Loc(), "the first one is here")
		}
		first[name] = op
		list = append(list, op)
		return ir.Advance
	})
	return list, err
}

// largestShape returns the shape of a tensor whose parameters have their largest numbers.
func largestShape(v *ir.Value) (shape []int64) {
	for _, n := range extent.New().Shape(v) {
		shape = append(shape, n.Evaluate(func(v *ir.Value) int64 {
			_, high, _ := extent.ParameterRange(v)
			return high
		}))
	}
	return shape
}

// readFirst finds the buffers of a kernel that an operation reads before any operation writes
// them.
func readFirst(kernel *ir.Operation) map[*ir.Value]bool {
	first := map[*ir.Value]bool{} // whether the first access is a read
	note := func(list []*ir.Value, read bool) {
		for _, v := range list {
			if ir.IsType[*okk.LocalType](v.Type()) {
				continue
			}
			for _, base := range okk.Bases(v) {
				if _, known := first[base]; !known {
					first[base] = read
				}
			}
		}
	}
	ir.Walk(kernel, func(op *ir.Operation) ir.WalkResult {
		writes, reads := okk.Accesses(op)
		note(writes, false)
		note(reads, true)
		return ir.Advance
	})
	return first
}

// bufferVariable describes a named buffer, without its places, given the buffers that are read
// first.
func bufferVariable(op *ir.Operation, readFirst map[*ir.Value]bool) *lower.HostVariable {
	t := op.Result(0).Type().(*okk.SystemType)
	elem := t.Tensor.DType
	sysBuffer := ir.Cast[okk.SysBufferOp](op)
	shape := largestShape(op.Result(0))
	if seen := sysBuffer.Shape(); seen != nil {
		shape = seen
	}
	return &lower.HostVariable{
		Name: sysBuffer.Name(), Type: elem.String(), Elem: elem.IR(t.Context()), Bytes: int(elem.Bytes()), Shape: shape,
		Initial: sysBuffer.Value() != nil, Input: true, Needed: sysBuffer.Value() == nil && readFirst[op.Result(0)],
	}
}
