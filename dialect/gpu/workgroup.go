package gpu

import (
	"slices"
	"strings"

	"optc/dialect/internal/word"
	"optc/ir"
	"optc/layout/change"
)

// WorkgroupMemory returns the type of memory that the threads of a workgroup share.
func WorkgroupMemory(shape []int64, elem ir.Type) *ir.MemRefType {
	return ir.MemRef(shape, elem, nil, addressSpaces.Of(elem.Context(), int(Workgroup)))
}

// GlobalMemory returns the type of a memref in global memory. (A memref type that names no memory
// space, or another one, does not say where the memory is.)
func GlobalMemory(t *ir.MemRefType) *ir.MemRefType {
	return ir.MemRef(t.Dims, t.Elem, t.Layout, addressSpaces.Of(t.Elem.Context(), int(Global)))
}

// PrivateMemory returns the type of a memref in the memory of a thread.
func PrivateMemory(t *ir.MemRefType) *ir.MemRefType {
	return ir.MemRef(t.Dims, t.Elem, t.Layout, addressSpaces.Of(t.Elem.Context(), int(Private)))
}

// Banks are the banks of workgroup memory that most GPUs have (CUDA C++ Programming
// Guide, "Shared Memory"; AMD Instinct MI300 ISA, "Local Data Share"). See [Chip.Banks].
var Banks = change.Banks{Count: 32, Word: bankWord}

// WidestAccess is the number of bytes that a thread accesses at most with one instruction.
const WidestAccess = 16

// TrafficOf describes the accesses of subgroups of the chip to elements in workgroup memory.
func (c Chip) TrafficOf(elem ir.Type, subgroup int64) change.Traffic {
	t := change.Traffic{Banks: c.Banks(), Widest: WidestAccess, Element: int64(ir.ElementBytes(elem)), Subgroup: subgroup}
	if !isWholeBytes(elem) {
		t.Widest = 1 // vectors of such elements are packed in registers, but not in memory
	}
	return t
}

// isWholeBytes reports whether neighbouring elements in memory are neighbours in a vector:
// numbers of 1, 2, 4 or 8 bytes.
func isWholeBytes(elem ir.Type) bool {
	bits := ir.IntWidth(elem)
	switch t := elem.(type) {
	case *ir.FloatType:
		bits = t.Kind.Bits
	case *ir.IndexType:
		return true
	}
	return slices.Contains([]int{8, 16, 32, 64}, bits)
}

// Chip is a GPU, named as compilers name it, such as gfx942 or sm_80; "" is an unknown GPU. Figures of its workgroup memory may
// follow the name, as in chips.txt.
type Chip string

// IsAMD reports whether the chip is made by AMD.
func (c Chip) IsAMD() bool { return strings.HasPrefix(string(c), "gfx") }

// ReadsMatrices reports whether subgroups can read matrices of elements of 16 bits from workgroup memory: ldmatrix (PTX ISA, of sm_75 and
// later chips).
func (c Chip) ReadsMatrices() bool { return strings.HasPrefix(string(c), "sm_") }

// Lanes returns how many lanes of the chip, up to most, can exchange values: the lanes of a
// subgroup, or half of them on AMD's chips for graphics, where ds_bpermute_b32 serves each 32 lanes
// separately (RDNA3 ISA, "DS_BPERMUTE_B32").
func (c Chip) Lanes(most int64) int64 {
	if c != "" && !c.IsAMD() || c.isRDNA() {
		return min(most, 32)
	}
	return most
}

// isRDNA reports whether the chip is of AMD's family for graphics, gfx10 or later.
func (c Chip) isRDNA() bool {
	number, ok := strings.CutPrefix(c.String(), "gfx")
	return ok && len(number) == 4 && number[0] == '1'
}

// Sector returns the number of bytes of global memory that are transferred together (CUDA C++ Best Practices
// Guide, "Coalesced Access to Global Memory"; 64 bytes are half a line of the caches of AMD's chips).
func (c Chip) Sector() int64 {
	if c.IsAMD() {
		return 64
	}
	return 32
}

// Banks returns the banks of workgroup memory: the banks of the chip's row, which the chip is named with or chips.txt has, or the usual banks.
func (c Chip) Banks() change.Banks {
	if c.hasRow() {
		if b, err := readRow(string(c)); err == nil {
			return b
		}
	}
	if b, ok := rows()[c.String()]; ok {
		return b
	}
	return Banks
}

// String returns the chip's name.
func (c Chip) String() string {
	name, _, _ := strings.Cut(string(c), " ")
	return name
}

// hasRow reports whether the chip is named with its figures.
func (c Chip) hasRow() bool { return strings.Contains(string(c), " ") }

// workgroupBytes lists the workgroup memory of NVIDIA's chips that a launch may request (CUDA C++ Programming Guide, "Technical
// Specifications per Compute Capability", maximum amount of shared memory per thread block).
var workgroupBytes = map[string]int64{"sm_80": 163 << 10, "sm_86": 99 << 10, "sm_89": 99 << 10, "sm_90": 227 << 10, "sm_100": 227 << 10, "sm_120": 99 << 10}

// WorkgroupBytes returns the workgroup memory that a kernel may use: 64 KiB on AMD's chips (AMD Instinct MI300 ISA, "Local Data
// Share"), 160 KiB on gfx950 (AMD CDNA4 ISA), 99 to 227 KiB on NVIDIA's chips, and 48 KiB on unknown chips.
func (c Chip) WorkgroupBytes() int64 {
	return max(workgroupBytes[c.String()], c.DeclaredWorkgroupBytes())
}

// DeclaredWorkgroupBytes returns the workgroup memory that a kernel may declare. On NVIDIA's chips, which have more, a launch must
// request the memory of a kernel that uses more than 48 KiB (CUDA C++ Programming Guide, "Shared Memory").
func (c Chip) DeclaredWorkgroupBytes() int64 {
	switch {
	case c.String() == "gfx950":
		return 160 << 10
	case c.IsAMD():
		return 64 << 10
	}
	return 48 << 10
}

// RequestedBytes returns how many bytes of workgroup memory the launch of a kernel requests, given how many the kernel uses: all of
// them if the kernel may not declare that many, and none otherwise.
func (c Chip) RequestedBytes(used int64) int64 {
	if used > c.DeclaredWorkgroupBytes() {
		return used
	}
	return 0
}

// Known reports whether the form of the name identifies the vendor.
func (c Chip) Known() bool { return c == "" || c.IsAMD() || strings.HasPrefix(string(c), "sm_") }

// Exchanges reports whether lanes of a subgroup can exchange elements of a type in
// registers: numbers of up to 32 bits, and on AMD's chips numbers of any width, because
// wider numbers are exchanged in parts (IREE GPUNestedLayoutDistributionPatterns.cpp).
func (c Chip) Exchanges(elem ir.Type) bool {
	return isNumber(elem) && (c.IsAMD() || ir.ElementBytes(elem) <= 4)
}

// ReductionOfWord returns the reduction whose String is the word.
func ReductionOfWord(word string) Reduction { return Reduction(slices.Index(reductions.Words, word)) }

// SpaceOf returns the memory in which a memref is stored: global memory unless it has an
// address space of this dialect.
func SpaceOf(t *ir.MemRefType) AddressSpace {
	return SpaceOfAttr(t.Space)
}

// SpaceOfAttr returns the memory for the memory space of a memref, as SpaceOf does.
func SpaceOfAttr(space ir.Attribute) AddressSpace {
	if addressSpaces.Is(space) {
		return AddressSpace(space.(*word.Attr).Value())
	}
	return Global
}
