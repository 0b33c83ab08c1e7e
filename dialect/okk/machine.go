package okk

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"optc/diag"
)

// Machine describes a chip (OKKernel manual, architecture). It is data: every
// figure can be overridden, and no code depends on a particular chip. Nothing
// assumes that a figure is a power of two.
type Machine struct {
	Name     string
	NPUs     int64 // number of NPUs, X
	NPUBytes int64 // bytes of local memory in one NPU, S
	Align    int64 // alignment unit of the aligned layout in bytes, G
	Banks    int64 // banks of each NPU's memory
	Base     int64 // absolute address of local memory, for printing only

	BatchMax      int64 // largest N of a compute operand
	DimMax        int64 // largest H, W of a compute operand
	ChanMax       int64 // largest C of a compute operand
	MatrixColsMax int64 // largest column count of one matrix copy

	Modes   ModeSet  // storage modes that exist
	Compute DTypeSet // element types of compute operands
	Spaces  []Space  // system memories
	Rules   bool     // the operand rules of its compute operations are known

	Interface string // the library of functions in which kernels for the chip are written

	Numbers *Numbers // the arithmetic of the chip; nil for the arithmetic of IEEE 754
}

// Space is a system memory: the addresses [Base, Base+Bytes).
type Space struct {
	Name        string
	Base, Bytes int64
}

// Defaults of the limits (OKKernel manual, architecture).
const (
	defaultBatchMax      = 65535
	defaultDimMax        = 65535
	defaultChanMax       = 4095
	tpuChanMax           = 65535 // of TPUKernel: extents have 16 bits (the vendor's checks per instruction in torch-tpu)
	defaultMatrixColsMax = 65535
)

// Interfaces of chips: the public libraries in which kernels are written.
const (
	OKKernel  = "OKKernel (okk_*)"                      // the manual and okk.h
	TPUKernel = "TPUKernel (tpu_*) and PPL (ppl::*)"    // tpu-mlir, PPL headers
	cviKernel = "cvikernel (cvk_*)"                     // cvikernel, header of its context
	nodeChip  = "the functions of its SDK (nodechip_*)" // libsophon runtime
)

// chip is a row of the table of chips (libsophon and tpu-mlir, chip headers). Its kernels
// are written with functions, with the functions of OKKernel if it names none.
type chip struct {
	npus, bytes, align, banks, base int64
	modes                           ModeSet
	compute                         DTypeSet
	batchMax, dimMax                int64 // 0 for the default
	spaces                          []Space
	functions                       string
	measured                        bool // the rules of TPUKernel were compared with a model of the chip
}

const onlyN1 = ModeSet(1 << N1)

func chips() map[string]chip {
	// The CV library accepts N and C up to 4095 and H and W up to 4063 (cvikernel, shape
	// checks); its operations have different rules.
	cv := func(npus int64) chip {
		return chip{npus: npus, bytes: 32768, align: 16, banks: 8, base: 0x0C000000, modes: onlyN1, batchMax: 4095, dimMax: 4063, functions: cviKernel}
	}
	bm1688 := chip{npus: 32, bytes: 131072, align: 16, banks: 16, modes: onlyN1, functions: TPUKernel}
	bm1690 := chip{npus: 64, bytes: 262144, align: 64, banks: 16, modes: onlyN1, functions: TPUKernel}
	bm1690.spaces = []Space{{"l2", 0x6980000000, 128 << 20}, defaultSpaces[0]}
	bm1690e := bm1690
	bm1690e.spaces = []Space{{"l2", 0x6980000000, 16 << 20}, defaultSpaces[0]}
	cv183x := cv(32)
	cv183x.base = 0
	return map[string]chip{
		"toy4":   {npus: 4, bytes: 1024, align: 128, banks: 8, modes: allModes},
		"toy4k":  {npus: 4, bytes: 4096, align: 128, banks: 8, modes: allModes},
		"toy4n1": {npus: 4, bytes: 4096, align: 128, banks: 8, modes: onlyN1},
		"toy8":   {npus: 8, bytes: 2048, align: 128, banks: 8, modes: allModes},
		"odd7":   {npus: 7, bytes: 1792, align: 128, banks: 7, modes: allModes},
		"bm1684": {
			npus: 64, bytes: 524288, align: 128, banks: 8, base: 0x08000000, modes: allModes,
			compute: allDTypes &^ (1<<F16 | 1<<BF16),
			spaces: []Space{
				{"dtcm", 0x02000000, 512 << 10},
				{"l2", 0x10000000, 4 << 20},
				{"global", 0x100000000, 12 << 30},
			},
		},
		"bm1684x": {npus: 64, bytes: 262144, align: 64, banks: 16, base: 0x08000000, modes: onlyN1, functions: TPUKernel, measured: true},
		"bm1684x2": {
			npus: 16, bytes: 262144, align: 32, banks: 16, modes: onlyN1, functions: TPUKernel,
			spaces: []Space{{"l2", 0x26d20000, 1 << 20}, {"global", 0x1000000000, 4 << 30}},
		},
		"cv184x":   {npus: 8, bytes: 65536, align: 16, banks: 16, modes: onlyN1, functions: TPUKernel, spaces: []Space{{"global", 0x80000000, 4 << 30}}},
		"bm1690e":  bm1690e,
		"bm1688":   bm1688,
		"cv186x":   bm1688,
		"bm1690":   bm1690,
		"sg2260":   bm1690,
		"sg2380":   {npus: 32, bytes: 131072, align: 16, banks: 16, modes: onlyN1, functions: TPUKernel},
		"sgtpuv8":  {npus: 8, bytes: 65536, align: 16, banks: 16, modes: onlyN1, functions: TPUKernel},
		"bm1682":   {npus: 64, bytes: 262144, align: 128, banks: 8, modes: onlyN1, functions: nodeChip},
		"bm1880":   {npus: 32, bytes: 65536, align: 64, banks: 8, modes: onlyN1, functions: nodeChip},
		"cv183x":   cv183x,
		"bm1880v2": cv183x,
		"cv182x":   cv(8),
		"bm1822":   cv(8),
		"cv181x":   cv(8),
		"cv180x":   cv(2),
	}
}

