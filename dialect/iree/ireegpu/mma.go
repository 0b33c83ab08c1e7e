package ireegpu

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"optc/diag"
	"optc/ir"
	"optc/num"
)

// MMA is #iree_gpu.mma_layout<…> or #iree_gpu.virtual_mma_layout<…>: a matrix intrinsic.
// If ColMajor is set, the lanes hold the result as they would hold its transpose.
type MMA struct {
	ir.AttrBase
	*Intrinsic
	ColMajor bool
}

// intrinsicAttr is the attribute of a vector.contract that names the intrinsic which
// computes it.
const intrinsicAttr = "iree.gpu.mma"

// IntrinsicOf returns the intrinsic that computes a vector.contract, or nil.
func IntrinsicOf(contract *ir.Operation) *MMA {
	m, _ := contract.Attr(intrinsicAttr).(*MMA)
	return m
}

// SetIntrinsic sets the intrinsic that computes a vector.contract.
func SetIntrinsic(contract *ir.Operation, m *MMA) { contract.SetAttr(intrinsicAttr, m) }

// Intrinsic is a matrix instruction that the lanes of a subgroup execute together: it
// adds the product of an M x K and a K x N matrix to an M x N matrix.
type Intrinsic struct {
	Name     string
	M, N, K  int64
	Blocks   int64 // matrices that are multiplied at once
	Lanes    int64 // lanes of the subgroup
	Family   Family
	Virtual  bool // whether it is made of several instructions
	elements [3]string
}

// Family is a set of instructions with the same layouts.
type Family string

// The families: CDNA, RDNA 3, RDNA 4, gfx1250, NVIDIA's mma.sync, and the virtual
// families of CDNA, whose intrinsics consist of several instructions (VDMFMA: of sparse
// instructions). Other families have no layout.
const (
	MFMA    Family = "MFMA"
	WMMAR3  Family = "WMMAR3"
	WMMAR4  Family = "WMMAR4"
	WMMA    Family = "WMMA"
	MMASync Family = "NV_MMA_SYNC"
	VMFMA   Family = "VMFMA"
	VDMFMA  Family = "VDMFMA"
)

// Operands of an intrinsic.
const (
	LHS = iota
	RHS
	Acc
)

// Part specifies which lane and register holds an element of an operand, for both of its
// dimensions, like the fields of a nested layout.
type Part struct{ Outer, Thread, ThreadStrides, Element [2]int64 }

func (p Part) transposed() Part {
	for _, list := range []*[2]int64{&p.Outer, &p.Thread, &p.ThreadStrides, &p.Element} {
		list[0], list[1] = list[1], list[0]
	}
	return p
}

