// Package toy is a dialect outside of optc: a type, an attribute, operations that the
// simulator can execute, a pass and a pipeline. Everything is a Go value; nothing is
// registered globally.
package toy

import (
	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/ir"
	"optc/passes"
	"optc/passes/standard"
	"optc/sim"
)

// The operations: each is a value with an accessor per part.
var (
	Clamp = clampKind{"toy.clamp"}
	Pair  = pairKind{"toy.pair"}
	First = firstKind{"toy.first"}
)

type (
	clampKind struct{ ir.Kind }
	pairKind  struct{ ir.Kind }
	firstKind struct{ ir.Kind }
)

func (clampKind) Input(op *ir.Operation) *ir.Value  { return op.Operand(0) }
func (clampKind) Range(op *ir.Operation) *RangeAttr { return op.Attr("range").(*RangeAttr) }

func (pairKind) First(op *ir.Operation) *ir.Value  { return op.Operand(0) }
func (pairKind) Second(op *ir.Operation) *ir.Value { return op.Operand(1) }

func (firstKind) Input(op *ir.Operation) *ir.Value { return op.Operand(0) }

// Dialect is the dialect for contexts and tools.
var Dialect = &ir.Dialect{
	Name:        "toy",
	Summary:     "saturating numbers and pairs",
	Description: "An example of a dialect in another module.",
	Define: func() ir.Definitions {
		return ir.Definitions{
			Ops:   []*ir.OpDef{clamp(), pair(), first()},
			Types: []*ir.TypeDef{pairType()},
			Attrs: []*ir.AttrDef{rangeAttr()},
		}
	},
	InlineInto: ir.InlineAlways,
	// Execution, and with it --verify-exec, finds the meaning of the operations here.
	Meaning: meaning,
}

// meaning is what the operations do when they are executed.
func meaning() ir.Meaning {
	return sim.Table{
		Clamp.Kind: runClamp,
		Pair.Kind: func(f *sim.Frame, in *sim.Instr) error {
			f.Set(in, 0, sim.Value{Ref: [2]sim.Value{f.Value(in, Pair.First(in.Op)), f.Value(in, Pair.Second(in.Op))}})
			return nil
		},
		First.Kind: func(f *sim.Frame, in *sim.Instr) error {
			p, ok := f.Value(in, First.Input(in.Op)).Ref.([2]sim.Value)
			if !ok {
				f.Set(in, 0, sim.Poison)
				return nil
			}
			f.Set(in, 0, p[0])
			return nil
		},
	}
}

// PairType is !toy.pair<T>, two values of a type.
type PairType struct {
	ir.TypeBase
	Elem ir.Type
}

// PairOf returns !toy.pair<elem>.
func PairOf(elem ir.Type) *PairType {
	s := ir.Spell(elem.Context()).Str("!toy.pair<").Node(elem).Str(">")
	return ir.InternType(s, func(b ir.TypeBase) *PairType { return &PairType{b, elem} })
}

func pairType() *ir.TypeDef {
	return &ir.TypeDef{
		Mnemonic: "pair", Summary: "two values of a type", Syntax: "`<` type `>`", Examples: []string{"!toy.pair<i32>"},
		Parse: func(p ir.AsmParser) ir.Type {
			p.Expect("<")
			elem := p.Type()
			p.Expect(">")
			if !p.Ok() {
				return nil
			}
			return PairOf(elem)
		},
	}
}

var anyPair = &ir.TypeConstraint{Summary: "pair", Check: func(t ir.Type) bool {
	_, ok := t.(*PairType)
	return ok
}}

// RangeAttr is #toy.range<lo, hi>, the integers from lo to hi.
type RangeAttr struct {
	ir.AttrBase
	Lo, Hi int64
}

// Range returns #toy.range<lo, hi>.
func Range(c *ir.Context, lo, hi int64) *RangeAttr {
	s := ir.Spell(c).Str("#toy.range<").Int(lo).Str(", ").Int(hi).Str(">")
	return ir.InternAttr(s, func(b ir.AttrBase) *RangeAttr { return &RangeAttr{b, lo, hi} })
}

func rangeAttr() *ir.AttrDef {
	return &ir.AttrDef{
		Mnemonic: "range", Summary: "a range of integers", Syntax: "`<` integer `,` integer `>`", Examples: []string{"#toy.range<-1, 1>"},
		Parse: func(p ir.AsmParser) ir.Attribute {
			p.Expect("<")
			pos, lo := p.Pos(), p.Integer()
			p.Expect(",")
			hi := p.Integer()
			p.Expect(">")
			if p.Ok() && lo > hi {
				p.ErrorAt(pos, "expected a range that is not empty, but got %d to %d", lo, hi)
			}
			if !p.Ok() {
				return nil
			}
			return Range(p.Context(), lo, hi)
		},
	}
}

var anyRange = &ir.AttrConstraint{Summary: "a range of integers", Check: func(a ir.Attribute) bool {
	_, ok := a.(*RangeAttr)
	return ok
}}

