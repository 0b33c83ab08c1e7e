package affine

import (
	"math"

	"optc/ir"
	"optc/ir/affine"
	"optc/sim"
)

func forOp() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "affine.for",
		Summary: "loop with affine bounds",
		Description: `Runs the body for lower, lower + step, and so on, below upper. The lower bound is
the largest result of its map, the upper bound the smallest result of its map.
Values of iter_args are carried from one iteration to the next and become the
results.`,
		Implements: []ir.Implementation{sim.Moves("inits")},
		Operands: []ir.ValueDef{
			ir.VariadicIndex("lowerBoundOperands"), ir.VariadicIndex("upperBoundOperands"),
			{Name: "inits", Type: ir.AnyType, Kind: ir.Variadic},
		},
		Results: []ir.ValueDef{{Name: "results", Type: ir.AnyType, Kind: ir.Variadic}},
		Attrs: []ir.PropDef{
			{Name: lowerMap, Type: ir.AffineMapConstraint},
			{Name: upperMap, Type: ir.AffineMapConstraint},
			{Name: stepAttr, Type: ir.IndexAttr},
		},
		Regions: []ir.RegionDef{{Name: "region", SingleBlock: true}},
		Traits: ir.AttrSizedOperandSegments | ir.AutomaticAllocationScope | ir.SingleBlock | ir.ImplicitTerminator |
			ir.RecursiveMemoryEffects,
		Interfaces: ir.Interfaces{Terminator: YieldOp{}, Loop: forLoop, RegionBranch: forBranch},
		Speculatable: func(op *ir.Operation) ir.Speculatability {
			if ir.Cast[ForOp](op).Step() == 1 {
				return ir.RecursivelySpeculatableOps
			}
			return ir.NotSpeculatable
		},
		Form: "%i `=` bound `to` bound (`step` $step)? (`iter_args` `(` %arg `=` $inits, … `)` `->` `(` type($results) `)`)? $region attr-dict\n" +
			"bound ::= number | value | (`max` | `min`)? map `(` values `)` (`[` values `]`)?",
		Parse:         parseFor,
		Print:         printFor,
		VerifyRegions: verifyFor,
		Fold:          foldFor,
		Examples: []string{`func.func @f(%n: index, %x: f32) -> f32 {
  %r = affine.for %i = max affine_map<()[s0] -> (0, s0 - 8)>()[%n] to %n step 2 iter_args(%a = %x) -> (f32) {
    affine.yield %a : f32
  }
  return %r : f32
}`},
	}
}

var forLoop = &ir.Loop{
	Bodies:  func(op *ir.Operation) []*ir.Region { return []*ir.Region{ir.Cast[ForOp](op).Region()} },
	Counted: true,
	Inits:   ir.Method(ForOp.Inits),
	IterArgs: func(op *ir.Operation) []*ir.Value {
		if op.Body().NumArgs() == 0 {
			return nil
		}
		return op.Body().Args()[1:]
	},
	Yielded: func(op *ir.Operation) []*ir.Value { return op.Body().Back().OperandList() },
}

var forBranch = &ir.RegionBranch{
	Successors: func(op *ir.Operation, from *ir.Region) []ir.RegionSuccessor {
		into := ir.RegionSuccessor{Region: ir.Cast[ForOp](op).Region(), Inputs: forLoop.IterArgs(op)}
		leave := ir.RegionSuccessor{Inputs: op.ResultList()}
		if n, known := TripCount(op); known {
			switch {
			case from == nil && n == 0, from != nil && n == 1:
				return []ir.RegionSuccessor{leave}
			case from == nil:
				return []ir.RegionSuccessor{into}
			}
		}
		return []ir.RegionSuccessor{into, leave}
	},
	EntryOperands: func(op *ir.Operation, _ ir.RegionSuccessor) (lo, hi int) { return op.OperandRange(forInits) },
}

// Bound is a bound of a loop: a map with its operands. The lower bound is the largest
// result, the upper bound the smallest.
type Bound struct {
	Map      affine.Map
	Operands []*ir.Value
}