// MachineNames lists the machines that [LookupMachine] knows, sorted.
func MachineNames() []string { return slices.Sorted(maps.Keys(chips())) }

// LookupMachine returns the machine with a name. The error code is machine-bad.
func LookupMachine(name string) (Machine, error) {
	c, ok := chips()[name]
	if !ok {
		return Machine{}, diag.Errorf("machine-bad", "unknown machine '%s'%s", name, diag.DidYouMean(name, MachineNames()))
	}
	m := CustomMachine(name)
	m.NPUs, m.NPUBytes, m.Align, m.Banks, m.Base = c.npus, c.bytes, c.align, c.banks, c.base
	m.Interface = cmp.Or(c.functions, OKKernel)
	m.Modes, m.Spaces, m.Rules = c.modes, c.spaces, m.Interface == OKKernel || c.measured
	switch {
	case m.Interface == OKKernel:
		m.Numbers = okkNumbers
	case c.measured:
		m.Numbers = tpuNumbers
	}
	if m.Interface == TPUKernel {
		m.ChanMax = tpuChanMax
	}
	if c.spaces == nil {
		m.Spaces = defaultSpaces
	}
	if c.compute != 0 {
		m.Compute = c.compute
	}
	if c.dimMax != 0 {
		m.BatchMax, m.DimMax = c.batchMax, c.dimMax
	}
	return m, nil
}

// CustomMachine returns a machine with an unknown name: it has the default limits, all
// modes and types, unknown rules, OKKernel's functions, and no size yet. Callers set at least the fields npus,
// npu_bytes, align and banks.
func CustomMachine(name string) Machine {
	return Machine{Name: name, BatchMax: defaultBatchMax, DimMax: defaultDimMax, ChanMax: defaultChanMax, MatrixColsMax: defaultMatrixColsMax, Modes: allModes, Compute: allDTypes, Spaces: defaultSpaces, Interface: OKKernel}
}

// machineField is a figure of a machine that the machine attribute can set.
type machineField struct {
	name, doc string
	at        func(m *Machine) *int64
	required  bool // for a machine of an unknown name
}

// machineFields holds the fields in the order in which an attribute lists them.
var machineFields = []machineField{
	{name: "npus", doc: "number of NPUs", at: func(m *Machine) *int64 { return &m.NPUs }, required: true},
	{name: "npu_bytes", doc: "bytes of local memory in one NPU", at: func(m *Machine) *int64 { return &m.NPUBytes },
		required: true},
	{name: "align", doc: "alignment unit of the aligned layout in bytes", at: func(m *Machine) *int64 { return &m.Align },
		required: true},
	{name: "banks", doc: "banks of the memory of each NPU", at: func(m *Machine) *int64 { return &m.Banks }, required: true},
	{name: "base", doc: "absolute address of local memory, for printing only", at: func(m *Machine) *int64 { return &m.Base }},
	{name: "batch_max", doc: "largest N of a compute operand", at: func(m *Machine) *int64 { return &m.BatchMax }},
	{name: "dim_max", doc: "largest H and W of a compute operand", at: func(m *Machine) *int64 { return &m.DimMax }},
	{name: "chan_max", doc: "largest C of a compute operand", at: func(m *Machine) *int64 { return &m.ChanMax }},
	{name: "matrix_cols_max", doc: "largest number of columns of one matrix copy",
		at: func(m *Machine) *int64 { return &m.MatrixColsMax }},
}

