package parser

import (
	"fmt"
	"sort"

	"optc/ir"
)

// valueParser reads the names of values and blocks and knows which values and blocks they
// name.
type valueParser struct {
	attrParser
	// placeholder defines the operations that define placeholders for values which are
	// used before they are defined.
	placeholder *ir.OpDef
	builder     *ir.Builder
	arena       *ir.Arena

	values         valueNames
	spare          []valueNames    // name tables for reuse
	blocks         []blockScope    // scopes of the enclosing regions, innermost last
	uses           []ir.Unresolved // results of Operands of the operations being parsed
	affineOfValues affineParser
}

// valueDef is the value that a name refers to. The value is nil if the name is unknown, and a
// placeholder while the name has been used but not defined.
type valueDef struct {
	value *ir.Value
	pos   int32 // offset of the definition, or of the first use
	// count is the number of results that the definition names, as n in %name:n, of which the
	// value is the first. It is 0 before the definition, and poisoned if the operation that
	// defines the name could not be parsed.
	count int32
}

const poisoned = -1

// result returns %name#number if the definition d of %name has such a result, or else nil.
func (d *valueDef) result(number int) *ir.Value {
	if number >= int(d.count) {
		return nil
	}
	return d.value.DefiningOp().Result(d.value.Index() + number)
}

// resultKey names a result after the first of %name:n that has no definition.
type resultKey struct {
	name   string
	number int
}

// isolate hides all names and returns them for restore.
func (p *valueParser) isolate() (outer valueNames) {
	outer = p.values
	p.values = valueNames{limit: outer.limit}
	if n := len(p.spare); n > 0 {
		p.values, p.spare = p.spare[n-1], p.spare[:n-1]
	}
	p.values.forward = outer.forward
	return outer
}

func (p *valueParser) restore(outer valueNames) {
	outer.forward = p.values.forward
	p.values.reset()
	p.spare = append(p.spare, p.values)
	p.values = outer
}

// isPlaceholder reports whether v is a placeholder for a value that is not defined yet.
func (p *valueParser) isPlaceholder(v *ir.Value) bool {
	op := v.DefiningOp()
	return op != nil && op.Def() == p.placeholder
}

// newPlaceholder makes a placeholder for a value that is not defined yet.
func (p *valueParser) newPlaceholder(t ir.Type, pos int) *ir.Value {
	op := p.arena.NewOperation(&ir.OpState{Def: p.placeholder, ResultTypes: []ir.Type{t}, Loc: ir.At(p.src, pos)})
	return op.Result(0)
}

// define binds a name to a value and, if count is above 1, to the results that follow it. It
// replaces the placeholders of earlier uses.
func (p *valueParser) define(name string, number, count, pos int, v *ir.Value) {
	id := p.values.id(name, number)
	if !p.bind(id, resultKey{name, number}, pos, v) {
		return
	}
	for k := 1; k < count && len(p.values.more) > 0; k++ {
		key := resultKey{name, k}
		i, ok := p.values.more[key]
		if !ok {
			continue
		}
		if !p.bind(^valueID(i), key, pos, v.DefiningOp().Result(v.Index()+k)) {
			return
		}
		*p.values.entry(^valueID(i)) = valueDef{}
	}
	*p.values.entry(id) = valueDef{value: v, pos: int32(pos), count: int32(count)}
	p.values.defined = append(p.values.defined, id)
	if p.values.piece != nil {
		p.values.piece.defs = append(p.values.piece.defs, pieceDef{id: id})
	}
	if number == 0 {
		p.cfg.names.add(Name{Lo: pos, Hi: pos + 1 + len(name), Value: v, Definition: true})
	}
}

// bind replaces the placeholder of a name by the value that the name is defined as. It reports
// whether the name can be defined here.
func (p *valueParser) bind(id valueID, key resultKey, pos int, v *ir.Value) bool {
	d := p.values.entry(id)
	old := d.value
	if old == nil {
		return true
	}
	if p.values.piece != nil {
		p.stop()
		return false
	}
	if !p.isPlaceholder(old) {
		e := p.errorAt(pos, "redefinition of SSA value '%"+key.name+"'")
		p.note(e, int(d.pos), previousDefinition)
		return false
	}
	if old.Type() != v.Type() {
		e := p.errorAt(pos, fmt.Sprintf("definition of SSA value '%%%s#%d' has type '%s'", key.name, key.number, v.Type()))
		p.note(e, int(d.pos), fmt.Sprintf("previously used here with type '%s'", old.Type()))
		return false
	}
	old.ReplaceAllUsesWith(v)
	p.cfg.names.become(old, v)
	delete(p.values.forward, old)
	return true
}

func (p *valueParser) defineArgument(u ir.Unresolved, v *ir.Value) {
	v.SetNameHint(nameHint(u.Name))
	p.define(u.Name, u.Number, 1, u.Pos, v)
}

// nameHint returns the name, or "" for a number, which has no meaning for a reader.
func nameHint(name string) string {
	if charClass[name[0]]&isDigit != 0 {
		return ""
	}
	return name
}

// poison marks a name as a result of an operation that could not be parsed, so that its
// uses are not reported.
func (p *valueParser) poison(name string, pos int) {
	id := p.values.id(name, 0)
	d := p.values.entry(id)
	if d.value != nil && !p.isPlaceholder(d.value) {
		return
	}
	*d = valueDef{pos: int32(pos), count: poisoned}
	p.values.defined = append(p.values.defined, id)
}

// lookup returns the definition of the name in a use, as %x or %x#2, and the definition of result 0 of that name.
func (p *valueParser) lookup(u ir.Unresolved) (d, first valueDef) {
	if u.Number == 0 {
		d = *p.values.slot(u.Name, 0)
		return d, d
	}
	first = *p.values.slot(u.Name, 0)
	if first.count > 0 {
		d = valueDef{value: first.result(u.Number), pos: first.pos}
	} else {
		d = *p.values.slot(u.Name, u.Number)
	}
	return d, first
}

// resolve returns the value of a name that is used with type t. It returns nil after an
// error.
func (p *valueParser) resolve(u ir.Unresolved, t ir.Type) *ir.Value {
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
	case first.count == poisoned:
		return p.newPlaceholder(t, u.Pos)
	case first.count > 0:
		p.errorAt(u.Pos, "reference to invalid result number")
		return nil
	}
	if pc := p.values.piece; pc != nil {
		id := p.values.id(u.Name, u.Number)
		v := pc.outerValue(p, id, t, u.Pos)
		*p.values.entry(id) = valueDef{value: v, pos: int32(u.Pos)}
		return v
	}
	v := p.newPlaceholder(t, u.Pos)
	*p.values.slot(u.Name, u.Number) = valueDef{value: v, pos: int32(u.Pos)}
	if p.values.forward == nil {
		p.values.forward = map[*ir.Value]int{}
	}
	p.values.forward[v] = u.Pos
	return p.usedAt(u, v)
}

const undeclaredValue = "use of undeclared SSA value name"

// unresolved returns the errors about values, locations and top-level blocks that were
// used but never defined, in upstream's order, and clears them.
func (p *valueParser) unresolved() (ds []*ir.Diagnostic) {
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

// usedAt records the use of a value.
func (p *valueParser) usedAt(u ir.Unresolved, v *ir.Value) *ir.Value {
	p.cfg.names.add(Name{Lo: u.Pos, Hi: u.Pos + 1 + len(u.Name), Value: v})
	return v
}
