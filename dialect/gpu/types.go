package gpu

import (
	"optc/ir"
	"optc/num"
)

type (
	// HandleType is a type without parameters: !gpu.async.token and the handles of
	// sparse matrices.
	HandleType struct {
		ir.TypeBase
		handle *handle
	}
	// MMAMatrixType is !gpu.mma_matrix<16x16xf16, "AOp">: a matrix that the
	// threads of a subgroup hold together.
	MMAMatrixType struct {
		ir.TypeBase
		Dims    [2]int64
		Elem    ir.Type
		Operand string // "AOp", "BOp" or "COp"
	}
)

// handle declares a type without parameters.
type handle struct{ mnemonic, summary string }

var (
	asyncToken   = &handle{"async.token", "async token type"}
	dnTensor     = &handle{"sparse.dntensor_handle", "dense tensor handle type"}
	spMat        = &handle{"sparse.spmat_handle", "sparse matrix handle type"}
	spGEMMHandle = &handle{"sparse.spgemmop_handle", "SpGEMM operation handle type"}
)

func (h *handle) of(c *ir.Context) ir.Type {
	return ir.InternType(ir.Spell(c).Str("!gpu.").Str(h.mnemonic), func(b ir.TypeBase) *HandleType { return &HandleType{b, h} })
}

func (h *handle) def() *ir.TypeDef {
	return &ir.TypeDef{
		Mnemonic: h.mnemonic, Summary: h.summary, Examples: []string{"!gpu." + h.mnemonic},
		Parse: func(p ir.AsmParser) ir.Type { return h.of(p.Context()) },
	}
}

func (h *handle) constraint() *ir.TypeConstraint {
	return &ir.TypeConstraint{Summary: h.summary, Build: h.of, Check: func(t ir.Type) bool {
		x, ok := t.(*HandleType)
		return ok && x.handle == h
	}}
}

// AsyncToken returns !gpu.async.token.
func AsyncToken(c *ir.Context) ir.Type { return asyncToken.of(c) }

// MMAMatrix returns !gpu.mma_matrix<rows x cols x elem, "operand">.
func MMAMatrix(dims [2]int64, elem ir.Type, operand string) *MMAMatrixType {
	s := ir.Spell(elem.Context()).Str("!gpu.mma_matrix<").Int(dims[0]).Str("x").Int(dims[1]).Str("x").Node(elem).
		Str(`, "`).Str(operand).Str(`">`)
	return ir.InternType(s, func(b ir.TypeBase) *MMAMatrixType {
		return &MMAMatrixType{TypeBase: b, Dims: dims, Elem: elem,
			Operand: operand}
	})
}

var mmaMatrixDef = &ir.TypeDef{
	Mnemonic: "mma_matrix",
	Summary:  "matrix held by a subgroup",
	Description: `A matrix for subgroup_mma operations. The layout of its elements in the registers
of the threads is unspecified. The string is its role: AOp and BOp are multiplied,
COp is added.`,
	Syntax:   `"<" integer "x" integer "x" type "," string ">"`,
	Examples: []string{`!gpu.mma_matrix<16x16xf16, "AOp">`, `!gpu.mma_matrix<8x32xsi8, "BOp">`},
	Parse: func(p ir.AsmParser) ir.Type {
		pos := p.Pos() - len("mma_matrix")
		p.Expect("<")
		dims := p.Dims(false, true)
		elem := p.Type()
		p.Expect(",")
		operand := p.QuotedString()
		p.Expect(">")
		switch {
		case !p.Ok():
		case operand != "AOp" && operand != "BOp" && operand != "COp":
			p.ErrorAt(pos, "operand expected to be one of AOp, BOp or COp")
		case len(dims) != 2:
			p.ErrorAt(pos, "MMAMatrixType must have exactly two dimensions")
		case !isMMAElement(elem):
			p.ErrorAt(pos, "MMAMatrixType elements must be SI8, UI8, I32, F16, F32, or F64")
		default:
			return MMAMatrix([2]int64(dims), elem, operand)
		}
		return nil
	},
}

// intOf and floatOf accept a single scalar type.
func intOf(width int, s ir.Signedness) func(ir.Type) bool {
	return func(t ir.Type) bool {
		i, ok := t.(*ir.IntegerType)
		return ok && i.Width == width && i.Signedness == s
	}
}

func floatOf(k *num.FloatKind) func(ir.Type) bool {
	return func(t ir.Type) bool {
		f, ok := t.(*ir.FloatType)
		return ok && f.Kind == k
	}
}

