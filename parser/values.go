package parser

import (
	"fmt"
	"sort"

	"optc/ir"
)

// valueDef is what a value name stands for. The value is nil when the name is
// unknown, and a placeholder while the name was used but not defined. poisoned
// names were defined by an operation that could not be understood.
type valueDef struct {
	value    *ir.Value
	pos      int32 // of the definition, or of the first use
	poisoned bool
}

// resultKey names a result after the first one of %name:n.
type resultKey struct {
	name   string
	number int
}

// numbers are the names from one multiple of their number up to the next.
type numbers [32]valueDef

// values maps the names that are visible to values. Names such as %12, the
// great majority, are indices.
type values struct {
	nums  []*numbers       // %0, %1, …: result 0; nil where no name was met
	spare []*numbers       // empty ones
	limit int              // number that names in nums must not reach
	names map[string]int32 // other names: index in named
	more  map[resultKey]int32
	named []valueDef

	// defined lists the ids of what was defined, in order, so that the end of a
	// region can forget the names of the region.
	defined []valueID
	// forward holds the placeholders of values that are not defined yet, with
	// the place of their first use.
	forward map[*ir.Value]int
	piece   *piece // whose names these are, if not nil
}

// valueID is an index of values.nums, or the complement of an index of values.named.
type valueID int32

// numeric returns the number of a name that indexes values.nums. Names with
// leading zeros are other names.
func (v *values) numeric(name string) (n int, ok bool) {
	if len(name) > 8 || name[0] == '0' && len(name) > 1 {
		return 0, false
	}
	for i := 0; i < len(name); i++ {
		d := name[i] - '0'
		if d > 9 {
			return 0, false
		}
		n = n*10 + int(d)
	}
	return n, n < v.limit
}

// id returns the place of a result of a name, making an empty one if there is none.
func (v *values) id(name string, number int) valueID {
	if number > 0 {
		k := resultKey{name, number}
		i, ok := v.more[k]
		if !ok {
			if v.more == nil {
				v.more = map[resultKey]int32{}
			}
			i = v.newNamed(name, number)
			v.more[k] = i
		}
		return ^valueID(i)
	}
	if n, ok := v.numeric(name); ok {
		v.room(n)
		return valueID(n)
	}
	i, ok := v.names[name]
	if !ok {
		if v.names == nil {
			v.names = map[string]int32{}
		}
		i = v.newNamed(name, 0)
		v.names[name] = i
	}
	return ^valueID(i)
}

// room makes values.nums have an entry for a number.
func (v *values) room(n int) {
	i := n / len(numbers{})
	if i >= len(v.nums) {
		v.nums = append(v.nums, make([]*numbers, i+1-len(v.nums))...)
	}
	if v.nums[i] != nil {
		return
	}
	if last := len(v.spare) - 1; last >= 0 {
		v.nums[i], v.spare = v.spare[last], v.spare[:last]
	} else {
		v.nums[i] = new(numbers)
	}
}

// noNumbers forgets the names that are numbers, which have no values if they are clean.
func (v *values) noNumbers(clean bool) {
	for i, ns := range v.nums {
		if ns == nil {
			continue
		}
		if !clean {
			*ns = numbers{}
		}
		v.spare, v.nums[i] = append(v.spare, ns), nil
	}
	v.nums = v.nums[:0]
}

// has reports whether there is a value of that name, which is not a number.
func (v *values) has(name string) bool {
	i, ok := v.names[name]
	return ok && v.named[i].value != nil
}

func (v *values) newNamed(name string, number int) int32 {
	v.named = append(v.named, valueDef{})
	if v.piece != nil {
		v.piece.labels = append(v.piece.labels, resultKey{name, number})
	}
	return int32(len(v.named) - 1)
}

// at returns the entry of an id. It is valid until the next call of id.
func (v *values) at(id valueID) *valueDef {
	if id < 0 {
		return &v.named[^id]
	}
	return &v.nums[int(id)/len(numbers{})][int(id)%len(numbers{})]
}

// slot returns the entry of a result of a name. It is valid until the next call.
func (v *values) slot(name string, number int) *valueDef { return v.at(v.id(name, number)) }

// scopeMark is the number of names that were defined before a region.
type scopeMark int

func (v *values) mark() scopeMark { return scopeMark(len(v.defined)) }

// forget removes the names that were defined since the mark.
func (v *values) forget(m scopeMark) {
	for _, id := range v.defined[m:] {
		*v.at(id) = valueDef{}
	}
	v.defined = v.defined[:m]
}

// reset forgets everything but keeps the memory.
func (v *values) reset() {
	v.noNumbers(false)
	clear(v.names)
	clear(v.more)
	*v = values{limit: v.limit, nums: v.nums, spare: v.spare, names: v.names, more: v.more, named: v.named[:0], defined: v.defined[:0]}
}

// isolate hides all names and returns what restore brings back.
func (p *parser) isolate() (outer values) {
	outer = p.values
	p.values = values{limit: outer.limit}
	if n := len(p.spare); n > 0 {
		p.values, p.spare = p.spare[n-1], p.spare[:n-1]
	}
	p.values.forward = outer.forward
	return outer
}

