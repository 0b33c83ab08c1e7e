package okk

import (
	"bytes"
	"fmt"
	"strings"

	"optc/dialect/okk"
	"optc/internal/base/identifiers"
	"optc/internal/family/okk/extent"
	"optc/ir"
	"optc/lower"
)

var sources = &lower.Export{
	Doc: "A kernel is written as C for OKKernel (BM1684) or TPUKernel (BM1684X): a function (kernel.c) that calls the API with the addresses, shapes and strides that were " +
		"chosen, and a header (kernel.h) with the structure of its arguments, the addresses of buffers and the parameters, which the host fills in. Loops " +
		"stay loops. The initial contents of buffers are in kernel_values.h.",
	Pipeline: "builtin.module(okk{keep-loops=true})",
	Write:    export,
}

// export writes the kernels of a module. Operations that have no form in the API are
// reported to the sink.
func export(module *ir.Operation, sink ir.Sink) (map[string][]byte, error) {
	var problems ir.Diagnostics
	files := map[string][]byte{}
	names := newNames()
	for op := range module.Body().Ops() {
		if kernel := ir.As[okk.KernelOp](op); kernel.Ok() {
			exportKernel(files, names.Pick(kernel.SymName()), op, &problems)
		}
	}
	ir.Report(sink, problems.List()...)
	return files, problems.Err()
}

func exportKernel(files map[string][]byte, name string, kernel *ir.Operation, problems ir.Sink) {
	m := okk.MachineFor(kernel)
	if m == nil {
		ir.Report(problems, okk.MachineMissing(kernel))
		return
	}
	l, err := libraryOf(m)
	if err != nil {
		ir.Report(problems, okk.Diagnose(kernel, err))
		return
	}
	if op := unreserved(kernel); op != nil {
		ir.Report(problems, placeMissing(op))
		return
	}
	if _, err := buffers(kernel); err != nil {
		ir.Report(problems, okk.Diagnose(kernel, err))
		return
	}
	x := newExporter(name, kernel, m, l, problems)
	x.declare(kernel)
	x.block(ir.Cast[okk.KernelOp](kernel).Body().Front())
	for _, v := range x.unwritten {
		ir.Report(problems, okk.Diagnose(v.DefiningOp(), noForm("'%s' is no comparison of sizes", x.printed(v))))
	}
	files[name+".h"] = x.header()
	files[name+".c"] = x.source()
	if x.contents.Len() > 0 {
		files[name+"_values.h"] = x.contents.Bytes()
	}
}

// unreserved finds the first tensor or buffer without an address, or with a layout that is
// still to be chosen.
func unreserved(kernel *ir.Operation) (op *ir.Operation) {
	ir.Walk(kernel, func(o *ir.Operation) ir.WalkResult {
		for _, v := range o.Results() {
			_, known := okk.AddressOf(v)
			if okk.IsAuto(v) || !known && ir.IsAny(o, okk.AllocOp{}, okk.SysBufferOp{}) {
				op = o
				return ir.Interrupt
			}
		}
		return ir.Advance
	})
	return op
}

// exporter writes a kernel as C.
type exporter struct {
	name    string // of the function
	machine *okk.Machine
	library *library
	context *ir.Context
	sizes   *extent.Sizes
	printed func(*ir.Value) string // names in the text of the kernel

	buffers  []*ir.Operation
	params   []*ir.Operation
	tensors  []*ir.Operation
	members  map[*ir.Operation]string // of the structure of arguments
	callees  map[string]string        // prototypes of functions of the user, by name
	order    []string                 // of callees
	contents bytes.Buffer             // of buffers before the run
	problems ir.Sink

	body      bytes.Buffer
	scopes    []scope
	values    map[*ir.Value]string // variables and constants
	atoms     map[*extent.Atom]*ir.Value
	writer    extent.Text
	helper    bool // channelHelper is called
	unwritten []*ir.Value
}

