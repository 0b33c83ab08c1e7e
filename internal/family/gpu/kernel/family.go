package kernel

import (
	"context"
	"fmt"
	"slices"

	"optc/diag"
	fn "optc/dialect/func"
	"optc/dialect/gpu"
	"optc/internal/family/nests"
	"optc/ir"
	"optc/lower"
)

// Family declares programs for GPUs: one gpu.module per file, whose kernels run in order. The pipeline
// makes it of one function with layouts, or of a function on tensors.
func Family() *lower.Family {
	return &lower.Family{
		Name:      "gpu",
		Op:        gpu.ModuleOp{},
		Source:    isSource,
		SourceDoc: "a function with the attribute 'translation_info' or with 'iree_vector_ext.to_layout' is a kernel for a GPU; " + nests.SourceDoc + " for a GPU with --target sm_80",
		Doc:       "The threads of each workgroup of a grid run a kernel in the simulator; they exchange values in subgroups and in workgroup memory. Kernels of a program run in order.",
		Pipeline:  "builtin.module(gpu)",
		Planning: &lower.Planning{
			Source: nests.IsProgram, Prepare: "normalize-tensors,fuse-tensors,gpu-split-tensors", Pass: "gpu-plan-tensors", Plan: "gpu.plan", Cost: "gpu.cost", Others: "gpu.others",
		},
		Options: "gpu",
		Targets: targets,
		Stage:   stage,
		Build:   build,
		Plain:   newPlain,
		Export:  sources,
		Errors:  errorDocs,
	}
}

// isSource reports whether an operation becomes a kernel, or is a function on tensors in a module for a GPU.
func isSource(op *ir.Operation) bool {
	return IsSource(op) || nests.IsProgram(op) && gpu.ChipOf(op) != ""
}

func targets() (list []lower.Target) {
	for _, m := range Machines() {
		t := lower.Target{
			Name:    m.Chip.String(),
			Summary: fmt.Sprintf("%s, subgroups of %d lanes", m.Summary, m.Subgroups[0]),
			Doc:     "What a kernel may use:",
			Set: func(_ *ir.Context, module *ir.Operation) error {
				SetMachine(module, m)
				return nil
			},
		}
		for _, f := range m.Fields() {
			t.Fields = append(t.Fields, lower.Field{Setting: f[0], Doc: f[1]})
		}
		list = append(list, t)
	}
	return list
}

func stage(_ context.Context, module *ir.Operation) lower.Stage {
	if m, err := MachineOf(module); m == nil || err != nil {
		return lower.Untargeted
	}
	if _, err := read(module); err != nil {
		return lower.Untargeted
	}
	return lower.Complete
}

// program is a gpu.module: kernels with the same arguments, which run in order.
type program struct {
	module    *ir.Operation // the gpu.module
	machine   *Machine
	kernels   []*kernel
	arguments []argument
	variables []*lower.HostVariable // variables for the arguments that the host sees
}

// kernel is a kernel for a GPU with its launch.
type kernel struct {
	op       *ir.Operation // the gpu.func
	block    [3]int64
	grid     [3]int64
	subgroup int64
	arena    *ir.Value // the buffer of workgroup memory, or nil
}

// argument is an argument of the kernels of a program.
type argument struct {
	variable *lower.HostVariable
	isMemory bool
	contents []byte // before the program runs, or nil
	scratch  bool   // only the kernels use it
	// extent is the extent that the argument is, or nil. The host computes it.
	extent *extent
	// multiples are numbers that divide the extents, or nil.
	multiples []int64
}

// extent is an extent of an argument along a dimension.
type extent struct{ argument, dimension int }

// read describes the program of a gpu.module. The error is an *ir.Diagnostic.
func read(module *ir.Operation) (*program, error) {
	m, err := MachineOf(module)
	switch {
	case err != nil:
		return nil, module.OpError("", err)
	case m == nil:
		return nil, module.Errorf("is for a GPU, but no target is given").WithCode("gpu.target").HintNote(module.Loc(), "name a GPU, for example --target sm_80")
	}
	p := &program{module: module, machine: m}
	for op := range module.Body().Ops() {
		f := ir.As[gpu.FuncOp](op)
		if !f.Ok() || !gpu.IsKernel(op) {
			continue
		}
		k, d := readKernel(op, m)
		if d != nil {
			return nil, d
		}
		if first := p.kernels; len(first) > 0 && !slices.EqualFunc(fn.TypeOf(first[0].op).Inputs, fn.TypeOf(op).Inputs, isSameArgument) {
			return nil, op.Errorf("has other arguments than the first kernel of the program; the kernels of a program have the same arguments, and run in order").WithCode("gpu.kernel").
				Note(first[0].op.Loc(), "the first kernel is here, with arguments of the types %s", fn.TypeOf(first[0].op))
		}
		p.kernels = append(p.kernels, k)
	}
	if p.kernels == nil {
		return nil, module.Errorf("holds no kernel").WithCode("gpu.kernel")
	}
	p.arguments, err = readArguments(p.kernels[0].op)
	for _, a := range p.arguments {
		if !a.scratch && a.extent == nil {
			p.variables = append(p.variables, a.variable)
		}
	}
	return p, err
}

