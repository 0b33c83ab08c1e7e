package linalg

import (
	"slices"

	"optc/ir"
	"optc/ir/affine"
)

var iteratorArray = &ir.AttrConstraint{
	Summary: "Iterator type should be an enum.",
	Check:   ir.IsArrayOf(iteratorTypes.Is), Stores: ir.ArrayConstraint.Check,
	Go: ir.GoAs(ReadIterators, MakeIterators),
}

// ReadIterators returns the roles of loops in an attribute.
func ReadIterators(a ir.Attribute) []Iterator {
	elems := ir.ReadArray(a)
	list := make([]Iterator, 0, len(elems))
	for _, e := range elems {
		if i, ok := iteratorTypes.ValueOf(e); ok {
			list = append(list, Iterator(i))
		}
	}
	return list
}

// MakeIterators returns the attribute of the roles of loops.
func MakeIterators(c *ir.Context, list []Iterator) *ir.ArrayAttr {
	elems := make([]ir.Attribute, len(list))
	for i, it := range list {
		elems[i] = iteratorTypes.Of(c, int(it))
	}
	return c.Array(elems)
}

func generic() *ir.OpDef {
	return structured(&ir.OpDef{
		Kind:    "linalg.generic",
		Summary: "a loop nest whose region computes the elements of the outputs",
		Description: `Runs the region for every point of a loop nest. A map for each operand gives the indices of
its element from the loops. The region gets these elements, and yields the new elements of
the outputs. iterator_types lists which loops are parallel and which reduce. The extents of
the operands determine the extents of the loops.`,
		Attrs: []ir.PropDef{
			{Name: indexingMaps, Type: ir.AffineMapArrayAttr},
			{Name: iteratorsName, Type: iteratorArray},
			{Name: "doc", Type: ir.StrAttr, Optional: true},
			{Name: "library_call", Type: ir.StrAttr, Optional: true},
		},
		Form: "attributes (`ins` `(` $inputs `:` type($inputs) `)`)? `outs` `(` $outputs `:` type($outputs) `)` (`attrs` `=` attr-dict)? $region (`->` type($result_tensors))?\n" +
			"attributes ::= `{` `indexing_maps` `=` maps `,` `iterator_types` `=` words … `}`",
		Parse: parseGeneric, Print: printGeneric,
		BlockArgNames: argNames("out"),
		Patterns:      []*ir.Pattern{eraseIdentity(GenericOp{})},
		Examples: []string{`#row = affine_map<(i, j) -> (i, j)>
#sum = affine_map<(i, j) -> (i)>
func.func @f(%x: tensor<4x8xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [#row, #sum], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xf32>) outs(%y : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %out : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`},
	}, &Loops{
		Maps:      func(op *ir.Operation) []affine.Map { return ir.Cast[GenericOp](op).IndexingMaps() },
		Iterators: func(op *ir.Operation) []Iterator { return ir.Cast[GenericOp](op).IteratorTypes() },
	})
}

// argNames names the arguments of the region after the operands.
func argNames(output string) func(r *ir.Region, set func(*ir.Value, string)) {
	return func(r *ir.Region, set func(*ir.Value, string)) {
		lo, _ := initsOf(r.Parent())
		for i, a := range r.Front().Args() {
			if i < lo {
				set(a, "in")
			} else {
				set(a, output)
			}
		}
	}
}

func parseGeneric(p ir.OpParser, st *ir.OpState) {
	pos := p.Pos()
	a := p.Attr(nil)
	if !p.Ok() {
		return
	}
	dict, ok := a.(*ir.DictAttr)
	if !ok {
		p.ErrorAt(pos, "invalid kind of attribute specified")
		return
	}
	iterators, ok := dict.Get(iteratorsName).(*ir.ArrayAttr)
	if !ok {
		p.ErrorAt(pos, `expected "iterator_types" array attribute`)
		return
	}
	kinds := make([]Iterator, 0, len(iterators.Elems))
	for _, e := range iterators.Elems {
		word, ok := e.(*ir.StringAttr)
		if !ok {
			p.ErrorAt(pos, "expected the words of iterator_types as strings, but got %s", e)
			return
		}
		i := slices.Index(iteratorTypes.Words, word.Value)
		if i < 0 {
			p.Errorf("unexpected iterator_type (%s)", word.Value)
			return
		}
		kinds = append(kinds, Iterator(i))
	}
	for _, e := range dict.Entries {
		if e.Name == iteratorsName {
			e.Value = MakeIterators(p.Context(), kinds)
		}
		st.SetAttr(e.Name, e.Value)
	}
	parseParts(p, st, true)
	if p.AcceptKeyword("attrs") {
		p.Expect("=")
		p.AttrDict(st)
	}
	st.Regions = append(st.Regions, p.Region(nil, false))
	st.ResultTypes = slices.Clone(p.OptionalArrowTypes())
}

// genericAttrs are the attributes that linalg.generic prints before its operands, sorted.
var genericAttrs = []string{"doc", indexingMaps, iteratorsName, "library_call"}

