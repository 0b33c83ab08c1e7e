package sim

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/gpu"
	"optc/dialect/scf"
	"optc/dialect/vector"
	"optc/ir"
)

// A loop over vectors would make garbage of every result. Where all that happens to the
// result of an operation is that others compute with it, store it or carry it round a
// loop, the frame uses its vectors again.

// holders are the slots that may still hold a result of an operation when the operation
// runs again.
type holders struct {
	number int   // of the operation among those of a Code
	slots  []int // nil: the vectors cannot be used again
}

// The vectors that a frame returns are no longer its own.
func (f *Frame) release(results []Value) {
	for _, v := range results {
		if v.Vector() != nil {
			f.buffers = nil
			return
		}
	}
}

// newVector returns a vector for the result of an operation that sets all of its elements.
func (f *Frame) newVector(in *Instr, shape []int64, elem ir.Type) *Vector {
	if h := in.reuse; h != nil && uint(h.number) < uint(len(f.buffers)) {
		for _, v := range f.buffers[h.number] {
			if !f.holds(h.slots, v) {
				v.Undef = nil
				return v
			}
		}
	}
	return f.anotherVector(in, shape, elem)
}

// anotherVector is newVector where none can be used again.
func (f *Frame) anotherVector(in *Instr, shape []int64, elem ir.Type) *Vector {
	if in.reuse == nil {
		in.reuse = f.code.holders(in)
	}
	v, n := NewVector(shape, elem), in.reuse.number
	if n < 0 {
		return v
	}
	if n >= len(f.buffers) {
		f.buffers = append(f.buffers, make([][]*Vector, n+1-len(f.buffers))...)
	}
	f.buffers[n] = append(f.buffers[n], v)
	return v
}

func (f *Frame) holds(slots []int, v *Vector) bool {
	for _, s := range slots {
		if f.slots[s].Ref == any(v) {
			return true
		}
	}
	return false
}

// holders finds where the result of an operation goes. The number is -1 if it gets where
// nobody follows it.
func (c *Code) holders(in *Instr) *holders {
	h := &holders{number: -1}
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
			switch loop, around := carries(user), carries(parent); {
			case reads(user), user == c.whole.region.Front().Back():
			case scf.Yield.Is(user) && scf.If.Is(parent), around != nil && user == parent.Body().Back():
				h.slots = append(h.slots, c.bodies[user.ParentRegion()].results+operand)
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

// carries returns how a loop carries values from one iteration to the next; nil for what is
// no such loop.
func carries(op *ir.Operation) *ir.Loop {
	if l := op.Def().Interfaces.Loop; l != nil && l.IterArgs != nil {
		return l
	}
	return nil
}

// reads tells whether an operation is done with its operands when it has run, as it puts
// their elements in vectors of its own, or in memory.
func reads(op *ir.Operation) bool {
	switch op.Kind() {
	case arith.Select.Kind:
		_, byElement := arith.Select.Condition(op).Type().(ir.ShapedType)
		return byElement // otherwise the result is an operand
	case gpu.SubgroupBroadcast.Kind: // other threads get it, when they go on
		return false
	case vector.Store.Kind, vector.TransferWrite.Kind, vector.MaskedStore.Kind, vector.Reduction.Kind, vector.MultiReduction.Kind,
		vector.Contract.Kind, vector.FMA.Kind, vector.OuterProduct.Kind, vector.Broadcast.Kind, vector.Transpose.Kind,
		vector.Extract.Kind, vector.Insert.Kind, vector.ExtractStridedSlice.Kind, vector.InsertStridedSlice.Kind, vector.Shuffle.Kind:
		return true
	}
	return op.Has(ir.Elementwise)
}
