package memref

import (
	"optc/diag"
	"optc/ir"
	"optc/sim"
)

// meaning is the meaning of the operations of memref.
func meaning() ir.Meaning {
	return &sim.Meanings{Table: sim.Join(elementMeanings(), viewMeanings(), atomicMeanings()), Quick: map[ir.Kind]sim.QuickForm{
		Load.Kind(): sim.QuickLoad(func(op *ir.Operation) (base *ir.Value, indices []*ir.Value) {
			return Load.Memref(op), Load.Indices(op)
		}),
		Store.Kind(): sim.QuickStore(func(op *ir.Operation) (value, base *ir.Value, indices []*ir.Value) {
			return Store.Value(op), Store.Memref(op), Store.Indices(op)
		}),
	}}
}

// elementMeanings are allocations, loads, stores and copies.
func elementMeanings() sim.Table {
	return sim.Table{
		Alloc.Kind():   allocMemRef,
		Alloca.Kind():  allocMemRef,
		Realloc.Kind(): reallocMemRef,
		Dealloc.Kind(): func(f *sim.Frame, in *sim.Instr) error { return f.Dealloc(in, Dealloc.Memref(in.Op)) },
		Load.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			idx, err := f.Indices(in, Load.Indices(in.Op))
			if err != nil {
				return err
			}
			return f.Load(in, Load.Memref(in.Op), idx)
		},
		Store.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			idx, err := f.Indices(in, Store.Indices(in.Op))
			if err != nil {
				return err
			}
			return f.Store(in, Store.Value(in.Op), Store.Memref(in.Op), idx)
		},
		Dim.Kind(): func(f *sim.Frame, in *sim.Instr) error { return f.Dim(in, Dim.Source(in.Op), Dim.Index(in.Op)) },
		Rank.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			r, err := f.MemRef(in, Rank.Memref(in.Op))
			if err != nil {
				return err
			}
			f.Set(in, 0, sim.Int(uint64(len(r.Sizes))))
			return nil
		},
		Copy.Kind():      copyMemRef,
		GetGlobal.Kind(): runGetGlobal,
		Prefetch.Kind():  func(*sim.Frame, *sim.Instr) error { return nil },
		AllocaScope.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			results, err := f.Region(in, 0, nil)
			f.SetAll(in, results)
			return err
		},
		AllocaScopeReturn.Kind(): sim.Leave,
	}
}

func allocMemRef(f *sim.Frame, in *sim.Instr) error {
	t := Alloc.Memref(in.Op).Type().(*ir.MemRefType)
	if t.NumLayoutSymbols() > 0 {
		return diag.Errorf("unsupported", "cannot simulate an allocation with symbols")
	}
	alloc := f.Alloc
	if f.SharesMemory(t) {
		alloc = func(_ *ir.MemRefType, dyn []sim.Value) (sim.Value, error) {
			return f.AllocShared(Alloc.Memref(in.Op), dyn)
		}
	}
	v, err := alloc(t, f.Values(in, Alloc.DynamicSizes(in.Op)))
	if err != nil {
		return err
	}
	f.Set(in, 0, v)
	if !Alloca.Is(in.Op) {
		return nil
	}
	n := int64(len(v.MemRef().Mem.Bytes))
	return f.TakeStack(n)
}

// reallocMemRef moves the elements to a new allocation and frees the old allocation.
func reallocMemRef(f *sim.Frame, in *sim.Instr) error {
	source := Realloc.Source(in.Op)
	old, err := f.MemRef(in, source)
	if err != nil {
		return err
	}
	var size []sim.Value
	if dyn := Realloc.DynamicResultSize(in.Op); dyn != nil {
		size = []sim.Value{f.Value(in, dyn)}
	}
	v, err := f.Alloc(Realloc.Result(in.Op).Type().(*ir.MemRefType), size)
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
	return f.CopyElements(in, Copy.Source(in.Op), Copy.Target(in.Op))
}

// globals are the memref.global operations that have memory.
type globals struct{ memory map[*ir.Operation]*sim.MemRef }

// runGetGlobal finds a memref.global, and allocates its memory on first use.
func runGetGlobal(f *sim.Frame, in *sim.Instr) error {
	if r, ok := in.Data.(*sim.MemRef); ok {
		f.Set(in, 0, sim.Value{Ref: r})
		return nil
	}
	ref := GetGlobal.Name(in.Op)
	g := f.Lookup(in.Op, ref)
	if !Global.Is(g) {
		return diag.Errorf("no-global", "there is no global %s", ref)
	}
	globals := sim.State[globals](f.Machine)
	r := globals.memory[g]
	if r == nil {
		t := Global.Type(g)
		var err *diag.Error
		if r, err = sim.Alloc("global "+ref.String(), t.Dims, t.Elem); err != nil {
			return err
		}
		if init, ok := Global.InitialValue(g).(*ir.DenseAttr); ok {
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
		globals.memory[g] = r
	}
	in.Data = r
	f.Set(in, 0, sim.Value{Ref: r})
	return nil
}
