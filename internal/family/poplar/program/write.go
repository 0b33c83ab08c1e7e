package program

import (
	"optc/dialect/poplar"
	"optc/internal/family/poplar/place"
	"optc/ir"
)

// Write appends the operations of a program to graph: its tiles, the storage of its
// variables, its compute sets with the copies around them, and its steps. Then p is the program that Read would
// return for the graph, but for the operations of its steps.
func Write(b *ir.Builder, graph *ir.Operation, p *Program) {
	w := writer{b, p}
	p.Op = graph
	for _, t := range p.Tiles {
		w.tile(t)
	}
	for _, v := range p.Variables {
		w.at(v.Loc, func() { w.storage(v) })
		v.Loc = ir.Location{}
	}
	for _, s := range p.Sets {
		w.set(s)
		w.around(poplar.MovesBefore, s, s.Before)
		w.around(poplar.MovesAfter, s, s.After)
	}
	for _, f := range p.Functions {
		w.inside(poplar.NewGraphFunction(b, f.Name).Operation(), func() { w.steps(f.Steps) })
	}
	w.inside(poplar.NewProgram(b).Operation(), func() { w.steps(p.Steps) })
	p.lifetimes()
}

type writer struct {
	b *ir.Builder
	p *Program
}

// at calls make, which builds operations, with loc as the location of the builder. If loc
// is unknown, the builder keeps its location.
func (w writer) at(loc ir.Location, make func()) {
	around := w.b.Loc
	defer func() { w.b.Loc = around }()
	if loc != (ir.Location{}) {
		w.b.Loc = loc
	}
	make()
}

// steps writes the steps of a program, or those inside a step.
func (w writer) steps(list []Step) {
	two := func(op *ir.Operation, first, second []Step) *ir.Operation {
		for i, steps := range [][]Step{first, second} {
			at := w.b.Save()
			w.b.AtEnd(op.Region(i).Front())
			w.steps(steps)
			w.b.Restore(at)
		}
		return op
	}
	for i := range list {
		step := &list[i]
		loc := ir.Location{}
		if step.Op != nil {
			loc = step.Op.Loc()
		}
		w.at(loc, func() {
			switch {
			case step.Repeat != nil:
				step.Op = poplar.NewRepeat(w.b, step.Repeat.Count).Operation()
				w.inside(step.Op, func() { w.steps(step.Repeat.Body) })
			case step.While != nil:
				s := step.While
				step.Op = two(poplar.NewRepeatWhile(w.b, s.Predicate.Variable.Name, s.Predicate.Element).Operation(), s.Before, s.Body)
			case step.If != nil:
				s := step.If
				step.Op = two(poplar.NewIf(w.b, s.Predicate.Variable.Name, s.Predicate.Element).Operation(), s.Then, s.Otherwise)
			case step.Call != nil:
				step.Op = poplar.NewCall(w.b, step.Call.Name).Operation()
			default:
				step.Op = w.instruction(&step.Do)
			}
		})
	}
}

func (w writer) instruction(a *Instruction) (op *ir.Operation) {
	switch {
	case a.Set != nil:
		return poplar.NewExecute(w.b, a.Set.Name).Operation()
	case a.Host != nil:
		return w.hostTransfer(a.Host)
	case a.Transfer != nil:
		return poplar.NewExchangeElements(w.b, elements(&a.Transfer.From), elements(&a.Transfer.To)).Operation()
	}
	op = poplar.NewExchange(w.b).Operation()
	w.inside(op, func() { w.moves(a.Moves) })
	return op
}

// elements describes a view.
func elements(v *StorageView) poplar.Elements {
	e := poplar.Elements{Variable: v.Variable.Name, First: v.First, Counts: []int64{}, Steps: []int64{}}
	for _, l := range v.Loops {
		e.Counts, e.Steps = append(e.Counts, l.Count), append(e.Steps, l.Step)
	}
	return e
}

func (w writer) hostTransfer(c *HostTransfer) *ir.Operation {
	direction := poplar.FromHost
	if c.ToHost {
		direction = poplar.ToHost
	}
	op := poplar.NewHostMoves(w.b, direction, c.Name, poplar.TensorOf(w.b.Context(), c.Shape, c.Elem)).Operation()
	w.inside(op, func() {
		for _, r := range c.Runs {
			poplar.NewRun(w.b, r.Begin, r.End, w.place(r.Ref))
		}
	})
	return op
}

