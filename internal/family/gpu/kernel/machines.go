package kernel

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"optc/diag"
	"optc/dialect/amdgpu"
	"optc/dialect/gpu"
	"optc/dialect/nvgpu"
	"optc/ir"
	"optc/layout/change"
)

// Machine describes a GPU that kernels can be built for: the resources that a workgroup may use.
type Machine struct {
	Chip    gpu.Chip
	Summary string
	// Subgroups lists the numbers of lanes that a subgroup may have, the usual number first.
	Subgroups      []int64
	Memory         int64        // bytes of global memory, of the largest card with the chip
	WorkgroupBytes int64        // bytes of workgroup memory that a kernel may use
	MaxThreads     int64        // most threads of a workgroup
	Banks          change.Banks // banks of workgroup memory
	Sector         int64        // bytes of global memory that are transferred together
	// Multiprocessors is the number of streaming multiprocessors, or of compute units, of the largest card with the chip.
	Multiprocessors int64
	Costs           Costs
	// Matrix lists the matrix instructions, by the operations that express them.
	Matrix []ir.OpKind
}

// machines lists the GPUs. The costs follow from the vendors' data sheets: bytes per second of the memory and products per
// second of dense matrices of f16 that are added in f32, divided by multiprocessors and clock. NVIDIA's chips
// have matrix instructions besides mma.sync, which have no operation here. The memory is given in GiB, for
// the largest card with the chip; a program sees half of the 128 GiB and of the 220 compute units of an MI250X.
//
// The last number is the number of multiprocessors. For gfx942 and gfx950 it is from ROCm's page "AMD GPU specifications", for NVIDIA's chips
// from specification tables that others publish (A100, A40, L40S, H100 SXM, B200, RTX 5090). For gfx90a, gfx1100, gfx1200 and gfx1201 no document
// was compared; their numbers agree with the bandwidths and clocks from which the costs follow.
var machines = []*Machine{
	newGPU("sm_80", "NVIDIA A100", 32, 80, 108, nvgpu.MmaSyncOp{}, Costs{Sector: 13, Products: 256}),
	newGPU("sm_86", "NVIDIA A10, A40", 32, 48, 84, nvgpu.MmaSyncOp{}, Costs{Sector: 27, Products: 128}),
	newGPU("sm_89", "NVIDIA L4, L40S", 32, 48, 142, nvgpu.MmaSyncOp{}, Costs{Sector: 53, Products: 128}),
	newGPU("sm_90", "NVIDIA H100, H200", 32, 141, 132, nvgpu.MmaSyncOp{}, Costs{Sector: 9, Products: 512}),
	newGPU("sm_100", "NVIDIA B200", 32, 192, 148, nvgpu.MmaSyncOp{}, Costs{Sector: 4, Products: 512}),
	newGPU("sm_120", "NVIDIA RTX 5090", 32, 96, 170, nvgpu.MmaSyncOp{}, Costs{Sector: 29, Products: 64}),
	newGPU("gfx90a", "AMD MI200", 64, 64, 110, amdgpu.MFMAOp{}, Costs{Sector: 29, Products: 128}),
	newGPU("gfx942", "AMD MI300", 64, 256, 304, amdgpu.MFMAOp{}, Costs{Sector: 31, Products: 256}),
	newGPU("gfx950", "AMD MI350", 64, 288, 256, amdgpu.MFMAOp{}, Costs{Sector: 20, Products: 512}),
	newGPU("gfx1100", "AMD RX 7900", 32, 48, 96, amdgpu.WMMAOp{}, Costs{Sector: 64, Products: 64}),
	newGPU("gfx1200", "AMD RX 9060", 32, 16, 32, amdgpu.WMMAOp{}, Costs{Sector: 80, Products: 128}),
	newGPU("gfx1201", "AMD RX 9070", 32, 32, 64, amdgpu.WMMAOp{}, Costs{Sector: 76, Products: 128}),
}

// newGPU describes a chip: lanes are the lanes of a subgroup, and matrix is the operation of its matrix instruction.
func newGPU(chip gpu.Chip, summary string, lanes, memory, multiprocessors int64, matrix ir.OpKind, costs Costs) *Machine {
	return &Machine{
		Chip: chip, Summary: summary, Subgroups: []int64{lanes}, WorkgroupBytes: chip.WorkgroupBytes(), MaxThreads: 1024, Banks: chip.Banks(), Sector: chip.Sector(),
		Memory: memory << 30, Multiprocessors: multiprocessors, Costs: costs, Matrix: []ir.OpKind{matrix},
	}
}

