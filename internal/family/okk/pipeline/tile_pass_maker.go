package okk

import (
	"fmt"
	"slices"

	"optc/dialect/okk"
	"optc/ir"
)

// version is a tensor without rows between two operations that write it anew.
type version struct {
	v           *ir.Value
	first, last int // passes in which it is kept
	read        bool
}

// passStep is an operation with the pass to which it belongs.
type passStep struct {
	op *ir.Operation
	// between is set if the operation has no rows that are divided: it runs before its pass.
	between bool
	pass    int
	target  bool                   // its result is needed, not only by other operations of its pass
	reads   map[*ir.Value]*version // tensors without rows
	made    *version               // by the operation
}

// passMaker divides a section into passes.
type passMaker struct {
	*tiler
	k      *axis
	steps  []*passStep
	passOf map[*ir.Value]int // of the contents of a tensor with rows
	kept   map[*ir.Value]*version
	all    []*version
	last   int
}

func (p *passMaker) hasRows(v *ir.Value) bool { return slices.Contains(p.axes.axesOf(v), p.k) }

// assign finds the pass of each operation.
func (p *passMaker) assign() error {
	for _, op := range p.ops {
		if okk.IsView(op) {
			continue
		}
		access := p.accessesOf(op)
		s := &passStep{op: op, between: true, reads: map[*ir.Value]*version{}}
		p.steps = append(p.steps, s)
		for _, v := range slices.Concat(access.writes, access.reads) {
			s.between = s.between && !p.hasRows(v)
		}
		for _, v := range access.reads {
			base := okk.Base(v)
			if !ir.IsType[*okk.LocalType](base.Type()) {
				continue
			}
			if p.hasRows(base) {
				s.pass = max(s.pass, p.passOf[base])
			} else if now := p.kept[base]; now != nil {
				s.reads[base] = now
				s.pass = max(s.pass, now.first)
			}
		}
		for _, v := range s.reads {
			if v.read, v.last = true, max(v.last, s.pass); !s.between {
				v.last = len(p.ops) // later passes may compute it again
			}
		}
		reduction := slices.Contains(p.k.sums, op)
		s.target = reduction || ir.Is[okk.StoreOp](op)
		p.last = max(p.last, s.pass)
		for _, v := range access.writes {
			base := okk.Base(v)
			switch {
			case !ir.IsType[*okk.LocalType](base.Type()):
			case p.hasRows(base):
				p.passOf[base] = s.pass
			case !s.between && !reduction:
				return fmt.Errorf("'%s' needs all rows for '%s'", op.Name(), okk.NameOf(base))
			case v != access.writes[0]: // a work buffer
				if p.kept[base] == nil {
					p.renew(base, s.pass)
				}
				s.reads[base] = p.kept[base]
			case okk.RowOf(op).ReadsDestination(op):
				if p.kept[base] == nil || p.kept[base].read || reduction {
					return fmt.Errorf("'%s' adds to '%s', which is used before", op.Name(), okk.NameOf(base))
				}
				s.made = p.kept[base]
			default:
				available := s.pass
				if reduction {
					available++
				}
				s.made = p.renew(base, available)
			}
		}
	}
	if !slices.ContainsFunc(p.steps, func(s *passStep) bool { return s.target && !s.between }) {
		return fmt.Errorf("no operation keeps a result")
	}
	return nil
}

// renew begins a version of a tensor.
func (p *passMaker) renew(base *ir.Value, pass int) *version {
	v := &version{v: base, first: pass, last: pass}
	if p.kept[base] != nil {
		v.v = nil // made when the passes are written
	}
	p.kept[base] = v
	p.all = append(p.all, v)
	return v
}

