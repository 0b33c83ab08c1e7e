package gpu

import (
	"slices"
	"strings"

	"optc/dialect/word"
	"optc/ir"
)

// WorkgroupMemory returns the type of memory that the threads of a workgroup share.
func WorkgroupMemory(shape []int64, elem ir.Type) *ir.MemRefType {
	return ir.MemRef(shape, elem, nil, addressSpaces.Of(elem.Context(), int(Workgroup)))
}

// Chip is a GPU by the name that compilers give it, such as gfx942 or sm_80; "" is one of
// which nothing is known.
type Chip string

// IsAMD reports whether it is one of AMD's.
func (c Chip) IsAMD() bool { return strings.HasPrefix(string(c), "gfx") }

// Known reports whether the name is of a form that says whose chip it is.
func (c Chip) Known() bool { return c == "" || c.IsAMD() || strings.HasPrefix(string(c), "sm_") }

// Exchanges reports whether lanes of a subgroup exchange elements of a type in
// registers: numbers of up to 32 bits, and of any width on AMD's chips, where wider ones
// are exchanged in parts (IREE GPUNestedLayoutDistributionPatterns.cpp).
func (c Chip) Exchanges(elem ir.Type) bool {
	return isNumber(elem) && (c.IsAMD() || ir.ElementBytes(elem) <= 4)
}

// ReductionOfWord returns the reduction of a word that String gives.
func ReductionOfWord(word string) Reduction { return Reduction(slices.Index(reductions.Words, word)) }

// SpaceOf returns the memory in which a memref lies; without an address space of this
// dialect that is the global one.
func SpaceOf(t *ir.MemRefType) AddressSpace {
	return SpaceOfAttr(t.Space)
}

// SpaceOfAttr returns the memory that the memory space of a memref names, as SpaceOf does.
func SpaceOfAttr(space ir.Attribute) AddressSpace {
	if addressSpaces.Is(space) {
		return AddressSpace(space.(*word.Attr).Value())
	}
	return Global
}
