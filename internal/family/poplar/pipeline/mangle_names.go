package poplar

import (
	"strconv"

	"optc/dialect/poplar"
	"optc/dialect/poplar/cpp"
	"optc/ir"
	"optc/passes"
)

// PoplarMangleNamesOptions are the options of PoplarMangleNames.
type MangleNamesOptions struct {
	SingleUnderscore string `opt:"single-underscore" values:"keep,triple" help:"replacement of a lone underscore in a name"`
}

// PoplarMangleNames is poplar-mangle-names.
var MangleNames = &passes.Pass{
	Name:  "poplar-mangle-names",
	Title: "Mangle vertex names to symbols",
	Doc: `Mangles the canonical C++ name of each vertex. Two vertices with the same symbol
are an error. A name with a lone underscore causes a remark, because the vendor's
document and its hand-written code disagree on it; the option chooses.

    poplar.vertex @"demo::Blend<half>" worker attributes {symbol = "__runCodelet_demo__Blend___half"} { … }`,
	Options:  MangleNamesOptions{SingleUnderscore: "keep"},
	Anchor:   []ir.OpKind{ir.ModuleOp{}},
	Dialects: []string{"poplar"},
	Run:      runPoplarMangleNames,
}

func runPoplarMangleNames(c *passes.Context) (changed bool, err error) {
	rule, err := cpp.ParseUnderscoreRule(passes.OptionsOf[MangleNamesOptions](c).SingleUnderscore)
	if err != nil {
		return false, c.Op.OpError(poplar.Codes, err)
	}
	rw := c.Rewriter(nil)
	table := cpp.SymbolTable{Rule: rule}
	var open *ir.Diagnostic // the remark on the first symbol that the other rule would change
	var first *ir.Operation
	more := 0
	for v := range passes.Each(c, moduleOps(c, poplar.VertexOp{})) {
		name := ir.SymbolName(v)
		symbol, err := table.Add(name)
		if err != nil {
			c.Report(v.OpError(poplar.Codes, err))
			continue
		}
		if cpp.HasLoneUnderscore(name) {
			other := cpp.TripleUnderscore - rule
			if spelling, err := cpp.Mangle(name, other); err == nil && open != nil {
				more++
			} else if err == nil {
				first, open = v, v.Remarkf("symbol is %s; with single-underscore=%s it is %s", symbol, other, spelling)
			}
		}
		rw.Modify(v, func() { ir.Cast[poplar.VertexOp](v).SetSymbol(symbol) })
		changed = true
	}
	if open != nil {
		if more > 0 {
			open.Note(first.Loc(), "the names of %d other classes have such an underscore as well", more)
		}
		c.Report(open)
	}
	return assertions(c, c.Op, poplar.AssertSymbolOp{}, func(op *ir.Operation) *ir.Diagnostic {
		assertSymbol := ir.Cast[poplar.AssertSymbolOp](op)
		v, d := namedVertex(c, op, assertSymbol.Vertex())
		if d != nil {
			return d
		}
		if want, got := assertSymbol.Symbol(), ir.Cast[poplar.VertexOp](v.Operation).Symbol(); want != got {
			return assertFailed(op, strconv.Quote(want), strconv.Quote(got))
		}
		return nil
	}) || changed, nil
}