// inside fills the body of an operation.
func (w writer) inside(op *ir.Operation, fill func()) {
	at := w.b.Save()
	defer w.b.Restore(at)
	w.b.AtEnd(op.Body())
	fill()
}

// place names the allocation of a reference.
func (w writer) place(r Ref) poplar.AllocPlace {
	return poplar.AllocPlace{Tile: r.Tile, Alloc: w.p.Demand(r).Name, Offset: int64(r.Offset)}
}

func (w writer) tile(t *Tile) {
	t.Op = poplar.NewTile(w.b, t.Number).Operation()
	w.inside(t.Op, func() {
		for i := range t.Demands {
			d := &t.Demands[i]
			w.at(t.Locs[i], func() {
				t.Ops[i] = poplar.NewAlloc(w.b, d.Name, d.Kind, d.Size, d.Align, poplar.Demands{
					Address: d.Fixed, HasAddress: d.HasFixed, Region: d.Region, HasRegion: d.Region != place.AnyRegion, Range: d.Range,
				}).Operation()
				t.Locs[i] = ir.Location{} // the operation has it
			})
		}
		apart := func(what string, pairs []place.Pair) {
			for _, p := range pairs {
				poplar.NewApart(w.b, what, t.Demands[p.A].Name, t.Demands[p.B].Name)
			}
		}
		apart(poplar.ApartElements, t.Elements)
		apart(poplar.ApartRegions, t.Regions)
		t.WriteBytes(w.b)
	})
}

// WriteBytes appends the contents of a tile's allocations before the program runs. The
// bytes are shared.
func (t *Tile) WriteBytes(b ir.OpBuilder) {
	for i, data := range t.Bytes {
		if len(data) > 0 {
			poplar.NewBytes(b, t.Demands[i].Name, data)
		}
	}
}

func (w writer) storage(v *Storage) {
	t := poplar.TensorOf(w.b.Context(), v.Shape, v.Elem)
	w.inside(poplar.NewStorage(w.b, v.Name, t, v.Constant, v.Value).Operation(), func() {
		for _, r := range v.Runs {
			poplar.NewRun(w.b, r.Begin, r.End, w.place(r.Ref))
		}
	})
}

func (w writer) set(s *Set) {
	w.inside(poplar.NewComputeSet(w.b, s.Name).Operation(), func() {
		for _, v := range s.Vertices {
			w.at(v.Loc, func() { w.vertex(v) })
			v.Loc = ir.Location{}
		}
	})
}

func (w writer) vertex(v *BoundVertex) {
	demands := w.p.Tile(v.Tile).Demands
	v.Op = poplar.NewState(w.b, v.ID, v.Class.Name, v.Tile, demands[v.State].Name).Operation()
	w.inside(v.Op, func() {
		for i, operand := range v.Fields {
			var plain []int64
			if operand.Plain != nil {
				plain = make([]int64, len(operand.Plain))
			}
			for k, x := range operand.Plain {
				plain[k] = int64(x)
			}
			through := ""
			if operand.Indirect >= 0 {
				through = demands[operand.Indirect].Name
			}
			to := make([]poplar.Referred, len(operand.Data))
			for k, x := range operand.Data {
				if x.Count > 0 {
					to[k] = poplar.Referred{Alloc: demands[x.Alloc].Name, Offset: int64(x.Offset), Count: int64(x.Count)}
				} else {
					operand.Data[k] = AllocExtent{}
				}
			}
			poplar.NewRefer(w.b, v.Class.State.Fields[i].Name, plain, through, to)
		}
	})
}

// around appends the copies on one side of a compute set, unless there are none.
func (w writer) around(when string, s *Set, moves []Move) {
	if len(moves) > 0 {
		w.inside(poplar.NewMoves(w.b, when, s.Name).Operation(), func() { w.moves(moves) })
	}
}

func (w writer) moves(moves []Move) {
	for _, m := range moves {
		pieces := poplar.Pieces{Count: int64(m.Count), SrcStep: m.FromStep, DstStep: m.ToStep}
		poplar.NewMove(w.b, w.place(m.From), w.place(m.To), int64(m.Bytes), pieces)
	}
}