// intrinsicNames holds the names of IREE (IREEGPUEnums.td, MMAIntrinsic and
// VirtualMMAIntrinsic): family, type of the result, M x N x K, types of the operands.
var intrinsicNames, virtualNames = strings.Fields(`
	MFMA_F32_16x16x4_F32 MFMA_F32_16x16x16_F16 MFMA_F32_32x32x8_F16 MFMA_I32_16x16x16_I8 MFMA_I32_32x32x8_I8
	MFMA_F32_16x16x8_BF16 MFMA_F32_32x32x4_BF16 MFMA_F64_16x16x4_F64
	MFMA_F32_16x16x16_BF16 MFMA_F32_32x32x8_BF16
	MFMA_F32_16x16x32_F8E5M2FNUZ MFMA_F32_16x16x32_F8E5M2FNUZ_F8E4M3FNUZ MFMA_F32_16x16x32_F8E4M3FNUZ MFMA_F32_16x16x32_F8E4M3FNUZ_F8E5M2FNUZ
	MFMA_F32_32x32x16_F8E5M2FNUZ MFMA_F32_32x32x16_F8E5M2FNUZ_F8E4M3FNUZ MFMA_F32_32x32x16_F8E4M3FNUZ MFMA_F32_32x32x16_F8E4M3FNUZ_F8E5M2FNUZ
	MFMA_I32_16x16x32_I8 MFMA_I32_32x32x16_I8
	MFMA_F32_4x4x4x16B_F16 MFMA_F32_16x16x4x4B_F16 MFMA_F32_32x32x4x2B_F16
	MFMA_F32_4x4x4x16B_BF16 MFMA_F32_16x16x4x4B_BF16 MFMA_F32_32x32x4x2B_BF16
	MFMA_F32_4x4x1x16B_F32 MFMA_F32_16x16x1x4B_F32 MFMA_F32_32x32x1x2B_F32 MFMA_F64_4x4x4x4B_F64
	MFMA_I32_4x4x4x16B_I8 MFMA_I32_16x16x4x4B_I8 MFMA_I32_32x32x4x2B_I8
	MFMA_F32_16x16x32_F16 MFMA_F32_32x32x16_F16 MFMA_F32_16x16x32_BF16 MFMA_F32_32x32x16_BF16
	MFMA_F32_16x16x32_F8E5M2 MFMA_F32_16x16x32_F8E5M2_F8E4M3FN MFMA_F32_16x16x32_F8E4M3FN MFMA_F32_16x16x32_F8E4M3FN_F8E5M2
	MFMA_F32_32x32x16_F8E5M2 MFMA_F32_32x32x16_F8E5M2_F8E4M3FN MFMA_F32_32x32x16_F8E4M3FN MFMA_F32_32x32x16_F8E4M3FN_F8E5M2
	MFMA_F32_16x16x128_F8E5M2 MFMA_F32_16x16x128_F8E5M2_F8E4M3FN MFMA_F32_16x16x128_F8E4M3FN MFMA_F32_16x16x128_F8E4M3FN_F8E5M2
	MFMA_F32_32x32x64_F8E5M2 MFMA_F32_32x32x64_F8E5M2_F8E4M3FN MFMA_F32_32x32x64_F8E4M3FN MFMA_F32_32x32x64_F8E4M3FN_F8E5M2
	MFMA_I32_16x16x64_I8 MFMA_I32_32x32x32_I8
	WMMAR3_F32_16x16x16_F16 WMMAR3_F16_16x16x16_F16 WMMAR3_F32_16x16x16_BF16 WMMAR3_BF16_16x16x16_BF16 WMMAR3_I32_16x16x16_I8
	WMMAR4_F32_16x16x16_F16 WMMAR4_F16_16x16x16_F16 WMMAR4_F32_16x16x16_BF16 WMMAR4_BF16_16x16x16_BF16
	WMMAR4_F32_16x16x16_F8E5M2 WMMAR4_F32_16x16x16_F8E5M2_F8E4M3FN WMMAR4_F32_16x16x16_F8E4M3FN WMMAR4_F32_16x16x16_F8E4M3FN_F8E5M2
	WMMAR4_I32_16x16x16_I8
	WMMA_F32_16x16x4_F32 WMMA_F32_16x16x32_F16 WMMA_F32_16x16x32_BF16 WMMA_F16_16x16x32_F16 WMMA_BF16_16x16x32_BF16
	WMMA_F32_16x16x64_F8E4M3FN WMMA_F32_16x16x64_F8E4M3FN_F8E5M2 WMMA_F32_16x16x64_F8E5M2 WMMA_F32_16x16x64_F8E5M2_F8E4M3FN
	WMMA_F16_16x16x64_F8E4M3FN WMMA_F16_16x16x64_F8E4M3FN_F8E5M2 WMMA_F16_16x16x64_F8E5M2 WMMA_F16_16x16x64_F8E5M2_F8E4M3FN
	WMMA_I32_16x16x64_I8
	WMMA_F32_16x16x128_F8E5M2 WMMA_F32_16x16x128_F8E5M2_F8E4M3FN WMMA_F32_16x16x128_F8E4M3FN WMMA_F32_16x16x128_F8E4M3FN_F8E5M2
	WMMA_F16_16x16x128_F8E5M2 WMMA_F16_16x16x128_F8E5M2_F8E4M3FN WMMA_F16_16x16x128_F8E4M3FN WMMA_F16_16x16x128_F8E4M3FN_F8E5M2
	NV_MMA_SYNC_F32_16x8x16_F16 NV_MMA_SYNC_F16_16x8x16_F16 NV_MMA_SYNC_F32_16x8x16_BF16
	NV_MMA_SYNC_F32_16x8x32_F8E4M3FN NV_MMA_SYNC_F32_16x8x32_F8E5M2
	NV_WMMA_F32_16x16x16_F16 NV_WMMA_F16_16x16x16_F16`), strings.Fields(`
	VMFMA_F32_16x16x32_F16 VMFMA_F32_32x32x16_F16 VMFMA_F32_16x16x32_F8E4M3FNUZ VMFMA_F32_32x32x16_F8E4M3FNUZ
	VDMFMA_F32_8x16x64x2_F16 VDMFMA_F32_8x16x64x2_BF16 VDMFMA_I32_8x16x128x2_I8
	VDMFMA_F32_8x16x128x2_F8E5M2FNUZ VDMFMA_F32_8x16x128x2_F8E5M2FNUZ_F8E4M3FNUZ
	VDMFMA_F32_8x16x128x2_F8E4M3FNUZ_F8E5M2FNUZ VDMFMA_F32_8x16x128x2_F8E4M3FNUZ
	VDMFMA_F32_8x16x64x1_F16 VDMFMA_F32_8x16x64x1_BF16 VDMFMA_I32_8x16x128x1_I8
	VDMFMA_F32_8x16x128x1_F8E5M2 VDMFMA_F32_8x16x128x1_F8E5M2_F8E4M3FN
	VDMFMA_F32_8x16x128x1_F8E4M3FN_F8E5M2 VDMFMA_F32_8x16x128x1_F8E4M3FN`)

