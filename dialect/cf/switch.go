package cf

import (
	"math"
	"strconv"

	"optc/ir"
	"optc/num"
	"optc/sim"
)

func switchOp() *ir.OpDef {
	return &ir.OpDef{
		Kind:       "cf.switch",
		Implements: []ir.Implementation{sim.Moves("defaultOperands", "caseOperands")},
		New:        ir.ByHand,
		Summary:    "branch by the value of an integer",
		Description: `Continues at the block of the case that equals the flag, and at the default block
if there is none. case_operand_segments holds the number of operands of each case.`,
		Operands: []ir.ValueDef{
			{Name: "flag", Type: ir.AnyInteger},
			{Name: "defaultOperands", Type: ir.AnyType, Kind: ir.Variadic},
			{Name: "caseOperands", Type: ir.AnyType, Kind: ir.Variadic},
		},
		Attrs: []ir.PropDef{
			{Name: caseSegments, Type: ir.DenseI32ArrayAttr},
			{Name: caseValues, Type: intElements, Optional: true},
		},
		Successors: []ir.SuccessorDef{{Name: "defaultDestination"}, {Name: "caseDestinations", Variadic: true}},
		Traits:     ir.Pure | ir.Terminator | ir.AttrSizedOperandSegments,
		Form: "$flag `:` type($flag) `,` `[` `default` `:` target (`,` number `:` target)* `]` attr-dict\n" +
			"target ::= block (`(` values `:` types `)`)?",
		Parse:       parseSwitch,
		Print:       printSwitch,
		Verify:      verifySwitch,
		Constraints: []ir.Constraint{ir.Rule{Sentence: "caseOperands are as many as " + caseSegments + " says", Verify: verifySegments}},
		Patterns: []*ir.Pattern{
			{Name: "switch-with-only-default", Root: SwitchOp{}, Rewrite: onlyDefault},
			{Name: "drop-cases-like-default", Root: SwitchOp{}, Rewrite: dropCasesLikeDefault},
			{Name: "constant-switch", Root: SwitchOp{}, Rewrite: constantSwitch},
			{Name: "pass-through-switch", Root: SwitchOp{}, Rewrite: passThroughSwitch},
			{Name: "switch-from-case", Root: SwitchOp{}, Rewrite: switchFromCase},
			{Name: "switch-from-default", Root: SwitchOp{}, Rewrite: switchFromDefault},
		},
		Interfaces: ir.Interfaces{Branch: &ir.Branch{
			Forwarded:    successorRange,
			SetForwarded: setSuccessorOperands,
			Taken: func(op *ir.Operation, operands []ir.Attribute) *ir.Block {
				switchOp := ir.Cast[SwitchOp](op)
				values := switchOp.CaseValues()
				if values == nil {
					return switchOp.DefaultDestination()
				}
				flag, ok := operands[0].(*ir.IntegerAttr)
				if !ok {
					return nil
				}
				return op.Successor(caseOf(values, flag.Value))
			},
		}},
		Examples: []string{`func.func @f(%flag: i32, %a: i32, %b: i32) -> i32 {
  cf.switch %flag : i32, [
    default: ^bb1(%a : i32),
    42: ^bb1(%b : i32),
    43: ^bb2
  ]
^bb1(%x: i32):
  return %x : i32
^bb2:
  return %a : i32
}`},
	}
}

var intElements = &ir.AttrConstraint{
	Go:      ir.GoAttr[*ir.DenseAttr](),
	Summary: "integer elements attribute",
	Stores:  ir.DenseConstraint.Check,
	Check: func(a ir.Attribute) bool {
		d, ok := a.(*ir.DenseAttr)
		return ok && ir.AnyInteger.Check(d.ShapedType().ElementType())
	},
}

// successorRange returns the operands of successor i: 0 is the default, i the case i-1.
// It must also work for invalid operations.
func successorRange(op *ir.Operation, i int) (lo, hi int) {
	if i == 0 {
		return op.OperandRange(groupDefault)
	}
	lo, end := op.OperandRange(groupCases)
	for k, n := range ir.Cast[SwitchOp](op).CaseOperandSegments() {
		hi = min(lo+max(0, int(n)), end)
		if k == i-1 {
			return lo, hi
		}
		lo = hi
	}
	return lo, lo
}

// caseOperands returns the values passed to each case.
func caseOperands(op *ir.Operation) [][]*ir.Value {
	rest := op.OperandGroup(groupCases)
	args := make([][]*ir.Value, 0, op.NumSuccessors()-1)
	for _, n := range ir.Cast[SwitchOp](op).CaseOperandSegments() {
		n = max(0, min(n, int64(len(rest))))
		args = append(args, rest[:n:n])
		rest = rest[n:]
	}
	return args
}

// successorOperands returns the values passed to successor i.
func successorOperands(op *ir.Operation, i int) []*ir.Value {
	lo, hi := successorRange(op, i)
	return op.OperandList()[lo:hi]
}

func setSuccessorOperands(op *ir.Operation, i int, vs []*ir.Value) {
	if i == 0 {
		op.SetOperandGroup(groupDefault, vs)
		return
	}
	var all []*ir.Value
	sizes := make([]int32, 0, op.NumSuccessors()-1)
	for k, mine := range caseOperands(op) {
		if k == i-1 {
			mine = vs
		}
		all = append(all, mine...)
		sizes = append(sizes, int32(len(mine)))
	}
	c := op.Attr(caseSegments).Context()
	op.SetOperandGroup(groupCases, all)
	op.SetAttr(caseSegments, c.DenseI32Array(sizes))
}