// Machines returns the GPUs that kernels can be built for.
func Machines() []*Machine { return slices.Clone(machines) }

// MachineNames returns the names of the chips.
func MachineNames() (names []string) {
	for _, m := range machines {
		names = append(names, m.Chip.String())
	}
	return names
}

// LookupMachine finds a GPU by the name of its chip, which figures of its workgroup memory may follow ([gpu.Chip]). The error codes are
// target-unknown and gpu.row.
func LookupMachine(name string) (*Machine, error) {
	chip := gpu.Chip(name)
	for _, m := range machines {
		switch {
		case m.Chip == chip:
			return m, nil
		case m.Chip.String() == chip.String():
			if err := chip.CheckRow(); err != nil {
				return nil, diag.Errorf("gpu.row", "the row of %s %s", m.Chip, err)
			}
			own := *m
			own.Chip, own.Banks = chip, chip.Banks()
			return &own, nil
		}
	}
	names, name := MachineNames(), chip.String()
	return nil, diag.Errorf("target-unknown", "unknown GPU '%s'%s", name, diag.DidYouMean(name, names)).Note("known GPUs: %v", names)
}

// SetMachine names the GPU that the kernels of a module are built for.
func SetMachine(module *ir.Operation, m *Machine) { gpu.SetChip(module, m.Chip) }

// MachineOf returns the GPU that the module around op names; nil and no error if it names
// none. The error code is target-unknown.
func MachineOf(op *ir.Operation) (*Machine, error) {
	chip := gpu.ChipOf(op)
	if chip == "" {
		return nil, nil
	}
	return LookupMachine(string(chip))
}

// IsNVIDIA reports whether the machine's chip is made by NVIDIA.
func (m *Machine) IsNVIDIA() bool { return !m.Chip.IsAMD() }

// Width returns the number of lanes of the chip's subgroups for code that assumes subgroups of
// a number of lanes: that number if the chip has it, and otherwise the chip's usual number.
func (m *Machine) Width(assumed int64) int64 {
	if slices.Contains(m.Subgroups, assumed) {
		return assumed
	}
	return m.Subgroups[0]
}

// Fields returns the figures of the machine with their meanings, for the help.
func (m *Machine) Fields() [][2]string {
	fields := [][2]string{
		{fmt.Sprintf("subgroups = %v", m.Subgroups), "numbers of lanes that a subgroup may have"},
		{fmt.Sprintf("workgroup-memory = %d", m.WorkgroupBytes), "bytes of workgroup memory that a kernel may use"},
		{fmt.Sprintf("threads = %d", m.MaxThreads), "most threads of a workgroup"},
		{fmt.Sprintf("banks = %d", m.Banks.Count), "banks of workgroup memory, each of 4 bytes"},
		{fmt.Sprintf("multiprocessors = %d", m.Multiprocessors), "workgroups that run at the same time, for the parts of sums"},
		{fmt.Sprintf("sector = %d", m.Sector), "bytes of global memory that are transferred together"},
		{fmt.Sprintf("sector-cycles = %s", quarters(m.Costs.Sector)), "cycles in which a multiprocessor gets a sector, for the costs of tune"},
		{"matrix = " + m.MatrixNames(), "operations that its matrix instructions execute"},
	}
	for _, p := range m.Banks.Phases {
		lanes := m.Banks.FirstTogether(p.Side, p.Width)
		fields = append(fields, [2]string{fmt.Sprintf("phase = %v", lanes), fmt.Sprintf("the first lanes that banks serve together in reads of %d bytes", p.Width)})
	}
	return fields
}

// quarters writes a number of quarters of a cycle.
func quarters(n int64) string { return strconv.FormatFloat(float64(n)/4, 'f', -1, 64) }

// MatrixNames lists the matrix instructions of the machine.
func (m *Machine) MatrixNames() string {
	var names []string
	for _, k := range m.Matrix {
		names = append(names, k.Kind().String())
	}
	return strings.Join(names, ", ")
}

// Lacks reports whether op is a matrix instruction that the machine does not have.
func (m *Machine) Lacks(op *ir.Operation) bool {
	return ir.IsAny(op, nvgpu.MmaSyncOp{}, amdgpu.MFMAOp{}, amdgpu.WMMAOp{}) && !ir.IsAny(op, m.Matrix...)
}
