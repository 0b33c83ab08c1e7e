package sim

import (
	"slices"

	"optc/ir"
)

// A loop over vectors would turn every result into garbage. If the result of an operation
// is only used in computations, stored or carried to the next iteration, the frame reuses
// its vectors.

// holders lists the slots that may still hold a result of an operation when the operation
// runs again.
type holders struct {
	number int    // number of the operation in its Code; -1: its vectors cannot be reused
	slots  []Slot // besides the slot of the result
}

// release forgets the vectors that a frame returns, which it must not reuse.
func (f *Frame) release(results []Value) {
	for _, v := range results {
		x := v.Vector()
		if x == nil {
			continue
		}
		for n, vs := range f.buffers {
			f.buffers[n] = slices.DeleteFunc(vs, func(v *Vector) bool { return v == x })
		}
	}
}

// NewVector returns a vector for the result of an operation that sets all of its elements.
func (f *Frame) NewVector(in *Instr, shape []int64, elem ir.Type) *Vector {
	if v := f.usualVector(in); v != nil {
		return v
	}
	return f.anotherVector(in, shape, elem)
}

// CopyVector returns a copy of a vector without poison, as the result of an operation.
func (f *Frame) CopyVector(in *Instr, v *Vector) *Vector {
	if _, ok := in.Op.Result(0).Type().(ir.ShapedType); ok && v.Wide == nil {
		out := f.NewVector(in, v.Shape, v.Elem)
		if len(out.Short) == len(v.Short) && len(out.Long) == len(v.Long) {
			copy(out.Short, v.Short)
			copy(out.Long, v.Long)
			return out
		}
	}
	return v.Clone()
}

// usualVector returns the vector of an operation whose result no slot but its own holds, or
// nil.
func (f *Frame) usualVector(in *Instr) *Vector {
	if h := in.reuse; h != nil && h.slots == nil && uint(h.number) < uint(len(f.buffers)) {
		if vs := f.buffers[h.number]; len(vs) > 0 && vs[0].Undef == nil {
			return vs[0]
		}
	}
	return nil
}

// anotherVector is NewVector where usualVector has none.
func (f *Frame) anotherVector(in *Instr, shape []int64, elem ir.Type) *Vector {
	if f.Exact {
		return NewVector(shape, elem)
	}
	if in.reuse == nil {
		in.reuse = f.code.holders(in)
	}
	n := in.reuse.number
	if n < 0 {
		return NewVector(shape, elem)
	}
	if n >= len(f.buffers) {
		f.buffers = append(f.buffers, make([][]*Vector, n+1-len(f.buffers))...)
	}
	for _, v := range f.buffers[n] {
		if !f.holds(in.reuse.slots, v) {
			v.Undef = nil
			return v
		}
	}
	v := NewVector(shape, elem)
	f.buffers[n] = append(f.buffers[n], v)
	return v
}

func (f *Frame) holds(slots []Slot, v *Vector) bool {
	for _, s := range slots {
		if f.slots[s].Ref == any(v) {
			return true
		}
	}
	return false
}

// holders finds all slots that may hold the result of an operation. The number is -1 if
// the result gets to a place that is not tracked, or its extents may change.
func (c *Code) holders(in *Instr) *holders {
	h := &holders{number: -1}
	if !ir.HasStaticShape(in.Op.Result(0).Type().(ir.ShapedType)) {
		return h
	}
	seen := []*ir.Value{in.Op.Result(0)}
	follow := func(v *ir.Value) {
		if !slices.Contains(seen, v) {
			seen = append(seen, v)
			h.slots = append(h.slots, c.slots[v])
		}
	}
	for next := 0; next < len(seen); next++ {
		for use := seen[next].FirstUse(); use != nil; use = use.Next() {
			user, operand := use.Owner(), use.Index()
			parent := user.Parent()
			switch loop, around := carriedValues(user), carriedValues(parent); {
			case copiesOperands(user), user == c.whole.region.Front().Back():
			case yieldsResults(user, parent), around != nil && user == parent.Body().Back():
				h.slots = append(h.slots, c.bodies[user.ParentRegion()].results+Slot(operand))
				follow(parent.Result(operand))
				if around != nil {
					follow(around.IterArgs(parent)[operand])
				}
			case loop != nil:
				k := operand - (user.NumOperands() - user.NumResults())
				follow(user.Result(k))
				follow(loop.IterArgs(user)[k])
			default:
				return h
			}
		}
	}
	h.number = c.reused
	c.reused++
	return h
}

// carriedValues describes how a loop carries values from one iteration to the next; it returns nil
// for an operation that is not such a loop.
func carriedValues(op *ir.Operation) *ir.Loop {
	if l := op.Def().Interfaces.Loop; l != nil && l.IterArgs != nil {
		return l
	}
	return nil
}

// yieldsResults reports whether the operands of a terminator become the results of its
// parent and are not used otherwise.
func yieldsResults(term, parent *ir.Operation) bool {
	branch := parent.Def().Interfaces.RegionBranch
	if branch == nil || branch.ExitOperands != nil || term != term.Block().Back() || term.NumSuccessors() > 0 {
		return false
	}
	to := branch.Successors(parent, term.ParentRegion())
	return len(to) == 1 && to[0].Region == nil && term.NumOperands() == parent.NumResults()
}