// isSameArgument reports whether two types are equal except for the memory space, which depends on the uses.
func isSameArgument(a, b ir.Type) bool {
	x, isMemory := a.(*ir.MemRefType)
	y, both := b.(*ir.MemRefType)
	if isMemory && both {
		return slices.Equal(x.Dims, y.Dims) && x.Elem == y.Elem && x.Layout == y.Layout
	}
	return a == b
}

// readKernel describes a kernel.
func readKernel(op *ir.Operation, m *Machine) (*kernel, *ir.Diagnostic) {
	k := &kernel{op: op}
	f := ir.Cast[gpu.FuncOp](op)
	if len(f.KnownBlockSize()) != 3 || len(f.KnownGridSize()) != 3 {
		return nil, op.Errorf("needs the sizes of its workgroup and its grid: known_block_size and known_grid_size").WithCode("gpu.kernel")
	}
	copy(k.block[:], f.KnownBlockSize())
	copy(k.grid[:], f.KnownGridSize())
	if k.subgroup = gpu.SubgroupOf(op); k.subgroup == 0 {
		k.subgroup = m.Subgroups[0]
	}
	workgroup, private := gpu.Attributions(op)
	if len(workgroup) > 1 || len(private) > 0 {
		return nil, op.Errorf("has %d buffers of workgroup memory and %d of private memory, but a kernel has one arena", len(workgroup), len(private)).WithCode("gpu.kernel")
	}
	if len(workgroup) == 1 {
		k.arena = workgroup[0]
	}
	return k, nil
}

// readArguments describes the arguments of a function.
func readArguments(f *ir.Operation) (list []argument, err error) {
	names := map[string]bool{}
	for i, t := range fn.TypeOf(f).Inputs {
		v := &lower.HostVariable{Name: f.Body().Arg(i).NameHint(), Elem: t, Shape: []int64{}, Input: true}
		a := argument{variable: v}
		if of, d, ok := gpu.ExtentOf(f, i); ok {
			if of < 0 || of >= i || !list[of].isMemory || d < 0 || d >= len(list[of].variable.Shape) {
				return nil, f.Errorf("has argument %d, the extent of argument %d along dimension %d, which does not exist", i, of, d).WithCode("gpu.kernel")
			}
			a.extent = &extent{of, d}
		} else if n := len(list); n > 0 && list[n-1].extent != nil {
			return nil, f.Errorf("has argument %d after extents of arrays, which come last", i).WithCode("gpu.kernel")
		}
		if m, ok := t.(*ir.MemRefType); ok {
			array := gpu.ArrayOf(f, i)
			if array == nil {
				array = m
			}
			a.isMemory, a.scratch, a.multiples, v.Elem, v.Shape = true, gpu.IsScratch(f, i), gpu.MultiplesOf(f, i), m.Elem, array.Dims
			if n, static := ir.NumElements(array.Dims); !static && array == m || n < 0 || m.Layout != nil || !isNumber(m.Elem) {
				return nil, f.Errorf("has argument %d of type '%s', which a host cannot fill: its shape must be known, and its elements numbers in row-major order", i, t).WithCode("gpu.kernel")
			}
		} else if !isNumber(t) {
			return nil, f.Errorf("has argument %d of type '%s', which a host cannot fill", i, t).WithCode("gpu.kernel")
		}
		if v.Name == "" || names[v.Name] {
			v.Name = fmt.Sprint("arg", i)
		}
		names[v.Name] = true
		v.Type, v.Bytes = v.Elem.String(), ir.ElementBytes(v.Elem)
		if contents := gpu.ContentsOf(f, i); contents != nil {
			if a.contents = contentsOf(contents); v.CheckSize(a.contents) != nil {
				return nil, f.Errorf("has argument %d of type '%s' with contents of type '%s'", i, t, contents.ShapedType()).WithCode("gpu.kernel")
			}
			v.Initial = true
		}
		list = append(list, a)
	}
	return list, nil
}

// contentsOf returns the elements of an attribute as they are in memory.
func contentsOf(a ir.ElementsAttr) []byte {
	switch e := a.(type) {
	case *ir.DenseAttr:
		return e.Expanded()
	case *ir.ResourceAttr:
		if r := e.Type().Context().Resources.Get(e.Key); r != nil {
			return r.Data
		}
	}
	return nil
}

// isNumber reports whether values of a type are numbers.
func isNumber(t ir.Type) bool {
	return ir.AnyOf(ir.AnySignlessInteger, ir.AnyFloat, ir.IndexConstraint).Check(t)
}

// errorDocs explains the codes of the family.
func errorDocs() []diag.Doc {
	return diag.Must(diag.ParseDocs("internal/family/gpu/kernel/errors.txt", errorTexts))
}
