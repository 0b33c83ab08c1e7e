package ir

import (
	"slices"
	"strconv"

	"optc/ir/affine"
)

// Printer writes the textual form of operations; it is passed to the Print function of a
// definition. Its methods return the printer, so that calls chain:
//
//	p.Str(" ").Operand(op.Operand(0)).Str(" : ").Type(op.Operand(0).Type())
//
// A Print function is also called to find out which types and attributes will be printed;
// it must print the same both times and have no other effect.
type Printer struct {
	buf  []byte  // the text since the last flush
	out  *output // nil: all text stays in buf
	opts *PrintOptions
	ctx  *Context

	names     *ssaNames
	aliases   *aliasTable  // nil when there are no aliases
	collect   *aliasVisits // set only while aliases are collected
	resources resourceKeys
	distinct  map[*DistinctAttr]int
	begins    *[]Begin // nil unless requested; lines are offsets in the text until it is complete

	indent   int
	dialects []string // default dialects of the regions around
	workers  int      // goroutines that share the operations of a block, see wantWorkers
	forked   bool     // prints a part of the text in a goroutine
}

// indentWidth is the number of spaces by which a region is indented.
const indentWidth = 2

// Context returns the context of the printed operations.
func (p *Printer) Context() *Context { return p.ctx }

// Str writes text unchanged.
func (p *Printer) Str(s string) *Printer {
	p.buf = append(p.buf, s...)
	return p
}

// Int writes a decimal number.
func (p *Printer) Int(v int64) *Printer {
	p.buf = strconv.AppendInt(p.buf, v, 10)
	return p
}

// Quoted writes s as a string literal.
func (p *Printer) Quoted(s string) *Printer {
	p.buf = AppendQuoted(p.buf, s)
	return p
}

// KeywordOrString writes s as a bare word if possible, and quoted otherwise.
func (p *Printer) KeywordOrString(s string) *Printer {
	p.buf = AppendKeywordOrString(p.buf, s)
	return p
}

// SymbolName writes @name.
func (p *Printer) SymbolName(name string) *Printer {
	p.buf = AppendSymbol(p.buf, name)
	return p
}

// comma writes ", " before all but the first element of a list.
func (p *Printer) comma(i int) *Printer {
	if i > 0 {
		p.buf = append(p.buf, ", "...)
	}
	return p
}

// Newline begins a line at the current indentation.
func (p *Printer) Newline() *Printer {
	p.buf = append(p.buf, '\n')
	return p.spaces()
}

// Indent changes the indentation of the lines to come by n levels.
func (p *Printer) Indent(n int) *Printer {
	p.indent += n * indentWidth
	return p
}

func (p *Printer) spaces() *Printer {
	const blanks = "                                "
	n := p.indent
	for n > len(blanks) {
		p.buf = append(p.buf, blanks...)
		n -= len(blanks)
	}
	p.buf = append(p.buf, blanks[:n]...)
	return p
}

// Operand writes the name of a value, %0 or %0#1.
func (p *Printer) Operand(v *Value) *Printer {
	if p.collect == nil {
		p.buf = p.names.append(p.buf, v, true)
	}
	return p
}

// Operands writes the names of values separated by commas.
func (p *Printer) Operands(vs []*Value) *Printer {
	for i, v := range vs {
		p.comma(i).Operand(v)
	}
	return p
}

// OperandGroup writes the operands of group g of the definition.
func (p *Printer) OperandGroup(op *Operation, g int) *Printer {
	lo, hi := op.OperandRange(g)
	for i := lo; i < hi; i++ {
		p.comma(i - lo).Operand(op.operands()[i].value)
	}
	return p
}

// Type writes a type.
func (p *Printer) Type(t Type) *Printer { return p.node(t, false) }

// Types writes types separated by commas.
func (p *Printer) Types(ts []Type) *Printer {
	for i, t := range ts {
		p.comma(i).Type(t)
	}
	return p
}

// TypesOf writes the types of values separated by commas.
func (p *Printer) TypesOf(vs []*Value) *Printer {
	for i, v := range vs {
		p.comma(i).Type(v.typ)
	}
	return p
}

// FunctionalType writes (inputs) -> results.
func (p *Printer) FunctionalType(inputs, results []Type) *Printer {
	return p.Str("(").Types(inputs).Str(")").ArrowTypes(results)
}

// ArrowTypes writes " -> " and the types, in parentheses unless there is exactly one type and it is
// not a function type.
func (p *Printer) ArrowTypes(ts []Type) *Printer {
	p.Str(" -> ")
	if len(ts) == 1 {
		if _, isFunc := ts[0].(*FunctionType); !isFunc {
			return p.Type(ts[0])
		}
	}
	return p.Str("(").Types(ts).Str(")")
}

// OptionalArrowTypes is ArrowTypes, and nothing for an empty list.
func (p *Printer) OptionalArrowTypes(ts []Type) *Printer {
	if len(ts) == 0 {
		return p
	}
	return p.ArrowTypes(ts)
}

// Attr writes an attribute with its type.
func (p *Printer) Attr(a Attribute) *Printer { return p.node(a, false) }

