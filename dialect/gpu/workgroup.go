package gpu

import (
	"slices"

	"optc/ir"
)

// WorkgroupMemory returns the type of memory that the threads of a workgroup share.
func WorkgroupMemory(shape []int64, elem ir.Type) *ir.MemRefType {
	return ir.MemRef(shape, elem, nil, addressSpaces.Of(elem.Context(), int(Workgroup)))
}

// Reducible tells whether gpu.subgroup_reduce combines elements of a type.
func Reducible(elem ir.Type) bool { return isNumber(elem) }

// ReductionOfWord returns the reduction of a word that String gives.
func ReductionOfWord(word string) Reduction { return Reduction(slices.Index(reductions.Words, word)) }