func (p *parser) restore(outer values) {
	outer.forward = p.values.forward
	p.values.reset()
	p.spare = append(p.spare, p.values)
	p.values = outer
}

// isPlaceholder tells whether v stands for a value that is not defined yet.
func (p *parser) isPlaceholder(v *ir.Value) bool {
	op := v.DefiningOp()
	return op != nil && op.Def() == p.placeholder
}

// newPlaceholder makes a value that stands for one that is not known.
func (p *parser) newPlaceholder(t ir.Type, pos int) *ir.Value {
	op := p.arena.NewOperation(&ir.OpState{Def: p.placeholder, ResultTypes: []ir.Type{t}, Loc: ir.At(p.src, pos)})
	return op.Result(0)
}

// define makes a name stand for a value and lets earlier uses refer to it.
func (p *parser) define(name string, number, pos int, v *ir.Value) {
	id := p.values.id(name, number)
	d := p.values.at(id)
	if pc := p.values.piece; pc != nil {
		if d.value != nil { // used or defined before
			p.stop()
			return
		}
		pc.defs = append(pc.defs, pieceDef{id: id})
	}
	if old := d.value; old != nil {
		if !p.isPlaceholder(old) {
			e := p.errorAt(pos, "redefinition of SSA value '%"+name+"'")
			p.note(e, int(d.pos), previousDefinition)
			return
		}
		if old.Type() != v.Type() {
			e := p.errorAt(pos, fmt.Sprintf("definition of SSA value '%%%s#%d' has type '%s'", name, number, v.Type()))
			p.note(e, int(d.pos), fmt.Sprintf("previously used here with type '%s'", old.Type()))
			return
		}
		old.ReplaceAllUsesWith(v)
		p.cfg.names.become(old, v)
		delete(p.values.forward, old)
	}
	*d = valueDef{value: v, pos: int32(pos)}
	p.values.defined = append(p.values.defined, id)
	if number == 0 {
		p.cfg.names.add(Name{Lo: pos, Hi: pos + 1 + len(name), Value: v, Definition: true})
	}
}

// poison makes a name stand for the results of an operation that could not be
// understood, so that their uses are not mistakes.
func (p *parser) poison(name string, pos int) {
	id := p.values.id(name, 0)
	d := p.values.at(id)
	if d.value != nil && !p.isPlaceholder(d.value) {
		return
	}
	*d = valueDef{pos: int32(pos), poisoned: true}
	p.values.defined = append(p.values.defined, id)
}

// lookup returns what a use refers to: its entry, and the entry of result 0 of
// the same name.
func (p *parser) lookup(u ir.Unresolved) (d *valueDef, first valueDef) {
	if u.Number > 0 {
		first = *p.values.slot(u.Name, 0)
	}
	d = p.values.slot(u.Name, u.Number)
	if u.Number == 0 {
		first = *d
	}
	return d, first
}

// resolve returns the value of a name that is used with type t. It returns nil
// after an error.
func (p *parser) resolve(u ir.Unresolved, t ir.Type) *ir.Value {
	if p.failed || t == nil {
		return nil
	}
	d, first := p.lookup(u)
	if v := d.value; v != nil {
		if v.Type() == t {
			return p.usedAt(u, v)
		}
		e := p.errorAt(u.Pos, fmt.Sprintf("use of value '%%%s' expects different type than prior uses: '%s' vs '%s'", u.Name, t, v.Type()))
		p.note(e, int(d.pos), priorUse)
		return nil
	}
	switch {
	case first.poisoned:
		return p.newPlaceholder(t, u.Pos)
	case first.value != nil && !p.isPlaceholder(first.value):
		p.errorAt(u.Pos, "reference to invalid result number")
		return nil
	}
	if pc := p.values.piece; pc != nil {
		id := p.values.id(u.Name, u.Number)
		v := pc.outerValue(p, id, t, u.Pos)
		*p.values.at(id) = valueDef{value: v, pos: int32(u.Pos)}
		return v
	}
	v := p.newPlaceholder(t, u.Pos)
	*d = valueDef{value: v, pos: int32(u.Pos)}
	if p.values.forward == nil {
		p.values.forward = map[*ir.Value]int{}
	}
	p.values.forward[v] = u.Pos
	return p.usedAt(u, v)
}

const undeclaredValue = "use of undeclared SSA value name"

// unresolved returns the errors about values, locations and top-level blocks that
// were used but never defined, in upstream's order, and forgets them.
func (p *parser) unresolved() (ds []*ir.Diagnostic) {
	var at []int
	for _, pos := range p.values.forward {
		at = append(at, pos)
	}
	sort.Ints(at)
	for _, pos := range at {
		ds = append(ds, ir.Errorf(ir.At(p.src, pos), undeclaredValue))
	}
	ds = append(ds, p.undefinedLocs...)
	for i := range p.blocks {
		if pos := p.blocks[i].undefined(); pos >= 0 {
			d := ir.Errorf(ir.At(p.src, pos), undefinedBlock)
			p.suggestBlock(d, pos, &p.blocks[i])
			ds = append(ds, d)
		}
	}
	p.values.forward, p.undefinedLocs, p.blocks = nil, nil, p.blocks[:0]
	return ds
}