func newExporter(name string, kernel *ir.Operation, m *okk.Machine, l *library, problems ir.Sink) *exporter {
	x := &exporter{
		name: name, machine: m, library: l, context: ir.ContextOf(kernel), sizes: extent.New(), printed: ir.ValueNames(kernel), members: map[*ir.Operation]string{},
		callees: map[string]string{}, problems: problems, scopes: []scope{newScope()}, values: map[*ir.Value]string{}, atoms: map[*extent.Atom]*ir.Value{},
	}
	x.writer = extent.Text{Name: x.valueName, Named: x.named, Smallest: "MIN", Largest: "MAX"}
	x.nameAtoms(kernel)
	return x
}

// declare names the buffers, parameters and tensors of a kernel and writes the initial contents
// of buffers.
func (x *exporter) declare(kernel *ir.Operation) {
	names := newNames()
	ir.Walk(kernel, func(op *ir.Operation) ir.WalkResult {
		// These three operations declare what a kernel uses, each in another list.
		switch o := op.Typed().(type) {
		case okk.SysBufferOp:
			name := o.Name()
			if name == "" {
				name = fmt.Sprint("buffer", len(x.buffers))
			}
			x.buffers = append(x.buffers, op)
			x.members[op] = names.Pick(name)
			x.values[o.Result()] = "a->" + x.members[op]
			x.value(op)
		case okk.ParamOp:
			x.params = append(x.params, op)
			x.members[op] = names.Pick(o.Name())
			x.values[o.Result()] = x.pick(x.members[op])
		case okk.AllocOp:
			x.tensors = append(x.tensors, op)
			x.values[o.Result()] = x.pick(x.like(o.Result()) + "_addr")
		}
		return ir.Advance
	})
}

// value writes the bytes of a buffer that holds something before the kernel runs.
func (x *exporter) value(op *ir.Operation) {
	v := ir.Cast[okk.SysBufferOp](op).Value()
	if v == nil {
		return
	}
	s, _ := okk.InSystem(op.Result(0))
	places := s.Elements()
	data := make([]byte, s.Span())
	raw, width := v.Expanded(), s.DType.Bytes()
	for r := range places.Runs() {
		copy(data[r.Offset-s.Base:], raw[r.Index*width:(r.Index+r.Len)*width])
	}
	if x.contents.Len() == 0 {
		fmt.Fprintf(&x.contents, "/* What buffers of %s hold before it runs. */\n#pragma once\n", x.name)
	}
	fmt.Fprintf(&x.contents, "\nstatic const unsigned char %s_%s[%d] = {", x.name, x.members[op], len(data))
	for i, b := range data {
		if i%16 == 0 {
			x.contents.WriteString("\n    ")
		}
		fmt.Fprintf(&x.contents, "0x%02x, ", b)
	}
	x.contents.WriteString("\n};\n")
}

// header writes the structure of arguments, for the kernel and for the host.
func (x *exporter) header() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "/* Kernel %s for %s. */\n#pragma once\n\n", x.name, x.machine.Name)
	arguments, chosenText := "addresses of its buffers in system memory", "The addresses that the kernel was compiled for; a host may use others."
	if len(x.params) > 0 {
		arguments, chosenText = arguments+", and parameters", chosenText+" The parameters are the largest ones."
	}
	fmt.Fprintf(&b, "/* Arguments of the kernel: %s. */\nstruct %s_args {\n", arguments, x.name)
	var chosen []string
	for _, op := range x.buffers {
		most := ""
		if _, open := okk.Extents(op.Result(0).Type()); open != 0 {
			most = "at most "
		}
		fmt.Fprintf(&b, "  unsigned long long %s; /* %s, %s%d bytes */\n", x.members[op], op.Result(0).Type(), most, okk.BufferBytes(op))
		chosen = append(chosen, fmt.Sprintf("%#xull", addressOf(op)))
	}
	for _, op := range x.params {
		r := ir.Cast[okk.ParamOp](op).Range()
		fmt.Fprintf(&b, "  int %s; /* %d to %d */\n", x.members[op], r[0], r[1])
		chosen = append(chosen, fmt.Sprint(r[1]))
	}
	if len(chosen) == 0 {
		b.WriteString("  char none;\n")
		chosen = []string{"0"}
	}
	fmt.Fprintf(&b, "};\n\n/* %s */\n#define %s_ARGS {%s}\n", chosenText, strings.ToUpper(x.name), strings.Join(chosen, ", "))
	return b.Bytes()
}

