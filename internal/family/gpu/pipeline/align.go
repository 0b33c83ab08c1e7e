package gpu

import (
	fn "optc/dialect/func"
	"optc/dialect/gpu"
	"optc/dialect/iree/ireecodegen"
	"optc/ir"
	"optc/passes"
)

// AlignAccessesOptions are the options of gpu-align-accesses.
type AlignAccessesOptions struct {
	Align   int64 `opt:"align" help:"bytes of which the addresses of arguments are multiples, unless llvm.align gives another number"`
	Explain bool  `opt:"explain" help:"report in remarks which accesses are narrower than their vectors, and why"`
}

// AlignAccesses is gpu-align-accesses.
var AlignAccesses = &passes.Pass{
	Name:  "gpu-align-accesses",
	Title: "Write the alignment of accesses down, so that they are as wide as memory allows",
	Doc: `Computes of which number of bytes the address of a vector.load or vector.store is a multiple,
and writes it to the attribute alignment. Without it upstream accesses memory element by
element. The facts come from the alignment of arguments (the attribute llvm.align, or the
option), memref.assume_alignment, the places of buffers in workgroup memory, the shapes and
views of memrefs, and the arithmetic of indices.

    %i = affine.linearize_index [%t, %c0] by (8, 4)
    %v = vector.load %m[%i] : memref<64xf32>, vector<4xf32>
    →
    %v = vector.load %m[%i] {alignment = 16 : i64} : memref<64xf32>, vector<4xf32>`,
	Options: AlignAccessesOptions{Align: gpu.WidestAccess},
	Anchor:  []ir.OpKind{fn.FuncOp{}},
	Run:     runAlignAccesses,
}

func runAlignAccesses(c *passes.Context) (changed bool, err error) {
	if ireecodegen.TranslationOf(c.Op) == nil {
		return false, nil
	}
	o := passes.OptionsOf[AlignAccessesOptions](c)
	a, err := alignerOf(c, o.Align)
	if err != nil {
		return false, err
	}
	rw := c.Rewriter(nil)
	c.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
		aligned, ok := op.Typed().(interface{ SetAlignment(bytes int64) })
		access, moves := ir.MoveOf(op)
		t := access.VectorType()
		if !ok || !moves || t == nil || !access.IsPlaced() || !access.TouchesAll() {
			return ir.Advance
		}
		base, indices := access.Memory, access.Indices
		known := a.address(base, indices)
		n, fixed := ir.NumElements(t.Dims)
		element := int64(ir.ElementBytes(t.Elem))
		if !fixed || t.AnyScalable() || element == 0 {
			return ir.Advance
		}
		wanted := min(lowestBit(n*element), gpu.WidestAccess)
		if got := min(known, wanted); got > element {
			rw.Modify(op, func() { aligned.SetAlignment(got) })
			changed = true
		}
		if o.Explain && known < wanted {
			d := op.Errorf("accesses %d bytes in parts of %d: its address is known to be a multiple of %d bytes only", n*element, max(known, element), max(known, element))
			d.Severity = ir.Remark
			c.Report(a.explain(d, base, indices, wanted))
		}
		return ir.Advance
	})
	return true, nil
}