// The scalar types of matrix fragments.
var (
	si8 = &ir.TypeConstraint{Summary: "8-bit signed integer", Check: intOf(8, ir.Signed)}
	ui8 = &ir.TypeConstraint{Summary: "8-bit unsigned integer", Check: intOf(8, ir.Unsigned)}
	i8  = &ir.TypeConstraint{Summary: "8-bit signless integer", Check: intOf(8, ir.Signless)}
	i32 = &ir.TypeConstraint{Summary: "32-bit signless integer", Check: intOf(32, ir.Signless)}
	f16 = &ir.TypeConstraint{Summary: "16-bit float", Check: floatOf(num.F16)}
	f32 = &ir.TypeConstraint{Summary: "32-bit float", Check: floatOf(num.F32)}
	f64 = &ir.TypeConstraint{Summary: "64-bit float", Check: floatOf(num.F64)}
)

var isMMAElement = ir.AnyOf(si8, ui8, i32, f16, f32, f64).Check

var (
	tokenConstraint  = asyncToken.constraint()
	tensorConstraint = dnTensor.constraint()
	matrixConstraint = spMat.constraint()
	gemmConstraint   = spGEMMHandle.constraint()

	matrixClass = &ir.TypeClass{Name: "gpu.mma_matrix", Has: func(t ir.Type) bool {
		_, ok := t.(*MMAMatrixType)
		return ok
	}}
	anyMMAMatrix = &ir.TypeConstraint{Summary: "MMAMatrix type", Class: matrixClass, Check: matrixClass.Has}
	mmaMemRef    = func() *ir.TypeConstraint {
		scalar := ir.AnyOf(i8, i32, f16, f32, f64)
		return &ir.TypeConstraint{
			Summary: "memref of " + scalar.Summary + " or vector of " + scalar.Summary + " values of ranks 1 values",
			Class:   ir.MemRefClass,
			Check: func(t ir.Type) bool {
				m, ok := t.(*ir.MemRefType)
				if !ok {
					return false
				}
				if v, ok := m.Elem.(*ir.VectorType); ok {
					return len(v.Dims) == 1 && scalar.Check(v.Elem)
				}
				return scalar.Check(m.Elem)
			},
		}
	}()
	numberConstraint = &ir.TypeConstraint{Summary: "Integer or Float", Check: isNumber}
	groupConstraint  = &ir.TypeConstraint{
		Summary: "Integer or Float or fixed-length vector of Integer or Float values of ranks 1",
		Check: func(t ir.Type) bool {
			v, ok := t.(*ir.VectorType)
			if !ok {
				return isNumber(t)
			}
			return len(v.Dims) == 1 && !v.AnyScalable() && isNumber(v.Elem)
		},
	}
	launchIndex   = ir.AnyOf(ir.IndexConstraint, i32, ir.I64Constraint)
	printable     = ir.AnyOf(ir.AnyInteger, ir.IndexConstraint, ir.AnyFloat)
	unrankedClass = &ir.TypeClass{Name: "builtin.unranked_memref", Has: func(t ir.Type) bool {
		_, ok := t.(*ir.UnrankedMemRefType)
		return ok
	}}
	unrankedMemRef = &ir.TypeConstraint{Summary: "unranked.memref of any type values", Check: unrankedClass.Has, Class: unrankedClass}
	bytes1D        = &ir.TypeConstraint{Summary: "1D memref of 8-bit signless integer values", Class: ir.MemRefClass, Check: func(t ir.Type) bool {
		m, ok := t.(*ir.MemRefType)
		return ok && len(m.Dims) == 1 && i8.Check(m.Elem)
	}}
)

func isNumber(t ir.Type) bool { return ir.AnySignlessInteger.Check(t) || ir.AnyFloat.Check(t) }

// mmaOf accepts matrices of some elements.
func mmaOf(elems ...*ir.TypeConstraint) *ir.TypeConstraint {
	elem := ir.AnyOf(elems...)
	return &ir.TypeConstraint{Summary: "gpu.mma_matrix of " + elem.Summary + " values", Class: matrixClass, Check: func(t ir.Type) bool {
		m, ok := t.(*MMAMatrixType)
		return ok && elem.Check(m.Elem)
	}}
}

// elementOf is the element type of a matrix.
func elementOf(t ir.Type) ir.Type {
	if m, ok := t.(*MMAMatrixType); ok {
		return m.Elem
	}
	return nil
}
