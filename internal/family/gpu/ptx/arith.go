package ptx

import (
	"strings"

	"optc/dialect/arith"
	"optc/ir"
	"optc/num"
)

// computation writes the operation for an element of its result, from the elements of its operands.
type computation func(w *writer, op *ir.Operation, x []element) operand

// computations holds the operations that compute each element of the result from the elements of the
// operands at the same position.
var computations map[ir.Kind]computation

func init() {
	computations = map[ir.Kind]computation{}
	for _, r := range table {
		computations[r.kind.Kind()] = func(w *writer, op *ir.Operation, x []element) operand { return w.byRow(op, r.by, x, false) }
	}
	for _, r := range extended {
		computations[r.kind.Kind()] = func(w *writer, op *ir.Operation, x []element) operand { return w.byRow(op, r.by, x, true) }
	}
	for _, list := range []map[ir.Kind]computation{conversions, comparisons, expandedFloats, expandedIntegers} {
		for kind, f := range list {
			single := computations[kind]
			computations[kind] = f
			if single != nil {
				computations[kind] = func(w *writer, op *ir.Operation, x []element) operand {
					if o := f(w, op, x); o != (operand{}) {
						return o
					}
					return single(w, op, x)
				}
			}
		}
	}
}

// elementwise writes an operation that computes each element of its result from the elements of
// its operands at the same position. It reports whether op is such an operation.
func (w *writer) elementwise(op *ir.Operation) bool {
	f := computations[op.Kind()]
	if f == nil || op.NumResults() != 1 {
		return false
	}
	v := op.Result(0)
	n := w.numberOf(v)
	var lists [][]element
	for _, x := range op.Operands() {
		w.numberOf(x)
		lists = append(lists, w.elements(x))
	}
	if len(w.problems) > 0 {
		return true
	}
	list := make([]element, count(v.Type()))
	for i := range list {
		x := make([]element, len(lists))
		for k := range lists {
			x[k] = lists[k][min(i, len(lists[k])-1)]
		}
		if n.isIndex {
			list[i] = w.index(op, x)
			continue
		}
		list[i] = elementOf(f(w, op, x))
	}
	w.values[v] = list
	if n.isIndex && len(list) == 1 {
		w.setIndex(v, list[0].index)
	}
	return true
}

// byRow writes the instruction that a table has for the type of the operands. Integers of fewer than
// 32 bits are extended before if the instruction needs whole numbers.
func (w *writer) byRow(op *ir.Operation, by map[string]string, x []element, extend bool) operand {
	n := w.numberOf(input(op))
	text := by[n.name()]
	if text == "" {
		w.refuse(op, "there is no instruction for numbers of type '%s'", ir.ElementOrSelf(input(op).Type()))
		return constant(n.class, 0)
	}
	var args []operand
	for _, e := range x {
		o := w.held(e)
		if extend {
			o = w.extend(o, n, strings.Contains(text, ".s"))
		}
		args = append(args, o)
	}
	if text == wide {
		return w.inWords(n, by["f32"], args)
	}
	if text, exchanged := strings.CutPrefix(text, "<"); exchanged {
		args[0], args[1] = args[1], args[0]
		return w.apply(text, n.class, args...)
	}
	return w.apply(text, n.class, args...)
}

// inWords computes f16 and bf16 in f32.
func (w *writer) inWords(n number, text string, args []operand) operand {
	for i, o := range args {
		args[i] = w.toWord(o, n)
	}
	return w.fromWord(w.apply(text, word, args...), n)
}

// toWord returns a float of 16 bits as an f32.
func (w *writer) toWord(o operand, n number) operand {
	if o.isConst() {
		return w.floatConstant(num.FloatFromBits(kinds[n.float], 0, o.bits).Float64(), "f32")
	}
	if n.float == "f16" {
		return w.value("cvt.f32.f16", word, o)
	}
	zero := w.value("mov.b16", half, constant(half, 0))
	return w.compute("mov.b32", []class{word}, several([]operand{zero, o}))[0]
}

// fromWord rounds an f32 to a float of 16 bits.
func (w *writer) fromWord(o operand, n number) operand {
	return w.value("cvt.rn."+n.float+".f32", half, w.inRegister(o))
}

var kinds = map[string]*num.FloatKind{"f16": num.F16, "bf16": num.BF16, "f32": num.F32, "f64": num.F64}

// floatConstant returns a float as a constant.
func (w *writer) floatConstant(x float64, float string) operand {
	_, bits := num.FloatFromFloat64(kinds[float], x).Bits()
	return constant(classOf(float), bits)
}

func classOf(float string) class {
	switch float {
	case "f64":
		return double
	case "f32":
		return word
	}
	return half
}

