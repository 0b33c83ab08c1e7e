package ir

import (
	"slices"
	"strconv"
)

// ssaNames assigns the printed names of values and blocks of an operation, in the order
// and with the scopes of upstream's SSANameState (AsmPrinter.cpp):
//
//   - A region is numbered as a whole before the regions nested in it, which go
//     on from the numbers that it ended with; sibling regions begin alike.
//   - Results count %0, %1, …, arguments of entry blocks %arg0, %arg1, …;
//     operations may propose names for both.
//   - A name that is taken in the region or around it gets a suffix _N, where N
//     counts the conflicts.
//
// Numbers are stored in a scratch field of the values and blocks, so that an operation
// must not be printed by two goroutines at once.
type ssaNames struct {
	opts   *PrintOptions
	target *Operation // the operation to be printed; only it and its ancestors are numbered
	// detached is set when values outside the numbered operation exist.
	detached *Operation

	counters
	names  []string             // names of the values with a name
	used   map[string]struct{}  // names in scope
	scope  []string             // the same in the order of insertion
	groups map[*Operation][]int // first results of the groups, if there are several
	opIDs  map[*Operation]uint32

	propose func(v *Value, name string) // proposed, for the hooks
	heads   []int                       // groups of the operation under way, without the first

	// isolated operations directly inside of the numbered operation are left to the workers that print
	// them; they begin with these counters.
	lazy     bool
	lazyFrom counters
}

// counters are the next numbers to be given.
type counters struct{ value, arg, conflict uint32 }

// Value.num is 0 for a value without number. Otherwise bit 0 is set, and bit 1 selects whether the
// rest is a number or an index into ssaNames.names.
const (
	numSet   = 1
	numNamed = 2
	numShift = 2
)

// numberFor numbers all values and blocks that printing op needs, beginning at root.
func numberFor(root, op *Operation, opts *PrintOptions, lazy bool) *ssaNames {
	s := &ssaNames{opts: opts, target: op, used: map[string]struct{}{}, lazy: lazy}
	s.propose = s.proposed
	if root.block != nil {
		s.detached = root
	}
	s.operation(root)
	start := s.counters
	if !opts.unique() {
		s.counters, start = counters{}, counters{}
	}
	s.lazyFrom = start
	for i := root.NumRegions() - 1; i >= 0; i-- {
		s.nested(root.Region(i), start)
		if lazy {
			s.lazyFrom = s.counters
		}
	}
	return s
}

// ValueNames numbers the values in op and returns a function that gives the name of each
// value when op is printed with KeepNames, including the percent sign.
func ValueNames(op *Operation) func(v *Value) string {
	s := numberFor(op, op, &PrintOptions{KeepNames: true}, false)
	return func(v *Value) string { return string(s.append(nil, v, true)) }
}

// fork returns the state for printing an isolated operation separately, with the names
// around it in scope.
func (s *ssaNames) fork() *ssaNames {
	f := &ssaNames{opts: s.opts, detached: s.detached, names: slices.Clip(s.names), used: make(map[string]struct{}, len(s.used))}
	f.propose = f.proposed
	for n := range s.used {
		f.used[n] = struct{}{}
	}
	return f
}

// isolated numbers the values inside an operation that lazy left out.
func (s *ssaNames) isolated(op *Operation, from counters) {
	for i := op.NumRegions() - 1; i >= 0; i-- {
		s.nested(op.Region(i), from)
	}
}

// nested numbers a region that begins with the given counters.
func (s *ssaNames) nested(r *Region, from counters) {
	if !s.opts.unique() {
		s.counters = from
	}
	mark := len(s.scope)
	var parents []*Operation
	s.blockArgNames(r)
	lazy := s.lazy && r.op != nil && r.op.block == nil
	n := uint32(0)
	for b := r.first; b != nil; b = b.next {
		b.num = n
		n++
		s.block(b)
		for op := b.first; op != nil; op = op.next {
			s.operation(op)
			if op.tail != nil && len(op.tail.regions()) > 0 && !(lazy && op.Has(IsolatedFromAbove)) {
				parents = append(parents, op)
			}
		}
	}
	if lazy {
		s.nestedLazily(parents)
		return // the following needs the names of this scope
	}
	end := s.counters
	for i := len(parents) - 1; i >= 0; i-- {
		op := parents[i]
		if s.opts.ValueUsers || s.opts.unique() || s.target == nil || op.IsAncestorOf(s.target) || s.target.IsAncestorOf(op) {
			s.isolated(op, end)
		}
	}
	for _, name := range s.scope[mark:] {
		delete(s.used, name)
	}
	s.scope = s.scope[:mark]
}

// nestedLazily numbers the values nested in operations that are not isolated.
func (s *ssaNames) nestedLazily(parents []*Operation) {
	end := s.counters
	for _, op := range parents {
		s.isolated(op, end)
	}
	s.counters = end
}

// blockArgNames lets the parent operation propose names of block arguments.
func (s *ssaNames) blockArgNames(r *Region) {
	for b := r.first; b != nil; b = b.next {
		for _, a := range b.args {
			a.num = 0
		}
	}
	if s.opts.Generic || r.op == nil || r.op.def.BlockArgNames == nil {
		return
	}
	r.op.def.BlockArgNames(r, func(v *Value, name string) {
		if hint := s.hint(v); s.opts.KeepNames && hint != "" {
			name = hint
		}
		s.set(v, name)
	})
}

func (s *ssaNames) block(b *Block) {
	entry := b.IsEntry()
	var buf [16]byte
	for _, a := range b.args {
		if a.num != 0 {
			continue
		}
		name := ""
		if entry {
			name = string(strconv.AppendUint(append(buf[:0], "arg"...), uint64(s.arg), 10))
			s.arg++
		}
		if hint := s.hint(a); hint != "" {
			name = hint
		}
		s.set(a, name)
	}
}

