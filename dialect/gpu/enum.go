package gpu

import (
	"slices"
	"strings"

	"optc/ir"
)

// EnumAttr is an attribute that is one word: #gpu<dim x>, #gpu.address_space<private>.
type EnumAttr struct {
	ir.AttrBase
	enum  *enum
	value int
}

// Word returns the word of the attribute.
func (a *EnumAttr) Word() string { return a.enum.words[a.value] }

// enum declares the attributes of one set of words.
type enum struct {
	mnemonic string
	class    string // of upstream, in its messages
	summary  string
	words    []string // by value
	listed   []string // in the order of upstream's messages; nil means words
	angles   bool     // spelled #gpu.mnemonic<word> instead of #gpu<mnemonic word>
	device   bool     // says what a dimension of a loop belongs to (scf.DeviceMapping)
}

// IsDeviceMapping tells whether the attribute maps a dimension of a loop.
func (a *EnumAttr) IsDeviceMapping() bool { return a.enum.device }

// of returns the attribute of a value.
func (e *enum) of(c *ir.Context, value int) *EnumAttr {
	s := ir.Spell(c).Str("#gpu")
	if e.angles {
		s.Str(".").Str(e.mnemonic).Str("<")
	} else {
		s.Str("<").Str(e.mnemonic).Str(" ")
	}
	s.Str(e.words[value]).Str(">")
	return ir.InternAttr(s, func(b ir.AttrBase) *EnumAttr { return &EnumAttr{b, e, value} })
}

// is tells whether an attribute belongs to the enumeration.
func (e *enum) is(a ir.Attribute) bool {
	w, ok := a.(*EnumAttr)
	return ok && w.enum == e
}

// get returns the value of an attribute of an operation, or -1.
func (e *enum) get(op *ir.Operation, name string) int {
	if a, ok := op.Attr(name).(*EnumAttr); ok && a.enum == e {
		return a.value
	}
	return -1
}

// word reads one of the words; ok is false after an error.
func (e *enum) word(p ir.AsmParser) (value int, ok bool) {
	pos := p.Pos()
	word := p.KeywordOrString()
	value = slices.Index(e.words, word)
	if p.Ok() && value < 0 {
		listed := e.listed
		if listed == nil {
			listed = e.words
		}
		p.ErrorAt(pos, "expected ::mlir::gpu::%s to be one of: %s", e.class, strings.Join(listed, ", "))
	}
	return value, p.Ok()
}

// parse reads the attribute without its mnemonic.
func (e *enum) parse(p ir.AsmParser) ir.Attribute {
	if e.angles {
		p.Expect("<")
	}
	value, ok := e.word(p)
	if e.angles {
		p.Expect(">")
	}
	if !ok || !p.Ok() {
		return nil
	}
	return e.of(p.Context(), value)
}

// print writes what parse reads.
func (e *enum) print(p *ir.Printer, a ir.Attribute) {
	word := a.(*EnumAttr).Word()
	if e.angles {
		p.Str("<").Str(word).Str(">")
	} else {
		p.Str(" ").Str(word)
	}
}

// kind declares the attribute.
func (e *enum) kind() *ir.AttrDef {
	open, end, sep := "#gpu<", `">"`, " "
	syntax := `"` + strings.Join(e.words, `" | "`) + `"`
	if e.angles {
		open, sep = "#gpu.", "<"
		syntax = `"<" (` + syntax + `) ` + end
	}
	k := &ir.AttrDef{Mnemonic: e.mnemonic, Summary: e.summary, Syntax: syntax, Parse: e.parse}
	for _, w := range e.words {
		k.Examples = append(k.Examples, open+e.mnemonic+sep+w+">")
	}
	return k
}

// constraint accepts the attributes of the enumeration.
func (e *enum) constraint() *ir.AttrConstraint {
	return &ir.AttrConstraint{Summary: e.summary, Check: e.is, Parse: e.parse, Print: e.print}
}

// Dimension is one of the three dimensions of grids, blocks and clusters.
type Dimension int

const (
	X Dimension = iota
	Y
	Z
)

// String is the word of the dimension.
func (d Dimension) String() string { return dimensions.words[d] }

// AddressSpace is a kind of memory.
type AddressSpace int

const (
	Global AddressSpace = iota
	Workgroup
	Private
)

// String is the word of the address space.
func (s AddressSpace) String() string { return addressSpaces.words[s] }

// Reduction is how gpu.all_reduce and gpu.subgroup_reduce combine two values.
type Reduction int

// The reductions, numbered as upstream (GPUOps.td).
const (
	Add Reduction = iota
	Mul
	MinUI
	MinSI
	MinNumF
	MaxUI
	MaxSI
	MaxNumF
	And
	Or
	Xor
	MinimumF
	MaximumF
)

