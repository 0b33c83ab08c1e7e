package ireeutil

import (
	"math"

	"optc/ir"
	"optc/ir/ranges"
	"optc/sim"
)

// Assumption is #util.int.assumption<umin = …, umax = …, udiv = …>: facts about an unsigned number.
// Each part may be absent (-1).
type Assumption struct {
	ir.AttrBase
	Min, Max, Divisor int64
}

var assumptionParts = []string{"umin", "umax", "udiv"}

func (a *Assumption) parts() []*int64 { return []*int64{&a.Min, &a.Max, &a.Divisor} }

// stripped is the text between the name of the attribute and its end.
func (a *Assumption) stripped() string { return a.String()[len("#util.int.assumption"):] }

// parseAssumption reads <umin = …, …>.
func parseAssumption(p ir.AsmParser) *Assumption {
	a := &Assumption{Min: -1, Max: -1, Divisor: -1}
	p.List("<>", func() {
		pos := p.Pos()
		i := p.OneOf("umin, umax or udiv", assumptionParts...)
		p.Expect("=")
		if !p.Ok() {
			return
		}
		part := a.parts()[i]
		if *part >= 0 {
			p.ErrorAt(pos, "struct has duplicate parameter '%s'", assumptionParts[i])
		}
		if *part = p.Integer(); p.Ok() && *part < 0 {
			p.ErrorAt(pos, "expected %s to be at least 0 and less than 2^63, but got %d", assumptionParts[i], *part)
		}
	})
	if !p.Ok() {
		return nil
	}
	s := ir.Spell(p.Context()).Str("#util.int.assumption<")
	separator := ""
	for i, part := range a.parts() {
		if *part >= 0 {
			s.Str(separator).Str(assumptionParts[i]).Str(" = ").Int(*part)
			separator = ", "
		}
	}
	return ir.InternAttr(s.Str(">"), func(b ir.AttrBase) *Assumption {
		a.AttrBase = b
		return a
	})
}

var assumption = &ir.AttrDef{
	Mnemonic: "int.assumption", Summary: "what is known of an unsigned number",
	Description: "The number is at least umin, at most umax, and a multiple of udiv. Each part may be absent.",
	Syntax:      `"<" (("umin" | "umax" | "udiv") "=" int ("," …)?)? ">"`,
	Examples:    []string{"#util.int.assumption<umin = 1, umax = 12>", "#util.int.assumption<udiv = 16>"},
	Parse: func(p ir.AsmParser) ir.Attribute {
		return ir.AttrOrNil(parseAssumption(p))
	},
}

var assumptionList = &ir.AttrConstraint{
	Summary: "list of int attribute assumptions for multiple values",
	Check: func(a ir.Attribute) bool {
		for _, of := range ir.ReadArray(a) {
			list, ok := of.(*ir.ArrayAttr)
			if !ok {
				return false
			}
			for _, e := range list.Elems {
				if _, ok := e.(*Assumption); !ok {
					return false
				}
			}
		}
		_, ok := a.(*ir.ArrayAttr)
		return ok
	},
}

func assumeInt() *ir.OpDef {
	return &ir.OpDef{
		Kind: "util.assume.int", New: ir.ByHand, GoName: "AssumeInt", Summary: "numbers of which something is known",
		Description: `The results are the operands. Of each operand at least one of its assumptions is true; an
operand that fulfils none makes the result poison.`,
		Operands: []ir.ValueDef{{Name: "operands", Type: ir.AnyOf(ir.AnySignlessInteger, ir.IndexConstraint), Kind: ir.Variadic}},
		Results:  []ir.ValueDef{{Name: "results", Type: ir.AnyOf(ir.AnySignlessInteger, ir.IndexConstraint), Kind: ir.Variadic}},
		Attrs:    []ir.PropDef{{Name: "assumptions", Type: assumptionList}},
		Traits:   ir.Pure,
		Form:     "($operands assumption), … `:` type($operands) attr-dict\nassumption ::= `<` … `>` | `[` (`<` … `>`), … `]`",
		Parse:    parseAssume,
		Print:    printAssume,
		Verify:   verifyAssume,
		Implements: []ir.Implementation{ranges.Inference.By(&ranges.Rule{Results: func(op *ir.Operation, known ranges.Values) {
			assume := ir.Cast[AssumeIntOp](op)
			for i, v := range assume.Results() {
				r, of := assume.Interval(i), known.Of(assume.Operands()[i])
				if of.Lo > r.Hi || of.Hi < r.Lo {
					of = r
				}
				known.Set(v, ranges.Interval{Lo: max(r.Lo, of.Lo), Hi: min(r.Hi, of.Hi)})
			}
		}})},
		Examples: []string{`func.func @f(%n: index) -> index {
  %0 = util.assume.int %n<umin = 1, umax = 12> : index
  return %0 : index
}`},
	}
}

