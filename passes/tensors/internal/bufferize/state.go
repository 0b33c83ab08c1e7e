package bufferize

import (
	"slices"

	"optc/dialect/bufferization"
	"optc/dialect/tensor"
	"optc/ir"
)

// state answers how operations use the buffers of their tensors. After an analysis it also knows which operands are
// changed in place, and which values share a buffer; before that, it assumes the worst.
type state struct {
	*settings
	analyzed bool
	aliasing classes // values that may share elements
	equal    classes // values that are the same buffer
	inPlace  map[*ir.OpOperand]bool
	undef    map[*ir.OpOperand]bool    // uses of tensors whose elements are undefined
	origins  map[*ir.Value][]*ir.Value // results of definitions
	calls    map[*ir.Operation]*summary
	dom      *ir.Dominance
	counts   struct{ inPlace, outOfPlace int }
	compared []accesses // the memory of conflicts
}

// newState returns a state without knowledge.
func newState(s *settings) *state { return &state{settings: s} }

// classes is a partition of values into classes. The two partitions of a state share their members.
type classes struct {
	members map[*ir.Value]*member
	index   int // of the partition
}

// member is a value with its class in each partition.
type member struct {
	class [2]*class
	own   [2]class // the classes of a value that was not joined with another one
	alone [1]*ir.Value
}

type class struct {
	members []*ir.Value
	// checked is set if no read in the class sees a write in the class that it must not see. Later decisions change a class only
	// by joining it with another class, or by writes of one operand.
	checked bool
}

// newClasses returns two partitions, in which each of the values is alone.
func newClasses(values []*ir.Value) (a, b classes) {
	c := classes{members: make(map[*ir.Value]*member, len(values))}
	all := make([]member, len(values))
	for i, v := range values {
		c.put(&all[i], v)
	}
	return c, classes{members: c.members, index: 1}
}

func (c classes) put(m *member, v *ir.Value) {
	m.alone[0] = v
	for i := range m.own {
		m.own[i].members = m.alone[:]
		m.class[i] = &m.own[i]
	}
	c.members[v] = m
}

// class returns the class of a value, or nil.
func (c classes) class(v *ir.Value) *class {
	if m := c.members[v]; m != nil {
		return m.class[c.index]
	}
	return nil
}

func (c classes) join(a, b *ir.Value) {
	for _, v := range []*ir.Value{a, b} {
		if c.members[v] == nil {
			c.put(&member{}, v)
		}
	}
	x, y := c.class(a), c.class(b)
	if x == y {
		return
	}
	if len(x.members) < len(y.members) {
		x, y = y, x
	}
	for _, v := range y.members {
		c.members[v].class[c.index] = x
	}
	x.members = append(x.members, y.members...)
}

func (c classes) of(v *ir.Value) []*ir.Value {
	if x := c.class(v); x != nil {
		return x.members
	}
	return nil
}

func (c classes) together(a, b *ir.Value) bool {
	return a == b || c.class(a) != nil && c.class(a) == c.class(b)
}

// begin prepares the analysis of all operations inside root.
func (s *state) begin(root *ir.Operation) {
	s.analyzed, s.dom = true, &ir.Dominance{}
	s.origins, s.calls = map[*ir.Value][]*ir.Value{}, map[*ir.Operation]*summary{}
	var values []*ir.Value
	uses := 0
	add := func(v *ir.Value) {
		if isTensor(v.Type()) {
			values = append(values, v)
		}
	}
	ir.Walk(root, func(op *ir.Operation) ir.WalkResult {
		for _, v := range op.Operands() {
			if isTensor(v.Type()) {
				uses++
			}
		}
		for _, r := range op.Results() {
			add(r)
		}
		for r := range op.Regions() {
			for b := range r.Blocks() {
				for _, arg := range b.Args() {
					add(arg)
				}
			}
		}
		return ir.Advance
	})
	s.aliasing, s.equal = newClasses(values)
	s.inPlace, s.undef = make(map[*ir.OpOperand]bool, uses), map[*ir.OpOperand]bool{}
	ir.WalkPost(root, func(op *ir.Operation) ir.WalkResult {
		r := s.rule(op)
		if r == nil {
			return ir.Advance
		}
		for _, u := range tensorUses(op) {
			if r.fixed || ir.IsType[*ir.UnrankedTensorType](u.Value().Type()) { // no operation copies it
				s.useInPlace(u)
			}
		}
		return ir.Advance
	})
}

// useInPlace decides that an operand is used in place.
func (s *state) useInPlace(u *ir.OpOperand) {
	if s.inPlace[u] {
		return
	}
	s.inPlace[u] = true
	for _, a := range s.aliases(u) {
		s.aliasing.join(a.value, u.Value())
	}
	if c := s.aliasing.class(u.Value()); c != nil {
		c.checked = false
	}
	s.counts.inPlace++
}

func (s *state) isInPlace(u *ir.OpOperand) bool {
	if s.analyzed {
		return s.inPlace[u]
	}
	return ir.Is[bufferization.ToBufferOp](u.Owner()) || !s.writes(u)
}

func (s *state) areEqual(a, b *ir.Value) bool { return s.analyzed && s.equal.together(a, b) }

// reads reports whether the elements of an operand are read.
func (s *state) reads(u *ir.OpOperand) bool {
	r := s.rule(u.Owner())
	return r == nil || r.reads == nil || r.reads(s, u)
}

// writes reports whether the buffer of an operand is changed, if it is used in place.
func (s *state) writes(u *ir.OpOperand) bool {
	r := s.rule(u.Owner())
	return r == nil || r.writes != nil && r.writes(s, u)
}

