// Package toy is a dialect outside of optc: a type, an attribute, operations that the simulator can
// execute, a pass and a pipeline. All definitions are Go values; nothing is registered globally. File
// saturate.go has an operation that implements all interfaces, and columns.go a load and a store.
package toy

//go:generate go run optc/cmd/opgen example.com/embed/gen

import (
	"fmt"

	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/ir"
	"optc/ir/lowering"
	"optc/num"
	"optc/passes"
	"optc/passes/standard"
	"optc/sim"
)

// Dialect is the dialect for contexts and tools.
var Dialect = &ir.Dialect{
	Name:        "toy",
	Summary:     "saturating numbers and pairs",
	Description: "An example of a dialect in another module.",
	Define: func() ir.Definitions {
		return ir.Definitions{
			Ops:   []*ir.OpDef{clamp(), average(), pair(), first(), saturate(), load(), store()},
			Typed: typedOps(),
			Types: []*ir.TypeDef{pairType()},
			Attrs: []*ir.AttrDef{rangeAttr()},
		}
	},
	InlineInto: ir.InlineAlways,
	// Execution, and with it --verify-exec, finds the meaning of the operations here.
	Meaning: meaning,
}

// meaning defines how the operations are executed.
func meaning() ir.Meaning {
	return sim.Table{
		ClampOp{}.Kind():    runClamp,
		AverageOp{}.Kind():  sim.IntBinary(averageOf),
		SaturateOp{}.Kind(): runSaturate,
		PairOp{}.Kind():     runPair,
		FirstOp{}.Kind():    runFirst,
		LoadOp{}.Kind():     runLoad,
		StoreOp{}.Kind():    runStore,
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

var anyRange = &ir.AttrConstraint{Summary: "a range of integers", Go: ir.GoAttr[*RangeAttr](), Check: func(a ir.Attribute) bool {
	_, ok := a.(*RangeAttr)
	return ok
}}

func clamp() *ir.OpDef {
	return &ir.OpDef{
		Kind:     "toy.clamp",
		Summary:  "the number of a range that is nearest to the operand",
		Operands: []ir.ValueDef{{Name: "input", Type: ir.AnySignlessInteger}},
		Results:  []ir.ValueDef{{Name: "result", Type: ir.AnySignlessInteger}},
		Attrs:    []ir.PropDef{{Name: "range", Type: anyRange}},
		Traits:   ir.Pure | ir.SameOperandsAndResultType,
		Assembly: "$input `:` type($input) `to` $range attr-dict",
		// On a GPU it becomes operations of arith.
		Implements: []ir.Implementation{lowering.By(lowering.As("gpu", lowerClamp))},
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			clamp := ir.Cast[ClampOp](op)
			r, width := clamp.Range(), ir.IntWidth(clamp.Input().Type())
			if width > 64 || r.Lo < -1<<(width-1) || r.Hi > 1<<(width-1)-1 {
				return op.Errorf("expected a range of numbers of %d bits, but got %s", width, r)
			}
			return nil
		},
		Examples: []string{"func.func @f(%x: i32) -> i32 {\n  %0 = toy.clamp %x : i32 to #toy.range<0, 255>\n  return %0 : i32\n}"},
	}
}

func average() *ir.OpDef {
	return &ir.OpDef{
		Kind:     "toy.average",
		Summary:  "the average of two integers, rounded down",
		Operands: []ir.ValueDef{{Name: "lhs", Type: averaged}, {Name: "rhs", Type: averaged}},
		Results:  []ir.ValueDef{{Name: "result", Type: averaged}},
		Traits:   ir.Pure | ir.Elementwise | ir.SameOperandsAndResultType,
		Assembly: "$lhs `,` $rhs attr-dict `:` type($result)",
		// In C++ it is an expression.
		Implements: []ir.Implementation{lowering.By(lowering.In("gpu", "c++", averageInCPP))},
		Examples:   []string{"func.func @f(%x: i32, %y: i32) -> i32 {\n  %0 = toy.average %x, %y : i32\n  return %0 : i32\n}"},
	}
}

var averaged = ir.AnyOf(ir.I32Constraint, numbers)

// averageOf returns (x & y) + (x ^ y) / 2: the common bits plus half of the bits that only one of
// them has. This sum does not overflow.
func averageOf(x, y num.Int) num.Int {
	half, _ := x.Xor(y).ShrSigned(num.IntFromUint64(x.Width(), 1))
	return x.And(y).Add(half)
}

// averageInCPP writes averageOf.
func averageInCPP(w lowering.Writer, op *ir.Operation, x []string) []string {
	t := w.Type(op.Result(0).Type())
	return []string{fmt.Sprintf("%s((%s & %s) + ((%s ^ %s) >> 1))", t, x[0], x[1], x[0], x[1])}
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
	clamp := ir.Cast[ClampOp](in.Op)
	x, r := f.Value(in, clamp.Input()), clamp.Range()
	if x.IsPoison() {
		f.Set(in, 0, x)
		return nil
	}
	unused := 64 - ir.IntWidth(clamp.Input().Type())
	n := int64(x.Bits<<unused) >> unused
	f.Set(in, 0, sim.Int(uint64(min(max(n, r.Lo), r.Hi))<<unused>>unused))
	return nil
}

func runPair(f *sim.Frame, in *sim.Instr) error {
	pair := ir.Cast[PairOp](in.Op)
	f.Set(in, 0, sim.Value{Ref: [2]sim.Value{f.Value(in, pair.First()), f.Value(in, pair.Second())}})
	return nil
}

func runFirst(f *sim.Frame, in *sim.Instr) error {
	p, ok := f.Value(in, ir.Cast[FirstOp](in.Op).Input()).Ref.([2]sim.Value)
	if !ok {
		f.Set(in, 0, sim.Poison)
		return nil
	}
	f.Set(in, 0, p[0])
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
	Anchor:   []ir.OpKind{fn.FuncOp{}},
	Dialects: []string{arith.Dialect.Name},
	Stats:    []passes.Stat{{Name: "num-lowered", Doc: "Number of operations replaced"}},
	Run: func(c *passes.Context) (changed bool, err error) {
		rw := c.Rewriter(nil)
		ir.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
			if !ir.Is[ClampOp](op) {
				return ir.Advance
			}
			rw.Before(op).Loc = op.Loc()
			changed = lowerClamp(rw, op) || changed
			c.Count("num-lowered", 1)
			return ir.Advance
		})
		return changed, nil
	},
}

// lowerClamp replaces a toy.clamp by operations of arith.
func lowerClamp(rw *ir.Rewriter, op *ir.Operation) bool {
	clamp := ir.Cast[ClampOp](op)
	r, t := clamp.Range(), clamp.Input().Type()
	low := arith.NewMaxSI(rw, clamp.Input(), arith.ConstantInt(rw, t, r.Lo)).Result()
	rw.Replace(op, arith.NewMinSI(rw, low, arith.ConstantInt(rw, t, r.Hi)).Result())
	return true
}

// Pipeline is --toy: the pass, followed by simplifications of its result.
var Pipeline = &passes.NamedPipeline{
	Name:  "toy",
	Title: "Lower the toy dialect",
	Doc:   "Lowers toy.clamp in every function and simplifies the result.",
	Build: func(any) []passes.Step {
		return []passes.Step{passes.On(fn.FuncOp{}, passes.Use(LowerClamp), passes.Use(standard.Canonicalize), passes.Use(standard.CSE))}
	},
}