// apply writes an instruction with one result, or folds it.
func (w *writer) apply(text string, class class, args ...operand) operand {
	if o, ok := w.fold(text, class, args); ok {
		return o
	}
	for i, o := range args {
		if o.isConst() && (o.class == half || o.class == predicate || len(args) == 1) {
			args[i] = w.inRegister(o)
		}
	}
	return w.value(text, class, args...)
}

// inRegister returns an operand in a register.
func (w *writer) inRegister(o operand) operand {
	switch {
	case !o.isConst():
		return o
	case o.class == predicate:
		return w.value("setp.ne.b32", predicate, w.value("mov.b32", word, constant(word, o.bits&1)), constant(word, 0))
	}
	return w.value("mov"+classes[o.class].typ, o.class, o)
}

// extend returns an integer of fewer than 32 bits with its sign or zeros in the upper bits.
func (w *writer) extend(o operand, n number, signed bool) operand {
	if n.class != word || n.width >= 32 || n.float != "" {
		return o
	}
	shift := 32 - n.width
	switch {
	case o.isConst() && signed:
		return constant(word, uint64(int64(int32(uint32(o.bits)<<shift)>>shift)))
	case o.isConst():
		return constant(word, o.bits<<(64-n.width)>>(64-n.width))
	case o.reg.known && !signed && o.reg.values.Lo >= 0 && o.reg.values.Hi < 1<<n.width:
		return o
	case o.reg.known && signed && o.reg.values.Lo >= -1<<(n.width-1) && o.reg.values.Hi < 1<<(n.width-1):
		return o
	case signed:
		return w.value("cvt.s32.s"+itoa(n.width), word, o)
	}
	return w.value("and.b32", word, o, constant(word, 1<<n.width-1))
}

// fold computes an instruction on constants, or leaves it out if it changes nothing.
func (w *writer) fold(text string, class class, x []operand) (o operand, ok bool) {
	if len(x) != 2 {
		return o, false
	}
	name, _, _ := strings.Cut(text, ".")
	a, b := x[0], x[1]
	if a.isConst() && !b.isConst() && commutes[text] {
		a, b = b, a
		x[0], x[1] = a, b
	}
	if class == predicate && strings.HasSuffix(text, ".pred") {
		return w.foldPredicate(name, a, b)
	}
	if strings.HasSuffix(text, ".rn.f32") || strings.HasSuffix(text, ".rn.f64") || strings.HasSuffix(text, ".rn.f16") {
		return w.foldFloat(name, text, a, b)
	}
	if class == half || strings.Contains(text, ".f") || strings.Contains(text, "NaN") {
		return o, false
	}
	if f := integerFolds[name]; f != nil && a.isConst() && b.isConst() && f(a, b) != nil {
		return constant(class, *f(a, b)), true
	}
	if !b.isConst() {
		return o, false
	}
	switch {
	case b.bits == 0 && (name == "add" || name == "sub" || name == "or" || name == "xor" || name == "shl" || name == "shr"):
		return a, true
	case b.bits == 0 && (name == "mul" || name == "and"):
		return constant(class, 0), true
	case b.bits == 1 && name == "mul":
		return a, true
	case name == "and" && b == constant(class, ^uint64(0)):
		return a, true
	}
	return o, false
}

// commutes holds the instructions whose operands may be exchanged, so that a constant becomes the second one.
var commutes = map[string]bool{
	"add.s32": true, "add.s64": true, "mul.lo.s32": true, "mul.lo.s64": true, "and.b32": true, "and.b64": true, "or.b32": true, "or.b64": true, "xor.b32": true, "xor.b64": true,
	"and.pred": true, "or.pred": true, "xor.pred": true, "add.rn.f32": true, "add.rn.f64": true, "add.rn.f16": true, "mul.rn.f32": true, "mul.rn.f64": true, "mul.rn.f16": true,
	"max.s32": true, "min.s32": true, "max.u32": true, "min.u32": true, "max.NaN.f32": true, "min.NaN.f32": true, "max.f32": true, "min.f32": true,
}

// integerFolds holds the instructions that are computed on constants. They return nil if the result
// is undefined.
var integerFolds = map[string]func(a, b operand) *uint64{
	"add": func(a, b operand) *uint64 { return of64(a.bits + b.bits) },
	"sub": func(a, b operand) *uint64 { return of64(a.bits - b.bits) },
	"mul": func(a, b operand) *uint64 { return of64(a.bits * b.bits) },
	"and": func(a, b operand) *uint64 { return of64(a.bits & b.bits) },
	"or":  func(a, b operand) *uint64 { return of64(a.bits | b.bits) },
	"xor": func(a, b operand) *uint64 { return of64(a.bits ^ b.bits) },
	"shl": func(a, b operand) *uint64 { return of64(a.bits << b.bits) },
}