// newIntrinsic reads a name of the lists.
func newIntrinsic(name string, virtual bool) *Intrinsic {
	at := strings.IndexFunc(name, func(r rune) bool { return r == 'x' }) // beginning of the shape
	from := strings.LastIndexByte(name[:at], '_')
	head, rest, _ := strings.Cut(name[from+1:], "_")
	family, acc := name[:from], ""
	end := strings.LastIndexByte(family, '_')
	family, acc = family[:end], family[end+1:]
	i := &Intrinsic{Name: name, Family: Family(family), Virtual: virtual, Blocks: 1, Lanes: 32}
	sizes := strings.Split(head, "x")
	for k, size := range []*int64{&i.M, &i.N, &i.K} {
		*size, _ = strconv.ParseInt(sizes[k], 10, 64)
	}
	if len(sizes) > 3 {
		if blocks, ok := strings.CutSuffix(sizes[3], "B"); ok {
			i.Blocks, _ = strconv.ParseInt(blocks, 10, 64)
		}
	}
	if strings.HasSuffix(family, "MFMA") {
		i.Lanes = 64
	}
	lhs, rhs, two := strings.Cut(rest, "_")
	if !two {
		rhs = lhs
	}
	i.elements = [3]string{lhs, rhs, acc}
	return i
}

// Tile returns the rows and columns of an operand.
func (i *Intrinsic) Tile(operand int) (rows, cols int64) {
	switch operand {
	case LHS:
		return i.M, i.K
	case RHS:
		return i.K, i.N
	}
	return i.M, i.N
}

// ElementType returns the type of an operand's elements.
func (i *Intrinsic) ElementType(c *ir.Context, operand int) ir.Type {
	name := i.elements[operand]
	if bits, ok := strings.CutPrefix(name, "I"); ok {
		width, _ := strconv.Atoi(bits)
		return c.Integer(width)
	}
	return c.Float(floatKinds[name])
}

var floatKinds = map[string]*num.FloatKind{
	"F16": num.F16, "BF16": num.BF16, "F32": num.F32, "F64": num.F64,
	"F8E5M2": num.F8E5M2, "F8E4M3FN": num.F8E4M3FN, "F8E5M2FNUZ": num.F8E5M2FNUZ, "F8E4M3FNUZ": num.F8E4M3FNUZ,
}

// Part returns which lane holds which elements of an operand; ok is false for intrinsics
// whose layout is not known (IREE, IREEGPUAttrs.cpp, getSingleSubgroupLayout).
func (m *MMA) Part(operand int) (p Part, ok bool) {
	p, ok = m.part(operand)
	if operand == Acc && m.ColMajor {
		// The transposed product is computed by the same instruction only if it is
		// square.
		return p.transposed(), ok && m.M == m.N
	}
	return p, ok
}

