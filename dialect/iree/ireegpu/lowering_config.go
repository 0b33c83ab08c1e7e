package ireegpu

import (
	"optc/ir"
)

// LoweringConfig is #iree_gpu.lowering_config<{…}>: how an operation is divided among subgroups,
// lanes and instructions.
type LoweringConfig struct {
	ir.AttrBase
	Entries *ir.DictAttr
}

// Basis is how loops are divided among subgroups or lanes: their counts, the slowest first, and for
// each loop the position of its count.
type Basis struct{ Counts, Mapping []int64 }

// MMAKind returns the intrinsic that computes the operation, nil if there is none.
func (c *LoweringConfig) MMAKind() *MMA {
	m, _ := c.Entries.Get("mma_kind").(*MMA)
	return m
}

// Ints returns an entry that is a list of integers; ok is false if there is none.
func (c *LoweringConfig) Ints(name string) (list []int64, ok bool) {
	return readInts(c.Entries.Get(name))
}

// Basis returns subgroup_basis or lane_basis; ok is false if there is none, or if it does not
// describe the given number of loops.
func (c *LoweringConfig) Basis(name string, loops int) (b Basis, ok bool) {
	lists := ir.ReadArray(c.Entries.Get(name))
	if len(lists) != 2 {
		return b, false
	}
	counts, isCounts := readInts(lists[0])
	mapping, isMapping := readInts(lists[1])
	if !isCounts || !isMapping || len(mapping) != loops {
		return b, false
	}
	for _, n := range counts {
		if n < 1 {
			return b, false
		}
	}
	for _, at := range mapping {
		if at < 0 || at >= int64(len(counts)) {
			return b, false
		}
	}
	return Basis{Counts: counts, Mapping: mapping}, true
}

// Sizes returns how often each loop is divided, and the distance between the threads, or subgroups,
// of neighbours along it.
func (b Basis) Sizes() (sizes, strides []int64) {
	distance := make([]int64, len(b.Counts))
	for i, n := len(b.Counts)-1, int64(1); i >= 0; i-- {
		distance[i] = n
		n *= b.Counts[i]
	}
	for _, at := range b.Mapping {
		sizes, strides = append(sizes, b.Counts[at]), append(strides, distance[at])
	}
	return sizes, strides
}

// Promotions returns for each operand the attribute that requests its copy in shared memory, or nil.
func (c *LoweringConfig) Promotions(operands int) []ir.Attribute {
	list := make([]ir.Attribute, operands)
	promoted, _ := c.Ints("promote_operands")
	types := ir.ReadArray(c.Entries.Get("promotion_types"))
	for i, at := range promoted {
		if at < 0 || at >= int64(operands) {
			continue
		}
		if list[at] = promotion(c.Context(), derivedThreadConfig.Mnemonic); i < len(types) {
			list[at] = types[i]
		}
	}
	return list
}

func readInts(a ir.Attribute) (list []int64, ok bool) {
	array, ok := a.(*ir.ArrayAttr)
	if !ok {
		return nil, false
	}
	for _, e := range array.Elems {
		i, ok := e.(*ir.IntegerAttr)
		if !ok {
			return nil, false
		}
		list = append(list, ir.ReadInt(i))
	}
	return list, true
}

var loweringConfig = &ir.AttrDef{
	Mnemonic: "lowering_config", Summary: "how an operation is divided among subgroups, lanes and instructions",
	Description: `Passes read these entries. The entry mma_kind is the intrinsic. The entries subgroup_basis and lane_basis have the counts of
subgroups and lanes, and for each loop the position of its count. The entry thread has the number of elements that a
thread holds along each loop. The entries promote_operands and promotion_types name the operands that are copied to shared memory.`,
	Syntax:   `"<" dictionary ">"`,
	Examples: []string{"#iree_gpu.lowering_config<{mma_kind = #iree_gpu.mma_layout<MFMA_F32_32x32x8_F16>, subgroup_basis = [[1, 1, 1], [0, 1, 2]]}>"},
	Parse: func(p ir.AsmParser) ir.Attribute {
		p.Expect("<")
		pos := p.Pos()
		a := p.Attr(nil)
		if !p.Ok() {
			return nil
		}
		entries, ok := a.(*ir.DictAttr)
		if !ok {
			p.ErrorAt(pos, "invalid kind of attribute specified")
			return nil
		}
		p.Expect(">")
		s := ir.Spell(p.Context()).Str("#iree_gpu.lowering_config<").Node(entries).Str(">")
		return ir.InternAttr(s, func(b ir.AttrBase) *LoweringConfig { return &LoweringConfig{b, entries} })
	},
}