// aliases lists the values that may be stored in the buffer of an operand.
func (s *state) aliases(u *ir.OpOperand) []alias {
	switch r := s.rule(u.Owner()); {
	case r == nil:
		return unknownAliases(u)
	case r.aliases == nil:
		return nil
	default:
		return r.aliases(s, u)
	}
}

// unknownAliases are all tensors that an operation without a rule may have made of an operand.
func unknownAliases(u *ir.OpOperand) (as []alias) {
	add := func(v *ir.Value) {
		if isTensor(v.Type()) {
			as = append(as, alias{value: v, maybe: true})
		}
	}
	for _, r := range u.Owner().Results() {
		add(r)
	}
	for r := range u.Owner().Regions() {
		if !r.Empty() {
			for _, arg := range r.Front().Args() {
				add(arg)
			}
		}
	}
	return as
}

// sources lists the operands whose buffer may hold a value.
func (s *state) sources(v *ir.Value) (list []source) {
	op := ownerOf(v)
	r := s.rule(op)
	switch {
	case r == nil && v.DefiningOp() == nil:
		return nil
	case r == nil:
		for _, u := range tensorUses(op) {
			list = append(list, source{operand: u, maybe: true})
		}
		return list
	case r.sources != nil:
		return r.sources(s, v)
	}
	for _, u := range tensorUses(op) {
		for _, a := range s.aliases(u) {
			if a.value == v {
				list = append(list, source{operand: u, same: a.same, maybe: a.maybe})
			}
		}
	}
	return list
}

// defines reports whether a value gets new contents at its definition.
func (s *state) defines(v *ir.Value) bool {
	op := v.DefiningOp()
	r := s.rule(ownerOf(v))
	switch {
	case op == nil || r == nil:
		return true
	case r.defines != nil:
		return r.defines(op)
	}
	sources := s.sources(v)
	if len(sources) == 0 || slices.ContainsFunc(sources, func(a source) bool { return s.writes(a.operand) }) {
		return true
	}
	inside := func(w *ir.Value) bool { return op.IsAncestorOf(ownerOf(w)) && s.defines(w) }
	return slices.ContainsFunc(sources, func(a source) bool {
		return len(s.trace(a.operand.Value(), inside, tracing{})) > 0
	})
}

// isRead reports whether an operation reads the elements of a value, also through views.
func (s *state) isRead(v *ir.Value) bool {
	work := usesOf(v)
	seen := map[*ir.OpOperand]bool{}
	for len(work) > 0 {
		u := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[u] {
			continue
		}
		seen[u] = true
		if s.reads(u) {
			return true
		}
		if s.rule(u.Owner()) != nil && !s.writes(u) {
			for _, a := range s.aliases(u) {
				work = append(work, usesOf(a.value)...)
			}
		}
	}
	return false
}

// isWritten reports whether an operation changes the buffer of a value.
func (s *state) isWritten(v *ir.Value) bool {
	return slices.ContainsFunc(s.aliasing.of(v), func(w *ir.Value) bool {
		return slices.ContainsFunc(usesOf(w), func(u *ir.OpOperand) bool { return s.isInPlace(u) && s.writes(u) })
	})
}

// isWritable reports whether the buffer of a value may be changed.
func (s *state) isWritable(v *ir.Value) bool {
	switch r := s.rule(ownerOf(v)); {
	case r == nil:
		return false
	case r.writable != nil:
		return r.writable(ownerOf(v), v)
	}
	return v.DefiningOp() != nil
}

// tracing selects the steps from a value to the values in whose buffer it is stored.
type tracing struct {
	leaves   bool                // whether to return also the values at which the search ends
	equal    bool                // only to the same buffer
	sameType bool                // not to tensors of other types, except through tensor.cast
	visit    func(*ir.OpOperand) // called for the operands on the way; may be nil
}

// trace searches the values in whose buffer a value is stored, back to values that satisfy a
// condition (findValueInReverseUseDefChain upstream).
func (s *state) trace(v *ir.Value, wanted func(*ir.Value) bool, t tracing) (found []*ir.Value) {
	add := func(v *ir.Value) {
		if !slices.Contains(found, v) {
			found = append(found, v)
		}
	}
	seen := map[*ir.Value]bool{}
	work := []*ir.Value{v}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		leaf := func() {
			if t.leaves {
				add(v)
			}
		}
		if seen[v] {
			leaf()
			continue
		}
		seen[v] = true
		if wanted(v) {
			add(v)
			continue
		}
		if s.rule(ownerOf(v)) == nil {
			leaf()
			continue
		}
		sources := s.sources(v)
		if len(sources) == 0 {
			leaf()
		}
		for _, a := range sources {
			from := a.operand.Value()
			if t.equal && !a.same || t.sameType && from.Type() != v.Type() && !ir.Is[tensor.CastOp](v.DefiningOp()) {
				leaf()
				continue
			}
			if !slices.Contains(work, from) {
				work = append(work, from)
			}
			if t.visit != nil {
				t.visit(a.operand)
			}
		}
	}
	return found
}

// definitions lists the values that give a value its contents.
func (s *state) definitions(v *ir.Value) []*ir.Value {
	if s.origins == nil {
		return s.trace(v, s.defines, tracing{})
	}
	found, known := s.origins[v]
	if !known {
		found = s.trace(v, s.defines, tracing{})
		s.origins[v] = found
	}
	return found
}

// needsNoElements reports whether a copy of an operand needs no elements, because they are undefined, overwritten
// or not read.
func (s *state) needsNoElements(u *ir.OpOperand) bool {
	if s.undef[u] || s.writes(u) && !s.reads(u) {
		return true
	}
	return !s.reads(u) && !slices.ContainsFunc(s.aliases(u), func(a alias) bool { return s.isRead(a.value) })
}
