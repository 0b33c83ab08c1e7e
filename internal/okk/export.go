package okk

import (
	"bytes"
	"fmt"
	"strings"

	"optc/diag"
	"optc/dialect/okk"
	"optc/internal/identifiers"
	"optc/ir"
	"optc/lower"
)

var sources = &lower.Export{
	Doc: "A kernel is written as C for OKKernel: a function (kernel.c) that calls the API with the addresses, shapes and strides that were " +
		"chosen, and a header (kernel.h) with the structure of addresses of its buffers, which the host fills in. What buffers hold before is in kernel_values.h.",
	Pipeline: "builtin.module(okk)",
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
	if m.Interface != okk.OKKernel {
		ir.Report(problems, okk.Diagnose(kernel, diag.Errorf("no-interface", "cannot be exported for machine %s, whose kernels are not written with OKKernel", m.Name).
			Note("kernels for %s are written with %s", m.Name, m.Interface)))
		return
	}
	if op := unplaced(kernel); op != nil {
		ir.Report(problems, placeMissing(op))
		return
	}
	if _, err := buffers(kernel); err != nil {
		ir.Report(problems, okk.Diagnose(kernel, err))
		return
	}
	x := &exporter{name: name, machine: m, members: map[*ir.Operation]string{}, callees: map[string]string{}, problems: problems}
	x.declare(kernel)
	x.block(ir.Cast[okk.KernelOp](kernel).Body().Front())
	files[name+".h"] = x.header()
	files[name+".c"] = x.source()
	if x.values.Len() > 0 {
		files[name+"_values.h"] = x.values.Bytes()
	}
}

// exporter writes a kernel as C.
type exporter struct {
	name     string // of the function
	machine  *okk.Machine
	buffers  []*ir.Operation
	members  map[*ir.Operation]string // of the structure of addresses
	callees  map[string]string        // prototypes of functions of the user, by name
	order    []string                 // of callees
	calls    bytes.Buffer
	values   bytes.Buffer
	problems ir.Sink
}

// declare names the buffers of a kernel and writes their initial contents.
func (x *exporter) declare(kernel *ir.Operation) {
	names := newNames()
	ir.Walk(kernel, func(op *ir.Operation) ir.WalkResult {
		sysBuffer := ir.As[okk.SysBufferOp](op)
		if !sysBuffer.Ok() {
			return ir.Advance
		}
		name := sysBuffer.Name()
		if name == "" {
			name = fmt.Sprint("buffer", len(x.buffers))
		}
		x.buffers = append(x.buffers, op)
		x.members[op] = names.Pick(name)
		x.value(op)
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
	if x.values.Len() == 0 {
		fmt.Fprintf(&x.values, "/* What buffers of %s hold before it runs. */\n#pragma once\n", x.name)
	}
	fmt.Fprintf(&x.values, "\nstatic const unsigned char %s_%s[%d] = {", x.name, x.members[op], len(data))
	for i, b := range data {
		if i%16 == 0 {
			x.values.WriteString("\n    ")
		}
		fmt.Fprintf(&x.values, "0x%02x, ", b)
	}
	x.values.WriteString("\n};\n")
}

// header writes the structure of addresses, for the kernel and for the host.
func (x *exporter) header() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "/* Kernel %s for %s. */\n#pragma once\n\n", x.name, x.machine.Name)
	fmt.Fprintf(&b, "/* Addresses of its buffers in system memory. */\nstruct %s_buffers {\n", x.name)
	var chosen []string
	for _, op := range x.buffers {
		fmt.Fprintf(&b, "    unsigned long long %s; /* %s, %d bytes */\n", x.members[op], op.Result(0).Type(), okk.BufferBytes(op))
		chosen = append(chosen, fmt.Sprintf("%#xull", address(op)))
	}
	if len(chosen) == 0 {
		b.WriteString("    char none;\n")
		chosen = []string{"0"}
	}
	fmt.Fprintf(&b, "};\n\n/* The addresses that the kernel was compiled for; a host may use others. */\n#define %s_BUFFERS {%s}\n",
		strings.ToUpper(x.name), strings.Join(chosen, ", "))
	return b.Bytes()
}

// source writes the function of the kernel.
func (x *exporter) source() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "/* Kernel %s for %s. */\n#include \"okk.h\"\n#include \"%s.h\"\n\n", x.name, x.machine.Name, x.name)
	for _, name := range x.order {
		fmt.Fprintf(&b, "%s;\n\n", x.callees[name])
	}
	fmt.Fprintf(&b, "void %s(const void *args) {\n", x.name)
	fmt.Fprintf(&b, "  const struct %s_buffers *a = (const struct %s_buffers *)args;\n  (void)a;\n", x.name, x.name)
	fmt.Fprintf(&b, "  OKKERNEL_ASSERT(okk_npu_num() == %d);\n  OKKERNEL_ASSERT(okk_local_mem_size_per_npu() == %d);\n", x.machine.NPUs, x.machine.NPUBytes)
	fmt.Fprintf(&b, "  okk_initialize();\n%s  okk_poll();\n}\nOKKERNEL_FUNC_REGISTER(%s);\n", x.calls.Bytes(), x.name)
	return b.Bytes()
}

// newNames returns an empty set of identifiers for a source in C.
func newNames() *identifiers.Names { return identifiers.New(isReserved) }

// isReserved reports the names that a source uses itself.
func isReserved(name string) bool { return sourceWords(name) || strings.HasPrefix(name, "okk_") }

var sourceWords = identifiers.Words("args a dim2 dim4 Padding x8 x16 x32 fp32_or_addr_t x32_or_addr_t local_addr_t system_addr_t global_addr_t")
