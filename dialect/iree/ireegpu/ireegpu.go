// Package ireegpu is the part of IREE's dialect iree_gpu that distributed code needs:
// matrix intrinsics with the layouts of their operands, barriers on values, scans over
// the lanes of a subgroup, and attributes that request copies in shared memory.
package ireegpu

import (
	"optc/dialect/internal/word"
	"optc/ir"
)

const dialectName = "iree_gpu"

// Dialect is the iree_gpu dialect.
var Dialect = &ir.Dialect{
	Name:        dialectName,
	Summary:     "matrix intrinsics, barriers on values and scans of subgroups",
	Description: `The targets of the distribution of vectors: intrinsics and the layouts of their operands.`,
	Partial:     true,
	Meaning:     meaning,
	Define: func() ir.Definitions {
		return ir.Definitions{
			Typed: typedOps(),
			Ops:   []*ir.OpDef{valueBarrier(), subgroupScan(), yield()},
			Attrs: append(enumerationDefs(), mmaLayout, virtualMMALayout, loweringConfig, mmaSemantics, derivedThreadConfig, useGlobalLoadDMA),
		}
	},
}

// Promotion is an attribute without parameters that requests a copy of a value in shared
// memory: #iree_gpu.derived_thread_config, #iree_gpu.use_global_load_dma.
type Promotion struct {
	ir.AttrBase
	mnemonic string
}

// IsThreadConfig reports whether the threads copy the value, each an equal part.
func (p *Promotion) IsThreadConfig() bool { return p.mnemonic == derivedThreadConfig.Mnemonic }

func promotion(c *ir.Context, mnemonic string) *Promotion {
	s := ir.Spell(c).Str("#" + dialectName + ".").Str(mnemonic)
	return ir.InternAttr(s, func(b ir.AttrBase) *Promotion { return &Promotion{b, mnemonic} })
}

func promotionDef(mnemonic, summary string) *ir.AttrDef {
	return &ir.AttrDef{
		Mnemonic: mnemonic, Summary: summary, Examples: []string{"#" + dialectName + "." + mnemonic},
		Parse: func(p ir.AsmParser) ir.Attribute { return promotion(p.Context(), mnemonic) },
	}
}

var (
	derivedThreadConfig = promotionDef("derived_thread_config", "a value that threads copy to shared memory, each an equal part")
	useGlobalLoadDMA    = promotionDef("use_global_load_dma", "a value that is copied to shared memory by the hardware")
)

// enumerations are the attributes whose values are words (IREEGPUEnums.td).
var enumerations = []*word.Set{
	{
		Dialect: dialectName, Mnemonic: "pipeline", Class: "::mlir::iree_compiler::IREE::GPU::LoweringPipeline", Summary: "how a function is lowered",
		Words: []string{"Default", "BaseLowering", "Distribute", "Vectorize", "VectorDistribute", "WinogradVectorize", "TileAndFuse"}, Angles: true,
	},
	{
		Dialect: dialectName, Mnemonic: "spirv_pipeline", Class: "::mlir::iree_compiler::IREE::GPU::SPIRVLoweringPipeline", Summary: "how a function is lowered to SPIR-V",
		Words: []string{"BaseLowering", "BaseDistribute", "BaseVectorize", "SubgroupReduce", "MatmulPromoteVectorize", "CooperativeMatrixVectorize", "WinogradVectorize"}, Angles: true,
	},
	{
		Dialect: dialectName, Mnemonic: "reorder_workgroups_strategy", Class: "::mlir::iree_compiler::IREE::GPU::ReorderWorkgroupsStrategy", Summary: "in which order workgroups get their tiles",
		Words: []string{"None", "Transpose"}, Angles: true,
	},
}

func enumerationDefs() []*ir.AttrDef {
	defs := make([]*ir.AttrDef, len(enumerations))
	for i, e := range enumerations {
		defs[i] = e.Def()
	}
	return defs
}

// Semantics is #iree_gpu.mma_semantics<distributed = …, opaque = …>: whether the operands
// of iree_codegen.inner_tiled are the parts of a thread, and whether only their number of
// elements matters.
type Semantics struct {
	ir.AttrBase
	Distributed, Opaque bool
}

// SemanticsOf returns the attribute.
func SemanticsOf(c *ir.Context, distributed, opaque bool) *Semantics {
	text := map[bool]string{false: "false", true: "true"}
	s := ir.Spell(c).Str("#iree_gpu.mma_semantics<distributed = ").Str(text[distributed]).Str(", opaque = ").Str(text[opaque]).Str(">")
	return ir.InternAttr(s, func(b ir.AttrBase) *Semantics { return &Semantics{b, distributed, opaque} })
}

var mmaSemantics = &ir.AttrDef{
	Mnemonic: "mma_semantics", Summary: "how operands of a tiled intrinsic are meant",
	Description: `With distributed the operands are the parts of a thread; with opaque only their
numbers of elements must agree with the intrinsic.`,
	Syntax:   `"<" "distributed" "=" bool "," "opaque" "=" bool ">"`,
	Examples: []string{"#iree_gpu.mma_semantics<distributed = false, opaque = true>"},
	Parse: func(p ir.AsmParser) ir.Attribute {
		var values [2]bool
		p.Expect("<")
		for i, name := range []string{"distributed", "opaque"} {
			if i > 0 {
				p.Expect(",")
			}
			p.Keyword(name)
			p.Expect("=")
			values[i] = p.OneOf("bool", "false", "true") == 1
		}
		p.Expect(">")
		if !p.Ok() {
			return nil
		}
		return SemanticsOf(p.Context(), values[0], values[1])
	},
}
