package program

import (
	"optc/dialect/poplar"
	"optc/dialect/poplar/target"
	"optc/ir"
	"optc/lower/poplar/place"
)

// Write appends the operations of a program: its tiles, the storage of its
// variables, its compute sets with the copies around them, and its steps.
func Write(b *ir.Builder, p *Program) {
	w := writer{b, p}
	for _, t := range p.Tiles {
		w.tile(t)
	}
	for _, v := range p.Variables {
		w.at(v.Loc, func() { w.storage(v) })
	}
	for _, s := range p.Sets {
		w.set(s)
		w.around("before", s, s.Before)
		w.around("after", s, s.After)
	}
	w.body(poplar.ProgramOp, nil, func() {
		for _, step := range p.Steps {
			if step.Set != nil {
				w.op(poplar.ExecuteOp, w.symbol("set", step.Set.Name))
				continue
			}
			w.body(poplar.ExchangeOp, nil, func() { w.moves(step.Moves) })
		}
	})
}

type writer struct {
	b *ir.Builder
	p *Program
}

func (w writer) num(name string, n int64) ir.NamedAttr {
	return ir.NamedAttr{Name: name, Value: w.b.Context().I64Attr(n)}
}

func (w writer) str(name, s string) ir.NamedAttr {
	return ir.NamedAttr{Name: name, Value: w.b.Context().Str(s)}
}

func (w writer) symbol(name, s string) ir.NamedAttr {
	return ir.NamedAttr{Name: name, Value: w.b.Context().SymbolRef(s)}
}

func (w writer) op(kind ir.Kind, attrs ...ir.NamedAttr) { w.b.Op(kind, nil, nil, attrs...) }

// at makes operations at a location, unless it is unknown.
func (w writer) at(loc ir.Location, make func()) {
	around := w.b.Loc
	defer func() { w.b.Loc = around }()
	if loc != (ir.Location{}) {
		w.b.Loc = loc
	}
	make()
}

// body appends an operation with one block, which fill fills.
func (w writer) body(kind ir.Kind, attrs []ir.NamedAttr, fill func()) {
	op := w.b.Op(kind, nil, nil, attrs...)
	at := w.b.Save()
	defer w.b.Restore(at)
	w.b.NewBlock(op.Region(0), nil, w.b.Loc)
	fill()
}

func (w writer) tile(t *Tile) {
	w.body(poplar.TileOp, []ir.NamedAttr{w.num("tile", int64(t.Number))}, func() {
		for i := range t.Demands {
			w.alloc(&t.Demands[i])
		}
		for _, p := range t.Elements {
			w.apart(poplar.ApartElements, t, p)
		}
		for _, p := range t.Regions {
			w.apart(poplar.ApartRegions, t, p)
		}
		for i, data := range t.Bytes {
			if len(data) > 0 {
				WriteBytes(w.b, t.Demands[i].Name, data)
			}
		}
	})
}

func (w writer) alloc(d *place.Demand) {
	attrs := []ir.NamedAttr{
		w.str("name", d.Name), w.num("size", int64(d.Size)), w.num("align", int64(d.Align)), w.str("kind", d.Kind),
	}
	if d.HasFixed {
		attrs = append(attrs, w.num("address", int64(d.Fixed)))
	}
	if d.Region != place.AnyRegion {
		attrs = append(attrs, w.num("region", int64(d.Region)))
	}
	if d.Range != (target.Range{}) {
		attrs = append(attrs, w.num("lo", int64(d.Range.Lo)), w.num("hi", int64(d.Range.Hi)))
	}
	w.op(poplar.AllocOp, attrs...)
}

func (w writer) apart(what string, t *Tile, p place.Pair) {
	w.op(poplar.ApartOp, w.str("what", what), w.str("first", t.Demands[p.A].Name), w.str("second", t.Demands[p.B].Name))
}

// WriteBytes appends the poplar.bytes of an allocation. The bytes are shared.
func WriteBytes(b *ir.Builder, name string, data []byte) {
	c := b.Context()
	t := ir.Tensor([]int64{int64(len(data))}, c.IntegerOf(8, ir.Unsigned), nil)
	b.Op(poplar.BytesOp, nil, nil,
		ir.NamedAttr{Name: "name", Value: c.Str(name)}, ir.NamedAttr{Name: "value", Value: c.Dense(t, data)})
}

