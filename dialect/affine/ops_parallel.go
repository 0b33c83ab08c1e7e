package affine

import (
	"encoding/binary"

	"optc/dialect/arith"
	"optc/ir"
	"optc/ir/affine"
)

var i32Elements = &ir.AttrConstraint{Summary: "32-bit signless integer elements attribute", Stores: ir.DenseConstraint.Check, Go: ir.GoAs(readGroups, groupsAttr), Check: func(a ir.Attribute) bool {
	d, ok := a.(*ir.DenseAttr)
	return ok && ir.I32Constraint.Check(d.ShapedType().ElementType())
}}

func parallel() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "affine.parallel",
		Summary: "loop nest with affine bounds whose iterations may run in any order",
		Description: `Runs the body for every point of a band of dimensions. The results combine the
values that the iterations yield, by the named reductions. The bounds of all
dimensions are a single map; the groups specify how many of its results belong to
each dimension.`,
		Operands: []ir.ValueDef{ir.VariadicIndex("mapOperands")},
		Results:  []ir.ValueDef{{Name: "results", Type: ir.AnyType, Kind: ir.Variadic}},
		Attrs: []ir.PropDef{
			{Name: reductions, Type: &ir.AttrConstraint{Summary: "Reduction ops", Go: ir.GoAs(readReductions, reductionsAttr), Stores: ir.ArrayConstraint.Check, Check: ir.IsArrayOf(arith.AtomicRMWKind.Check)}},
			{Name: lowersMap, Type: ir.AffineMapConstraint},
			{Name: lowersGroups, Type: i32Elements},
			{Name: uppersMap, Type: ir.AffineMapConstraint},
			{Name: uppersGroups, Type: i32Elements},
			{Name: stepsAttr, Type: ir.I64ArrayAttr},
		},
		Regions: []ir.RegionDef{{Name: "region", SingleBlock: true}},
		Traits: ir.AutomaticAllocationScope | ir.SingleBlock | ir.ImplicitTerminator | ir.RecursivelySpeculatable |
			ir.RecursiveMemoryEffects,
		Interfaces: ir.Interfaces{Terminator: YieldOp{}, Loop: &ir.Loop{
			Bodies: func(op *ir.Operation) []*ir.Region { return []*ir.Region{ir.Cast[ParallelOp](op).Region()} },
		}},
		Form: "`(` %i, … `)` `=` bounds `to` bounds (`step` `(` number, … `)`)? (`reduce` `(` string, … `)`)? (`->` type($results))? $region attr-dict\n" +
			"bounds ::= `(` bound, … `)`\n" +
			"bound ::= expression | (`max` | `min`) `(` expression, … `)`",
		Parse:  parseParallel,
		Print:  printParallel,
		Verify: verifyParallel,
		Fold:   foldParallel,
		Examples: []string{`func.func @f(%m: memref<100x100xf32>, %n: index) -> f32 {
  %0 = affine.parallel (%i, %j) = (0, max(0, %n - 4)) to (%n, min(%n, 100)) step (1, 2) reduce ("addf") -> (f32) {
    %1 = affine.load %m[%i, %j] : memref<100x100xf32>
    affine.yield %1 : f32
  }
  return %0 : f32
}`},
	}
}

// Bounds holds the lower or upper bounds of affine.parallel: dimension i has Groups[i]
// results of the map.
type Bounds struct {
	Bound
	Groups []int64
}

// Of returns the map of dimension i.
func (b Bounds) Of(i int) affine.Map {
	at := int64(0)
	for _, n := range b.Groups[:i] {
		at += n
	}
	return b.Map.WithResults(b.Map.Results[at : at+b.Groups[i]])
}

// LowerBounds returns the lower bounds of affine.parallel.
func LowerBounds(op *ir.Operation) Bounds {
	parallel := ir.Cast[ParallelOp](op)
	m, operands := parallel.LowerBoundsMap(), parallel.MapOperands()
	return Bounds{Bound{m, operands[:min(m.NumInputs(), len(operands))]}, parallel.LowerBoundsGroups()}
}