// LowerBound returns the lower bound of affine.for.
func LowerBound(op *ir.Operation) Bound {
	loop := ir.Cast[ForOp](op)
	return Bound{loop.LowerBoundMap(), loop.LowerBoundOperands()}
}

// UpperBound returns the upper bound of affine.for.
func UpperBound(op *ir.Operation) Bound {
	loop := ir.Cast[ForOp](op)
	return Bound{loop.UpperBoundMap(), loop.UpperBoundOperands()}
}

// TripCount returns how often an affine.for with constant bounds runs.
func TripCount(op *ir.Operation) (n int64, known bool) {
	lower, ok := LowerBound(op).Map.SingleConstant()
	upper, ok2 := UpperBound(op).Map.SingleConstant()
	loop := ir.Cast[ForOp](op)
	if !ok || !ok2 || loop.Step() <= 0 {
		return 0, false
	}
	if upper <= lower {
		return 0, true
	}
	last := uint64(upper-lower-1) / uint64(loop.Step()) // the distance may be more than an int64 holds
	return int64(last) + 1, last < math.MaxInt64
}

func parseFor(p ir.OpParser, st *ir.OpState) {
	c := p.Context()
	_, start, _ := st.Loc.Source()
	iv := p.Argument(false)
	p.Expect("=")
	lower := parseBound(p, st, lowerMap, "max", "lower", start)
	if !p.AcceptKeyword("to") {
		p.Errorf("expected 'to' between bounds")
		return
	}
	upper := parseBound(p, st, upperMap, "min", "upper", start)
	step := c.IndexAttr(1)
	if p.AcceptKeyword("step") {
		pos := p.Pos()
		a, _ := p.Attr(c.Index()).(*ir.IntegerAttr)
		if !p.Ok() {
			return
		}
		if a == nil || a.Int64() < 0 {
			p.ErrorAt(pos, "expected step to be representable as a positive signed integer")
			return
		}
		step = a
	}
	st.SetProp(stepAttr, step)
	args := []ir.Argument{iv}
	var inits []ir.Unresolved
	pos := p.Pos()
	if p.AcceptKeyword("iter_args") {
		var carried []ir.Argument
		carried, inits = p.Assignments()
		args = append(args, carried...)
		st.ResultTypes = p.ArrowTypes()
	}
	if !p.Ok() {
		return
	}
	if len(inits) != len(st.ResultTypes) {
		p.ErrorAt(start, "mismatch between the number of loop-carried values and results")
		return
	}
	args[0].Type = c.Index()
	for i, t := range st.ResultTypes {
		args[1+i].Type = t
	}
	p.ResolveAll(st, inits, st.ResultTypes, pos)
	body := p.Region(args, false)
	st.Regions = append(st.Regions, body)
	if p.Ok() {
		ir.EnsureTerminator(p.Builder(), body, YieldOp{}, st.Loc)
	}
	p.AttrDict(st)
	st.SetSegments(c, lower, upper, len(inits))
}

// parseBound reads an integer, a value, or a map with operands; if the map has several results,
// word must precede it. It returns the number of operands.
func parseBound(p ir.OpParser, st *ir.OpState, attr, word, side string, start int) int {
	c := p.Context()
	hasWord := p.AcceptKeyword(word)
	set := func(m affine.Map) { st.SetProp(attr, c.AffineMap(m)) }
	if values := p.Operands(""); len(values) > 0 {
		if len(values) > 1 {
			p.ErrorAt(start, "expected only one loop bound operand")
			return 0
		}
		p.Resolve(st, c.Index(), values[0])
		set(affine.SymbolIdentity(1))
		return 1
	}
	pos := p.Pos()
	a := p.Attr(c.Index())
	if !p.Ok() {
		return 0
	}
	switch a := a.(type) {
	case *ir.IntegerAttr:
		set(affine.Constant(a.Int64()))
	case *ir.AffineMapAttr:
		dims, symbols := p.Operands("()"), optionalOperands(p, "[]")
		switch {
		case len(dims) != a.Map.NumDims:
			p.ErrorAt(start, "dim operand count and affine map dim count must match")
		case len(symbols) != a.Map.NumSymbols:
			p.ErrorAt(start, "symbol operand count and affine map symbol count must match")
		case len(a.Map.Results) > 1 && !hasWord:
			p.ErrorAt(pos, "%s loop bound affine map with multiple results requires '%s' prefix", side, word)
		}
		set(a.Map)
		p.ResolveEach(st, c.Index(), dims)
		p.ResolveEach(st, c.Index(), symbols)
		return len(dims) + len(symbols)
	default:
		p.ErrorAt(start, "expected valid affine map representation for loop bounds")
	}
	return 0
}