func (i *Intrinsic) part(operand int) (p Part, ok bool) {
	one := [2]int64{1, 1}
	if operand == RHS && i.Family != MMASync {
		// The lanes hold the right operand like the left operand of the transposed
		// product.
		flipped := *i
		flipped.M = i.N
		p, ok = flipped.part(LHS)
		return p.transposed(), ok
	}
	// side is the extent along which neighbouring lanes run; the remaining factor of the
	// number of lanes divides the other dimension.
	side := i.M
	if operand == Acc {
		side = i.N
	}
	groups := i.Lanes / side
	switch i.Family {
	case MFMA, VMFMA:
		if i.Blocks != 1 {
			return p, false
		}
		if operand == Acc {
			p = Part{Outer: [2]int64{i.M / groups / 4, 1}, Thread: [2]int64{groups, side}, ThreadStrides: [2]int64{side, 1},
				Element: [2]int64{4, 1}}
			if i.elements[Acc] == "F64" {
				p.Outer[0], p.Element[0] = i.M/groups, 1
			}
			return p, true
		}
		p = Part{Outer: one, Thread: [2]int64{side, groups}, ThreadStrides: [2]int64{1, side},
			Element: [2]int64{1, i.K / groups}}
		if i.Family == VMFMA && i.Instructions() == 1 {
			p.Outer[1], p.Element[1] = 2, p.Element[1]/2
		}
		return p, true
	case VDMFMA:
		if operand == Acc {
			return Part{Outer: one, Thread: [2]int64{groups, side}, ThreadStrides: [2]int64{side, 1},
				Element: [2]int64{i.M / groups, 1}}, true
		}
		// 16 lanes hold the rows; if there are fewer than 16 rows, several lanes hold
		// copies of a row.
		groups = i.Lanes / 16
		return Part{Outer: one, Thread: [2]int64{side, groups}, ThreadStrides: [2]int64{16 / side, 16},
			Element: [2]int64{1, i.K / groups}}, true
	case WMMAR3:
		if operand == Acc {
			return Part{Outer: [2]int64{i.M / groups, 1}, Thread: [2]int64{groups, side}, ThreadStrides: [2]int64{side, 1},
				Element: one}, true
		}
		return Part{Outer: one, Thread: [2]int64{side, 1}, ThreadStrides: [2]int64{1, 0}, Element: [2]int64{1, i.K}}, true
	case WMMAR4, WMMA:
		if operand == Acc {
			return Part{Outer: one, Thread: [2]int64{groups, side}, ThreadStrides: [2]int64{side, 1},
				Element: [2]int64{i.M / groups, 1}}, true
		}
		return Part{Outer: one, Thread: [2]int64{side, groups}, ThreadStrides: [2]int64{1, side},
			Element: [2]int64{1, i.K / groups}}, true
	case MMASync:
		switch operand {
		case LHS:
			return Part{Outer: [2]int64{2, 2}, Thread: [2]int64{8, 4}, ThreadStrides: [2]int64{4, 1},
				Element: [2]int64{1, i.K / 8}}, true
		case RHS:
			return Part{Outer: [2]int64{2, 1}, Thread: [2]int64{4, 8}, ThreadStrides: [2]int64{1, 4},
				Element: [2]int64{i.K / 8, 1}}, true
		}
		return Part{Outer: [2]int64{2, 1}, Thread: [2]int64{8, 4}, ThreadStrides: [2]int64{4, 1}, Element: [2]int64{1, 2}}, true
	}
	return p, false
}

// Instructions returns the number of instructions of a virtual intrinsic, which are
// executed one after the other along K. Virtual intrinsics with operands of 8 bits are a
// single instruction whose operands are held in another order.
func (i *Intrinsic) Instructions() int64 {
	if i.Family == VMFMA && i.elements[LHS] == "F16" {
		return 2
	}
	return 1
}

// DepthDigits splits the depth into three digits. Exchanging the first two digits gives the order
// in which the instructions add the products: the group of lanes that holds a product varies faster
// than the instruction, or the half of the registers, that contains it. ok is false if the products
// are added in the order of the depth.
//
//	VMFMA_F32_16x16x32_F16: [4, 2, 4], lanes then instructions
//	VMFMA_F32_16x16x32_F8E4M3FNUZ: [2, 4, 4], halves then lanes
func (i *Intrinsic) DepthDigits() (digits [3]int64, ok bool) {
	p, ok := i.part(LHS)
	if !ok || i.Family != VMFMA {
		return digits, false
	}
	outer, groups, element := p.Outer[1], p.Thread[1], p.Element[1]
	if n := i.Instructions(); n > 1 {
		return [3]int64{groups, n, element / n}, true
	}
	return [3]int64{outer, groups, element}, true
}

// RegisterType returns the vector of an operand that a lane passes to the instruction; ok
// is false if its layout is not known.
func (m *MMA) RegisterType(c *ir.Context, operand int) (t *ir.VectorType, ok bool) {
	p, ok := m.Part(operand)
	if !ok {
		return nil, false
	}
	outer, element := p.Outer[0]*p.Outer[1], p.Element[0]*p.Element[1]
	dims := []int64{outer * element}
	if m.Family == MMASync {
		dims = []int64{outer, element}
	}
	return ir.Vector(dims, m.ElementType(c, operand)), true
}