func (w writer) storage(v *Variable) {
	c := w.b.Context()
	attrs := []ir.NamedAttr{w.str("name", v.Name), {Name: "type", Value: ir.TypeAttrOf(poplar.TensorOf(c, v.Shape, v.Elem))}}
	if v.Constant {
		attrs = append(attrs, ir.NamedAttr{Name: "constant", Value: c.Unit()})
	}
	if v.Value != nil {
		attrs = append(attrs, ir.NamedAttr{Name: "value", Value: v.Value})
	}
	w.body(poplar.StorageOp, attrs, func() {
		for _, r := range v.Runs {
			w.op(poplar.RunOp, w.num("begin", r.Begin), w.num("end", r.End), w.num("tile", int64(r.Tile)),
				w.str("alloc", w.p.Demand(r.Ref).Name), w.num("offset", int64(r.Offset)))
		}
	})
}

func (w writer) set(s *Set) {
	w.body(poplar.ComputeSetOp, []ir.NamedAttr{w.str("sym_name", s.Name)}, func() {
		for _, v := range s.Vertices {
			attrs := []ir.NamedAttr{
				w.num("id", int64(v.ID)), w.symbol("vertex", v.Class.Name), w.num("tile", int64(v.Tile)),
				w.str("alloc", w.p.Demand(Ref{Tile: v.Tile, Alloc: v.State}).Name),
			}
			w.at(v.Loc, func() {
				w.body(poplar.StateOp, attrs, func() {
					for i := range v.Operands {
						w.refer(v, i)
					}
				})
			})
		}
	})
}

func (w writer) refer(v *Vertex, i int) {
	c, op := w.b.Context(), &v.Operands[i]
	attrs := []ir.NamedAttr{w.symbol("field", v.Class.State.Fields[i].Name)}
	if op.Plain != nil {
		plain := make([]int64, len(op.Plain))
		for k, x := range op.Plain {
			plain[k] = int64(x)
		}
		attrs = append(attrs, ir.NamedAttr{Name: "plain", Value: c.DenseI64Array(plain)})
	}
	if op.Indirect >= 0 {
		attrs = append(attrs, w.str("through", w.p.Demand(Ref{Tile: v.Tile, Alloc: op.Indirect}).Name))
	}
	if n := len(op.Data); n > 0 {
		allocs, offsets, counts := make([]ir.Attribute, n), make([]int64, n), make([]int64, n)
		for k, x := range op.Data {
			name := ""
			if x.Count > 0 {
				name = w.p.Demand(x.Ref).Name
			}
			allocs[k], offsets[k], counts[k] = c.Str(name), int64(x.Offset), int64(x.Count)
		}
		attrs = append(attrs, ir.NamedAttr{Name: "allocs", Value: c.Array(allocs)},
			ir.NamedAttr{Name: "offsets", Value: c.DenseI64Array(offsets)}, ir.NamedAttr{Name: "counts", Value: c.DenseI64Array(counts)})
	}
	w.op(poplar.ReferOp, attrs...)
}

// around appends the copies of one side of a compute set, unless there are none.
func (w writer) around(when string, s *Set, moves []Move) {
	if len(moves) > 0 {
		w.body(poplar.MovesOp, []ir.NamedAttr{w.str("when", when), w.symbol("set", s.Name)}, func() { w.moves(moves) })
	}
}

func (w writer) moves(moves []Move) {
	for _, m := range moves {
		w.op(poplar.MoveOp,
			w.num("src_tile", int64(m.From.Tile)), w.str("src", w.p.Demand(m.From).Name), w.num("src_offset", int64(m.From.Offset)),
			w.num("dst_tile", int64(m.To.Tile)), w.str("dst", w.p.Demand(m.To).Name), w.num("dst_offset", int64(m.To.Offset)),
			w.num("bytes", int64(m.Bytes)))
	}
}
