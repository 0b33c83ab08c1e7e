package run

import (
	"optc/diag"
	"optc/dialect/poplar"
	"optc/dialect/poplar/graph"
	"optc/dialect/poplar/target"
	"optc/ir"
	"optc/sim"
)

// Rows is a list or an array of edges in code.
type Rows struct {
	Known bool // the number of rows is stored
	rows  []*sim.MemRef
	load  func(i int64) (*sim.MemRef, error)
}

// NewRows returns rows over the given memrefs.
func NewRows(rows []*sim.MemRef) *Rows { return &Rows{Known: true, rows: rows} }

// Row returns row i.
func (r *Rows) Row(i int64) (*sim.MemRef, error) {
	if !r.Known {
		return r.load(i)
	}
	if i < 0 || i >= int64(len(r.rows)) {
		return nil, diag.Errorf("out-of-bounds", "row %d is outside the %d rows", i, len(r.rows))
	}
	return r.rows[i], nil
}

// meaningTable returns the meanings of the operations of compute regions that depend on
// the target and on the device, which starts and joins workers.
func meaningTable(tile *target.Target, start, join sim.Func) sim.Table {
	t := sim.Table{}
	t[poplar.PartOp{}.Kind()] = workerPart(tile)
	t[poplar.StartOp{}.Kind()], t[poplar.JoinOp{}.Kind()] = start, join
	t[poplar.NumWorkersOp{}.Kind()] = func(f *sim.Frame, in *sim.Instr) error {
		f.Set(in, 0, sim.Int(uint64(f.Thread.Workers)))
		return nil
	}
	t[poplar.ComputeReturnOp{}.Kind()] = sim.Leave
	t[poplar.ListSizeOp{}.Kind()] = func(f *sim.Frame, in *sim.Instr) error {
		r, _ := f.Value(in, ir.Cast[poplar.ListSizeOp](in.Op).List()).Ref.(*Rows)
		if r == nil || !r.Known {
			return diag.Errorf("no-size", "the layout of this field does not store its number of rows")
		}
		f.Set(in, 0, sim.Int(uint64(len(r.rows))))
		return nil
	}
	t[poplar.ListRowOp{}.Kind()] = func(f *sim.Frame, in *sim.Instr) error {
		listRow := ir.Cast[poplar.ListRowOp](in.Op)
		i := f.Value(in, listRow.Row())
		if i.IsPoison() {
			return sim.ErrPoison
		}
		r, ok := f.Value(in, listRow.List()).Ref.(*Rows)
		if !ok {
			return sim.ErrPoison
		}
		row, err := r.Row(int64(i.Bits))
		if err != nil {
			return err
		}
		if n := listRow.Result().Type().(*ir.MemRefType).Dims[0]; n != ir.Dynamic {
			if row, err = sizedRow(row, n); err != nil {
				return err
			}
		}
		f.Set(in, 0, sim.Value{Ref: row})
		return nil
	}
	return t
}

// sizedRow returns a row whose size is n in the code. The error code is static-extent if the
// row was connected to another number of elements.
func sizedRow(row *sim.MemRef, n int64) (*sim.MemRef, error) {
	if have := (row.Window.Hi - row.Window.Lo) / int64(sim.ElementBytes(row.Elem)); have != n {
		return nil, diag.Errorf("static-extent", "expected a row of %d elements, but %s has %d", n, row.Window.Name, have)
	}
	sized := *row
	sized.Sizes = []int64{n}
	return &sized, nil
}

// workerPart is poplar.part: the elements of an output that a worker writes.
func workerPart(t *target.Target) sim.Func {
	return func(f *sim.Frame, in *sim.Instr) error {
		part := ir.Cast[poplar.PartOp](in.Op)
		n, worker := f.Value(in, part.Size()), f.Value(in, part.Worker())
		if n.IsPoison() || worker.IsPoison() {
			return sim.ErrPoison
		}
		split := poplar.SplitOf(in.Op)
		grain, _ := ir.Cast[poplar.SplitOp](split).Grain()
		iv, err := graph.WorkerPart(t, poplar.SplitElem(split), grain, int64(n.Bits), int64(worker.Bits))
		if err != nil {
			return err
		}
		f.Set(in, 0, sim.Int(uint64(iv.Begin)))
		f.Set(in, 1, sim.Int(uint64(iv.End)))
		return nil
	}
}
