package okk

import (
	"fmt"

	"optc/diag"
	"optc/dialect/okk"
	"optc/ir"
)

// library holds what is particular to sources for the library of a chip: names, and the arguments of the copy
// engine's functions.
type library struct {
	prefix, header, assert, register string
	start, compact                   string // functions that find the first NPU of an address, and compact strides
	padding                          string // the structure with the padding of a window
	// typed is set if functions take the element type as an argument, and numbers of any type in a scalar_t.
	typed bool
}

var libraries = map[string]*library{
	okk.OKKernel: {
		prefix: "okk_", header: "okk.h", assert: "OKKERNEL_ASSERT", register: "OKKERNEL_FUNC_REGISTER", start: "okk_start_npu_index", compact: "okk_compact_stride", padding: "Padding",
	},
	okk.TPUKernel: {
		prefix: "tpu_", header: "tpu_kernel.h", assert: "TPUKERNEL_ASSERT", register: "TPUKERNEL_FUNC_REGISTER", start: "tpu_npu_index", compact: "tpu_compact_stride", padding: "padding_t", typed: true,
	},
}

// libraryOf returns the library in which kernels for a machine are written. The error code is no-interface for a
// machine whose kernels can neither be written nor executed.
func libraryOf(m *okk.Machine) (*library, error) {
	l := libraries[m.Interface]
	if l == nil || l.typed && !m.Rules {
		return nil, diag.Errorf("no-interface", "cannot be written or executed for machine %s, whose operations are not known", m.Name).
			Note("kernels for %s are written with %s", m.Name, m.Interface)
	}
	return l, nil
}

// checkLibrary reports a kernel for a machine without a library, or nil.
func checkLibrary(kernel *ir.Operation, m *okk.Machine) error {
	if _, err := libraryOf(m); err != nil {
		return okk.Diagnose(kernel, err)
	}
	return nil
}

// word returns the type of elements of that many bytes.
func word(bytes int64) string {
	return map[int64]okk.DType{1: okk.I8, 2: okk.I16, 4: okk.I32}[bytes].TypeName()
}

// engine writes a call of a function of the copy engine for elements of that many bytes.
func (x *exporter) engine(bytes int64, function string, args ...string) {
	if x.library.typed {
		x.call(x.library.prefix+"gdma_"+function, append(args, word(bytes))...)
		return
	}
	x.call(fmt.Sprintf("%sgdma_%dbit_%s", x.library.prefix, 8*bytes, function), args...)
}

// number writes the bits of an element of that many bytes as a number of the copy engine.
func (x *exporter) number(bytes int64, bits uint32) string {
	if x.library.typed {
		return fmt.Sprintf("(scalar_t){.u32 = %#xu}", bits)
	}
	return fmt.Sprintf("(x%d){.u%d = %#xu}", 8*bytes, 8*bytes, bits)
}
