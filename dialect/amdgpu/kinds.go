package amdgpu

import "optc/ir"

// Names of the attributes.
const (
	mAttr           = "m"
	nAttr           = "n"
	kAttr           = "k"
	blocksAttr      = "blocks"
	blgpAttr        = "blgp"
	cbszAttr        = "cbsz"
	abidAttr        = "abid"
	reducePrecision = "reducePrecision"
	subwordOffset   = "subwordOffset"
	unsignedA       = "unsignedA"
	unsignedB       = "unsignedB"
)

// matrixKind is an instruction that adds the product of an m x k and a k x n matrix to an
// m x n matrix. Each lane of the subgroup holds a part of each matrix.
type matrixKind struct{ ir.OldKind }

func (matrixKind) M(op *ir.Operation) int64           { return ir.IntOr(op.Attr(mAttr), 0) }
func (matrixKind) N(op *ir.Operation) int64           { return ir.IntOr(op.Attr(nAttr), 0) }
func (matrixKind) K(op *ir.Operation) int64           { return ir.IntOr(op.Attr(kAttr), 0) }
func (matrixKind) SourceA(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (matrixKind) SourceB(op *ir.Operation) *ir.Value { return op.Operand(1) }
func (matrixKind) DestC(op *ir.Operation) *ir.Value   { return op.Operand(2) }
func (matrixKind) DestD(op *ir.Operation) *ir.Value   { return op.Result(0) }

func (k matrixKind) state(b ir.OpBuilder, m, n, depth int64, x, y, acc *ir.Value) *ir.OpState {
	c := b.Context()
	st := &ir.OpState{Def: c.MustOpDef(k), Operands: []*ir.Value{x, y, acc}, ResultTypes: []ir.Type{acc.Type()}}
	for name, v := range map[string]int64{mAttr: m, nAttr: n, kAttr: depth} {
		st.SetProp(name, c.Int(c.I32(), v))
	}
	return st
}

type mfmaKind struct{ matrixKind }

func (mfmaKind) Blocks(op *ir.Operation) int64 { return ir.IntOr(op.Attr(blocksAttr), 1) }

// Build multiplies m x k by k x n matrices, blocks at the same time.
func (k mfmaKind) Build(b ir.OpBuilder, m, n, depth, blocks int64, x, y, acc *ir.Value) *ir.Value {
	st := k.state(b, m, n, depth, x, y, acc)
	st.SetProp(blocksAttr, b.Context().Int(b.Context().I32(), blocks))
	return k.CreateValue(b, st)
}

type wmmaKind struct{ matrixKind }

// SubwordOffset returns which elements of 16-bit accumulators are used: 0 for the even
// elements, 1 for the odd ones.
func (wmmaKind) SubwordOffset(op *ir.Operation) int64 { return ir.IntOr(op.Attr(subwordOffset), 0) }

// UnsignedA and UnsignedB report whether integers of that operand have no sign.
func (wmmaKind) UnsignedA(op *ir.Operation) bool { return op.Attr(unsignedA) != nil }

// UnsignedB is described at UnsignedA.
func (wmmaKind) UnsignedB(op *ir.Operation) bool { return op.Attr(unsignedB) != nil }

// Build multiplies an m x k by a k x n matrix.
func (k wmmaKind) Build(b ir.OpBuilder, m, n, depth int64, x, y, acc *ir.Value) *ir.Value {
	return k.CreateValue(b, k.state(b, m, n, depth, x, y, acc))
}

type bufferCastKind struct{ ir.OldKind }

func (bufferCastKind) Source(op *ir.Operation) *ir.Value { return op.OptionalOperand(0) }
func (bufferCastKind) Result(op *ir.Operation) *ir.Value { return op.Result(0) }