// UpperBounds returns the upper bounds of affine.parallel.
func UpperBounds(op *ir.Operation) Bounds {
	parallel := ir.Cast[ParallelOp](op)
	operands := parallel.MapOperands()
	lowers := min(parallel.LowerBoundsMap().NumInputs(), len(operands))
	return Bounds{Bound{parallel.UpperBoundsMap(), operands[lowers:]}, parallel.UpperBoundsGroups()}
}

// readGroups reads the sizes of the groups of bounds; nil if they are no constant.
func readGroups(a ir.Attribute) []int64 {
	d, ok := a.(*ir.DenseAttr)
	if !ok {
		return nil
	}
	groups := make([]int64, d.NumElements())
	for i := range groups {
		groups[i] = int64(binary.LittleEndian.Uint32(d.Element(i)))
	}
	return groups
}

func groupsAttr(c *ir.Context, groups []int64) ir.Attribute {
	var raw []byte
	for _, n := range groups {
		raw = binary.LittleEndian.AppendUint32(raw, uint32(n))
	}
	return c.Dense(ir.Tensor([]int64{int64(len(groups))}, c.I32(), nil), raw)
}

func readReductions(a ir.Attribute) []string {
	var words []string
	for _, e := range ir.ReadArray(a) {
		words = append(words, arith.AtomicRMWKind.Word(e))
	}
	return words
}

func reductionsAttr(c *ir.Context, words []string) ir.Attribute {
	elems := make([]ir.Attribute, len(words))
	for i, w := range words {
		elems[i] = arith.AtomicRMWKind.Enum(c, w)
	}
	return c.Array(elems)
}

// boundsParser gathers expressions with different operands into one map, in which a value
// that occurs several times is a single dimension or symbol.
type boundsParser struct {
	p             ir.OpParser
	dims, symbols []ir.Unresolved
	results       []affine.Expr
	groups        []int64
}

// replacements returns the position of every operand in all, and appends the operands that all lacks.
func replacements(all *[]ir.Unresolved, us []ir.Unresolved, leaf func(int) affine.Expr) []affine.Expr {
	by := make([]affine.Expr, len(us))
	for i, u := range us {
		k := 0
		for k < len(*all) && ((*all)[k].Name != u.Name || (*all)[k].Number != u.Number) {
			k++
		}
		if k == len(*all) {
			*all = append(*all, u)
		}
		by[i] = leaf(k)
	}
	return by
}

func (b *boundsParser) add(es []affine.Expr, dims, symbols []ir.Unresolved) {
	if !b.p.Ok() {
		return
	}
	d, s := replacements(&b.dims, dims, affine.Dim), replacements(&b.symbols, symbols, affine.Symbol)
	for _, e := range es {
		b.results = append(b.results, e.ReplaceDimsAndSymbols(d, s))
	}
	b.groups = append(b.groups, int64(len(es)))
}

// parseBounds reads (e, word(e, e), …) and sets the map and the groups.
func parseBounds(p ir.OpParser, st *ir.OpState, mapName, groupsName, word string) {
	b := boundsParser{p: p}
	p.List("()", func() {
		if p.AcceptKeyword(word) {
			m, dims, symbols := p.AffineMapOfValues("()")
			b.add(m.Results, dims, symbols)
			return
		}
		e, dims, symbols := p.AffineExprOfValues()
		b.add([]affine.Expr{e}, dims, symbols)
	})
	if !p.Ok() {
		return
	}
	c := p.Context()
	p.ResolveEach(st, c.Index(), b.dims)
	p.ResolveEach(st, c.Index(), b.symbols)
	st.SetProp(mapName, c.AffineMap(affine.NewMap(len(b.dims), len(b.symbols), b.results...)))
	st.SetProp(groupsName, groupsAttr(c, b.groups))
}

