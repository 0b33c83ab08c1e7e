package bytecode

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"optc/ir"
)

// numbering assigns a number to each attribute, type, location and string that operations refer to.
// The most frequently used entries get the smallest numbers, and so the shortest references.
type numbering struct {
	dialects []string
	known    map[string]int // numbers of the dialects

	entries []*[entryChunk]numbered
	used    int // number of entries
	nodes   refTable
	places  refTable
	texts   refTable // names in dictionaries
	ops     map[*ir.OpDef]ref

	opNames   []encodedOp
	placeList []place
	files     []fileName
	fileIDs   map[string]int32
	lastFile  int32

	attrList, typeList, opList []ref

	// refs lists the references of each operation and block argument, in the order in which
	// numberRegion visits them; starts holds, for each region, the index of its first reference.
	// nodeRefs lists the references of each attribute and type. Writing takes the references from
	// these lists, in the same order, instead of looking up every reference again.
	refs     []ref
	starts   map[*ir.Region]int
	nodeRefs []ref
	// pending has the references of the encodings that are being counted, the innermost one last.
	pending []ref

	// The last location, which the next operation often shares, if there was one.
	located   bool
	lastLoc   ir.Location
	lastPlace ref

	resources   []string // keys, in the order of their numbers
	resourceIDs map[string]int
}

// place is a location in a file. There are about as many as operations, so that they get
// numbers without becoming attributes.
type place struct {
	file                       int32 // in files
	line, col, endLine, endCol int32
}

// fileName is the name of a file with places, and the string attribute for it.
type fileName struct {
	name string
	ref  ref
}

// encodedOp is an operation of the file, with the order of its properties; see sortedAttrs.
type encodedOp struct {
	def    *ir.OpDef
	sorted []int
}

// ref is the index of an entry.
type ref uint32

// numbered is an entry: an attribute, type, place or name of an operation.
type numbered struct {
	node ir.Node // nil for a place and for the name of an operation
	// from is the index of the place, of the operation, or of the node's first reference in nodeRefs.
	from    uint32
	dialect int32
	uses    int32 // besides the first
	number  int32
}

// entryChunk is the number of entries that share memory. Entries of a list would be copied whenever
// the list grows.
const entryChunk = 256

// entry appends n to the entries and to a list of them.
func (w *writer) entry(list *[]ref, n numbered) ref {
	r := ref(w.used)
	if w.used%entryChunk == 0 {
		w.entries = append(w.entries, new([entryChunk]numbered))
	}
	w.used++
	*w.at(r) = n
	*list = append(roomFor(*list, 1), r)
	return r
}

func (w *writer) at(r ref) *numbered { return &w.entries[r/entryChunk][r%entryChunk] }

// number returns the number of an entry, as it is written.
func (w *writer) number(r ref) uint64 { return uint64(w.at(r).number) }