func of64(n uint64) *uint64 { return &n }

// foldPredicate leaves out operations on constant predicates.
func (w *writer) foldPredicate(name string, a, b operand) (o operand, ok bool) {
	switch on := b.bits&1 == 1; {
	case a == b && name != "xor":
		return a, true
	case !b.isConst():
		return o, false
	case a.isConst():
		return constant(predicate, *integerFolds[name](a, b)&1), true
	case name == "and" && on, name != "and" && !on:
		return a, true
	case name == "xor":
		return w.not(a), true
	case name == "and":
		return constant(predicate, 0), true
	}
	return constant(predicate, 1), true
}

// foldFloat removes additions of zero and multiplications by one.
func (w *writer) foldFloat(name, text string, a, b operand) (o operand, ok bool) {
	if !b.isConst() {
		return o, false
	}
	float := text[len(text)-3:]
	f := num.FloatFromBits(kinds[float], 0, b.bits)
	negative := f.IsNegative()
	switch {
	case f.IsZero() && (name == "add" && (negative || w.isNoNegativeZero(a)) || name == "sub" && (!negative || w.isNoNegativeZero(a))):
		return a, !a.isConst()
	case f.Float64() == 1 && (name == "mul" || name == "div"):
		return a, !a.isConst()
	}
	return o, false
}

// longestSum is the nesting depth of sums that isNoNegativeZero looks into.
const longestSum = 8

// isNoNegativeZero reports whether a register is known never to hold -0: a sum is -0 only if both of its terms are.
func (w *writer) isNoNegativeZero(o operand) bool { return w.isSumWithout(o, longestSum) }

func (w *writer) isSumWithout(o operand, deep int) bool {
	if o.isConst() {
		f := num.FloatFromBits(kinds[map[class]string{word: "f32", double: "f64", half: "f16"}[o.class]], 0, o.bits)
		return !(f.IsZero() && f.IsNegative())
	}
	in := o.reg.def
	if in == nil || deep == 0 || !strings.HasPrefix(in.op, "add.rn.") {
		return false
	}
	return w.isSumWithout(in.from[0].list[0], deep-1) || w.isSumWithout(in.from[1].list[0], deep-1)
}

// not returns the negation of a predicate: the negated comparison, if there is one.
func (w *writer) not(p operand) operand {
	if p.isConst() {
		return constant(predicate, 1-p.bits&1)
	}
	if in := p.reg.def; in != nil && strings.HasPrefix(in.op, "setp.") {
		parts := strings.Split(in.op, ".")
		if to := negations[parts[1]]; to != "" && parts[2][0] != 'f' && parts[2][0] != 'b' || strings.HasPrefix(parts[2], "b") && (parts[1] == "eq" || parts[1] == "ne") {
			return w.value("setp."+to+"."+parts[2], predicate, in.from[0].list[0], in.from[1].list[0])
		}
	}
	return w.value("not.pred", predicate, p)
}

