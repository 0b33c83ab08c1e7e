package run

import (
	"optc/diag"
	"optc/dialect/poplar"
	"optc/dialect/poplar/target"
	"optc/internal/poplar/graph"
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

// table returns the meanings of the operations of compute regions that depend on the target
// and on the device, which starts and joins workers.
func table(tile *target.Target, start, join sim.Func) sim.Table {
	t := sim.Table{}
	t[poplar.PartKind.Kind()] = workerPart(tile)
	t[poplar.StartKind.Kind()], t[poplar.JoinKind] = start, join
	t[poplar.NumWorkersKind] = func(f *sim.Frame, in *sim.Instr) error {
		f.Set(in, 0, sim.Int(uint64(f.Thread.Workers)))
		return nil
	}
	t[poplar.ComputeReturnKind] = sim.Leave
	t[poplar.ListSizeKind.Kind()] = func(f *sim.Frame, in *sim.Instr) error {
		r, _ := f.Value(in, poplar.ListSizeKind.List(in.Op)).Ref.(*Rows)
		if r == nil || !r.Known {
			return diag.Errorf("no-size", "the layout of this field does not store its number of rows")
		}
		f.Set(in, 0, sim.Int(uint64(len(r.rows))))
		return nil
	}
	t[poplar.ListRowKind.Kind()] = func(f *sim.Frame, in *sim.Instr) error {
		i := f.Value(in, poplar.ListRowKind.Row(in.Op))
		if i.IsPoison() {
			return sim.ErrPoison
		}
		r, ok := f.Value(in, poplar.ListRowKind.List(in.Op)).Ref.(*Rows)
		if !ok {
			return sim.ErrPoison
		}
		row, err := r.Row(int64(i.Bits))
		f.Set(in, 0, sim.Value{Ref: row})
		return err
	}
	return t
}

// workerPart is poplar.part: the elements of an output that a worker writes.
func workerPart(t *target.Target) sim.Func {
	return func(f *sim.Frame, in *sim.Instr) error {
		n, worker := f.Value(in, poplar.PartKind.Size(in.Op)), f.Value(in, poplar.PartKind.Worker(in.Op))
		if n.IsPoison() || worker.IsPoison() {
			return sim.ErrPoison
		}
		split := poplar.SplitOf(in.Op)
		grain, _ := poplar.SplitKind.Grain(split)
		iv, err := graph.WorkerPart(t, poplar.SplitElem(split), grain, int64(n.Bits), int64(worker.Bits))
		if err != nil {
			return err
		}
		f.Set(in, 0, sim.Int(uint64(iv.Begin)))
		f.Set(in, 1, sim.Int(uint64(iv.End)))
		return nil
	}
}
