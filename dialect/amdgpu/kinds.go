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

func (k matrixKind) state(b ir.OpBuilder, m, n, depth int64, x, y, acc *ir.Value) *ir.OpState {
	c := b.Context()
	st := &ir.OpState{Def: c.MustOpDef(k), Operands: []*ir.Value{x, y, acc}, ResultTypes: []ir.Type{acc.Type()}}
	for name, v := range map[string]int64{mAttr: m, nAttr: n, kAttr: depth} {
		st.SetProp(name, c.Int(c.I32(), v))
	}
	return st
}

type mfmaKind struct{ matrixKind }

// Build multiplies m x k by k x n matrices, blocks at the same time.
func (k mfmaKind) Build(b ir.OpBuilder, m, n, depth, blocks int64, x, y, acc *ir.Value) *ir.Value {
	st := k.state(b, m, n, depth, x, y, acc)
	st.SetProp(blocksAttr, b.Context().Int(b.Context().I32(), blocks))
	return k.CreateValue(b, st)
}

type wmmaKind struct{ matrixKind }

// Build multiplies an m x k by a k x n matrix.
func (k wmmaKind) Build(b ir.OpBuilder, m, n, depth int64, x, y, acc *ir.Value) *ir.Value {
	return k.CreateValue(b, k.state(b, m, n, depth, x, y, acc))
}