func clamp() *ir.OpDef {
	return &ir.OpDef{
		Kind:     "toy.clamp",
		Summary:  "the number in a range that is nearest",
		Operands: []ir.ValueDef{{Name: "input", Type: ir.AnySignlessInteger}},
		Results:  []ir.ValueDef{{Name: "result", Type: ir.AnySignlessInteger}},
		Attrs:    []ir.PropDef{{Name: "range", Type: anyRange}},
		Traits:   ir.Pure | ir.SameOperandsAndResultType,
		Assembly: "$input `:` type($input) `to` $range attr-dict",
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			r, width := Clamp.Range(op), ir.IntWidth(Clamp.Input(op).Type())
			if width > 64 || r.Lo < -1<<(width-1) || r.Hi > 1<<(width-1)-1 {
				return op.Errorf("expected a range of numbers of %d bits, but got %s", width, r)
			}
			return nil
		},
		Examples: []string{"func.func @f(%x: i32) -> i32 {\n  %0 = toy.clamp %x : i32 to #toy.range<0, 255>\n  return %0 : i32\n}"},
	}
}

func pair() *ir.OpDef {
	return &ir.OpDef{
		Kind:     "toy.pair",
		Summary:  "make a pair",
		Operands: []ir.ValueDef{{Name: "first", Type: ir.AnyType}, {Name: "second", Type: ir.AnyType}},
		Results:  []ir.ValueDef{{Name: "result", Type: anyPair}},
		Constraints: []ir.Constraint{
			ir.TypesMatchWith{Sentence: "the first has the type of the elements", From: "result", To: "first", Transform: elem},
			ir.TypesMatchWith{Sentence: "the second has the type of the elements", From: "result", To: "second", Transform: elem},
		},
		Traits:   ir.Pure,
		Assembly: "$first `,` $second attr-dict `:` type($result)",
		Examples: []string{"func.func @f(%x: i32) -> !toy.pair<i32> {\n  %0 = toy.pair %x, %x : !toy.pair<i32>\n  return %0 : !toy.pair<i32>\n}"},
	}
}

func first() *ir.OpDef {
	return &ir.OpDef{
		Kind:     "toy.first",
		Summary:  "the first of a pair",
		Operands: []ir.ValueDef{{Name: "input", Type: anyPair}},
		Results:  []ir.ValueDef{{Name: "result", Type: ir.AnyType}},
		Constraints: []ir.Constraint{
			ir.TypesMatchWith{Sentence: "the result has the type of the elements", From: "input", To: "result", Transform: elem},
		},
		Traits:   ir.Pure,
		Assembly: "$input attr-dict `:` type($input)",
		Examples: []string{"func.func @f(%x: !toy.pair<i32>) -> i32 {\n  %0 = toy.first %x : !toy.pair<i32>\n  return %0 : i32\n}"},
	}
}

func elem(t ir.Type) ir.Type {
	if p, ok := t.(*PairType); ok {
		return p.Elem
	}
	return nil
}

func runClamp(f *sim.Frame, in *sim.Instr) error {
	x, r := f.Value(in, Clamp.Input(in.Op)), Clamp.Range(in.Op)
	if x.IsPoison() {
		f.Set(in, 0, x)
		return nil
	}
	unused := 64 - ir.IntWidth(Clamp.Input(in.Op).Type())
	n := int64(x.Bits<<unused) >> unused
	f.Set(in, 0, sim.Int(uint64(min(max(n, r.Lo), r.Hi))<<unused>>unused))
	return nil
}

// LowerClamp turns toy.clamp into comparisons:
//
//	%0 = toy.clamp %x : i32 to #toy.range<0, 255>   →   %1 = arith.maxsi %x, %c0
//	                                                    %0 = arith.minsi %1, %c255
var LowerClamp = &passes.Pass{
	Name:     "toy-lower-clamp",
	Title:    "Turn toy.clamp into arith operations",
	Doc:      "Replaces every toy.clamp by arith.maxsi and arith.minsi.",
	Anchor:   []ir.OpKind{fn.Func},
	Dialects: []string{arith.Dialect.Name},
	Stats:    []passes.Stat{{Name: "num-lowered", Doc: "Number of operations replaced"}},
	Run: func(c *passes.Context) (changed bool, err error) {
		rw := c.Rewriter(nil)
		ir.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
			if !Clamp.Is(op) {
				return ir.Advance
			}
			rw.Before(op).Loc = op.Loc()
			r, t := Clamp.Range(op), Clamp.Input(op).Type()
			low := arith.MaxSI.Build(rw, Clamp.Input(op), arith.Constant.Int(rw, t, r.Lo))
			rw.Replace(op, arith.MinSI.Build(rw, low, arith.Constant.Int(rw, t, r.Hi)))
			c.Count("num-lowered", 1)
			changed = true
			return ir.Advance
		})
		return changed, nil
	},
}

// Pipeline is --toy: the pass, then what makes its result simple.
var Pipeline = &passes.NamedPipeline{
	Name:  "toy",
	Title: "Lower the toy dialect",
	Doc:   "Lowers toy.clamp in every function and simplifies the result.",
	Build: func(any) []passes.Step {
		return []passes.Step{passes.On(fn.Func, passes.Use(LowerClamp), passes.Use(standard.Canonicalize), passes.Use(standard.CSE))}
	},
}