// source writes the function of the kernel.
func (x *exporter) source() []byte {
	var b bytes.Buffer
	body := x.body.String()
	fmt.Fprintf(&b, "/* Kernel %s for %s. */\n#include \"%s\"\n#include \"%s.h\"\n\n", x.name, x.machine.Name, x.library.header, x.name)
	for _, m := range []struct{ name, text string }{
		{"NULL", "#define NULL 0"}, {"MIN", "#define MIN(a, b) ((a) < (b) ? (a) : (b))"}, {"MAX", "#define MAX(a, b) ((a) > (b) ? (a) : (b))"},
	} {
		if strings.Contains(body, m.name) {
			fmt.Fprintf(&b, "#ifndef %s\n%s\n#endif\n\n", m.name, m.text)
		}
	}
	for _, name := range x.order {
		fmt.Fprintf(&b, "%s;\n\n", x.callees[name])
	}
	if x.helper {
		fmt.Fprintf(&b, channelHelper, x.name, x.library.start, x.library.prefix)
	}
	fmt.Fprintf(&b, "void %s(const void *args) {\n", x.name)
	if len(x.tensors) > 0 {
		b.WriteString("  /* Addresses in local memory. */\n  enum {\n")
		for _, op := range x.tensors {
			at, _ := okk.AddressOf(op.Result(0))
			fmt.Fprintf(&b, "    %s = %d, /* %s */\n", x.values[op.Result(0)], at, describe(op.Result(0).Type()))
		}
		b.WriteString("  };\n")
	}
	if len(x.buffers)+len(x.params) == 0 {
		b.WriteString("  (void)args;\n")
	} else {
		fmt.Fprintf(&b, "  const struct %[1]s_args *a = (const struct %[1]s_args *)args;\n", x.name)
		if len(x.params) == 0 && !strings.Contains(body, "a->") {
			b.WriteString("  (void)a;\n")
		}
	}
	for _, op := range x.params {
		fmt.Fprintf(&b, "  const int %s = a->%s;\n", x.values[op.Result(0)], x.members[op])
	}
	for _, op := range x.params {
		r, name := ir.Cast[okk.ParamOp](op).Range(), x.values[op.Result(0)]
		fmt.Fprintf(&b, "  %s(%s >= %d && %s <= %d);\n", x.library.assert, name, r[0], name, r[1])
	}
	fmt.Fprintf(&b, "  %[1]s(%[2]snpu_num() == %[3]d);\n  %[1]s(%[2]slocal_mem_size_per_npu() == %[4]d);\n", x.library.assert, x.library.prefix, x.machine.NPUs, x.machine.NPUBytes)
	fmt.Fprintf(&b, "  %[1]sinitialize();\n%[2]s  %[1]spoll();\n}\n%[3]s(%[4]s);\n", x.library.prefix, body, x.library.register, x.name)
	return b.Bytes()
}

// newNames returns an empty set of identifiers for a source in C.
func newNames() *identifiers.Names { return identifiers.New(isReserved) }

// isReserved reports the names that a source uses itself.
func isReserved(name string) bool {
	return sourceWords(name) || strings.HasPrefix(name, "okk_") || strings.HasPrefix(name, "tpu_")
}

var sourceWords = identifiers.Words("args a MIN MAX NULL dim2 dim4 Padding x8 x16 x32 fp32_or_addr_t x32_or_addr_t local_addr_t system_addr_t global_addr_t scalar_t data_type_t padding_t")
