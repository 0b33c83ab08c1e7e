package ir

import "strings"

// line writes an operation with indentation, results and location.
func (p *Printer) line(op *Operation) {
	if p.begins != nil && p.collect == nil {
		*p.begins = append(*p.begins, Begin{op, p.out.size + len(p.buf)})
	}
	p.spaces()
	p.results(op)
	p.operation(op)
	if p.opts.DebugInfo {
		p.Str(" ").locationSpec(op.Loc().Attr(p.ctx), true)
	}
	if p.opts.ValueUsers {
		p.opUsers(op)
	}
}

// results writes `%0:2, %r = `.
func (p *Printer) results(op *Operation) {
	for i := 0; i < len(op.results()); {
		v := &op.results()[i]
		lo, hi := p.names.group(v)
		p.comma(i)
		p.buf = p.names.append(p.buf, v, false)
		if hi-lo > 1 {
			p.Str(":").Int(int64(hi - lo))
		}
		i = hi
	}
	if len(op.results()) > 0 {
		p.buf = append(p.buf, " = "...)
	}
}

// operation writes an operation in its pretty form if it has one.
func (p *Printer) operation(op *Operation) {
	if p.collect != nil && !p.opts.DebugInfo && p.collect.nothingNew(op) {
		return
	}
	if p.collect != nil && p.opts.DebugInfo {
		p.collect.add(aliasVisit{node: op.Loc().Attr(p.ctx).storage(), deferrable: true})
	}
	d := op.def
	if p.opts.Generic {
		p.generic(op, true)
		return
	}
	d.prepare()
	switch {
	case d.Print != nil:
		p.opName(d)
		d.Print(p, op)
	case d.format != nil:
		p.opName(d)
		p.runFormat(d, op)
	default:
		p.generic(op, true)
	}
	if p.collect != nil {
		p.buf = p.buf[:0]
	}
}

// opName writes the name, without the prefix of the default dialect.
func (p *Printer) opName(d *OpDef) {
	name := d.name
	if def := p.dialects[len(p.dialects)-1]; def != "" && len(name) > len(def) && name[len(def)] == '.' &&
		name[:len(def)] == def && strings.IndexByte(name[len(def)+1:], '.') < 0 {
		name = name[len(def)+1:]
	}
	p.buf = append(p.buf, name...)
}

// generic writes the generic form.
func (p *Printer) generic(op *Operation, name bool) {
	if p.collect != nil {
		p.collectGeneric(op)
		return
	}
	if name {
		p.Quoted(op.def.name)
	}
	p.Str("(")
	for i := range op.operands() {
		p.comma(i).Operand(op.operands()[i].value)
	}
	p.Str(")")
	if n := op.NumSuccessors(); n > 0 {
		p.Str("[")
		for i := range n {
			p.comma(i).Successor(op.Successor(i))
		}
		p.Str("]")
	}
	p.properties(op)
	if n := op.NumRegions(); n > 0 {
		p.Str(" (")
		for i := range n {
			p.comma(i).region(op.Region(i), true, true, true)
		}
		p.Str(")")
	}
	if op.attrs != nil {
		p.Attrs(op.attrs.Entries)
	}
	p.Str(" : (")
	for i := range op.operands() {
		p.comma(i)
		if v := op.operands()[i].value; v != nil {
			p.Type(v.typ)
		} else {
			p.Str("<<NULL TYPE>>")
		}
	}
	p.Str(")").ArrowTypes(op.ResultTypes())
}

// properties writes ` <{…}>` with the inherent attributes that are set, or the properties
// of an unregistered operation.
func (p *Printer) properties(op *Operation) {
	if a := op.Properties(); a != nil {
		p.Str(" <").Attr(a).Str(">")
		return
	}
	entries := op.inherentAttrs()
	if len(entries) == 0 {
		return
	}
	p.Str(" <{")
	for i := range entries {
		p.comma(i).namedAttr(entries[i])
	}
	p.Str("}>")
}

// inherentAttrs returns the inherent attributes that are set, by name.
func (op *Operation) inherentAttrs() []NamedAttr {
	if !op.def.Registered() {
		return nil
	}
	var set []NamedAttr
	for i, a := range op.props() {
		if a != nil {
			set = append(set, NamedAttr{op.def.AttrName(i), a})
		}
	}
	sortNamed(set)
	return set
}