// values returns the case values.
func values(op *ir.Operation) []num.Int {
	d := ir.Cast[SwitchOp](op).CaseValues()
	if d == nil {
		return nil
	}
	vs := make([]num.Int, d.NumElements())
	for i := range vs {
		vs[i] = num.IntFromBytes(ir.IntWidth(d.ShapedType().ElementType()), d.Element(i))
	}
	return vs
}

// caseOf returns the successor taken for a flag.
func caseOf(d *ir.DenseAttr, flag num.Int) int {
	for i := range d.NumElements() {
		if num.IntFromBytes(flag.Width(), d.Element(i)).Equal(flag) {
			return i + 1
		}
	}
	return 0
}

func verifySegments(op *ir.Operation) *ir.Diagnostic {
	total := int64(0)
	for _, n := range ir.Cast[SwitchOp](op).CaseOperandSegments() {
		if n < 0 {
			return op.Errorf("'%s' attribute cannot have negative elements", caseSegments)
		}
		total += n
	}
	if lo, hi := op.OperandRange(groupCases); int64(hi-lo) != total {
		return op.Errorf("caseOperands count (%d) does not match with the total size (%d) specified in attribute '%s'", hi-lo, total, caseSegments)
	}
	return nil
}

func verifySwitch(op *ir.Operation) *ir.Diagnostic {
	cases := op.NumSuccessors() - 1
	switchOp := ir.Cast[SwitchOp](op)
	d := switchOp.CaseValues()
	n := 0
	if d != nil {
		n = d.NumElements()
		if flag, elem := switchOp.Flag().Type(), d.ShapedType().ElementType(); flag != elem {
			return op.Errorf("'flag' type ('%s') should match case value type ('%s')", flag, elem)
		}
	}
	if n != cases {
		return op.Errorf("number of case values (%d) should match number of case destinations (%d)", n, cases)
	}
	if n := len(switchOp.CaseOperandSegments()); n != cases {
		return op.Errorf("number of case operand segments (%d) should match number of case destinations (%d)", n, cases)
	}
	return nil
}

// parseSwitch reads
//
//	%flag : i32, [default: ^bb1(%a : i32), 42: ^bb2, …] {…}
func parseSwitch(p ir.OpParser, st *ir.OpState) {
	flag := p.Operand()
	p.Expect(":")
	pos := p.Pos()
	flagType := p.Type()
	p.Expect(",")
	p.Expect("[")
	if !p.Ok() {
		return
	}
	t, ok := flagType.(*ir.IntegerType)
	if !ok {
		p.ErrorAt(pos, "invalid kind of type specified: expected builtin.integer, but found '%s'", flagType)
		return
	}
	p.Keyword("default")
	p.Resolve(st, t, flag)
	numDefault := parseTarget(p, st)
	numCases := 0
	var raw []byte
	sizes := []int32{}
	for p.Ok() && p.Accept(",") {
		raw = num.IntFromInt64(t.Width, p.Integer()).AppendBytes(raw)
		n := parseTarget(p, st)
		sizes = append(sizes, int32(n))
		numCases += n
	}
	p.Expect("]")
	p.AttrDict(st)
	if !p.Ok() {
		return
	}
	c := p.Context()
	if len(sizes) > 0 {
		st.SetProp(caseValues, c.Dense(ir.Vector([]int64{int64(len(sizes))}, t), raw))
	}
	st.SetProp(caseSegments, c.DenseI32Array(sizes))
	st.SetSegments(c, 1, numDefault, numCases)
}

// parseTarget reads `: ^bb(%a, … : T, …)` and returns the number of operands.
func parseTarget(p ir.OpParser, st *ir.OpState) int {
	p.Expect(":")
	st.Successors = append(st.Successors, p.Successor())
	if !p.Accept("(") {
		return 0
	}
	pos := p.Pos()
	operands := p.Operands("")
	p.Expect(":")
	types := p.Types()
	p.Expect(")")
	if p.Ok() {
		p.ResolveAll(st, operands, types, pos)
	}
	return len(operands)
}

func printSwitch(p *ir.Printer, op *ir.Operation) {
	switchOp := ir.Cast[SwitchOp](op)
	flag := switchOp.Flag()
	p.Str(" ").Operand(flag).Str(" : ").Type(flag.Type()).Str(", [").Newline()
	p.Str("  default: ").SuccessorArgs(switchOp.DefaultDestination(), switchOp.DefaultOperands())
	for i, v := range values(op) {
		p.Str(",").Newline().Str("  ").Str(caseText(v)).Str(": ")
		p.SuccessorArgs(op.Successor(i+1), successorOperands(op, i+1))
	}
	if op.NumSuccessors() > 1 {
		p.Newline()
	}
	p.Str("]").AttrDict(op, caseValues, caseSegments, "operandSegmentSizes")
}

// caseText writes a case value as upstream does: unsigned, and saturated at 64 bits
// (APInt::getLimitedValue).
func caseText(v num.Int) string {
	u := uint64(math.MaxUint64)
	if v.IsUint64() {
		u = v.Uint64()
	}
	return strconv.FormatUint(u, 10)
}
