package ir

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// aliasTable holds the aliases (#map, !tuple, #loc1) of a printed text. Only nodes that
// have an alias, or contain a node with an alias, are in the table; every other node
// prints as its cached spelling.
type aliasTable struct {
	byNode map[*storage]*aliasEntry
	order  []*aliasEntry // entries with an alias, in the order of their definitions
}

// aliasEntry describes a node that may have an alias.
type aliasEntry struct {
	node  *storage
	name  string // proposed by a dialect, "" for none
	depth int    // 1 plus the largest depth of an aliased node inside; 0 without alias
	text  string // the alias with # or ! and number; "" for none
	// deferrable: only operation locations refer to it, so that its definition may follow
	// the operation.
	deferrable bool
	children   []*aliasEntry
}

// aliasVisits lists the types and attributes that a printing will print, in the order of
// the text. Several goroutines may each list a part, which has no repetitions.
type aliasVisits struct {
	ctx  *Context
	list []aliasVisit
	// seen maps each visited node to the ways in which it was visited.
	seen map[*storage]visitWays
	last map[*OpDef]*Operation // the last printed operation of each kind
	// plainTypes is set if all types of the context are plain.
	plainTypes bool
}

// aliasVisit is a type or attribute that will be printed and that may have an alias or
// contain a node with an alias. If elideType is set, the type of a typed attribute is not
// printed.
type aliasVisit struct {
	node                  *storage
	deferrable, elideType bool
}

// visitWays is a set of ways: bit w is set for way w.
type visitWays uint8

func (v aliasVisit) way() visitWays {
	way := visitWays(1)
	if v.deferrable {
		way <<= 1
	}
	if v.elideType {
		way <<= 2
	}
	return way
}

func newAliasVisits(c *Context) *aliasVisits {
	return &aliasVisits{ctx: c, seen: map[*storage]visitWays{}, last: map[*OpDef]*Operation{}, plainTypes: !c.otherTypes.Load()}
}

func (vs *aliasVisits) add(v aliasVisit) {
	if v.node.plain {
		return
	}
	ways, way := vs.seen[v.node], v.way()
	if ways&way != 0 {
		return
	}
	vs.seen[v.node] = ways | way
	if v.node.refs != nil || vs.ctx.aliasName(v.node.node) != "" {
		vs.list = append(vs.list, v)
	}
}

// nothingNew reports whether printing an operation adds nothing: because all its types
// and attributes are plain or were printed before, or because an operation of the same
// kind with the same types and attributes was printed.
func (vs *aliasVisits) nothingNew(op *Operation) bool {
	if op.tail != nil && len(op.tail.regions()) > 0 {
		return false
	}
	if vs.knowsAll(op) {
		return true
	}
	if last := vs.last[op.def]; last != nil && sameTypesAndAttrs(op, last) {
		return true
	}
	vs.last[op.def] = op
	return false
}

func (vs *aliasVisits) knowsAll(op *Operation) bool {
	if !vs.plainTypes && !vs.knowsTypes(op) {
		return false
	}
	for _, a := range op.props() {
		if a != nil && !vs.knows(a) {
			return false
		}
	}
	if op.attrs == nil || op.attrs.storage().plain {
		return true
	}
	for i := range op.attrs.Entries {
		if !vs.knows(op.attrs.Entries[i].Value) {
			return false
		}
	}
	return true
}

func (vs *aliasVisits) knowsTypes(op *Operation) bool {
	for i := range op.operands() {
		if v := op.operands()[i].value; v != nil && !vs.knows(v.typ) {
			return false
		}
	}
	for i := range op.results() {
		if !vs.knows(op.results()[i].typ) {
			return false
		}
	}
	return true
}

func (vs *aliasVisits) knows(n Node) bool {
	st := n.storage()
	if st.plain {
		return true
	}
	return vs.seen[st]&(aliasVisit{}).way() != 0
}

// sameTypesAndAttrs compares two operations of the same kind.
func sameTypesAndAttrs(a, b *Operation) bool {
	if a.attrs != b.attrs || len(a.operands()) != len(b.operands()) || len(a.results()) != len(b.results()) || !slices.Equal(a.props(), b.props()) {
		return false
	}
	for i := range a.operands() {
		if v, w := a.operands()[i].value, b.operands()[i].value; v == nil || w == nil || v.typ != w.typ {
			return false
		}
	}
	for i := range a.results() {
		if a.results()[i].typ != b.results()[i].typ {
			return false
		}
	}
	return true
}