// MMAOf returns the attribute of the intrinsic of that name.
func MMAOf(c *ir.Context, name string, colMajor bool) (*MMA, error) {
	for _, virtual := range []bool{false, true} {
		if slices.Contains(namesOf(virtual), name) {
			return mmaOf(c, name, virtual, colMajor), nil
		}
	}
	return nil, fmt.Errorf("unknown matrix intrinsic %s", name)
}

// IntrinsicNames lists the names of all intrinsics.
func IntrinsicNames() []string { return slices.Concat(intrinsicNames, virtualNames) }

func namesOf(virtual bool) []string {
	if virtual {
		return virtualNames
	}
	return intrinsicNames
}

func mmaOf(c *ir.Context, name string, virtual, colMajor bool) *MMA {
	s := ir.Spell(c).Str("#iree_gpu.")
	if virtual {
		s.Str("virtual_")
	}
	s.Str("mma_layout<").Str(name)
	if colMajor {
		s.Str(", col_major = true")
	}
	s.Str(">")
	return ir.InternAttr(s, func(b ir.AttrBase) *MMA { return &MMA{b, newIntrinsic(name, virtual), colMajor} })
}

func mmaDef(mnemonic, summary string, virtual bool) *ir.AttrDef {
	return &ir.AttrDef{
		Mnemonic: mnemonic, Summary: summary,
		Description: `The name consists of family, type of the result, M x N x K and types of the
operands. With col_major the lanes hold the result as they would hold its
transpose.`,
		Syntax:   `"<" name ("," "col_major" "=" "true")? ">"`,
		Examples: []string{"#iree_gpu." + mnemonic + "<" + namesOf(virtual)[0] + ">", "#iree_gpu." + mnemonic + "<" + namesOf(virtual)[1] + ", col_major = true>"},
		Parse: func(p ir.AsmParser) ir.Attribute {
			p.Expect("<")
			pos := p.Pos()
			name := p.AnyKeyword("matrix intrinsic")
			if p.Ok() && !slices.Contains(namesOf(virtual), name) {
				hint := ""
				if s := diag.Suggest(name, namesOf(virtual)); s != "" {
					hint = "; did you mean " + s + "?"
				}
				p.ErrorAt(pos, "unknown matrix intrinsic %s%s", name, hint)
			}
			colMajor := false
			if p.Ok() && p.Accept(",") {
				p.Keyword("col_major")
				p.Expect("=")
				colMajor = p.OneOf("bool", "false", "true") == 1
			}
			p.Expect(">")
			if !p.Ok() {
				return nil
			}
			return mmaOf(p.Context(), name, virtual, colMajor)
		},
	}
}

var (
	mmaLayout        = mmaDef("mma_layout", "matrix intrinsic", false)
	virtualMMALayout = mmaDef("virtual_mma_layout", "matrix intrinsic made of instructions", true)
)

// PartOf returns which lane holds which elements of an operand of an instruction of a
// family; ok is false if that is not known.
func PartOf(family Family, m, n, k, lanes int64, acc ir.Type, operand int) (p Part, ok bool) {
	i := &Intrinsic{M: m, N: n, K: k, Blocks: 1, Lanes: lanes, Family: family}
	if f, isFloat := acc.(*ir.FloatType); isFloat && f.Kind == num.F64 {
		i.elements[Acc] = "F64"
	}
	return i.part(operand)
}

// Registers is the number of elements that a lane holds.
func (p Part) Registers() int64 { return p.Outer[0] * p.Outer[1] * p.Element[0] * p.Element[1] }

// Position returns the row and column of the element that a lane holds in a register.
// Registers are numbered row-major: by outer rows, outer columns, then the rows and
// columns of an element.
func (p Part) Position(lane, register int64) (row, col int64) {
	e1, register := register%p.Element[1], register/p.Element[1]
	e0, register := register%p.Element[0], register/p.Element[0]
	outer := [2]int64{register / p.Outer[1], register % p.Outer[1]}
	var at [2]int64
	for d, e := range [2]int64{e0, e1} {
		t := int64(0)
		if p.Thread[d] > 1 {
			t = lane / p.ThreadStrides[d] % p.Thread[d]
		}
		at[d] = (outer[d]*p.Thread[d]+t)*p.Element[d] + e
	}
	return at[0], at[1]
}
