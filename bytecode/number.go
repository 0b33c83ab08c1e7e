package bytecode

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"optc/ir"
)

// numbering assigns a number to each attribute, type, location and string that operations refer to.
// The most frequently used entries get the smallest numbers, and so the shortest references.
type numbering struct {
	dialects []string
	known    map[string]int // numbers of the dialects
	attrs    map[ir.Attribute]*numbered
	types    map[ir.Type]*numbered
	ops      map[*ir.OpDef]*numbered
	places   placeTable
	files    []string
	fileIDs  map[string]int32
	lastFile int32
	texts    map[string]*numbered // names in dictionaries and of files
	chunk    []numbered

	attrList, typeList, opList []*numbered

	// refs lists what each operation and block argument refers to, in the order in which numberRegion
	// visits them; starts holds, for each region, the index of its first entry in refs. Writing reads
	// refs in the same order, instead of looking up every reference again.
	refs   []*numbered
	starts map[*ir.Region]int

	// The last location, which the next operation often shares.
	lastLoc   ir.Location
	lastPlace *numbered

	resources   []string // keys, in the order of their numbers
	resourceIDs map[string]int
}

// place is a location in a file. There are about as many as operations, so that they get
// numbers without becoming attributes.
type place struct {
	file                       int32 // in files
	line, col, endLine, endCol int32
}

// numbered is an attribute, type, operation name or, if it is none of them, a place.
type numbered struct {
	attr    ir.Attribute
	typ     ir.Type
	op      *ir.OpDef
	place   place
	dialect int32
	uses    int32 // besides the first
	number  int32
}

// entry appends n to a list of numbered entries and returns it.
func (w *writer) entry(list *[]*numbered, n numbered) *numbered {
	const chunk = 256
	if len(w.chunk) == cap(w.chunk) {
		w.chunk = make([]numbered, 0, chunk)
	}
	w.chunk = append(w.chunk, n)
	e := &w.chunk[len(w.chunk)-1]
	*list = append(*list, e)
	return e
}

// numberAll numbers everything that the operations in root refer to.
func (w *writer) numberAll(root *ir.Operation) {
	w.numbering = numbering{
		known: map[string]int{}, resourceIDs: map[string]int{},
		attrs: map[ir.Attribute]*numbered{}, types: map[ir.Type]*numbered{}, ops: map[*ir.OpDef]*numbered{},
		starts: map[*ir.Region]int{}, texts: map[string]*numbered{}, fileIDs: map[string]int32{},
	}
	w.numberOp(root)
	for todo := regionsOf(nil, root); len(todo) > 0; {
		region := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		w.numberRegion(region)
		for b := range region.Blocks() {
			for op := range b.Ops() {
				todo = regionsOf(todo, op)
			}
		}
	}
	w.numberResources()
	for _, list := range [][]*numbered{w.attrList, w.opList, w.typeList} {
		byUses(list)
		groupByDialect(list)
	}
}

func (w *writer) numberRegion(r *ir.Region) {
	w.starts[r] = len(w.refs)
	for b := range r.Blocks() {
		for _, a := range b.Args() {
			w.refs = append(w.refs, w.numberLoc(a.Location()), w.numberType(a.Type()))
		}
		for op := range b.Ops() {
			w.numberOp(op)
		}
	}
}

func regionsOf(list []*ir.Region, op *ir.Operation) []*ir.Region {
	for r := range op.Regions() {
		list = append(list, r)
	}
	return list
}

// byUses sorts entries by the number of their uses, the most frequent first. Most entries have a
// single use.
func byUses(list []*numbered) {
	once := make([]*numbered, 0, len(list))
	often := list[:0]
	for _, n := range list {
		if n.uses == 0 {
			once = append(once, n)
		} else {
			often = append(often, n)
		}
	}
	slices.SortStableFunc(often, func(a, b *numbered) int { return cmp.Compare(b.uses, a.uses) })
	copy(list[len(often):], once)
}

// groupByDialect sorts entries whose numbers have the same encoded width into groups by dialect,
// and assigns the numbers. The first group continues the last one of the width before.
func groupByDialect(list []*numbered) {
	first, size := int32(0), 0
	for rest, width := list, 1; len(rest) > 0; width++ {
		size = 1<<(7*width) - size
		part := rest[:min(size, len(rest))]
		rest = rest[len(part):]
		other := func(n *numbered) bool { return n.dialect != part[0].dialect }
		if slices.ContainsFunc(part, other) {
			sortByDialect(part, first)
		}
		first = part[len(part)-1].dialect
	}
	for i, n := range list {
		n.number = int32(i)
	}
}