func parseParallel(p ir.OpParser, st *ir.OpState) {
	c := p.Context()
	_, start, _ := st.Loc.Source()
	args := p.Arguments("()", false)
	p.Expect("=")
	parseBounds(p, st, lowersMap, lowersGroups, "max")
	p.Keyword("to")
	parseBounds(p, st, uppersMap, uppersGroups, "min")
	steps := make([]int64, len(args))
	for i := range steps {
		args[i].Type, steps[i] = c.Index(), 1
	}
	if p.AcceptKeyword("step") {
		steps = steps[:0]
		m, _, _ := p.AffineMapOfValues("()")
		if !p.Ok() {
			return
		}
		for _, e := range m.Results {
			v, ok := e.IsConst()
			if !ok {
				p.ErrorAt(start, "steps must be constant integers")
				return
			}
			steps = append(steps, v)
		}
	}
	st.SetProp(stepsAttr, c.I64Array(steps))
	var kinds []ir.Attribute
	if p.AcceptKeyword("reduce") {
		p.List("()", func() {
			pos := p.Pos()
			word := p.QuotedString()
			if kind := arith.AtomicRMWKind.Enum(c, word); kind != nil {
				kinds = append(kinds, kind)
			} else if p.Ok() {
				p.ErrorAt(pos, "invalid reduction value: \"%s\"", word)
			}
		})
	}
	st.SetProp(reductions, c.Array(kinds))
	st.ResultTypes = p.OptionalArrowTypes()
	body := p.Region(args, false)
	st.Regions = append(st.Regions, body)
	p.AttrDict(st)
	if p.Ok() {
		ir.EnsureTerminator(p.Builder(), body, YieldOp{}, st.Loc)
	}
}

func printParallel(p *ir.Printer, op *ir.Operation) {
	p.Str(" (").Operands(op.Body().Args()).Str(") = (")
	printBounds(p, LowerBounds(op), "max")
	p.Str(") to (")
	printBounds(p, UpperBounds(op), "min")
	p.Str(")")
	parallel := ir.Cast[ParallelOp](op)
	steps := parallel.Steps()
	unit := true
	for _, s := range steps {
		unit = unit && s == 1
	}
	if !unit {
		p.Str(" step (")
		for i, s := range steps {
			if i > 0 {
				p.Str(", ")
			}
			p.Int(s)
		}
		p.Str(")")
	}
	if op.NumResults() > 0 {
		p.Str(" reduce (")
		for i, k := range parallel.Reductions() {
			if i > 0 {
				p.Str(", ")
			}
			p.Quoted(k)
		}
		p.Str(") -> (").Types(op.ResultTypes()).Str(")")
	}
	p.Str(" ").Region(parallel.Region(), false, op.NumResults() > 0).
		AttrDict(op, reductions, lowersMap, lowersGroups, uppersMap, uppersGroups, stepsAttr)
}

func printBounds(p *ir.Printer, b Bounds, word string) {
	for i, n := range b.Groups {
		if i > 0 {
			p.Str(", ")
		}
		if n == 1 {
			p.AffineMapOfOperands(b.Of(i), b.Operands)
		} else {
			p.Str(word+"(").AffineMapOfOperands(b.Of(i), b.Operands).Str(")")
		}
	}
}

func verifyParallel(op *ir.Operation) *ir.Diagnostic {
	lower, upper := LowerBounds(op), UpperBounds(op)
	parallel := ir.Cast[ParallelOp](op)
	steps := parallel.Steps()
	args := op.Body().NumArgs()
	if n := len(steps); len(lower.Groups) != n || len(upper.Groups) != n || args != n {
		return op.Errorf("the number of region arguments (%d) and the number of map groups for lower (%d) and upper bound (%d), and the number of steps (%d) must all match",
			args, len(lower.Groups), len(upper.Groups), n)
	}
	for _, side := range []struct {
		name string
		b    Bounds
	}{{"lower", lower}, {"upper", upper}} {
		total := int64(0)
		for _, n := range side.b.Groups {
			if n == 0 {
				return op.Errorf("expected %s bound map to have at least one result", side.name)
			}
			total += n
		}
		if total != int64(len(side.b.Map.Results)) {
			return op.Errorf("expected %s bounds map to have %d results", side.name, total)
		}
		if len(side.b.Operands) != side.b.Map.NumInputs() {
			return op.Errorf("operand count and affine map dimension and symbol count must match")
		}
	}
	kinds := parallel.Reductions()
	if len(kinds) != op.NumResults() {
		return op.Errorf("a reduction must be specified for each output")
	}
	for i, k := range kinds {
		if !reduces(op.Result(i).Type(), k) {
			return op.Errorf("result type cannot match reduction attribute")
		}
	}
	for _, b := range []Bounds{lower, upper} {
		if d := verifyDimsAndSymbols(op, b.Operands, b.Map.NumDims); d != nil {
			return d
		}
	}
	return nil
}