// numberAll numbers everything that the operations in root refer to.
func (w *writer) numberAll(root *ir.Operation) {
	w.numbering = numbering{
		known: map[string]int{}, resourceIDs: map[string]int{}, ops: map[*ir.OpDef]ref{},
		starts: map[*ir.Region]int{}, fileIDs: map[string]int32{},
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
	w.nodes, w.places, w.texts, w.pending = refTable{}, refTable{}, refTable{}, nil
	w.numberResources()
	for _, list := range [][]ref{w.attrList, w.opList, w.typeList} {
		w.sortByUses(list)
		w.groupByDialect(list)
	}
}

func (w *writer) numberRegion(r *ir.Region) {
	w.starts[r] = len(w.refs)
	for b := range r.Blocks() {
		for _, a := range b.Args() {
			w.refs = append(roomFor(w.refs, 2), w.numberLoc(a.Location()), w.numberType(a.Type()))
		}
		for op := range b.Ops() {
			w.numberOp(op)
		}
	}
}

// regionsOf appends the regions of an operation that have blocks.
func regionsOf(list []*ir.Region, op *ir.Operation) []*ir.Region {
	for r := range op.Regions() {
		if !r.Empty() {
			list = append(list, r)
		}
	}
	return list
}

// sortByUses sorts entries by the number of their uses, the most frequent first. Most entries have a
// single use.
func (w *writer) sortByUses(list []ref) {
	var often []uint64 // the missing uses, then the entry; entries of a list ascend
	once := len(list)
	for _, r := range slices.Backward(list) {
		if n := w.at(r).uses; n > 0 {
			often = append(often, uint64(math.MaxInt32-n)<<32|uint64(r))
		} else {
			once--
			list[once] = r
		}
	}
	slices.Sort(often)
	for i, o := range often {
		list[i] = ref(o)
	}
}

// groupByDialect sorts entries whose numbers have the same encoded width into groups by dialect,
// and assigns the numbers. The first group continues the last one of the width before.
func (w *writer) groupByDialect(list []ref) {
	first, size := int32(0), 0
	for rest, width := list, 1; len(rest) > 0; width++ {
		size = 1<<(7*width) - size
		part := rest[:min(size, len(rest))]
		rest = rest[len(part):]
		dialect := w.at(part[0]).dialect
		if slices.ContainsFunc(part, func(r ref) bool { return w.at(r).dialect != dialect }) {
			w.sortByDialect(part, first)
		}
		first = w.at(part[len(part)-1]).dialect
	}
	for i, r := range list {
		w.at(r).number = int32(i)
	}
}

func (w *writer) sortByDialect(list []ref, first int32) {
	counts := make([]int, len(w.dialects))
	for _, r := range list {
		counts[w.at(r).dialect]++
	}
	next, sum := make([]int, len(w.dialects)), counts[first]
	for d, n := range counts {
		if int32(d) != first {
			next[d] = sum
			sum += n
		}
	}
	sorted := make([]ref, len(list))
	for _, r := range list {
		d := w.at(r).dialect
		sorted[next[d]] = r
		next[d]++
	}
	copy(list, sorted)
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

// numberOp appends to refs the name of an operation, the types of its results, its dictionary if it
// has one, its place, and the references of its properties.
func (w *writer) numberOp(op *ir.Operation) {
	d := op.Def()
	name, known := w.ops[d]
	if known {
		w.at(name).uses++
	} else {
		dialect, _ := splitName(d.Name())
		name = w.entry(&w.opList, numbered{from: uint32(len(w.opNames)), dialect: w.dialect(dialect)})
		w.ops[d] = name
		w.opNames = append(w.opNames, encodedOp{def: d, sorted: sortedAttrs(d)})
	}
	w.refs = append(roomFor(w.refs, 4), name)
	for i := range op.NumResults() {
		w.refs = append(w.refs, w.numberType(op.Result(i).Type()))
	}
	if dict := w.dictOf(op); dict.Len() > 0 {
		w.refs = append(w.refs, w.numberAttr(dict))
	}
	loc := len(w.refs)
	w.refs = append(w.refs, 0)
	if w.opts.Version >= nativeProperties {
		found := w.count(func(e encoder) { w.encodeProperties(e, op, w.sorted(name)) })
		w.refs = append(roomFor(w.refs, len(found)), found...)
	}
	w.refs[loc] = w.numberLoc(op.Loc())
}

// sorted returns the order of the properties of an operation, given the entry of its name.
func (w *writer) sorted(name ref) []int { return w.opNames[w.at(name).from].sorted }

// splitName divides the name of an operation into the dialect and the rest.
func splitName(full string) (dialect, name string) {
	dialect, name, _ = strings.Cut(full, ".")
	return dialect, name
}

func (w *writer) numberLoc(l ir.Location) ref {
	if w.located && l == w.lastLoc {
		w.at(w.lastPlace).uses++
		return w.lastPlace
	}
	var r ref
	if file, line, col, ok := l.Place(); ok {
		r = w.numberPlace(w.placeOf(file, line, col, line, col))
	} else {
		r = w.numberAttr(l.Attr(w.ctx))
	}
	w.located, w.lastLoc, w.lastPlace = true, l, r
	return r
}

func (w *writer) placeOf(file string, line, col, endLine, endCol int) place {
	if len(w.files) == 0 || w.files[w.lastFile].name != file {
		at, ok := w.fileIDs[file]
		if !ok {
			at = int32(len(w.files))
			w.fileIDs[file] = at
			w.files = append(w.files, fileName{name: file})
		}
		w.lastFile = at
	}
	return place{file: w.lastFile, line: int32(line), col: int32(col), endLine: int32(endLine), endCol: int32(endCol)}
}

func (w *writer) numberPlace(p place) ref {
	hash := p.hash()
	if r, ok := w.places.find(hash, func(r ref) bool { return w.placeList[w.at(r).from] == p }); ok {
		w.at(r).uses++
		return r
	}
	r := w.entry(&w.attrList, numbered{from: uint32(len(w.placeList)), dialect: w.dialect(ir.Builtin.Name)})
	w.placeList = append(roomFor(w.placeList, 1), p)
	w.places.add(hash, r)
	w.files[p.file].ref = w.numberText(w.files[p.file].name)
	return r
}

// numberText numbers the string attribute for a text that occurs often.
func (w *writer) numberText(s string) ref {
	hash := w.hashString(s)
	r, ok := w.texts.find(hash, func(r ref) bool { return w.at(r).node.(*ir.StringAttr).Value == s })
	if ok {
		w.at(r).uses++
		return r
	}
	r = w.numberAttr(w.ctx.Str(s))
	w.texts.add(hash, r)
	return r
}

func (w *writer) numberAttr(a ir.Attribute) ref {
	if l, ok := a.(*ir.FileLoc); ok {
		return w.numberPlace(w.placeOf(l.File, l.StartLine, l.StartCol, l.EndLine, l.EndCol))
	}
	r, known := w.numberNode(a, &w.attrList)
	if !known {
		w.at(r).dialect = w.dialect(attrDialect(a))
		w.countNode(r, func(e encoder) { w.encodeAttr(e, a) })
	}
	return r
}

func (w *writer) numberType(t ir.Type) ref {
	r, known := w.numberNode(t, &w.typeList)
	if !known {
		w.at(r).dialect = w.dialect(typeDialect(t))
		w.countNode(r, func(e encoder) { w.encodeType(e, t) })
	}
	return r
}

// numberNode returns the entry of a node, which is made if there is none.
func (w *writer) numberNode(n ir.Node, list *[]ref) (r ref, known bool) {
	hash := hashNode(n)
	if r, known = w.nodes.find(hash, func(r ref) bool { return w.at(r).node == n }); known {
		w.at(r).uses++
		return r, true
	}
	r = w.entry(list, numbered{node: n})
	w.nodes.add(hash, r)
	return r, false
}

// countNode numbers everything that the encoding of a new node refers to.
func (w *writer) countNode(r ref, encode func(e encoder)) {
	found := w.count(encode)
	w.at(r).from = uint32(len(w.nodeRefs))
	w.nodeRefs = append(roomFor(w.nodeRefs, len(found)), found...)
}

// count numbers everything that an encoding refers to, and returns the references, which are valid
// until the next call.
func (w *writer) count(encode func(e encoder)) []ref {
	n, first := len(w.scratch.data), len(w.pending)
	encode(encoder{&w.scratch, w, true})
	found := w.pending[first:]
	w.scratch.data, w.pending = w.scratch.data[:n], w.pending[:first]
	return found
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
