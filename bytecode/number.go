package bytecode

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"optc/ir"
)

// numbering assigns numbers to everything to which operations refer. The most frequently
// used things get the smallest numbers, and so the shortest references.
type numbering struct {
	dialects []string
	known    map[string]int // numbers of the dialects
	attrs    map[ir.Attribute]*numbered
	types    map[ir.Type]*numbered
	ops      map[*ir.OpDef]*numbered
	locs     map[ir.Location]*numbered // by place, so that their attributes are looked up once

	attrList, typeList, opList []*numbered

	resources   []string // keys, in the order of their numbers
	resourceIDs map[string]int
}

// numbered is an attribute, type or operation name.
type numbered struct {
	attr    ir.Attribute
	typ     ir.Type
	op      *ir.OpDef
	dialect int
	uses    int // besides the first
	number  int
}

// numberAll gives numbers to everything in an operation.
func (w *writer) numberAll(root *ir.Operation) {
	w.numbering = numbering{
		known: map[string]int{}, resourceIDs: map[string]int{},
		attrs: map[ir.Attribute]*numbered{}, types: map[ir.Type]*numbered{}, ops: map[*ir.OpDef]*numbered{},
		locs: map[ir.Location]*numbered{},
	}
	w.numberOp(root)
	for todo := regionsOf(nil, root); len(todo) > 0; {
		region := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for b := range region.Blocks() {
			for _, a := range b.Args() {
				w.numberLoc(a.Location())
				w.numberType(a.Type())
			}
			for op := range b.Ops() {
				w.numberOp(op)
			}
		}
		for b := range region.Blocks() {
			for op := range b.Ops() {
				todo = regionsOf(todo, op)
			}
		}
	}
	w.numberResources()
	for _, list := range [][]*numbered{w.attrList, w.opList, w.typeList} {
		slices.SortStableFunc(list, func(a, b *numbered) int { return cmp.Compare(b.uses, a.uses) })
		groupByDialect(list)
	}
}

func regionsOf(list []*ir.Region, op *ir.Operation) []*ir.Region {
	for r := range op.Regions() {
		list = append(list, r)
	}
	return list
}

// groupByDialect sorts things whose numbers have the same width into groups by dialect,
// and assigns the numbers.
func groupByDialect(list []*numbered) {
	first, size := 0, 0
	for rest, width := list, 1; len(rest) > 0; width++ {
		size = 1<<(7*width) - size
		part := rest[:min(size, len(rest))]
		rest = rest[len(part):]
		slices.SortStableFunc(part, func(a, b *numbered) int {
			if (a.dialect == first) != (b.dialect == first) {
				if a.dialect == first {
					return -1
				}
				return 1
			}
			return cmp.Compare(a.dialect, b.dialect)
		})
		first = part[len(part)-1].dialect
	}
	for i, n := range list {
		n.number = i
	}
}

// numberResources assigns numbers to resources: resources with data come first.
func (w *writer) numberResources() {
	slices.SortStableFunc(w.resources, func(a, b string) int { return cmp.Compare(w.lacksData(a), w.lacksData(b)) })
	for i, key := range w.resources {
		w.resourceIDs[key] = i
	}
}

// lacksData is 1 for a resource that is only referred to.
func (w *writer) lacksData(key string) int {
	if r := w.ctx.Resources.Get(key); r != nil && r.Data != nil {
		return 0
	}
	return 1
}

func (w *writer) dialect(name string) int {
	i, ok := w.known[name]
	if !ok {
		i = len(w.dialects)
		w.known[name] = i
		w.dialects = append(w.dialects, name)
	}
	return i
}

func (w *writer) numberOp(op *ir.Operation) {
	d := op.Def()
	if n := w.ops[d]; n != nil {
		n.uses++
	} else {
		dialect, _ := splitName(d.Name())
		n := &numbered{op: d, dialect: w.dialect(dialect)}
		w.ops[d] = n
		w.opList = append(w.opList, n)
	}
	for i := range op.NumResults() {
		w.numberType(op.Result(i).Type())
	}
	if dict := w.dictOf(op); dict.Len() > 0 {
		w.numberAttr(dict)
	}
	if w.opts.Version >= nativeProperties {
		w.count(func(e encoder) { w.encodeProperties(e, op) })
	}
	w.numberLoc(op.Loc())
}

// splitName divides the name of an operation into the dialect and the rest.
func splitName(full string) (dialect, name string) {
	dialect, name, _ = strings.Cut(full, ".")
	return dialect, name
}

func (w *writer) numberLoc(l ir.Location) {
	if n := w.locs[l]; n != nil {
		n.uses++
		return
	}
	a := l.Attr(w.ctx)
	w.numberAttr(a)
	w.locs[l] = w.attrs[a]
}

func (w *writer) numberAttr(a ir.Attribute) {
	if n := w.attrs[a]; n != nil {
		n.uses++
		return
	}
	n := &numbered{attr: a}
	w.attrs[a] = n
	w.attrList = append(w.attrList, n)
	n.dialect = w.dialect(attrDialect(a))
	w.count(func(e encoder) { w.encodeAttr(e, a) })
}

func (w *writer) numberType(t ir.Type) {
	if n := w.types[t]; n != nil {
		n.uses++
		return
	}
	n := &numbered{typ: t}
	w.types[t] = n
	w.typeList = append(w.typeList, n)
	n.dialect = w.dialect(typeDialect(t))
	w.count(func(e encoder) { w.encodeType(e, t) })
}

// count assigns numbers to everything to which an encoding refers.
func (w *writer) count(encode func(e encoder)) {
	n := len(w.scratch.data)
	encode(encoder{&w.scratch, w, true})
	w.scratch.data = w.scratch.data[:n]
}

// attrDialect returns the dialect of an attribute.
func attrDialect(a ir.Attribute) string {
	switch o, isOpaque := a.(*ir.OpaqueAttr); {
	case isOpaque:
		return o.Dialect
	case ir.IsBuiltinAttr(a):
		return ir.Builtin.Name
	}
	return symbolDialect(fmt.Sprint(a))
}

// typeDialect returns the dialect of a type.
func typeDialect(t ir.Type) string {
	if o, ok := t.(*ir.OpaqueType); ok {
		return o.Dialect
	}
	return symbolDialect(fmt.Sprint(t))
}

// symbolDialect returns the dialect of text that begins with #dialect.name or !dialect<;
// other text belongs to the builtin dialect.
func symbolDialect(text string) string {
	if text[0] != '#' && text[0] != '!' {
		return ir.Builtin.Name
	}
	text = text[1:]
	if i := strings.IndexAny(text, ".<"); i >= 0 {
		text = text[:i]
	}
	return text
}