// Field is a figure of a machine.
type Field struct {
	Name, Doc string
	Value     int64
}

// Fields lists the figures that the machine attribute can set, in its order.
func (m Machine) Fields() []Field {
	list := make([]Field, len(machineFields))
	for i, f := range machineFields {
		list[i] = Field{f.name, f.doc, *f.at(&m)}
	}
	return list
}

// Set overrides a field by its name in the machine attribute. It does not check the
// value; [Machine.Check] does. The error code is machine-bad for an unknown name.
func (m *Machine) Set(field string, value int64) error {
	var names []string
	for _, f := range machineFields {
		if f.name == field {
			*f.at(m) = value
			return nil
		}
		names = append(names, f.name)
	}
	return diag.Errorf("machine-bad", "unknown machine field '%s'%s", field, diag.DidYouMean(field, names))
}

// maxMachine bounds the sizes of a machine, so that addresses fit well into 32 bits and
// sums of addresses never overflow.
const maxMachine = 1 << 31

// Check verifies that the figures fit together. The error code is machine-bad.
func (m Machine) Check() error {
	bad := func(field string, value int64, reason string) error {
		return diag.Errorf("machine-bad", "machine field %s = %d %s", field, value, reason)
	}
	switch {
	case m.NPUs < 1 || m.NPUs > maxMachine:
		return bad("npus", m.NPUs, "must be in [1, 2^31]")
	case m.Align < 8 || m.Align%8 != 0 || m.Align > maxMachine:
		return bad("align", m.Align, "must be a multiple of 8 in [8, 2^31]")
	case m.Banks < 1:
		return bad("banks", m.Banks, "must be at least 1")
	case m.NPUBytes < 1 || m.NPUBytes > maxMachine:
		return bad("npu_bytes", m.NPUBytes, "must be in [1, 2^31]")
	case m.NPUBytes%m.Align != 0:
		return bad("npu_bytes", m.NPUBytes, "must be a multiple of align")
	case m.NPUBytes%m.Banks != 0:
		return bad("npu_bytes", m.NPUBytes, "must be a multiple of banks")
	case m.Base < 0:
		return bad("base", m.Base, "must not be negative")
	case m.BatchMax < 1:
		return bad("batch_max", m.BatchMax, "must be at least 1")
	case m.DimMax < 1:
		return bad("dim_max", m.DimMax, "must be at least 1")
	case m.ChanMax < 1:
		return bad("chan_max", m.ChanMax, "must be at least 1")
	case m.MatrixColsMax < 1:
		return bad("matrix_cols_max", m.MatrixColsMax, "must be at least 1")
	}
	spaces := slices.Clone(m.Spaces)
	slices.SortFunc(spaces, func(a, b Space) int { return cmp.Compare(a.Base, b.Base) })
	for i, s := range spaces {
		if s.Bytes < 1 || s.Base < 0 || s.Bytes > math.MaxInt64-s.Base {
			return diag.Errorf("machine-bad", "space %s must lie in [0, 2^63) and have at least 1 byte", s.Name)
		}
		if i > 0 && spaces[i-1].Bytes > s.Base-spaces[i-1].Base {
			return diag.Errorf("machine-bad", "spaces %s and %s overlap", spaces[i-1].Name, s.Name)
		}
	}
	return nil
}

// DefaultSpace is the system memory of tensors whose type names none.
const DefaultSpace = "global"

// defaultSpaces holds the system memories of machines for which no others are known.
var defaultSpaces = []Space{{DefaultSpace, 0, 1 << 32}}

// Space returns a system memory by name; "" is the default memory. The error code is
// unknown-space.
func (m Machine) Space(name string) (Space, error) {
	var names []string
	for _, s := range m.Spaces {
		if s.Name == cmp.Or(name, DefaultSpace) {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return Space{}, diag.Errorf("unknown-space", "machine %s has no memory '%s'%s", m.Name, name, diag.DidYouMean(name, names))
}

// Bytes is the size of the local memory of all NPUs together.
func (m Machine) Bytes() int64 { return m.NPUs * m.NPUBytes }

// BankBytes is the size of one bank of an NPU; a machine that has no banks yet counts as
// a single bank.
func (m Machine) BankBytes() int64 { return m.NPUBytes / max(1, m.Banks) }

// EUs is the number of 32-bit execution units of an NPU, okk_eu_num.
func (m Machine) EUs() int64 { return m.Align / 4 }
