package poplar

import (
	"slices"
	"strings"

	"optc/dialect/poplar/target"
	"optc/ir"
)

// attribute is a part that stands for an inherent attribute.
type attribute struct {
	name   string
	typ    *ir.AttrConstraint
	doc    string // syntax
	always bool   // optional although it stands in no group
	begins func(p ir.OpParser) bool
	read   func(p ir.OpParser) ir.Attribute // nil: absent
	write  func(p *ir.Printer, a ir.Attribute)
}

func (a attribute) declare(d *ir.OpDef, optional bool) {
	d.Attrs = append(d.Attrs, ir.AttrDef{Name: a.name, Type: a.typ, Optional: optional || a.always})
}
func (a attribute) comes(p ir.OpParser) bool { return a.begins != nil && a.begins(p) }
func (a attribute) parse(r *formReader) {
	if v := a.read(r.OpParser); v != nil && r.Ok() {
		r.st.SetProp(a.name, v)
	}
}
func (a attribute) skip(*formReader)                      {}
func (a attribute) present(op *ir.Operation) bool         { return op.Attr(a.name) != nil }
func (a attribute) print(p *ir.Printer, op *ir.Operation) { a.write(p, op.Attr(a.name)) }
func (a attribute) syntax() string                        { return a.doc }

// integer is an integer of 64 bits.
func integer(name string) part {
	return attribute{name: name, typ: ir.I64Attr, doc: name,
		read:  func(p ir.OpParser) ir.Attribute { return p.Context().I64Attr(p.Integer()) },
		write: func(p *ir.Printer, a ir.Attribute) { p.AttrWithoutType(a) }}
}

// address is an integer of 64 bits that prints in hexadecimal.
func address(name string) part {
	a := integer(name).(attribute)
	a.write = writeHex
	return a
}

func writeHex(p *ir.Printer, a ir.Attribute) { p.Str(target.Hex(uint64(ir.IntOr(a, 0)))) }

// flag is a word whose presence is a unit attribute of that name.
func flag(name string) part {
	return attribute{name: name, typ: ir.UnitConstraint, doc: "`" + name + "`?", always: true,
		begins: func(p ir.OpParser) bool { return p.PeekKeyword(name) },
		read: func(p ir.OpParser) ir.Attribute {
			if p.AcceptKeyword(name) {
				return p.Context().Unit()
			}
			return nil
		},
		write: func(p *ir.Printer, _ ir.Attribute) { p.Str(name) }}
}

// truth is true or false.
func truth(name string) part {
	return attribute{name: name, typ: ir.BoolAttr, doc: "(`true` | `false`)",
		read:  func(p ir.OpParser) ir.Attribute { return p.Context().Bool(p.OneOf(name, "false", "true") == 1) },
		write: func(p *ir.Printer, a ir.Attribute) { p.AttrWithoutType(a) }}
}

// text is a string.
func text(name string) part {
	return attribute{name: name, typ: ir.StrAttr, doc: "string",
		read:  func(p ir.OpParser) ir.Attribute { return p.Context().Str(p.QuotedString()) },
		write: func(p *ir.Printer, a ir.Attribute) { p.Attr(a) }}
}

// symbol is a reference @name.
func symbol(name string) part {
	return attribute{name: name, typ: ir.FlatSymbolAttr, doc: "`@`" + name,
		read:  func(p ir.OpParser) ir.Attribute { return p.Context().SymbolRef(p.SymbolName()) },
		write: func(p *ir.Printer, a ir.Attribute) { p.Attr(a) }}
}

// nums is a list of integers of 64 bits in brackets.
func nums(name string) part {
	return attribute{name: name, typ: ir.DenseI64ArrayAttr, doc: "`[` " + name + " `]`",
		read: func(p ir.OpParser) ir.Attribute {
			var vs []int64
			p.List("[]", func() { vs = append(vs, p.Integer()) })
			return p.Context().DenseI64Array(vs)
		},
		write: func(p *ir.Printer, a ir.Attribute) {
			vs, _ := ir.Int64s(a)
			p.Str("[").Ints(vs).Str("]")
		}}
}

// anything is an attribute of the given kind in full.
func anything(name string, typ *ir.AttrConstraint) part {
	return attribute{name: name, typ: typ, doc: name,
		read:  func(p ir.OpParser) ir.Attribute { return p.Attr(nil) },
		write: func(p *ir.Printer, a ir.Attribute) { p.Attr(a) }}
}

// scalarType is a scalar type.
func scalarType(name string) part {
	return attribute{name: name, typ: scalarTypeConstraint, doc: "type",
		read: func(p ir.OpParser) ir.Attribute {
			if t := p.Type(); t != nil {
				return ir.TypeAttrOf(t)
			}
			return nil
		},
		write: func(p *ir.Printer, a ir.Attribute) { p.Attr(a) }}
}