// String is the word of the reduction.
func (r Reduction) String() string { return reductions.words[r] }

// ShuffleMode says from which lane gpu.shuffle takes its value.
type ShuffleMode int

const (
	ShuffleXor  ShuffleMode = iota // lane ^ offset
	ShuffleDown                    // lane + offset
	ShuffleUp                      // lane - offset
	ShuffleIdx                     // offset
)

// BroadcastType says from which lane gpu.subgroup_broadcast takes its value.
type BroadcastType int

const (
	FirstActiveLane BroadcastType = iota
	SpecificLane
)

// Values of gpu.create_2to4_spmat and of the sparse products.
const (
	pruneAndCheck = 2
	nonTranspose  = 0
)

var mappingIDs = []string{"x", "y", "z", "linear_dim_0", "linear_dim_1", "linear_dim_2", "linear_dim_3", "linear_dim_4",
	"linear_dim_5", "linear_dim_6", "linear_dim_7", "linear_dim_8", "linear_dim_9"}

// mapping declares an attribute that maps a loop to threads of some granularity.
func mapping(mnemonic string) *enum {
	return &enum{mnemonic: mnemonic, class: "MappingId", summary: "maps a loop to the " + mnemonic + "s of a gpu", words: mappingIDs, angles: true, device: true}
}

var (
	dimensions    = &enum{mnemonic: "dim", class: "Dimension", summary: "a dimension, either 'x', 'y', or 'z'", words: []string{"x", "y", "z"}}
	addressSpaces = &enum{mnemonic: "address_space", class: "AddressSpace", summary: "GPU address space",
		words: []string{"global", "workgroup", "private"}, angles: true}
	reductions = &enum{mnemonic: "all_reduce_op", class: "AllReduceOperation", summary: "built-in reduction operations supported by gpu.allreduce.",
		words: []string{"add", "mul", "minui", "minsi", "minnumf", "maxui", "maxsi", "maxnumf", "and", "or", "xor", "minimumf", "maximumf"}}
	shuffleModes = &enum{mnemonic: "shuffle_mode", class: "ShuffleMode", summary: "Indexing modes supported by gpu.shuffle.",
		words: []string{"xor", "down", "up", "idx"}, listed: []string{"xor", "up", "down", "idx"}}
	broadcastTypes = &enum{mnemonic: "broadcast", class: "BroadcastType", summary: "a lane to broadcast from",
		words: []string{"first_active_lane", "specific_lane"}}
	elementwiseOps = &enum{mnemonic: "mma_element_wise", class: "MMAElementwiseOp", summary: "elementwise operation to apply to mma matrix",
		words: []string{"addf", "mulf", "subf", "maxf", "minf", "divf", "addi", "muli", "subi", "divs", "divu", "negatef", "negates", "extf"}}
	pruneFlags = &enum{mnemonic: "prune_2to4_spmat_flag", class: "Prune2To4SpMatFlag", summary: "pruning strategy for 2:4 sparse matrix",
		words: []string{"NONE", "PRUNE_ONLY", "PRUNE_AND_CHECK"}}
	transposeModes = &enum{mnemonic: "mat_transpose_mode", class: "TransposeMode", summary: "transpose mode of sparse matrix supported by sparse tensor ops",
		words: []string{"NON_TRANSPOSE", "TRANSPOSE", "CONJUGATE_TRANSPOSE"}}
	estimateKinds = &enum{mnemonic: "spgemm_work_estimation_or_compute_kind", class: "SpGEMMWorkEstimationOrComputeKind",
		summary: "choose whether spgemm_work_estimation_or_compute does work estimation or compute", words: []string{"WORK_ESTIMATION", "COMPUTE"}}
	blockMapping     = mapping("block")
	warpgroupMapping = mapping("warpgroup")
	warpMapping      = mapping("warp")
	threadMapping    = mapping("thread")
	laneMapping      = mapping("lane")
	memoryMapping    = &enum{mnemonic: "memory_space", class: "AddressSpace", summary: "maps a buffer to a kind of memory",
		words: addressSpaces.words, angles: true, device: true}
)

// InWorkgroupMemory tells whether a memref is in #gpu.address_space<workgroup>.
func InWorkgroupMemory(t *ir.MemRefType) bool {
	is, _ := inSpace(t.Space, Workgroup)
	return is
}

// inSpace tells whether a memory space is #gpu.address_space<s>; known is false
// for any other attribute.
func inSpace(space ir.Attribute, s AddressSpace) (is, known bool) {
	a, ok := space.(*EnumAttr)
	if !ok || a.enum != addressSpaces {
		return false, false
	}
	return AddressSpace(a.value) == s, true
}