var negations = map[string]string{"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "le": "gt", "gt": "le"}

// choose returns yes if a predicate is on, and otherwise no.
func (w *writer) choose(p, yes, no operand) operand {
	class := yes.class
	switch {
	case p.isConst() && p.bits&1 == 1, yes == no:
		return yes
	case p.isConst():
		return no
	case class == predicate:
		switch {
		case yes.isConst() && no.isConst() && yes.bits&1 == 1:
			return p
		case yes.isConst() && no.isConst():
			return w.not(p)
		}
		on := w.apply("and.pred", predicate, p, yes)
		off := w.apply("and.pred", predicate, w.not(p), no)
		return w.apply("or.pred", predicate, on, off)
	}
	if o, ok := w.extreme(p, yes, no); ok {
		return o
	}
	if class == half {
		yes, no = w.inRegister(yes), w.inRegister(no)
	}
	return w.value("selp"+classes[class].typ, class, yes, no, p)
}

// extreme turns a choice between a register and a constant, which is neither 0 nor NaN, by their comparison into
// their maximum or minimum: x > 90 ? 90 : x is the minimum, which is NaN if x is.
func (w *writer) extreme(p, yes, no operand) (o operand, ok bool) {
	in := p.reg.def
	if in == nil || yes.class != word {
		return o, false
	}
	name := map[string]string{"setp.gt.f32": "min.NaN.f32", "setp.ge.f32": "min.NaN.f32", "setp.lt.f32": "max.NaN.f32", "setp.le.f32": "max.NaN.f32"}[in.op]
	if name == "" {
		return o, false
	}
	x, limit := in.from[0].list[0], in.from[1].list[0]
	if !limit.isConst() || limit.bits<<1&(1<<32-1) == 0 || num.FloatFromBits(num.F32, 0, limit.bits).IsNaN() || x != no || limit != yes {
		return o, false
	}
	return w.value(name, word, x, limit), true
}

// comparisons holds the comparisons, and the choices that depend on one.
var comparisons = map[ir.Kind]computation{
	arith.CmpIOp{}.Kind(): func(w *writer, op *ir.Operation, x []element) operand {
		return w.compareIntegers(ir.Cast[arith.CmpIOp](op).Predicate(), w.numberOf(input(op)), x[0], x[1])
	},
	arith.CmpFOp{}.Kind(): func(w *writer, op *ir.Operation, x []element) operand {
		p, n := ir.Cast[arith.CmpFOp](op).Predicate(), w.numberOf(input(op))
		switch p {
		case arith.AlwaysFalse:
			return constant(predicate, 0)
		case arith.AlwaysTrue:
			return constant(predicate, 1)
		}
		return w.compareFloats(floatRelations[p], n, x[0].operand, x[1].operand)
	},
	arith.SelectOp{}.Kind(): func(w *writer, _ *ir.Operation, x []element) operand {
		return w.choose(x[0].operand, w.held(x[1]), w.held(x[2]))
	},
}

// compareFloats compares two floats. Numbers of bf16 are compared as f32.
func (w *writer) compareFloats(relation string, n number, x, y operand) operand {
	typ := n.float
	switch typ {
	case "bf16":
		x, y, typ = w.toWord(x, n), w.toWord(y, n), "f32"
	case "f16":
		y = w.inRegister(y)
	}
	return w.value("setp."+relation+"."+typ, predicate, w.inRegister(x), y)
}

// compareIntegers compares two integers or indices, which have 32 bits if they are known to fit.
func (w *writer) compareIntegers(p arith.CmpIPredicate, n number, x, y element) operand {
	relation := integerRelations[p]
	var a, b operand
	bits := "32"
	switch {
	case n.isIndex && x.index.isWord() && y.index.isWord():
		a, b = w.word(x.index), w.word(y.index)
		if known, value := decide(p, x.index, y.index); known {
			return constant(predicate, value)
		}
	case n.isIndex:
		a, b, bits = w.double(x.index), w.double(y.index), "64"
	case n.class == predicate:
		// As a signed number, 1 is below 0.
		a, b = w.choose(x.operand, constant(word, 1), constant(word, 0)), w.choose(y.operand, constant(word, 1), constant(word, 0))
		if p <= arith.NE {
			o := w.apply("xor.pred", predicate, x.operand, y.operand)
			if p == arith.EQ {
				o = w.not(o)
			}
			return o
		}
		if p < arith.ULT {
			a, b = b, a
		}
	case n.class == double:
		a, b, bits = x.operand, y.operand, "64"
	default:
		signed := strings.HasSuffix(relation, ".s") && p > arith.NE
		a, b = w.extend(x.operand, n, signed), w.extend(y.operand, n, signed)
	}
	if a.isConst() && b.isConst() {
		a = w.inRegister(a)
	} else if a.isConst() {
		a, b, relation = b, a, integerRelations[exchanged[p]]
	}
	return w.value("setp."+relation+bits, predicate, a, b)
}

// exchanged holds the predicate for exchanged operands.
var exchanged = map[arith.CmpIPredicate]arith.CmpIPredicate{
	arith.EQ: arith.EQ, arith.NE: arith.NE, arith.SLT: arith.SGT, arith.SLE: arith.SGE, arith.SGT: arith.SLT, arith.SGE: arith.SLE,
	arith.ULT: arith.UGT, arith.ULE: arith.UGE, arith.UGT: arith.ULT, arith.UGE: arith.ULE,
}

// decide compares indices by the values that they may have.
func decide(p arith.CmpIPredicate, x, y *sum) (known bool, value uint64) {
	a, b := x.values, y.values
	switch {
	case p == arith.SLT && a.Hi < b.Lo, p == arith.SLE && a.Hi <= b.Lo, p == arith.SGT && a.Lo > b.Hi, p == arith.SGE && a.Lo >= b.Hi, p == arith.NE && (a.Hi < b.Lo || a.Lo > b.Hi):
		return true, 1
	case p == arith.SLT && a.Lo >= b.Hi, p == arith.SLE && a.Lo > b.Hi, p == arith.SGT && a.Hi <= b.Lo, p == arith.SGE && a.Hi < b.Lo, p == arith.EQ && (a.Hi < b.Lo || a.Lo > b.Hi):
		return true, 0
	}
	return false, 0
}