// choice is one of several words, stored as a string.
func choice(name string, words ...string) part {
	return attribute{name: name, typ: wordConstraint(words), doc: "(`" + strings.Join(words, "` | `") + "`)",
		begins: func(p ir.OpParser) bool { return slices.ContainsFunc(words, p.PeekKeyword) },
		read: func(p ir.OpParser) ir.Attribute {
			if i := p.OneOf(name, words...); i >= 0 {
				return p.Context().Str(words[i])
			}
			return nil
		},
		write: func(p *ir.Printer, a ir.Attribute) { p.Str(a.(*ir.StringAttr).Value) }}
}

// wordConstraint accepts strings that are one of the words.
func wordConstraint(words []string) *ir.AttrConstraint {
	return &ir.AttrConstraint{
		Summary: "one of " + strings.Join(words, ", "),
		Check: func(a ir.Attribute) bool {
			s, ok := a.(*ir.StringAttr)
			return ok && slices.Contains(words, s.Value)
		},
	}
}

// operand is a part that stands for an operand group.
type operand struct {
	name string
	typ  *ir.TypeConstraint
	kind ir.Arity
	doc  string
	read func(r *formReader) []*ir.Value
}

func (o operand) declare(d *ir.OpDef, optional bool) {
	kind := o.kind
	if optional && kind == ir.Single {
		kind = ir.Optional
	}
	d.Operands = append(d.Operands, ir.ValueDef{Name: o.name, Type: o.typ, Kind: kind})
}
func (o operand) comes(ir.OpParser) bool { return false }
func (o operand) parse(r *formReader)    { r.operands(o.read(r)...) }
func (o operand) skip(r *formReader)     { r.operands() }
func (o operand) present(op *ir.Operation) bool {
	lo, hi := op.OperandRange(op.Def().OperandIndex(o.name))
	return lo < hi || o.kind == ir.Variadic
}
func (o operand) print(p *ir.Printer, op *ir.Operation) {
	p.Operands(op.OperandGroup(op.Def().OperandIndex(o.name)))
}
func (o operand) syntax() string { return o.doc }

// tensor is one tensor.
func tensor(name string) part {
	return operand{name: name, typ: tensorConstraint, doc: "$" + name,
		read: func(r *formReader) []*ir.Value { return []*ir.Value{r.Defined(r.Operand())} }}
}

// tensors is any number of tensors separated by commas.
func tensors(name string) part {
	return operand{name: name, typ: tensorConstraint, kind: ir.Variadic, doc: "$" + name + " (`,` $" + name + ")*",
		read: func(r *formReader) (vs []*ir.Value) {
			for _, u := range r.Operands("") {
				vs = append(vs, r.Defined(u))
			}
			return vs
		}}
}

// instance is one vertex instance.
func instance(name string) part {
	return operand{name: name, typ: instanceConstraint, doc: "$" + name,
		read: func(r *formReader) []*ir.Value {
			return []*ir.Value{r.Value(r.Operand(), Instance(r.Context()))}
		}}
}

// index is a number that is written or computed: the attribute of that name, or
// the operand dynamic_name.
type index string

func (x index) dynamic() string { return "dynamic_" + string(x) }

func (x index) declare(d *ir.OpDef, optional bool) {
	integer(string(x)).declare(d, true)
	d.Constraints = append(d.Constraints, hasIndex{x, optional})
	d.Operands = append(d.Operands, ir.ValueDef{Name: x.dynamic(), Type: ir.IndexConstraint, Kind: ir.Optional})
}

func (x index) comes(ir.OpParser) bool { return false }

func (x index) parse(r *formReader) {
	if u, ok := r.OptionalOperand(); ok {
		r.operands(r.Value(u, r.Context().Index()))
		return
	}
	integer(string(x)).parse(r)
	x.skip(r)
}

func (x index) skip(r *formReader) { r.operands() }

// Computed returns the operand of op that holds the number of that name, or nil
// where it is written or absent.
func Computed(op *ir.Operation, name string) *ir.Value { return index(name).value(op) }

// value returns the operand that holds the number, or nil.
func (x index) value(op *ir.Operation) *ir.Value {
	return op.OptionalOperand(op.Def().OperandIndex(x.dynamic()))
}

func (x index) present(op *ir.Operation) bool {
	return op.Attr(string(x)) != nil || x.value(op) != nil
}

func (x index) print(p *ir.Printer, op *ir.Operation) {
	if v := x.value(op); v != nil {
		p.Operand(v)
		return
	}
	integer(string(x)).print(p, op)
}

func (x index) syntax() string { return "(" + string(x) + " | $" + string(x) + ")" }

// hasIndex requires a number to be given once, or at most once.
type hasIndex struct {
	index    index
	optional bool
}

