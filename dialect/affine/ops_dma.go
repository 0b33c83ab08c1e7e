package affine

import (
	"optc/dialect/memref"
	"optc/ir"
)

// The maps of transfers are discardable attributes, because upstream's DMA operations have no
// properties.
const (
	srcMap = "src_map"
	dstMap = "dst_map"
	tagMap = "tag_map"
)

// Dma holds the parts of affine.dma_start, or of affine.dma_wait, which has only the tag.
type Dma struct {
	Accesses []DmaAccess // source, target, tag
	Elements *ir.Value
	Stride   []*ir.Value // none, or the stride and the number of elements per stride
}

// DmaAccess is a memref with a map that gives the indices.
type DmaAccess struct {
	MemRef *ir.Value
	Bound
	name string // in messages
}

// DmaOf returns the parts of a transfer that was verified.
func DmaOf(op *ir.Operation) Dma {
	d, _ := asDma(op)
	return d
}

var dmaMaps = map[ir.Kind][]struct{ attr, name, short string }{
	DmaStartOp{}.Kind(): {{srcMap, "source", "src"}, {dstMap, "destination", "dst"}, {tagMap, "tag", "tag"}},
	DmaWaitOp{}.Kind():  {{tagMap, "tag", ""}},
}

// asDma divides the list of operands into the parts. It fails where the operands do not
// fit the maps.
func asDma(op *ir.Operation) (d Dma, problem *ir.Diagnostic) {
	operands := op.OperandList()
	for _, part := range dmaMaps[op.Kind()] {
		attr, ok := op.Attr(part.attr).(*ir.AffineMapAttr)
		if !ok {
			return d, op.Errorf("requires attribute '%s'", part.attr)
		}
		if len(operands) == 0 {
			return d, op.Errorf("incorrect number of operands")
		}
		if _, ok := operands[0].Type().(*ir.MemRefType); !ok {
			return d, op.Errorf("expected DMA %s to be of memref type", part.name)
		}
		n := 1 + attr.Map.NumInputs()
		if len(operands) < n {
			return d, op.Errorf("incorrect number of operands")
		}
		d.Accesses = append(d.Accesses, DmaAccess{operands[0], Bound{attr.Map, operands[1:n]}, part.short})
		operands = operands[n:]
	}
	if n := len(operands); n != 1 && (n != 3 || ir.Is[DmaWaitOp](op)) {
		return d, op.Errorf("incorrect number of operands")
	}
	d.Elements, d.Stride = operands[0], operands[1:]
	return d, nil
}

func verifyDma(op *ir.Operation) *ir.Diagnostic {
	d, problem := asDma(op)
	if problem != nil {
		return problem
	}
	scope := ScopeOf(op)
	for _, a := range d.Accesses {
		index := "index"
		if a.name != "" {
			index = a.name + " index"
		}
		for _, v := range a.Operands {
			if !isIndex(v) {
				return op.Errorf("%s to %s must have 'index' type", index, op.Name()[len("affine."):])
			}
			if !isValidDimIn(v, scope) && !isValidSymbolIn(v, scope) {
				return op.Errorf("%s must be a valid dimension or symbol identifier", index)
			}
		}
	}
	return nil
}

func dmaStart() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "affine.dma_start",
		Summary: "begin a transfer between memory spaces, at affine indices",
		Description: `Begins to copy a number of elements and counts it in the tag element;
affine.dma_wait waits for it. After the tag an optional stride and the number of
elements per stride may follow.`,
		Operands: []ir.ValueDef{{Name: "operands", Type: ir.AnyType, Kind: ir.Variadic}},
		Form: "source `[` indices `]` `,` destination `[` indices `]` `,` tag `[` indices `]` `,` elements (`,` stride `,` elements-per-stride)? attr-dict `:` type(source) `,` type(destination) `,` type(tag)\n" +
			"indices ::= (expression, …)?",
		Parse:  parseDmaStart,
		Print:  printDmaStart,
		Verify: verifyDma,
		Fold:   memref.FoldCasts,
		Examples: []string{`func.func @f(%a: memref<32x8xf32>, %b: memref<32xf32, 1>, %tag: memref<1xi32>, %n: index) {
  affine.for %i = 0 to 8 {
    affine.dma_start %a[%i + 1, %i], %b[%i mod 4], %tag[0], %n : memref<32x8xf32>, memref<32xf32, 1>, memref<1xi32>
    affine.dma_wait %tag[0], %n : memref<1xi32>
  }
  return
}`},
	}
}

