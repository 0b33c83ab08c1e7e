package poplar

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"sync"

	"optc/diag"
	"optc/dialect/poplar"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/vertex"
	"optc/internal/family/poplar/place"
	"optc/internal/family/poplar/program"
	"optc/ir"
	"optc/lower"
	"optc/sim"
)

// shownRows is the number of rows of a field that a dump shows.
const shownRows = 8

var elements = lower.Noun{One: "element", Many: "elements"}

// decoder describes the states of vertices.
type decoder struct {
	program *lower.Program
	source  *program.Program
	// states returns the vertices by the allocations of their states. Only a dump reads them.
	states func() map[program.Ref]*program.BoundVertex
}

func newDecoder(out *lower.Program, p *program.Program) *decoder {
	return &decoder{program: out, source: p, states: sync.OnceValue(func() map[program.Ref]*program.BoundVertex {
		states := map[program.Ref]*program.BoundVertex{}
		for _, s := range p.Sets {
			for _, v := range s.Vertices {
				states[program.Ref{Tile: v.Tile, Alloc: v.State}] = v
			}
		}
		return states
	})}
}

// decode is [lower.Program.Decode]: it decodes the fields of a state from the image; all it knows
// is the layout of the class.
func (d *decoder) decode(m *lower.Image, a *lower.Alloc) []lower.Part {
	t := d.source.Tile(m.Unit.Number)
	k := slices.IndexFunc(t.Demands, func(d place.Demand) bool { return d.Name == a.Name })
	v := d.states()[program.Ref{Tile: m.Unit.Number, Alloc: k}]
	if v == nil {
		return nil
	}
	state := make([]byte, a.Size)
	if err := m.Load(a.Addr, state); err != nil {
		return []lower.Part{{Addr: a.Addr, Size: a.Size, Name: v.Class.Name, Problem: err.Error()}}
	}
	parts := []lower.Part{{Addr: a.Addr, Size: a.Size, Name: v.Class.Name, Text: fmt.Sprintf("vertex %d", v.ID)}}
	ops := poplar.VertexOf(v.Class.Op).FieldOps()
	end := 0
	for i := range v.Class.State.Fields {
		f := &v.Class.State.Fields[i]
		if pad := state[end:f.Offset]; slices.ContainsFunc(pad, func(b byte) bool { return b != 0 }) {
			parts = append(parts, lower.Part{Addr: a.Addr + uint64(end), Size: uint64(len(pad)), Name: "(padding)", Problem: "expected zeros"})
		}
		end = f.Offset + f.Size
		part := lower.Part{Addr: a.Addr + uint64(f.Offset), Size: uint64(f.Size), Name: f.Name}
		if f.Type.Depth() == 0 {
			part.Text = spellValues(f, poplar.ValueType(ops[i].IRType().Context(), f.Type.Elem), state[f.Offset:end])
		} else {
			d.field(&part, m, f, state[f.Offset:end])
		}
		parts = append(parts, part)
	}
	return parts
}

// spellValues renders the values of a plain field.
func spellValues(f *vertex.StateField, elem ir.Type, b []byte) string {
	if f.Type.Kind == vertex.ScalarField {
		return sim.FormatArray(nil, elem, b, []bool{true})
	}
	return sim.FormatArray([]int64{int64(f.Type.Len)}, elem, b, slices.Repeat([]bool{true}, f.Type.Len))
}

// field describes the bytes of an edge, a list or a vector.
func (d *decoder) field(part *lower.Part, m *lower.Image, f *vertex.StateField, b []byte) {
	t := &d.source.Target
	op, err := vertex.DecodeField(t, &f.Resolved, b, m)
	if err != nil {
		part.Problem = err.Error()
		return
	}
	switch f.Type.Kind {
	case vertex.ScalarEdge, vertex.VectorEdge, vertex.VectorField:
		part.Text, part.Problem = d.extent(m, f.Data.DataAlign, op.Data)
	default:
		d.rows(part, m, f, &op)
	}
	if part.Problem == "" {
		part.Problem = d.encoded(f, &op, b)
	}
}

// rows describes the rows of a list or of an array of edges. A table may have any number
// of rows if its layout stores none.
func (d *decoder) rows(part *lower.Part, m *lower.Image, f *vertex.StateField, op *vertex.Operand) {
	switch {
	case len(op.Subs) == 0 && op.Indirect == 0:
		part.Text = "no rows"
		return
	case len(op.Subs) == 0:
		part.Text, part.Problem = d.extent(m, f.Table.DataAlign, vertex.Extent{Addr: op.Indirect})
		part.Text = "rows at " + part.Text
		return
	}
	var rows []string
	for i, sub := range op.Subs {
		text, problem := d.extent(m, f.DataAlign(), sub)
		if problem != "" && part.Problem == "" {
			part.Problem = fmt.Sprintf("row %d: %s", i, problem)
		}
		if i < shownRows {
			rows = append(rows, text)
		}
	}
	if len(op.Subs) > shownRows {
		rows = append(rows, "…")
	}
	part.Text = fmt.Sprintf("%d rows at %s: %s", len(op.Subs), target.Hex(op.Indirect), strings.Join(rows, ", "))
}

// encoded compares bytes with the encoding of their decoded meaning: reserved bits must
// be 0.
func (d *decoder) encoded(f *vertex.StateField, op *vertex.Operand, b []byte) string {
	switch f.Type.Kind {
	case vertex.ListEdge, vertex.VectorEdge, vertex.VectorField:
	default:
		return ""
	}
	if len(op.Subs) == 0 && op.Data.Count == 0 {
		return ""
	}
	again, _, err := vertex.AppendField(nil, nil, &d.source.Target, &f.Resolved, op)
	switch {
	case diag.CodeOf(err) == "quarter-metadata":
		return "" // it is unknown how the field is encoded
	case err != nil:
		return err.Error()
	case !bytes.Equal(again, b):
		return "reserved bits are not 0"
	}
	return ""
}

// extent names the variable or allocation, and the elements in it, to which an edge
// refers.
func (d *decoder) extent(m *lower.Image, align int, e vertex.Extent) (text, problem string) {
	if e == (vertex.Extent{}) {
		return "nothing", ""
	}
	at := d.program.At(m.Unit, e.Addr)
	text = target.Hex(e.Addr)
	if e.Count > 0 {
		text += ", " + elements.Count(int(e.Count))
	}
	if at != "" {
		text += ": " + at
	}
	switch {
	case m.Load(e.Addr, nil) != nil:
		problem = "outside of tile memory"
	case at == "":
		problem = "nothing lies there"
	case align != 0 && e.Addr%uint64(align) != 0:
		problem = fmt.Sprintf("not a multiple of %d", align)
	}
	return text, problem
}