func printFor(p *ir.Printer, op *ir.Operation) {
	body := op.Body()
	p.Str(" ").RegionArgument(body.Arg(0), nil, true).Str(" = ")
	loop := ir.Cast[ForOp](op)
	printBound(p, op, lowerMap, "max", loop.LowerBoundOperands())
	p.Str(" to ")
	printBound(p, op, upperMap, "min", loop.UpperBoundOperands())
	if s := loop.Step(); s != 1 {
		p.Str(" step ").Int(s)
	}
	inits := loop.Inits()
	if len(inits) > 0 {
		p.Str(" iter_args(")
		for i, v := range inits {
			if i > 0 {
				p.Str(", ")
			}
			p.Operand(body.Arg(1 + i)).Str(" = ").Operand(v)
		}
		p.Str(") -> (").Types(op.ResultTypes()).Str(")")
	}
	p.Str(" ").Region(loop.Region(), false, len(inits) > 0).AttrDict(op, lowerMap, upperMap, stepAttr, "operandSegmentSizes")
}

func printBound(p *ir.Printer, op *ir.Operation, attr, word string, operands []*ir.Value) {
	a := ir.Get[*ir.AffineMapAttr](op, attr)
	m := a.Map
	if len(m.Results) != 1 {
		p.Str(word + " ")
	} else if v, ok := m.Results[0].IsConst(); ok && m.NumInputs() == 0 {
		p.Int(v)
		return
	} else if _, ok := m.Results[0].IsSymbol(); ok && m.NumDims == 0 && m.NumSymbols == 1 {
		p.Operand(operands[0])
		return
	}
	p.Attr(a)
	printDimsAndSymbols(p, m.NumDims, operands)
}

func verifyFor(op *ir.Operation) *ir.Diagnostic {
	body := op.Body()
	if body.NumArgs() == 0 || !isIndex(body.Arg(0)) {
		return op.Errorf("expected body to have a single index argument for the induction variable")
	}
	for _, b := range []Bound{LowerBound(op), UpperBound(op)} {
		if b.Map.NumInputs() != len(b.Operands) {
			return op.Errorf("operand count and affine map dimension and symbol count must match")
		}
		if d := verifyDimsAndSymbols(op, b.Operands, b.Map.NumDims); d != nil {
			return d
		}
	}
	if len(LowerBound(op).Map.Results) < 1 {
		return op.Errorf("expected lower bound map to have at least one result")
	}
	if len(UpperBound(op).Map.Results) < 1 {
		return op.Errorf("expected upper bound map to have at least one result")
	}
	return nil
}

func yield() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "affine.yield",
		New:         []string{"operands..."},
		Summary:     "results of an affine region",
		Description: "Ends a region of an affine operation and passes its operands to that operation.",
		Implements:  []ir.Implementation{sim.Moves()},
		Operands:    []ir.ValueDef{{Name: "operands", Type: ir.AnyType, Kind: ir.Variadic}},
		Traits:      ir.Pure | ir.Terminator | ir.ReturnLike,
		Assembly:    "attr-dict ($operands^ `:` type($operands))?",
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			parent := op.Parent()
			if !ir.Is[ForOp](parent) && !ir.Is[IfOp](parent) && !ir.Is[ParallelOp](parent) {
				return op.Errorf("only terminates affine.if/for/parallel regions")
			}
			if parent.NumResults() != op.NumOperands() {
				return op.Errorf("parent of yield must have same number of results as the yield operands")
			}
			for i, v := range ir.Cast[YieldOp](op).Operands() {
				if parent.Result(i).Type() != v.Type() {
					return op.Errorf("types mismatch between yield op and its parent")
				}
			}
			return nil
		},
	}
}