func dmaWait() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "affine.dma_wait",
		Summary:     "wait for a transfer, with a tag at affine indices",
		Description: "Waits until the transfers that affine.dma_start counts in the tag element have copied the number of elements.",
		Operands:    []ir.ValueDef{{Name: "operands", Type: ir.AnyType, Kind: ir.Variadic}},
		Form: "tag `[` indices `]` `,` elements attr-dict `:` type(tag)\n" +
			"indices ::= (expression, …)?",
		Parse:  parseDmaWait,
		Print:  printDmaWait,
		Verify: verifyDma,
		Fold:   memref.FoldCasts,
		Examples: []string{`func.func @f(%tag: memref<4xi32>, %i: index, %n: index) {
  affine.dma_wait %tag[%i mod 4], %n : memref<4xi32>
  return
}`},
	}
}

func parseDmaStart(p ir.OpParser, st *ir.OpState) {
	_, start, _ := st.Loc.Source()
	var memrefs [3]ir.Unresolved
	var indices [3][]ir.Unresolved
	memrefs[0], indices[0] = parseAddress(p, st, srcMap)
	p.Expect(",")
	memrefs[1], indices[1] = parseAddress(p, st, dstMap)
	p.Expect(",")
	memrefs[2], indices[2] = parseAddress(p, st, tagMap)
	p.Expect(",")
	rest := []ir.Unresolved{p.Operand()}
	if p.Accept(",") {
		// As upstream, the text may end after the comma.
		if u, ok := p.OptionalOperand(); ok {
			rest = append(rest, u)
			for p.Ok() && p.Accept(",") {
				rest = append(rest, p.Operand())
			}
		}
	}
	if n := len(rest); p.Ok() && n != 1 && n != 3 {
		p.ErrorAt(start, "expected two stride related operands")
		return
	}
	p.AttrDict(st) // upstream loses attributes
	p.Expect(":")
	types := p.Types()
	if !p.Ok() {
		return
	}
	if len(types) != 3 {
		p.ErrorAt(start, "expected three types")
		return
	}
	index := p.Context().Index()
	for i, m := range memrefs {
		p.Resolve(st, types[i], m)
		p.ResolveEach(st, index, indices[i])
	}
	p.ResolveEach(st, index, rest)
}

func parseDmaWait(p ir.OpParser, st *ir.OpState) {
	_, start, _ := st.Loc.Source()
	tag, indices := parseAddress(p, st, tagMap)
	p.Expect(",")
	elements := p.Operand()
	p.AttrDict(st)
	p.Expect(":")
	t := p.Type()
	index := p.Context().Index()
	p.Resolve(st, t, tag)
	p.ResolveEach(st, index, indices)
	p.Resolve(st, index, elements)
	if _, ok := t.(*ir.MemRefType); p.Ok() && !ok {
		p.ErrorAt(start, "expected tag to be of memref type")
	}
}

func (a DmaAccess) print(p *ir.Printer) {
	p.Operand(a.MemRef).Str("[").AffineMapOfOperands(a.Map, a.Operands).Str("]")
}

func printDmaStart(p *ir.Printer, op *ir.Operation) {
	d := DmaOf(op)
	source, target, tag := d.Accesses[0], d.Accesses[1], d.Accesses[2]
	p.Str(" ")
	source.print(p)
	p.Str(", ")
	target.print(p)
	p.Str(", ")
	tag.print(p)
	p.Str(", ").Operand(d.Elements)
	for _, v := range d.Stride {
		p.Str(", ").Operand(v)
	}
	p.AttrDict(op, srcMap, dstMap, tagMap).Str(" : ").Type(source.MemRef.Type()).Str(", ").Type(target.MemRef.Type()).Str(", ").Type(tag.MemRef.Type())
}

func printDmaWait(p *ir.Printer, op *ir.Operation) {
	d := DmaOf(op)
	p.Str(" ")
	d.Accesses[0].print(p)
	p.Str(", ").Operand(d.Elements).AttrDict(op, tagMap).Str(" : ").Type(d.Accesses[0].MemRef.Type())
}
