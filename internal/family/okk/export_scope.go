package okk

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"optc/dialect/arith"
	"optc/internal/family/okk/extent"
	"optc/ir"
	"optc/ir/integers"
)

// scope is a block of C.
type scope struct {
	variables map[string]string // names by type and initial value
	names     map[string]bool
}

func newScope() scope { return scope{map[string]string{}, map[string]bool{}} }

// pick returns a name for a variable of the current block that hides no other variable.
func (x *exporter) pick(like string) string {
	name := newNames().Pick(like)
	taken := func(name string) bool {
		return slices.ContainsFunc(x.scopes, func(s scope) bool { return s.names[name] })
	}
	for base, i := name, 2; taken(name); i++ {
		name = fmt.Sprint(base, "_", i)
	}
	x.scopes[len(x.scopes)-1].names[name] = true
	return name
}

// open begins a block of C.
func (x *exporter) open(format string, args ...any) {
	x.line(format+" {", args...)
	x.scopes = append(x.scopes, newScope())
}

// end ends a block of C.
func (x *exporter) end() {
	x.scopes = x.scopes[:len(x.scopes)-1]
	x.line("}")
}

// line writes a line into the current block.
func (x *exporter) line(format string, args ...any) {
	x.body.WriteString(strings.Repeat("  ", len(x.scopes)))
	fmt.Fprintf(&x.body, format, args...)
	x.body.WriteByte('\n')
}

// variable returns the name of a variable with an initial value, which is declared in the
// current block unless there is one already. The declaration is written by declare.
func (x *exporter) variable(key, like string, declare func(name string)) string {
	for _, s := range x.scopes {
		if name, known := s.variables[key]; known {
			return name
		}
	}
	name := x.pick(like)
	x.scopes[len(x.scopes)-1].variables[key] = name
	declare(name)
	return name
}

// dims returns a pointer to a variable with four numbers.
func (x *exporter) dims(like string, d [4]string) string {
	value := fmt.Sprintf("{.n = %s, .c = %s, .h = %s, .w = %s}", d[0], d[1], d[2], d[3])
	return "&" + x.variable("dim4 "+value, like, func(name string) { x.line("const dim4 %s = %s;", name, value) })
}

// text returns a size as an expression of C.
func (x *exporter) text(s extent.Size) string { return x.writer.Write(s) }

func (x *exporter) texts(list []extent.Size) (out [4]string) {
	for i, s := range list {
		out[i] = x.text(s)
	}
	return out
}

// named returns the variable of an atom that has a name in the text of the kernel.
//
//	%m = arith.minui %left, %c8   →   const int m = MIN(n - i, 8);
func (x *exporter) named(a *extent.Atom, text func() string) string {
	v := x.atoms[a]
	if v == nil {
		return text()
	}
	value := text()
	return x.variable("int "+value, x.like(v), func(name string) { x.line("const int %s = %s;", name, value) })
}

// like returns the name of a value in the text of the kernel, or one for values without a
// name.
func (x *exporter) like(v *ir.Value) string {
	name := strings.TrimPrefix(x.printed(v), "%")
	if name == "" || name[0] >= '0' && name[0] <= '9' || strings.ContainsAny(name, "#") {
		return "tensor" + strings.NewReplacer("#", "_").Replace(name)
	}
	return name
}

// nameAtoms finds the values with names whose sizes are atoms, which become variables.
func (x *exporter) nameAtoms(kernel *ir.Operation) {
	ir.Walk(kernel, func(op *ir.Operation) ir.WalkResult {
		if !extent.IsSize(op) || op.NumResults() != 1 || op.Result(0).Type() != ir.Type(x.context.Index()) {
			return ir.Advance
		}
		v := op.Result(0)
		if a, ok := x.sizes.Of(v).Atom(); ok && a.Kind != extent.Value && x.atoms[a] == nil && strings.HasPrefix(x.printed(v), "%") && !strings.HasPrefix(x.like(v), "tensor") {
			x.atoms[a] = v
		}
		return ir.Advance
	})
}

// valueName returns the variable of a parameter, of the index of a loop or of a condition.
func (x *exporter) valueName(v *ir.Value) string {
	if name := x.values[v]; name != "" {
		return name
	}
	return x.condition(v)
}

var comparisons = map[arith.CmpIPredicate]string{
	arith.EQ: "==", arith.NE: "!=", arith.SLT: "<", arith.ULT: "<", arith.SLE: "<=", arith.ULE: "<=", arith.SGT: ">", arith.UGT: ">", arith.SGE: ">=", arith.UGE: ">=",
}

// connectives join conditions.
var connectives = map[integers.Function]string{integers.And: " && ", integers.Or: " || "}

// condition writes a condition as an expression in C. unwritten reports an operation that has
// no form in C.
func (x *exporter) condition(v *ir.Value) string {
	op := v.DefiningOp()
	if compare := ir.As[arith.CmpIOp](op); compare.Ok() {
		return x.text(x.sizes.Of(compare.Lhs())) + " " + comparisons[compare.Predicate()] + " " + x.text(x.sizes.Of(compare.Rhs()))
	}
	if n, ok := ir.ConstantValue(v).(*ir.IntegerAttr); ok {
		return strconv.FormatBool(n.Int64() != 0)
	}
	if f, of := integers.Of(op); connectives[f] != "" {
		return x.term(of[0]) + connectives[f] + x.term(of[1])
	}
	x.unwritten = append(x.unwritten, v)
	return "false"
}

// term returns a condition between parentheses, if it has several terms.
func (x *exporter) term(v *ir.Value) string {
	text := x.condition(v)
	if ir.Is[arith.CmpIOp](v.DefiningOp()) || !strings.Contains(text, " ") {
		return text
	}
	return "(" + text + ")"
}