// AttrWithoutType writes an attribute without the type of its value.
func (p *Printer) AttrWithoutType(a Attribute) *Printer { return p.node(a, true) }

// AttrElem writes an attribute as an element of an array: without its type if the type is
// i64 or f64.
func (p *Printer) AttrElem(a Attribute) *Printer { return p.node(a, elidesType(a)) }

// AttrDict writes the inherent and discardable attributes of op, except those with the
// given names, as { … } with a space before, or nothing when none remain.
func (p *Printer) AttrDict(op *Operation, elide ...string) *Printer {
	return p.opAttrDict("", op, elide)
}

// AttrDictWithKeyword is AttrDict with the word attributes before the brace.
func (p *Printer) AttrDictWithKeyword(op *Operation, elide ...string) *Printer {
	return p.opAttrDict(" attributes", op, elide)
}

// Attrs writes entries like AttrDict.
func (p *Printer) Attrs(entries []NamedAttr) *Printer { return p.attrDict("", entries) }

// opAttrDict is attrDict for the inherent and discardable attributes of an
// operation, merged by name.
func (p *Printer) opAttrDict(keyword string, op *Operation, elide []string) *Printer {
	inherent := op.def.attrOrder()
	var others []NamedAttr
	if op.attrs != nil {
		others = op.attrs.Entries
	}
	n := 0
	for len(inherent) > 0 || len(others) > 0 {
		var e NamedAttr
		if len(inherent) > 0 && (len(others) == 0 || op.def.attrNames[inherent[0]] < others[0].Name) {
			e = NamedAttr{op.def.attrNames[inherent[0]], op.Prop(inherent[0])}
			inherent = inherent[1:]
		} else {
			e, others = others[0], others[1:]
		}
		if e.Value == nil || slices.Contains(elide, e.Name) {
			continue
		}
		if n == 0 {
			p.Str(keyword).Str(" {")
		}
		p.comma(n).namedAttr(e)
		n++
	}
	if n > 0 {
		p.Str("}")
	}
	return p
}

func (p *Printer) attrDict(keyword string, entries []NamedAttr) *Printer {
	if len(entries) == 0 {
		return p
	}
	p.Str(keyword).Str(" {")
	for i := range entries {
		p.comma(i).namedAttr(entries[i])
	}
	return p.Str("}")
}

func (p *Printer) namedAttr(e NamedAttr) {
	p.buf = AppendAttrName(p.buf, e.Name)
	if _, unit := e.Value.(*UnitAttr); !unit {
		p.Str(" = ").Attr(e.Value)
	}
}

// RegionArgument writes %name: type, the attributes, and the location if locations are
// printed. Attributes may be nil. If bare is set, the type is omitted.
func (p *Printer) RegionArgument(v *Value, attrs *DictAttr, bare bool) *Printer {
	p.Operand(v)
	if !bare {
		p.Str(": ").Type(v.typ)
	}
	// Upstream does not look for aliases in attributes of arguments.
	if attrs != nil && p.collect == nil {
		p.Attrs(attrs.Entries)
	}
	return p.argLoc(v)
}

// argLoc writes the location of a block argument, which is never an alias.
func (p *Printer) argLoc(v *Value) *Printer {
	if !p.opts.DebugInfo {
		return p
	}
	loc := v.Location().Attr(p.ctx)
	if p.collect != nil {
		p.collect.add(aliasVisit{node: loc.storage()})
		return p
	}
	return p.Str(" ").locationSpec(loc, false)
}

// Successor writes the name of a block, ^bb1.
func (p *Printer) Successor(b *Block) *Printer {
	if b.region == nil {
		return p.Str("INVALIDBLOCK")
	}
	return p.Str("^bb").Int(int64(b.num))
}

// SuccessorArgs writes a block and, in parentheses, the values passed to it.
func (p *Printer) SuccessorArgs(b *Block, args []*Value) *Printer {
	p.Successor(b)
	if len(args) == 0 {
		return p
	}
	return p.Str("(").Operands(args).Str(" : ").TypesOf(args).Str(")")
}

// AffineMapOfOperands writes the results of a map with values in place of dimensions and
// symbol(%v) in place of symbols.
func (p *Printer) AffineMapOfOperands(m affine.Map, operands []*Value) *Printer {
	for i, e := range m.Results {
		p.comma(i).AffineExprOfOperands(e, operands[:m.NumDims], operands[m.NumDims:])
	}
	return p
}

// AffineExprOfOperands writes an expression with values in place of dimensions and
// symbol(%v) in place of symbols.
func (p *Printer) AffineExprOfOperands(e affine.Expr, dims, symbols []*Value) *Printer {
	if p.collect != nil {
		return p
	}
	p.buf = e.AppendTextFunc(p.buf, func(dst []byte, position int, symbol bool) []byte {
		if !symbol {
			return p.names.append(dst, dims[position], true)
		}
		dst = p.names.append(append(dst, "symbol("...), symbols[position], true)
		return append(dst, ')')
	})
	return p
}

// Op writes an operation as in a block, without location; it is for forms that contain a
// nested operation.
func (p *Printer) Op(op *Operation) *Printer {
	p.operation(op)
	return p
}