func sortByDialect(list []*numbered, first int32) {
	var groups [][]*numbered // by dialect
	for _, n := range list {
		for int(n.dialect) >= len(groups) {
			groups = append(groups, nil)
		}
		groups[n.dialect] = append(groups[n.dialect], n)
	}
	sorted := list[:0]
	if int(first) < len(groups) {
		sorted = append(sorted, groups[first]...)
		groups[first] = nil
	}
	for _, g := range groups {
		sorted = append(sorted, g...)
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

func (w *writer) dialect(name string) int32 {
	i, ok := w.known[name]
	if !ok {
		i = len(w.dialects)
		w.known[name] = i
		w.dialects = append(w.dialects, name)
	}
	return int32(i)
}

// numberOp appends to refs the name of an operation, the types of its results, its
// dictionary if it has one, and its place.
func (w *writer) numberOp(op *ir.Operation) {
	d := op.Def()
	n := w.ops[d]
	if n != nil {
		n.uses++
	} else {
		dialect, _ := splitName(d.Name())
		n = w.entry(&w.opList, numbered{op: d, dialect: w.dialect(dialect)})
		w.ops[d] = n
	}
	w.refs = append(w.refs, n)
	for i := range op.NumResults() {
		w.refs = append(w.refs, w.numberType(op.Result(i).Type()))
	}
	if dict := w.dictOf(op); dict.Len() > 0 {
		w.refs = append(w.refs, w.numberAttr(dict))
	}
	if w.opts.Version >= nativeProperties {
		w.count(func(e encoder) { w.encodeProperties(e, op) })
	}
	w.refs = append(w.refs, w.numberLoc(op.Loc()))
}

// splitName divides the name of an operation into the dialect and the rest.
func splitName(full string) (dialect, name string) {
	dialect, name, _ = strings.Cut(full, ".")
	return dialect, name
}

func (w *writer) numberLoc(l ir.Location) *numbered {
	if w.lastPlace != nil && l == w.lastLoc {
		w.lastPlace.uses++
		return w.lastPlace
	}
	w.lastLoc = l
	if file, line, col, ok := l.Place(); ok {
		w.lastPlace = w.numberPlace(w.placeOf(file, line, col, line, col))
	} else {
		w.lastPlace = w.numberAttr(l.Attr(w.ctx))
	}
	return w.lastPlace
}

func (w *writer) placeOf(file string, line, col, endLine, endCol int) place {
	if len(w.files) == 0 || w.files[w.lastFile] != file {
		at, ok := w.fileIDs[file]
		if !ok {
			at = int32(len(w.files))
			w.fileIDs[file] = at
			w.files = append(w.files, file)
		}
		w.lastFile = at
	}
	return place{file: w.lastFile, line: int32(line), col: int32(col), endLine: int32(endLine), endCol: int32(endCol)}
}

func (w *writer) placeOfAttr(l *ir.FileLoc) place {
	return w.placeOf(l.File, l.StartLine, l.StartCol, l.EndLine, l.EndCol)
}

func (w *writer) numberPlace(p place) *numbered {
	if n := w.places.get(p); n != nil {
		n.uses++
		return n
	}
	n := w.entry(&w.attrList, numbered{place: p, dialect: w.dialect(ir.Builtin.Name)})
	w.places.add(n)
	w.count(func(e encoder) { w.encodePlace(e, p) })
	return n
}

func (w *writer) numberAttr(a ir.Attribute) *numbered {
	if l, ok := a.(*ir.FileLoc); ok {
		return w.numberPlace(w.placeOfAttr(l))
	}
	n := w.attrs[a]
	if n != nil {
		n.uses++
		return n
	}
	n = w.entry(&w.attrList, numbered{attr: a})
	w.attrs[a] = n
	n.dialect = w.dialect(attrDialect(a))
	w.count(func(e encoder) { w.encodeAttr(e, a) })
	return n
}

// attrNumber returns the number of an attribute that was numbered.
func (w *writer) attrNumber(a ir.Attribute) uint64 {
	if l, ok := a.(*ir.FileLoc); ok {
		return uint64(w.places.get(w.placeOfAttr(l)).number)
	}
	return uint64(w.attrs[a].number)
}

func (w *writer) numberType(t ir.Type) *numbered {
	n := w.types[t]
	if n != nil {
		n.uses++
		return n
	}
	n = w.entry(&w.typeList, numbered{typ: t})
	w.types[t] = n
	n.dialect = w.dialect(typeDialect(t))
	w.count(func(e encoder) { w.encodeType(e, t) })
	return n
}

// count assigns numbers to everything that an encoding refers to.
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
	return symbolDialect(a, "#")
}

// typeDialect returns the dialect of a type.
func typeDialect(t ir.Type) string {
	if o, ok := t.(*ir.OpaqueType); ok {
		return o.Dialect
	}
	return symbolDialect(t, "!")
}

// symbolDialect returns the dialect of a node whose text is #dialect.name or !dialect<, where
// mark is the first letter; other nodes belong to the builtin dialect.
func symbolDialect(n ir.Node, mark string) string {
	if !ir.Begins(n, mark) {
		return ir.Builtin.Name
	}
	text := fmt.Sprint(n)[1:]
	if i := strings.IndexAny(text, ".<"); i >= 0 {
		text = text[:i]
	}
	return text
}