// operation numbers the results.
func (s *ssaNames) operation(op *Operation) {
	if len(op.results()) == 0 {
		if s.opts.ValueUsers {
			if s.opIDs == nil {
				s.opIDs = map[*Operation]uint32{}
			}
			s.opIDs[op] = s.value
			s.value++
		}
		return
	}
	for i := range op.results() {
		op.results()[i].num = 0
	}
	s.heads = s.heads[:0]
	if !s.opts.Generic {
		switch {
		case op.def.ResultNames != nil:
			op.def.ResultNames(op, s.propose)
		case len(op.def.Results) > 1:
			declaredNames(op, s.propose)
		}
	}
	if s.opts.KeepNames && len(s.heads) == 0 {
		for i := 1; i < len(op.results()); i++ {
			if r := &op.results()[i]; r.name != op.results()[i-1].name {
				s.proposed(r, r.name)
			}
		}
	}
	if first := &op.results()[0]; first.num == 0 {
		s.set(first, s.hint(first))
	}
	if len(s.heads) > 0 {
		slices.Sort(s.heads)
		if s.groups == nil {
			s.groups = map[*Operation][]int{}
		}
		s.groups[op] = append([]int{0}, s.heads...)
	}
}

// proposed assigns to a result the name that its operation proposes, or its name in the source
// unless that name is used for several results; a result other than the first begins a group.
func (s *ssaNames) proposed(v *Value, name string) {
	if hint := s.hint(v); hint != "" && (v.index == 0 || hint != s.hint(&v.def.results()[v.index-1])) {
		name = hint
	}
	s.set(v, name)
	if v.index > 0 {
		s.heads = append(s.heads, int(v.index))
	}
}

// declaredNames proposes the names in the declaration for an operation with several
// results (OpDefinitionsGen.cpp, genOpAsmInterface).
func declaredNames(op *Operation, set func(v *Value, name string)) {
	for g := range op.def.Results {
		if lo, hi := op.resultRange(g); lo < hi && op.def.Results[g].Name != "" {
			set(&op.results()[lo], op.def.Results[g].Name)
		}
	}
}

// hint returns the name that the options prefer to a number, or "".
func (s *ssaNames) hint(v *Value) string {
	if s.opts.KeepNames && v.name != "" && !isDigit(v.name[0]) {
		return v.name
	}
	if s.opts.NameLocAsPrefix {
		l := v.Location()
		for l.source() != nil {
			l = l.caller()
		}
		return nameInLoc(l.explicit())
	}
	return ""
}

// nameInLoc returns the first name inside a location, or "".
func nameInLoc(a LocationAttr) string {
	switch a := a.(type) {
	case *NameLoc:
		return a.Name
	case *CallSiteLoc:
		if n := nameInLoc(a.Callee); n != "" {
			return n
		}
		return nameInLoc(a.Caller)
	case *FusedLoc:
		for _, l := range a.Locs {
			if n := nameInLoc(l); n != "" {
				return n
			}
		}
	}
	return ""
}

// set gives v a name, or the next number when name is empty.
func (s *ssaNames) set(v *Value, name string) {
	if name == "" {
		v.num = s.value<<numShift | numSet
		s.value++
		return
	}
	v.num = uint32(len(s.names))<<numShift | numNamed | numSet
	s.names = append(s.names, s.unique(name))
}

func (s *ssaNames) unique(name string) string {
	name = sanitizeName(name, "$._-", true)
	if _, taken := s.used[name]; taken {
		var space [64]byte
		probe := append(append(space[:0], name...), '_')
		stem := len(probe)
		for {
			probe = strconv.AppendUint(probe[:stem], uint64(s.conflict), 10)
			s.conflict++
			if _, taken := s.used[string(probe)]; !taken {
				break
			}
		}
		name = string(probe)
	}
	s.used[name] = struct{}{}
	s.scope = append(s.scope, name)
	return name
}

// append appends the name of v; element selects whether to add #N to one of several
// results.
func (s *ssaNames) append(dst []byte, v *Value, element bool) []byte {
	if v == nil {
		return append(dst, "<<NULL VALUE>>"...)
	}
	head, number := v, -1
	if v.def != nil && len(v.def.results()) > 1 {
		lo, hi := s.group(v)
		head = &v.def.results()[lo]
		if hi-lo > 1 {
			number = int(v.index) - lo
		}
	}
	if head.num == 0 || s.detached != nil && !isInside(v, s.detached) {
		return append(dst, "<<UNKNOWN SSA VALUE>>"...)
	}
	dst = append(dst, '%')
	if head.num&numNamed != 0 {
		dst = append(dst, s.names[head.num>>numShift]...)
	} else {
		dst = strconv.AppendUint(dst, uint64(head.num>>numShift), 10)
	}
	if element && number >= 0 {
		dst = strconv.AppendInt(append(dst, '#'), int64(number), 10)
	}
	return dst
}

// group returns the range of result numbers that share a name with v.
func (s *ssaNames) group(v *Value) (lo, hi int) {
	hi = len(v.def.results())
	for _, first := range s.groups[v.def] {
		if first > int(v.index) {
			return lo, first
		}
		lo = first
	}
	return lo, hi
}

func isInside(v *Value, op *Operation) bool {
	b := v.ParentBlock()
	for b != nil && b.region != nil && b.region.op != op {
		if b.region.op == nil {
			return false
		}
		b = b.region.op.block
	}
	return b != nil && b.region != nil
}

// NameResult proposes a name for the first result of an operation; see
// OpDef.ResultNames.
func NameResult(name string) func(op *Operation, set func(*Value, string)) {
	return func(op *Operation, set func(*Value, string)) { set(op.Result(0), name) }
}