// Interval returns the smallest interval that contains every number that the assumptions about
// operand i allow.
func (op AssumeIntOp) Interval(i int) ranges.Interval {
	full, _ := ranges.Full(op.Results()[i].Type())
	list := ir.ReadArray(ir.ReadArray(op.Operation().Prop(0))[i])
	union := ranges.Interval{Lo: math.MaxInt64, Hi: math.MinInt64}
	for _, e := range list {
		a, r := e.(*Assumption), full
		if a.Max >= 0 && a.Max <= full.Hi {
			r = ranges.Interval{Lo: max(a.Min, 0), Hi: a.Max} // an unsigned number that is also non-negative when read as signed
		}
		union = union.Union(r)
	}
	if union.Lo > union.Hi {
		return full
	}
	return union
}

func parseAssume(p ir.OpParser, st *ir.OpState) {
	var operands []ir.Unresolved
	var lists []ir.Attribute
	pos := p.Pos()
	for {
		operands = append(operands, p.Operand())
		var list []ir.Attribute
		one := func() {
			if a := parseAssumption(p); a != nil {
				list = append(list, a)
			}
		}
		if p.Peek("[") {
			p.List("[]", one)
		} else {
			one()
		}
		lists = append(lists, p.Context().Array(list))
		if !p.Ok() || !p.Accept(",") {
			break
		}
	}
	p.Expect(":")
	types := p.Types()
	p.ResolveAll(st, operands, types, pos)
	st.ResultTypes = append([]ir.Type(nil), types...)
	st.SetProp("assumptions", p.Context().Array(lists))
	p.AttrDict(st)
}

func printAssume(p *ir.Printer, op *ir.Operation) {
	lists := ir.ReadArray(op.Attr("assumptions"))
	for i, v := range op.Operands() {
		if i > 0 {
			p.Str(",")
		}
		p.Str(" ").Operand(v)
		list := ir.ReadArray(lists[i])
		if len(list) != 1 {
			p.Str("[")
		}
		for k, a := range list {
			if k > 0 {
				p.Str(", ")
			}
			p.Str(a.(*Assumption).stripped())
		}
		if len(list) != 1 {
			p.Str("]")
		}
	}
	p.Str(" : ").Types(op.OperandTypes())
	p.AttrDict(op, "assumptions")
}

// verifyAssume follows AssumeIntOp::verify.
func verifyAssume(op *ir.Operation) *ir.Diagnostic {
	assume := ir.Cast[AssumeIntOp](op)
	lists := ir.ReadArray(op.Prop(0))
	if op.NumOperands() != len(lists) {
		return op.Errorf("expected %d assumption rows to match number of operands", op.NumOperands())
	}
	rank := 1
	for i, l := range lists {
		n := len(ir.ReadArray(l))
		if n != 1 && rank != 1 && n != rank {
			return op.Errorf("expected operand #%d to have %d assumptions but it has %d", i, rank, n)
		}
		if n != 1 {
			rank = n
		}
	}
	for i, v := range assume.Operands() {
		if op.NumResults() != op.NumOperands() || op.Result(i).Type() != v.Type() {
			return op.Errorf("failed to verify that all of {operands, results} have same type")
		}
	}
	return nil
}

// runAssume returns poison for a number that fulfils none of its assumptions.
func runAssume(f *sim.Frame, in *sim.Instr) error {
	assume := ir.Cast[AssumeIntOp](in.Op)
	values := f.Args(in)
	for i, v := range values {
		list := ir.ReadArray(ir.ReadArray(in.Op.Prop(0))[i])
		fulfilled := v.IsPoison() || len(list) == 0
		for _, e := range list {
			a, bits := e.(*Assumption), sim.Truncate(assume.Operands()[i].Type(), v.Bits)
			fulfilled = fulfilled || (a.Min < 0 || bits >= uint64(a.Min)) && (a.Max < 0 || bits <= uint64(a.Max)) && (a.Divisor <= 0 || bits%uint64(a.Divisor) == 0)
		}
		if !fulfilled {
			v = sim.Poison
		}
		f.Set(in, i, v)
	}
	return nil
}
