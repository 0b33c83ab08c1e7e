package kernel

import (
	"context"
	"fmt"

	"optc/diag"
	fn "optc/dialect/func"
	"optc/dialect/gpu"
	"optc/ir"
	"optc/lower"
)

// Family declares kernels for GPUs: one gpu.module with one kernel per file, or one function
// with layouts, of which the pipeline makes a kernel.
func Family() *lower.Family {
	return &lower.Family{
		Name:      "gpu",
		Op:        gpu.ModuleOp{},
		Source:    IsSource,
		SourceDoc: "a function with the attribute 'translation_info' or with 'iree_vector_ext.to_layout' is a kernel for a GPU",
		Doc:       "The threads of each workgroup of a grid run a kernel in the simulator; they exchange values in subgroups and in workgroup memory.",
		Pipeline:  "builtin.module(gpu)",
		Options:   "gpu",
		Targets:   targets,
		Stage:     stage,
		Build:     build,
		Plain:     newPlain,
		Export:    sources,
		Errors:    errorDocs,
	}
}

func targets() (list []lower.Target) {
	for _, m := range Machines() {
		t := lower.Target{
			Name:    string(m.Chip),
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

// kernel is a kernel for a GPU with its launch.
type kernel struct {
	op        *ir.Operation // the gpu.func
	module    *ir.Operation // the gpu.module around it
	machine   *Machine
	block     [3]int64
	grid      [3]int64
	subgroup  int64
	variables []*lower.HostVariable
	arena     *ir.Value // the buffer of workgroup memory, or nil
}

// read describes the only kernel of a gpu.module. The error is an *ir.Diagnostic.
func read(module *ir.Operation) (*kernel, error) {
	m, err := MachineOf(module)
	switch {
	case err != nil:
		return nil, module.OpError("", err)
	case m == nil:
		return nil, module.Errorf("is for a GPU, but no target is given").WithCode("gpu.target").HintNote(module.Loc(), "name a GPU, for example --target sm_80")
	}
	k := &kernel{module: module, machine: m}
	for op := range module.Body().Ops() {
		f := ir.As[gpu.FuncOp](op)
		switch {
		case !f.Ok() || !gpu.IsKernel(op):
		case k.op != nil:
			return nil, op.Errorf("is the second kernel; a program has one").WithCode("gpu.kernel").Note(k.op.Loc(), "the first kernel is here")
		default:
			k.op = op
		}
	}
	if k.op == nil {
		return nil, module.Errorf("holds no kernel").WithCode("gpu.kernel")
	}
	f := ir.Cast[gpu.FuncOp](k.op)
	if len(f.KnownBlockSize()) != 3 || len(f.KnownGridSize()) != 3 {
		return nil, k.op.Errorf("needs the sizes of its workgroup and its grid: known_block_size and known_grid_size").WithCode("gpu.kernel")
	}
	copy(k.block[:], f.KnownBlockSize())
	copy(k.grid[:], f.KnownGridSize())
	if k.subgroup = gpu.SubgroupOf(k.op); k.subgroup == 0 {
		k.subgroup = m.Subgroups[0]
	}
	workgroup, private := gpu.Attributions(k.op)
	if len(workgroup) > 1 || len(private) > 0 {
		return nil, k.op.Errorf("has %d buffers of workgroup memory and %d of private memory, but a program has one arena", len(workgroup), len(private)).WithCode("gpu.kernel")
	}
	if len(workgroup) == 1 {
		k.arena = workgroup[0]
	}
	return k, k.readVariables()
}

// readVariables describes the arguments.
func (k *kernel) readVariables() error {
	names := map[string]bool{}
	for i, t := range fn.TypeOf(k.op).Inputs {
		v := &lower.HostVariable{Name: k.op.Body().Arg(i).NameHint(), Elem: t, Shape: []int64{}, Input: true}
		if m, ok := t.(*ir.MemRefType); ok {
			v.Elem, v.Shape = m.Elem, m.Dims
			if n, static := ir.NumElements(m.Dims); !static || n < 0 || m.Layout != nil || !isNumber(m.Elem) {
				return k.op.Errorf("has argument %d of type '%s', which a host cannot fill: its shape must be known, and its elements numbers in row-major order", i, t).WithCode("gpu.kernel")
			}
		} else if !isNumber(t) {
			return k.op.Errorf("has argument %d of type '%s', which a host cannot fill", i, t).WithCode("gpu.kernel")
		}
		if v.Name == "" || names[v.Name] {
			v.Name = fmt.Sprint("arg", i)
		}
		names[v.Name] = true
		v.Type, v.Bytes = v.Elem.String(), ir.ElementBytes(v.Elem)
		k.variables = append(k.variables, v)
	}
	return nil
}

// isNumber reports whether values of a type are numbers.
func isNumber(t ir.Type) bool {
	return ir.AnyOf(ir.AnySignlessInteger, ir.AnyFloat, ir.IndexConstraint).Check(t)
}

// bytes returns the bytes of workgroup memory.
func (k *kernel) bytes() int64 {
	if k.arena == nil {
		return 0
	}
	t := k.arena.Type().(*ir.MemRefType)
	n, _ := ir.NumElements(t.Dims)
	return n * int64(ir.ElementBytes(t.Elem))
}

// errorDocs explains the codes of the family.
func errorDocs() []diag.Doc {
	return diag.Must(diag.ParseDocs("internal/family/gpu/kernel/errors.txt", errorTexts))
}
