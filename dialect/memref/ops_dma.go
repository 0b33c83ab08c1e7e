package memref

import (
	"optc/ir"
)

func dmaStart() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "memref.dma_start",
		New:     ir.ByHand,
		Summary: "begin a transfer between memory spaces",
		Description: `Begins to copy a number of elements and counts it in the tag element; memref.dma_wait
waits for it. After the tag an optional stride and the number of elements per
stride may follow.`,
		Implements: []ir.Implementation{ofHost},
		Operands:   []ir.ValueDef{{Name: "operands", Type: ir.AnyType, Kind: ir.Variadic}},
		Form: "source `[` indices `]` `,` destination `[` indices `]` `,` elements `,` tag `[` indices `]` (`,` stride `,` elements-per-stride)? attr-dict `:` type(source) `,` type(destination) `,` type(tag)\n" +
			"indices ::= (value, …)?",
		Parse:  parseDmaStart,
		Print:  printDmaStart,
		Verify: verifyDmaStart,
		Fold:   FoldCasts,
		Examples: []string{`func.func @f(%a: memref<32xf32>, %b: memref<32xf32, 1>, %tag: memref<1xi32>, %i: index, %n: index) {
  memref.dma_start %a[%i], %b[%i], %n, %tag[%i], %n, %n : memref<32xf32>, memref<32xf32, 1>, memref<1xi32>
  memref.dma_wait %tag[%i], %n : memref<1xi32>
  return
}`},
	}
}

// Dma holds the parts of a memref.dma_start, whose operands are a single list: source and
// indices, target and indices, number of elements, tag and indices, and optionally the
// stride and the number of elements per stride.
type Dma struct {
	Source, Target, Tag []*ir.Value // memref first
	Elements            *ir.Value
	Stride              []*ir.Value // none or two
}

// AsDma returns the parts; ok is false if the operands do not have that form.
func AsDma(op *ir.Operation) (d Dma, ok bool) {
	rest := op.OperandList()
	take := func(n int) []*ir.Value {
		if len(rest) < n {
			ok = false
			n = len(rest)
		}
		part := rest[:n]
		rest = rest[n:]
		return part
	}
	ok = true
	access := func() []*ir.Value {
		if len(rest) > 0 {
			if t, isMem := rest[0].Type().(*ir.MemRefType); isMem {
				return take(1 + len(t.Dims))
			}
		}
		ok = false
		return nil
	}
	d.Source, d.Target = access(), access()
	if n := take(1); len(n) == 1 {
		d.Elements = n[0]
	}
	d.Tag = access()
	d.Stride = rest
	return d, ok && (len(rest) == 0 || len(rest) == 2)
}

func parseDmaStart(p ir.OpParser, st *ir.OpState) {
	index := p.Context().Index()
	var memrefs [3]ir.Unresolved
	var indices [3][]ir.Unresolved
	access := func(i int) {
		memrefs[i] = p.Operand()
		indices[i] = p.Operands("[]")
		p.Expect(",")
	}
	access(0)
	access(1)
	elements := p.Operand()
	p.Expect(",")
	memrefs[2] = p.Operand()
	indices[2] = p.Operands("[]")
	var stride []ir.Unresolved
	for p.Accept(",") {
		stride = append(stride, p.Operand())
	}
	p.AttrDict(st) // printed by upstream, which cannot read it
	p.Expect(":")
	types := p.Types()
	if !p.Ok() {
		return
	}
	_, name, _ := st.Loc.Source()
	if n := len(stride); n != 0 && n != 2 {
		p.ErrorAt(name, "expected two stride related operands")
		return
	}
	if len(types) != 3 {
		p.ErrorAt(name, "fewer/more types expected")
		return
	}
	resolve := func(i int) {
		p.Resolve(st, types[i], memrefs[i])
		p.ResolveEach(st, index, indices[i])
	}
	resolve(0)
	resolve(1)
	p.Resolve(st, index, elements)
	resolve(2)
	p.ResolveEach(st, index, stride)
}

func printDmaStart(p *ir.Printer, op *ir.Operation) {
	d, _ := AsDma(op)
	access := func(vs []*ir.Value) {
		p.Operand(vs[0]).Str("[").Operands(vs[1:]).Str("]")
	}
	p.Str(" ")
	access(d.Source)
	p.Str(", ")
	access(d.Target)
	p.Str(", ").Operand(d.Elements).Str(", ")
	access(d.Tag)
	for _, v := range d.Stride {
		p.Str(", ").Operand(v)
	}
	p.AttrDict(op).Str(" : ").Type(d.Source[0].Type()).Str(", ").Type(d.Target[0].Type()).Str(", ").Type(d.Tag[0].Type())
}

func verifyDmaStart(op *ir.Operation) *ir.Diagnostic {
	n := op.NumOperands()
	if n < 4 {
		return op.Errorf("expected at least 4 operands")
	}
	isIndices := func(vs []*ir.Value) bool {
		for _, v := range vs {
			if !ir.IndexConstraint.Check(v.Type()) {
				return false
			}
		}
		return true
	}
	d, ok := AsDma(op)
	tagRank := 0
	if d.Tag != nil {
		tagRank = len(typeOf(d.Tag[0]).Dims)
	}
	switch {
	case d.Source == nil:
		return op.Errorf("expected source to be of memref type")
	case n < len(d.Source)+3:
		return op.Errorf("expected at least %d operands", len(d.Source)+3)
	case !isIndices(d.Source[1:]):
		return op.Errorf("expected source indices to be of index type")
	case d.Target == nil:
		return op.Errorf("expected destination to be of memref type")
	case n < len(d.Source)+len(d.Target)+2:
		return op.Errorf("expected at least %d operands", len(d.Source)+len(d.Target)+2)
	case !isIndices(d.Target[1:]):
		return op.Errorf("expected destination indices to be of index type")
	case !ir.IndexConstraint.Check(d.Elements.Type()):
		return op.Errorf("expected num elements to be of index type")
	case d.Tag == nil:
		return op.Errorf("expected tag to be of memref type")
	case n < len(d.Source)+len(d.Target)+2+tagRank:
		return op.Errorf("expected at least %d operands", len(d.Source)+len(d.Target)+2+tagRank)
	case !isIndices(d.Tag[1:]):
		return op.Errorf("expected tag indices to be of index type")
	case !ok:
		return op.Errorf("incorrect number of operands")
	case !isIndices(d.Stride):
		return op.Errorf("expected stride and num elements per stride to be of type index")
	}
	return nil
}

func dmaWait() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "memref.dma_wait",
		New:         ir.ByHand,
		Summary:     "wait for a transfer",
		Description: "Waits until the transfers that memref.dma_start counts in the tag element have copied the number of elements.",
		Implements:  []ir.Implementation{ofHost},
		Operands: []ir.ValueDef{
			{Name: "tagMemRef", Type: ir.AnyMemRef},
			ir.VariadicIndex("tagIndices"),
			{Name: "numElements", Type: ir.IndexConstraint},
		},
		Assembly: "$tagMemRef `[` $tagIndices `]` `,` $numElements attr-dict `:` type($tagMemRef)",
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			dmaWait := ir.Cast[DmaWaitOp](op)
			if n, want := len(dmaWait.TagIndices()), len(typeOf(dmaWait.TagMemRef()).Dims); n != want {
				return op.Errorf("expected tagIndices to have the same number of elements as the tagMemRef rank, expected %d, but got %d", want, n)
			}
			return nil
		},
		Fold: FoldCasts,
	}
}
