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
	pos      int // of the definition, or of the first use
	poisoned bool
}

// resultKey names a result after the first one of %name:n.
type resultKey struct {
	name   string
	number int
}

// values maps the names that are visible to values. Names such as %12, the
// great majority, index a slice.
type values struct {
	nums  []valueDef // %0, %1, …: result 0
	names map[string]valueDef
	more  map[resultKey]valueDef
	limit int // length that nums must not exceed

	// defined lists the names in the order of their definition, so that the end
	// of a region can forget those of the region.
	defined []resultKey
	// forward holds the placeholders of values that are not defined yet, with
	// the place of their first use.
	forward map[*ir.Value]int
}

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

func (v *values) get(name string, number int) valueDef {
	if number > 0 {
		return v.more[resultKey{name, number}]
	}
	if n, ok := v.numeric(name); ok {
		if n < len(v.nums) {
			return v.nums[n]
		}
		return valueDef{}
	}
	return v.names[name]
}

func (v *values) set(name string, number int, d valueDef) {
	if number > 0 {
		if v.more == nil {
			v.more = map[resultKey]valueDef{}
		}
		v.more[resultKey{name, number}] = d
		return
	}
	if n, ok := v.numeric(name); ok {
		for n >= len(v.nums) {
			v.nums = append(v.nums, valueDef{})
		}
		v.nums[n] = d
		return
	}
	if v.names == nil {
		v.names = map[string]valueDef{}
	}
	v.names[name] = d
}

// forget removes the names that were defined since the mark.
func (v *values) forget(mark int) {
	for _, k := range v.defined[mark:] {
		if k.number == 0 {
			if n, ok := v.numeric(k.name); ok {
				v.nums[n] = valueDef{}
				continue
			}
			delete(v.names, k.name)
			continue
		}
		delete(v.more, k)
	}
	v.defined = v.defined[:mark]
}

// reset forgets everything but keeps the memory.
func (v *values) reset() {
	clear(v.nums)
	*v = values{limit: v.limit, nums: v.nums[:0], defined: v.defined[:0]}
}

// isolate hides all names and returns what restores them.
func (v *values) isolate() (outer values) {
	outer = *v
	*v = values{limit: v.limit, forward: v.forward}
	return outer
}

func (v *values) restore(outer values) {
	outer.forward = v.forward
	*v = outer
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
	old := p.values.get(name, number)
	if old.value != nil {
		if !p.isPlaceholder(old.value) {
			d := p.errorAt(pos, "redefinition of SSA value '%"+name+"'")
			p.note(d, old.pos, "previously defined here")
			return
		}
		if old.value.Type() != v.Type() {
			d := p.errorAt(pos, fmt.Sprintf("definition of SSA value '%%%s#%d' has type '%s'", name, number, v.Type()))
			p.note(d, old.pos, fmt.Sprintf("previously used here with type '%s'", old.value.Type()))
			return
		}
		old.value.ReplaceAllUsesWith(v)
		delete(p.values.forward, old.value)
	}
	p.values.set(name, number, valueDef{value: v, pos: pos})
	p.values.defined = append(p.values.defined, resultKey{name, number})
}

// poison makes a name stand for the results of an operation that could not be
// understood, so that their uses are no mistakes.
func (p *parser) poison(name string, pos int) {
	if old := p.values.get(name, 0); old.value != nil && !p.isPlaceholder(old.value) {
		return
	}
	p.values.set(name, 0, valueDef{pos: pos, poisoned: true})
	p.values.defined = append(p.values.defined, resultKey{name, 0})
}

// resolve returns the value of a name that is used with type t. It returns nil
// after an error.
func (p *parser) resolve(u ir.Unresolved, t ir.Type) *ir.Value {
	if p.failed || t == nil {
		return nil
	}
	d := p.values.get(u.Name, u.Number)
	if d.value != nil {
		if d.value.Type() == t {
			return d.value
		}
		e := p.errorAt(u.Pos, fmt.Sprintf("use of value '%%%s' expects different type than prior uses: '%s' vs '%s'", u.Name, t, d.value.Type()))
		p.note(e, d.pos, "prior use here")
		return nil
	}
	first := d
	if u.Number > 0 {
		first = p.values.get(u.Name, 0)
	}
	switch {
	case first.poisoned:
		return p.newPlaceholder(t, u.Pos)
	case first.value != nil && !p.isPlaceholder(first.value):
		p.errorAt(u.Pos, "reference to invalid result number")
		return nil
	}
	v := p.newPlaceholder(t, u.Pos)
	p.values.set(u.Name, u.Number, valueDef{value: v, pos: u.Pos})
	if p.values.forward == nil {
		p.values.forward = map[*ir.Value]int{}
	}
	p.values.forward[v] = u.Pos
	return v
}

// undefinedValues returns an error for each value that was used but never
// defined, in the order of their first use.
func (p *parser) undefinedValues() (ds []*ir.Diagnostic) {
	var at []int
	for _, pos := range p.values.forward {
		at = append(at, pos)
	}
	sort.Ints(at)
	for _, pos := range at {
		ds = append(ds, ir.Errorf(ir.At(p.src, pos), "use of undeclared SSA value name"))
	}
	p.values.forward = nil
	return ds
}
