package okk

import (
	"slices"

	"optc/ir"
)

// Base returns the tensor from which a chain of views derives a value.
func Base(v *ir.Value) *ir.Value {
	for {
		view, ok := ViewOf(v.DefiningOp())
		if !ok {
			return v
		}
		v = view.Source
	}
}

// IsView reports whether an operation shows a tensor in another way.
func IsView(op *ir.Operation) bool { return op != nil && Views.Has(op) }

// IsCopyEngine reports whether an operation is a copy or a fill of the copy engine. okk.pack and
// okk.unpack, which are several copies with conditions of their own, are planned like computations.
func IsCopyEngine(op *ir.Operation) bool {
	r := RowOf(op)
	return r != nil && r.Engine == CopyEngine && !r.Movement.Repacks()
}

// Tensors returns the operands of an operation that are tensors, which come before the numbers.
func Tensors(op *ir.Operation) []*ir.Value {
	list := op.OperandList()
	for len(list) > 0 && ir.IsType[*ir.IndexType](list[len(list)-1].Type()) {
		list = list[:len(list)-1]
	}
	return list
}

// Destination returns the tensor that a computation makes.
func Destination(op *ir.Operation) *ir.Value { return op.Operand(0) }

// InputOf returns the tensor over which the window of an operation slides.
func InputOf(op *ir.Operation) *ir.Value { return op.Operand(1) }

// InOrder reports whether two operations of an okk.parallel run in the order of the text: they are one
// operation, or both are of the compute engine. The architecture page of OKKernel lets engines (CDMA, GDMA, BDC) run
// in parallel with one another, and public softmax kernels for BM1684 have exp, a pool of its result, and a quotient by
// the pool between okk_parallel_start and okk_parallel_end.
func InOrder(a, b *ir.Operation) bool {
	r, s := RowOf(a), RowOf(b)
	return a == b || r != nil && s != nil && r.Engine == ComputeEngine && s.Engine == ComputeEngine
}

// Accesses returns the tensors that an operation writes and the tensors that it reads, by
// its declared effects; operations that only define or describe tensors have none.
func Accesses(op *ir.Operation) (writes, reads []*ir.Value) {
	if RowOf(op) == nil && op.Def().Owner() != Dialect {
		return nil, nil
	}
	ir.VisitEffects(op, func(e ir.Effect) bool {
		switch {
		case e.Kind&ir.Write != 0 && !slices.Contains(writes, e.Value):
			writes = append(writes, e.Value)
		case e.Kind&ir.Read != 0 && !slices.Contains(reads, e.Value):
			reads = append(reads, e.Value)
		}
		return true
	})
	return writes, reads
}

// Touched returns the tensors that an operation writes or reads, without repetition,
// written tensors first.
func Touched(op *ir.Operation) []*ir.Value {
	list, reads := Accesses(op)
	for _, v := range reads {
		if !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	return list
}

// Life is the closed interval of the numbers of operations in the body of a kernel during
// which a tensor is in use; okk.parallel counts as a single operation.
type Life struct{ First, Last int64 }

// Meets reports whether two tensors are in use at the same time.
func (l Life) Meets(m Life) bool { return l.First <= m.Last && m.First <= l.Last }

// Lives returns the lives of the tensors that a kernel allocates: from the first to the last
// operation of its body that touches the tensor or a view of it, or the allocation alone if
// there is none. A loop counts as a single operation, like okk.parallel.
func Lives(kernel *ir.Operation) map[*ir.Value]Life {
	lives := map[*ir.Value]Life{}
	touched := map[*ir.Value]bool{}
	touch := func(v *ir.Value, at int64) {
		l, ok := lives[v]
		if !ok {
			return
		}
		if !touched[v] {
			l.First = at
		}
		touched[v] = true
		lives[v] = Life{l.First, at}
	}
	n := int64(0)
	for op := range kernel.Body().Ops() {
		at := n
		n++
		ir.Walk(op, func(o *ir.Operation) ir.WalkResult {
			if ir.Is[AllocOp](o) {
				lives[o.Result(0)] = Life{at, at}
			}
			if IsView(o) {
				return ir.Advance
			}
			for _, v := range o.Operands() {
				b := Base(v)
				if first, _ := Carried(b); first == nil {
					touch(b, at)
					continue
				}
				for _, b := range Bases(b) {
					touch(b, at)
				}
			}
			return ir.Advance
		})
	}
	return lives
}