func (h hasIndex) Check(op *ir.Operation) *ir.Diagnostic {
	written, computed := op.Attr(string(h.index)) != nil, h.index.value(op) != nil
	if written && computed || !h.optional && !written && !computed {
		return op.Errorf("failed to verify that %s", h.Doc())
	}
	return nil
}

func (h hasIndex) Doc() string {
	if h.optional {
		return string(h.index) + " is not both written and computed"
	}
	return "either " + string(h.index) + " is written or it is computed"
}

// keyword is a bare word or punctuation without a meaning of its own.
type keyword string

func (w keyword) declare(*ir.OpDef, bool)  {}
func (w keyword) comes(p ir.OpParser) bool { return p.PeekKeyword(string(w)) }
func (w keyword) parse(r *formReader) {
	if ir.IsBareIdentifier(string(w)) {
		r.Keyword(string(w))
	} else {
		r.Expect(string(w))
	}
}
func (w keyword) skip(*formReader)                     {}
func (w keyword) present(*ir.Operation) bool           { return false }
func (w keyword) print(p *ir.Printer, _ *ir.Operation) { p.Str(string(w)) }
func (w keyword) syntax() string                       { return "`" + string(w) + "`" }

// call is a word with a part in parentheses, method(halo).
type call struct {
	word string
	part
}

func (c call) comes(p ir.OpParser) bool { return p.PeekKeyword(c.word) }

func (c call) parse(r *formReader) {
	r.Keyword(c.word)
	r.Expect("(")
	c.part.parse(r)
	r.Expect(")")
}

func (c call) print(p *ir.Printer, op *ir.Operation) {
	p.Str(c.word).Str("(")
	c.part.print(p, op)
	p.Str(")")
}

func (c call) syntax() string { return "`" + c.word + "` `(` " + c.part.syntax() + " `)`" }

// brackets is a part in brackets.
type brackets struct{ part }

func (b brackets) comes(p ir.OpParser) bool { return p.Peek("[") }

func (b brackets) parse(r *formReader) {
	r.Expect("[")
	b.part.parse(r)
	r.Expect("]")
}

func (b brackets) print(p *ir.Printer, op *ir.Operation) {
	p.Str("[")
	b.part.print(p, op)
	p.Str("]")
}

func (b brackets) syntax() string { return "`[` " + b.part.syntax() + " `]`" }

// group is an optional sequence of parts.
type group []part

func optional(parts ...part) part { return group(parts) }

func (g group) declare(d *ir.OpDef, _ bool) {
	for _, p := range g {
		p.declare(d, true)
	}
}

func (g group) comes(p ir.OpParser) bool { return g[0].comes(p) }

func (g group) parse(r *formReader) {
	if !g.comes(r) {
		g.skip(r)
		return
	}
	for _, p := range g {
		p.parse(r)
	}
}

func (g group) skip(r *formReader) {
	for _, p := range g {
		p.skip(r)
	}
}

func (g group) present(op *ir.Operation) bool {
	return slices.ContainsFunc(g, func(p part) bool { return p.present(op) })
}

func (g group) print(p *ir.Printer, op *ir.Operation) { printParts(p, op, g) }
func (g group) syntax() string                        { return "(" + syntaxOf(g) + ")?" }

// either is an optional group if it comes next, and else another part.
type either struct {
	group
	other part
}

func (e either) declare(d *ir.OpDef, optional bool) {
	e.group.declare(d, optional)
	e.other.declare(d, true)
}

func (e either) parse(r *formReader) {
	if e.group.comes(r) {
		e.group.parse(r)
		e.other.skip(r)
		return
	}
	e.group.skip(r)
	e.other.parse(r)
}

func (e either) skip(r *formReader) {
	e.group.skip(r)
	e.other.skip(r)
}

func (e either) present(op *ir.Operation) bool { return e.group.present(op) || e.other.present(op) }

func (e either) print(p *ir.Printer, op *ir.Operation) {
	if e.group.present(op) {
		e.group.print(p, op)
		return
	}
	e.other.print(p, op)
}

func (e either) syntax() string { return "(" + syntaxOf(e.group) + " | " + e.other.syntax() + ")" }

// What the parts accept.
var (
	tensorConstraint     = &ir.TypeConstraint{Summary: "poplar tensor", Check: isType[*TensorType]}
	instanceConstraint   = &ir.TypeConstraint{Summary: "vertex instance", Check: isType[*InstanceType], Build: Instance}
	rowsConstraint       = &ir.TypeConstraint{Summary: "rows of a list", Check: isType[*RowsType]}
	scalarTypeConstraint = &ir.AttrConstraint{Summary: "scalar type of tile memory", Check: func(a ir.Attribute) bool {
		t, ok := a.(*ir.TypeAttr)
		if !ok {
			return false
		}
		_, ok = ElemOf(t.Value)
		return ok
	}}
)

func isType[T ir.Type](t ir.Type) bool {
	_, ok := t.(T)
	return ok
}