// aliasCollector makes the alias table from the visited types and attributes.
type aliasCollector struct {
	ctx     *Context
	entries []*aliasEntry
	byNode  map[*storage]*aliasEntry
	chunk   []aliasEntry // memory for entries
}

// visit records n and the nodes nested in it. If elideType is set, the type of a typed
// attribute is not visited. It returns nil for nodes that need no entry in the alias
// table.
func (c *aliasCollector) visit(n *storage, deferrable, elideType bool) *aliasEntry {
	if n.plain {
		return nil
	}
	if e := c.byNode[n]; e != nil {
		if !deferrable {
			e.pin()
		}
		return e
	}
	e := &takeFromChunk(&c.chunk, 1)[0]
	e.node, e.name, e.deferrable = n, c.ctx.aliasName(n.node), deferrable
	if e.name != "" {
		e.depth = 1
	}
	c.byNode[n] = e
	c.entries = append(c.entries, e)
	deepest := 0
	for _, r := range n.nested() {
		if elideType && r.at > n.bare {
			break
		}
		if r.form == hiddenForm {
			continue
		}
		if child := c.visit(r.node, deferrable, false); child != nil {
			e.children = append(e.children, child)
			deepest = max(deepest, child.depth)
		}
	}
	if deepest > 0 {
		e.depth = deepest + 1
	}
	return e
}

// pin makes the definitions of the entry and of all entries in it come before the
// operations.
func (e *aliasEntry) pin() {
	if !e.deferrable {
		return
	}
	e.deferrable = false
	for _, child := range e.children {
		child.pin()
	}
}

// table assigns numbers: aliases are ordered by depth, so that each definition
// precedes its uses, then types before attributes, then by name, then by first
// visit.
func (c *aliasCollector) table() *aliasTable {
	t := &aliasTable{byNode: c.byNode}
	for _, e := range c.entries {
		if e.depth == 0 {
			delete(t.byNode, e.node)
		}
		if e.name != "" {
			t.order = append(t.order, e)
		}
	}
	slices.SortStableFunc(t.order, func(a, b *aliasEntry) int {
		if a.depth != b.depth {
			return cmp.Compare(a.depth, b.depth)
		}
		if x, y := a.sigil(), b.sigil(); x != y {
			return strings.Compare(x, y)
		}
		return strings.Compare(a.name, b.name)
	})
	counts := map[string]int{}
	for _, e := range t.order {
		e.text = e.sigil() + e.name
		if n := counts[e.name]; n > 0 {
			e.text += strconv.Itoa(n)
		}
		counts[e.name]++
	}
	return t
}

// sigil is ! for types and # for attributes, which is also their order.
func (e *aliasEntry) sigil() string {
	if _, ok := e.node.node.(Type); ok {
		return "!"
	}
	return "#"
}

// aliasName asks the dialects for the name of an alias; the last dialect that proposes a
// name wins, and the builtin dialect is asked first.
func (c *Context) aliasName(n Node) string {
	name := foreignAlias(n)
	for _, d := range c.list {
		proposed := ""
		switch n := n.(type) {
		case Type:
			if d.TypeAlias != nil {
				proposed = d.TypeAlias(n)
			}
		case Attribute:
			if d.AttrAlias != nil {
				proposed = d.AttrAlias(n)
			}
		}
		if proposed != "" {
			name = proposed
		}
	}
	if name == "" {
		return ""
	}
	return sanitizeName(name, "$_-", false)
}

// sanitizeName turns a proposed name into an identifier as upstream does
// (sanitizeIdentifier in AsmPrinter.cpp): spaces become underscores, other bytes their
// hexadecimal code, and a result that begins with a digit is prefixed with an underscore.
func sanitizeName(name, punctuation string, trailingDigit bool) string {
	valid := func(ch byte) bool {
		return isLetter(ch) || isDigit(ch) || strings.IndexByte(punctuation, ch) >= 0
	}
	leading := isDigit(name[0]) || !valid(name[0]) && name[0] != ' '
	trailing := !leading && !trailingDigit && isDigit(name[len(name)-1])
	clean := !leading && !trailing
	for i := 0; clean && i < len(name); i++ {
		clean = valid(name[i])
	}
	if clean {
		return name
	}
	buf := make([]byte, 0, len(name)+2)
	if leading {
		buf = append(buf, '_')
	}
	for i := range len(name) {
		switch ch := name[i]; {
		case valid(ch):
			buf = append(buf, ch)
		case ch == ' ':
			buf = append(buf, '_')
		default:
			buf = append(buf, strings.ToUpper(strconv.FormatUint(uint64(ch), 16))...)
		}
	}
	if trailing {
		buf = append(buf, '_')
	}
	return string(buf)
}