func printGeneric(p *ir.Printer, op *ir.Operation) {
	generic, c := ir.Cast[GenericOp](op), p.Context()
	own := make([]ir.NamedAttr, 0, len(genericAttrs))
	for _, name := range genericAttrs {
		e := ir.NamedAttr{Name: name, Value: op.Attr(name)}
		if e.Value == nil {
			continue
		}
		if name == iteratorsName {
			var words []string
			for _, i := range generic.IteratorTypes() {
				words = append(words, i.String())
			}
			e.Value = c.StrArray(words)
		}
		own = append(own, e)
	}
	p.Str(" ").Attr(c.Dict(own))
	printParts(p, op)
	if op.Discardable() != nil && len(op.Discardable().Entries) > 0 {
		p.Str(" attrs = ")
		p.AttrDict(op, append(genericAttrs[:len(genericAttrs):len(genericAttrs)], segmentSizes)...)
	}
	if !op.Region(0).Empty() {
		p.Str(" ").Region(op.Region(0), true, true)
	}
	p.OptionalArrowTypes(op.ResultTypes())
}

func yield() *ir.OpDef {
	return &ir.OpDef{
		Kind: "linalg.yield", Summary: "the elements that the region of a structured operation computes",
		Description: "Ends the region of a structured operation with the new elements of its outputs.",
		Operands:    []ir.ValueDef{{Name: "values", Type: ir.AnyType, Kind: ir.Variadic}},
		Traits:      ir.Pure | ir.ReturnLike | ir.Terminator,
		Form:        "attr-dict ($values `:` type($values))?",
		Parse: func(p ir.OpParser, st *ir.OpState) {
			pos := p.Pos()
			operands := slices.Clone(p.Operands(""))
			p.AttrDict(st)
			if len(operands) > 0 {
				p.Expect(":")
				p.ResolveAll(st, operands, p.Types(), pos)
			}
		},
		Print: func(p *ir.Printer, op *ir.Operation) {
			if op.NumOperands() > 0 {
				p.Str(" ").Operands(op.OperandList())
			}
			p.AttrDict(op)
			if op.NumOperands() > 0 {
				p.Str(" : ").Types(op.OperandTypes())
			}
		},
		Verify: verifyYield,
		Examples: []string{`func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.map ins(%x : tensor<4xf32>) outs(%y : tensor<4xf32>) (%in: f32, %init: f32) {
    %s = arith.mulf %in, %in : f32
    %t = arith.addf %s, %in : f32
    linalg.yield %t : f32
  }
  return %0 : tensor<4xf32>
}`},
	}
}

func verifyYield(op *ir.Operation) *ir.Diagnostic {
	parent := op.Parent()
	if parent == nil || parent.NumRegions() != 1 || parent.Region(0).Empty() {
		return op.Errorf("expected single non-empty parent region")
	}
	if !Structured.Has(parent) {
		return op.Errorf("expected parent op with LinalgOp interface")
	}
	lo, hi := initsOf(parent)
	if op.NumOperands() != hi-lo {
		return op.Errorf("expected number of yield values (%d) to match the number of inits / outs operands of the enclosing LinalgOp (%d)", op.NumOperands(), hi-lo)
	}
	for i, v := range op.Operands() {
		if want := elementOf(parent.Operand(lo + i).Type()); v.Type() != want {
			return op.Errorf("type of yield operand %d ('%s') doesn't match the element type of the enclosing linalg.generic op ('%s')", i+1, v.Type(), want)
		}
	}
	return nil
}

func index() *ir.OpDef {
	return &ir.OpDef{
		Kind: "linalg.index", Summary: "the number of the running iteration of a loop",
		Description: "The index of a loop of the enclosing structured operation, which starts at 0. dim is the number of the loop, outermost first.",
		Attrs: []ir.PropDef{{Name: "dim", Type: &ir.AttrConstraint{
			Summary: "64-bit signless integer attribute whose minimum value is 0", Go: ir.GoI64, Stores: ir.IsAttr[*ir.IntegerAttr],
			Check:     func(a ir.Attribute) bool { return ir.I64Attr.Check(a) && a.(*ir.IntegerAttr).Int64() >= 0 },
			ValueType: func(c *ir.Context) ir.Type { return c.I64() },
		}}},
		Results:  []ir.ValueDef{{Name: "result", Type: ir.IndexConstraint}},
		Traits:   ir.Pure,
		Fold:     foldIndex,
		Assembly: "$dim attr-dict `:` type($result)",
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			parent := op.Parent()
			if parent == nil || !Structured.Has(parent) {
				return op.Errorf("expected parent op with LinalgOp interface")
			}
			if n, d := len(IteratorsOf(parent)), ir.Cast[IndexOp](op).Dim(); int64(n) <= d {
				return op.Errorf("expected dim (%d) to be lower than the number of loops (%d) of the enclosing LinalgOp", d, n)
			}
			return nil
		},
		Examples: []string{`func.func @f(%y: tensor<4xindex>) -> tensor<4xindex> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%y : tensor<4xindex>) {
  ^bb0(%out: index):
    %i = linalg.index 0 : index
    linalg.yield %i : index
  } -> tensor<4xindex>
  return %0 : tensor<4xindex>
}`},
	}
}