// write replaces the operations by the operations of the passes, and returns those on rows.
func (p *passMaker) write() (list [][]*ir.Operation) {
	end := p.ops[len(p.ops)-1]
	p.rw.After(end)
	for pass := 0; pass <= p.last+1; pass++ {
		c := &passCopy{passMaker: p, rows: map[*ir.Value]*ir.Value{}, views: map[viewOf]*ir.Value{}}
		for _, s := range p.steps {
			if s.between && s.pass == pass {
				c.clone(s)
			}
		}
		c.ops = nil
		wanted := p.wanted(pass)
		for i, s := range p.steps {
			if wanted[i] {
				c.clone(s)
			}
		}
		list = append(list, c.ops)
	}
	for len(list[len(list)-1]) == 0 { // only operations without rows follow
		list = list[:len(list)-1]
	}
	allocations := p.allocations()
	for _, op := range slices.Backward(p.ops) {
		p.rw.Erase(op)
	}
	for _, op := range allocations {
		if op.Result(0).FirstUse() == nil {
			p.rw.Erase(op)
		}
	}
	return list
}

// wanted finds the operations that a pass needs for its results, from the last one on.
func (p *passMaker) wanted(pass int) map[int]bool {
	wanted, needed := map[int]bool{}, map[*ir.Value]bool{}
	for i, s := range slices.Backward(p.steps) {
		if s.between {
			continue
		}
		access := p.accessesOf(s.op)
		makes := s.target && s.pass == pass || !s.target && slices.ContainsFunc(access.writes, func(v *ir.Value) bool { return needed[okk.Base(v)] })
		if !makes {
			continue
		}
		wanted[i] = true
		for _, v := range access.writes {
			delete(needed, okk.Base(v))
		}
		for _, v := range access.reads {
			if base := okk.Base(v); ir.IsType[*okk.LocalType](base.Type()) && p.hasRows(base) {
				needed[base] = true
			}
		}
	}
	return wanted
}

// heldIn returns the bytes of tensors that outlive a pass which does not use them.
func (p *passMaker) heldIn(pass int, ops []*ir.Operation) (sum int64) {
	for _, v := range p.all {
		used := slices.ContainsFunc(ops, func(op *ir.Operation) bool {
			return slices.ContainsFunc(op.OperandList(), func(w *ir.Value) bool { return okk.Base(w) == v.v })
		})
		if v.v == nil || used || pass < v.first || pass > v.last {
			continue
		}
		if n, err := p.reserved(v.v, v.v.Type().(*okk.LocalType)); err == nil {
			sum += n
		}
	}
	return sum
}

// viewOf is a view of one of the tensors of a pass.
type viewOf struct{ view, source *ir.Value }

// passCopy writes the operations of a pass.
type passCopy struct {
	*passMaker
	rows  map[*ir.Value]*ir.Value
	views map[viewOf]*ir.Value
	ops   []*ir.Operation
}

// clone writes an operation for its pass.
func (c *passCopy) clone(s *passStep) {
	c.rw.Loc = s.op.Loc()
	var mapping ir.Mapping
	for _, v := range s.op.Operands() {
		if ir.IsType[*okk.LocalType](v.Type()) {
			mapping.Map(v, c.tensor(s, v))
		}
	}
	made := ir.Clone(s.op, c.rw.Arena(), &mapping)
	if s.made != nil {
		if s.made.v == nil {
			s.made.v = c.alloc(c.accessesOf(s.op).writes[0])
		}
		made.SetOperand(slices.Index(s.op.OperandList(), c.accessesOf(s.op).writes[0]), s.made.v)
	}
	c.rw.Insert(made)
	c.ops = append(c.ops, made)
}

func (c *passCopy) alloc(v *ir.Value) *ir.Value {
	made := okk.NewAlloc(c.rw, v.Type(), nil).Result()
	made.SetNameHint(v.NameHint())
	return made
}

// tensor returns the tensor of a pass.
func (c *passCopy) tensor(s *passStep, v *ir.Value) *ir.Value {
	if view, isView := okk.ViewOf(v.DefiningOp()); isView {
		source := c.tensor(s, view.Source)
		key := viewOf{v, source}
		if c.views[key] == nil {
			shown := okk.NewBroadcast(c.rw, v.Type(), source, nil).Result()
			shown.SetNameHint(v.NameHint())
			c.views[key] = shown
			c.ops = append(c.ops, shown.DefiningOp())
		}
		return c.views[key]
	}
	if !c.hasRows(v) {
		if now := s.reads[v]; now != nil {
			return now.v
		}
		return v
	}
	if c.rows[v] == nil {
		c.rows[v] = c.alloc(v)
	}
	return c.rows[v]
}
