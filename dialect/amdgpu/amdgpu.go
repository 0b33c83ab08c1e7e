// Package amdgpu is the part of the amdgpu dialect that distributed code needs: the
// matrix instructions of a subgroup, and buffers with bounds checked by the hardware.
package amdgpu

import (
	"optc/dialect/internal/word"
	"optc/ir"
)

const dialectName = "amdgpu"

// Dialect is the amdgpu dialect.
var Dialect = &ir.Dialect{
	Name:        dialectName,
	Summary:     "matrix instructions and buffers of AMD GPUs",
	Description: `The matrix instructions of a subgroup and checked buffers; all other operations of upstream are kept as text.`,
	Partial:     true,
	Meaning:     meaning,
	Define: func() ir.Definitions {
		return ir.Definitions{
			Typed: typedOps(),
			Ops:   []*ir.OpDef{mfma(), wmma(), fatRawBufferCast()},
			Attrs: []*ir.AttrDef{addressSpaces.Def(), permutations.Def()},
		}
	},
}

var (
	addressSpaces = &word.Set{
		Dialect: dialectName, Mnemonic: "address_space", Class: "::mlir::amdgpu::AddressSpace", Summary: "memory space of a buffer",
		Words: []string{"fat_raw_buffer", "buffer_rsrc", "fat_structured_buffer"}, Angles: true,
	}
	permutations = &word.Set{
		Dialect: dialectName, Mnemonic: "mfma_perm_b", Class: "::mlir::amdgpu::MFMAPermB", Summary: "The possible permutations of the lanes storing B available in an MFMA",
		Words: []string{
			"none", "bcast_first_32", "bcast_second_32", "rotate_16_right", "bcast_first_16", "bcast_second_16", "bcast_third_16", "bcast_fourth_16",
		},
	}
)