// collectGeneric visits the types and attributes that the generic form prints, in
// upstream's order. An unregistered operation stores all its properties in one attribute,
// which gets no alias.
func (p *Printer) collectGeneric(op *Operation) {
	if !p.opts.SkipRegions {
		for r := range op.Regions() {
			p.region(r, true, true, true)
		}
	}
	for i := range op.operands() {
		if v := op.operands()[i].value; v != nil {
			p.Type(v.typ)
		}
	}
	for i := range op.results() {
		p.Type(op.results()[i].typ)
	}
	attrs := op.AllAttrs()
	if d, ok := op.Properties().(*DictAttr); ok && op.IsForeign() {
		attrs = append(attrs, d.Entries...)
		sortNamed(attrs)
	}
	for i := range attrs {
		p.Attr(attrs[i].Value)
	}
}

// Region writes { … }. entryArgs selects whether to write the label of the entry block
// when it has arguments, terminators whether to write the terminators of the entry block.
func (p *Printer) Region(r *Region, entryArgs, terminators bool) *Printer {
	return p.region(r, entryArgs, terminators, false)
}

// region is Region; emptyBlock selects whether to write the label of an empty entry
// block.
func (p *Printer) region(r *Region, entryArgs, terminators, emptyBlock bool) *Printer {
	if p.opts.SkipRegions {
		return p.Str("{...}")
	}
	if p.collect != nil {
		for b := r.first; b != nil; b = b.next {
			entry := b == r.first
			p.collectBlock(b, !entry || entryArgs, !entry || terminators)
		}
		return p
	}
	p.Str("{\n")
	if r.first != nil {
		dialect := ""
		if r.op != nil {
			dialect = r.op.def.DefaultDialect
		}
		p.dialects = append(p.dialects, dialect)
		label := emptyBlock && r.first.Empty() || entryArgs && len(r.first.args) > 0
		p.block(r.first, label, terminators)
		for b := r.first.next; b != nil; b = b.next {
			p.block(b, true, true)
		}
		p.dialects = p.dialects[:len(p.dialects)-1]
	}
	return p.spaces().Str("}")
}

// end returns the operation before which the printing of a block stops. A terminator that has
// attributes is always printed, unlike upstream, which loses them.
func (b *Block) end(terminator bool) *Operation {
	if !terminator && b.last != nil && b.last.Has(Terminator) && b.last.attrs == nil {
		return b.last
	}
	return nil
}

func (p *Printer) collectBlock(b *Block, args, terminator bool) {
	if args {
		for _, a := range b.args {
			p.Type(a.typ).argLoc(a)
		}
	}
	end := b.end(terminator)
	if ops := p.sharedOps(b, end); ops != nil {
		p.collectInParallel(ops)
		return
	}
	for op := b.first; op != end; op = op.next {
		p.operation(op)
	}
}

// opsUntil lists the operations before end.
func (b *Block) opsUntil(end *Operation) []*Operation {
	n := 0
	for op := b.first; op != end; op = op.next {
		n++
	}
	ops := make([]*Operation, 0, n)
	for op := b.first; op != end; op = op.next {
		ops = append(ops, op)
	}
	return ops
}

func (p *Printer) block(b *Block, label, terminator bool) {
	if label {
		p.label(b)
	}
	p.Indent(1)
	if p.opts.ValueUsers {
		for _, a := range b.args {
			p.argUsers(a)
		}
	}
	end := b.end(terminator)
	if ops := p.sharedOps(b, end); ops != nil {
		p.linesInParallel(ops)
	} else {
		for op := b.first; op != end; op = op.next {
			p.line(op)
			p.buf = append(p.buf, '\n')
			p.flush()
		}
	}
	p.Indent(-1)
}

// label writes `^bb1(%0: i32):  // 2 preds: ^bb0, ^bb3` and ends the line.
func (p *Printer) label(b *Block) {
	p.spaces().Successor(b)
	if len(b.args) > 0 {
		p.Str("(")
		for i, a := range b.args {
			p.comma(i).RegionArgument(a, nil, false)
		}
		p.Str(")")
	}
	p.Str(":")
	switch {
	case b.uses == nil:
		if !b.IsEntry() {
			p.Str("  // no predecessors")
		}
	case b.uses.next == nil || b.SinglePredecessor() != nil:
		p.Str("  // pred: ").Successor(b.uses.owner.block)
	default:
		preds := b.sortedPredecessors()
		p.Str("  // ").Int(int64(len(preds))).Str(" preds: ")
		for i, pred := range preds {
			p.comma(i).Successor(pred)
		}
	}
	p.Str("\n")
}
