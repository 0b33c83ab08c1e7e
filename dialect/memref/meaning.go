package memref

import (
	"optc/diag"
	"optc/ir"
	"optc/sim"
)

// meaning is the meaning of the operations of memref.
func meaning() ir.Meaning {
	return &sim.Meanings{Table: sim.Join(elementMeanings(), viewMeanings(), atomicMeanings()), Undefined: undefined(), Quick: map[ir.Kind]sim.QuickForm{
		LoadOp{}.Kind(): sim.QuickLoad(func(op *ir.Operation) (base *ir.Value, indices []*ir.Value) {
			load := ir.Cast[LoadOp](op)
			return load.Memref(), load.Indices()
		}),
		StoreOp{}.Kind(): sim.QuickStore(func(op *ir.Operation) (value, base *ir.Value, indices []*ir.Value) {
			store := ir.Cast[StoreOp](op)
			return store.Value(), store.Memref(), store.Indices()
		}),
	}}
}

// elementMeanings are allocations, loads, stores and copies.
func elementMeanings() sim.Table {
	return sim.Table{
		AllocOp{}.Kind():   allocMemRef,
		AllocaOp{}.Kind():  allocMemRef,
		ReallocOp{}.Kind(): reallocMemRef,
		DeallocOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error { return f.Dealloc(in, ir.Cast[DeallocOp](in.Op).Memref()) },
		LoadOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			load := ir.Cast[LoadOp](in.Op)
			idx, err := f.Indices(in, load.Indices())
			if err != nil {
				return err
			}
			return f.Load(in, load.Memref(), idx)
		},
		StoreOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			store := ir.Cast[StoreOp](in.Op)
			idx, err := f.Indices(in, store.Indices())
			if err != nil {
				return err
			}
			return f.Store(in, store.Value(), store.Memref(), idx)
		},
		DimOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			dim := ir.Cast[DimOp](in.Op)
			return f.Dim(in, dim.Source(), dim.Index())
		},
		RankOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			r, err := f.MemRef(in, ir.Cast[RankOp](in.Op).Memref())
			if err != nil {
				return err
			}
			f.Set(in, 0, sim.Int(uint64(len(r.Sizes))))
			return nil
		},
		CopyOp{}.Kind():      copyMemRef,
		GetGlobalOp{}.Kind(): runGetGlobal,
		PrefetchOp{}.Kind():  func(*sim.Frame, *sim.Instr) error { return nil },
		AllocaScopeOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			results, err := f.Region(in, 0, nil)
			f.SetAll(in, results)
			return err
		},
		AllocaScopeReturnOp{}.Kind(): sim.Leave,
	}
}

func allocMemRef(f *sim.Frame, in *sim.Instr) error {
	t := in.Op.Typed().(Allocation).Memref().Type().(*ir.MemRefType)
	if t.NumLayoutSymbols() > 0 {
		return diag.Errorf("unsupported", "cannot simulate an allocation with symbols")
	}
	alloc := f.Alloc
	if f.SharesMemory(t) {
		alloc = func(_ *ir.MemRefType, dyn []sim.Value) (sim.Value, error) {
			return f.AllocShared(in.Op.Typed().(Allocation).Memref(), dyn)
		}
	}
	v, err := alloc(t, f.Values(in, in.Op.Typed().(Allocation).DynamicSizes()))
	if err != nil {
		return err
	}
	f.Set(in, 0, v)
	if !ir.Is[AllocaOp](in.Op) {
		return nil
	}
	return f.TakeStack(v.MemRef())
}

// reallocMemRef moves the elements to a new allocation and frees the old allocation.
func reallocMemRef(f *sim.Frame, in *sim.Instr) error {
	realloc := ir.Cast[ReallocOp](in.Op)
	source := realloc.Source()
	old, err := f.MemRef(in, source)
	if err != nil {
		return err
	}
	var size []sim.Value
	if dyn := realloc.DynamicResultSize(); dyn != nil {
		size = []sim.Value{f.Value(in, dyn)}
	}
	v, err := f.Alloc(realloc.Result().Type().(*ir.MemRefType), size)
	if err != nil {
		return err
	}
	if err := f.Dealloc(in, source); err != nil {
		return err
	}
	r := v.MemRef()
	bytes := min(r.Sizes[0], old.Sizes[0]) * int64(sim.ElementBytes(r.Elem))
	if err := sim.Move(r.Mem, r.Base, old.Mem, old.Base+old.Offset*int64(sim.ElementBytes(old.Elem)), int(bytes)); err != nil {
		return err
	}
	f.Set(in, 0, v)
	return nil
}

func copyMemRef(f *sim.Frame, in *sim.Instr) error {
	copyOp := ir.Cast[CopyOp](in.Op)
	return f.CopyElements(in, copyOp.Source(), copyOp.Target())
}

// globals are the memref.global operations that have memory.
type globals struct{ memory map[*ir.Operation]*sim.MemRef }

// foundGlobal is the memory of a memref.global in the machines of an origin.
type foundGlobal struct {
	origin any
	memory *sim.MemRef
}

// runGetGlobal finds a memref.global, and allocates its memory on first use.
func runGetGlobal(f *sim.Frame, in *sim.Instr) error {
	if found, ok := in.Data.(*foundGlobal); ok && found.origin == f.Origin() {
		f.Set(in, 0, sim.Value{Ref: found.memory})
		return nil
	}
	ref := ir.Cast[GetGlobalOp](in.Op).Name()
	g := ir.As[GlobalOp](f.Lookup(in.Op, ref))
	if !g.Ok() {
		return diag.Errorf("no-global", "there is no global %s", ref)
	}
	globals := sim.State[globals](f.Machine)
	r := globals.memory[g.Operation()]
	if r == nil {
		t := g.Type()
		var err *diag.Error
		if r, err = sim.Alloc("global "+ref.String(), t.Dims, t.Elem); err != nil {
			return err
		}
		if init, ok := g.InitialValue().(*ir.DenseAttr); ok {
			size := sim.ElementBytes(t.Elem)
			for i := range init.NumElements() {
				if err := r.Mem.Write(int64(i*size), init.Element(i)); err != nil {
					return err
				}
			}
		}
		if globals.memory == nil {
			globals.memory = map[*ir.Operation]*sim.MemRef{}
		}
		globals.memory[g.Operation()] = r
	}
	in.Data = &foundGlobal{f.Origin(), r}
	f.Set(in, 0, sim.Value{Ref: r})
	return nil
}
