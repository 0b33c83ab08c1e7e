package codelets

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/vertex"
	"optc/num"
)

// vertexState is a random state of a vertex.
type vertexState struct {
	fields []fieldState
}

// fieldState is the contents of a field: the value of a plain field, or the vectors of an
// edge.
type fieldState struct {
	vertex.Field
	plain []byte
	rows  [][]byte
}

// shape has the sizes that the fields of a state share, because codelets expect most
// vectors to be equally long.
type shape struct {
	rng    *rand.Rand
	n      int // elements of a vector that stores its length
	long   int // elements of other vectors
	rows   int
	equal  bool // all lengths are n
	small  uint64
	floats bool // integers of any size
}

func newShape(rng *rand.Rand) *shape {
	s := &shape{rng: rng, n: 1 + rng.IntN(20), rows: 1 + rng.IntN(4), equal: rng.IntN(4) > 0, small: uint64(1 + rng.IntN(12))}
	if rng.IntN(3) == 0 {
		s.n = 4 * (1 + rng.IntN(6))
	}
	s.long = s.n + 64 + rng.IntN(64)
	s.floats = rng.IntN(6) == 0
	return s
}

func (s *shape) length(hasCount bool) int {
	switch {
	case !hasCount:
		return s.long
	case s.equal:
		return s.n
	}
	return 1 + s.rng.IntN(24)
}

// randomState makes a state for the fields of a class.
func randomState(fields []vertex.Field, seed uint64) *vertexState {
	s := newShape(rand.New(rand.NewPCG(seed, 7)))
	st := &vertexState{}
	for _, f := range fields {
		x := fieldState{Field: f}
		t := f.Type
		switch t.Kind {
		case vertex.ScalarField:
			x.plain = s.elements(t.Elem, 1)
		case vertex.ArrayField:
			x.plain = s.elements(t.Elem, t.Len)
		case vertex.VectorField, vertex.VectorEdge:
			x.rows = [][]byte{s.elements(t.Elem, s.length(t.Vec.Layout.HasCount() || t.Vec.Layout == 0))}
		case vertex.ScalarEdge:
			x.rows = [][]byte{s.elements(t.Elem, 1)}
		default:
			for range s.rows {
				n := 1
				if t.Kind != vertex.ScalarEdgeArray {
					n = s.length(t.Kind == vertex.ListEdge || t.Vec.Layout.HasCount() || t.Vec.Layout == 0)
				}
				x.rows = append(x.rows, s.elements(t.Elem, n))
			}
		}
		st.fields = append(st.fields, x)
	}
	return st
}

// elements makes random elements: small integers mostly, because many are indices or
// lengths, and floats between -4 and 4.
func (s *shape) elements(t scalar.Type, n int) (data []byte) {
	for range n {
		switch t {
		case scalar.Bool:
			data = append(data, byte(s.rng.IntN(2)))
		case scalar.Float:
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(float32(s.float())))
		case scalar.Half:
			_, lo := num.FloatFromFloat64(num.F16, s.float()).Bits()
			data = binary.LittleEndian.AppendUint16(data, uint16(lo))
		default:
			v := s.rng.Uint64N(s.small)
			if s.floats {
				v = s.rng.Uint64()
			}
			data = append(data, binary.LittleEndian.AppendUint64(nil, v)[:t.Size()]...)
		}
	}
	return data
}

func (s *shape) float() float64 {
	switch s.rng.IntN(12) {
	case 0:
		return float64(s.rng.IntN(5) - 2)
	case 1:
		return math.Ldexp(s.rng.Float64()-0.5, s.rng.IntN(24)-12)
	}
	return 8*s.rng.Float64() - 4
}

// hostBytes is the state as the program of the host reads it.
func (st *vertexState) hostBytes() (data []byte) {
	for i := range st.fields {
		f := &st.fields[i]
		switch f.Type.Kind {
		case vertex.ScalarField, vertex.ArrayField:
			data = append(data, f.plain...)
		case vertex.ScalarEdge:
			data = append(data, f.rows[0]...)
		case vertex.VectorField, vertex.VectorEdge:
			data = appendRow(data, f, 0)
		default:
			data = binary.LittleEndian.AppendUint32(data, uint32(len(f.rows)))
			for k := range f.rows {
				if f.Type.Kind == vertex.ScalarEdgeArray {
					data = append(data, f.rows[k]...)
				} else {
					data = appendRow(data, f, k)
				}
			}
		}
	}
	return data
}

func appendRow(data []byte, f *fieldState, k int) []byte {
	data = binary.LittleEndian.AppendUint32(data, uint32(len(f.rows[k])/f.Type.Elem.Size()))
	return append(data, f.rows[k]...)
}

// variable is the name of the variable that a row of a field is connected to.
func variable(state int, f *fieldState, row int) string {
	return fmt.Sprintf("s%d_%s_%d", state, f.Name, row)
}

// graph returns the graph that executes a class with each of the states, on a tile each.
func graph(c *class, states []*vertexState) string {
	var b, set strings.Builder
	b.WriteString("poplar.graph @main {\n")
	for k, st := range states {
		fmt.Fprintf(&set, "%%v%d = poplar.add_vertex @%q on %d\n", k, c.name, k)
		for i := range st.fields {
			f := &st.fields[i]
			if f.plain != nil {
				fmt.Fprintf(&set, "poplar.set %%v%d @%s = %s\n", k, f.Name, plainValue(f, f.plain, f.Type.Kind == vertex.ArrayField))
				continue
			}
			if f.Type.Kind == vertex.VectorField {
				fmt.Fprintf(&set, "poplar.set %%v%d @%s = %s\n", k, f.Name, plainValue(f, f.rows[0], true))
				continue
			}
			var names []string
			for r, row := range f.rows {
				name := variable(k, f, r)
				names = append(names, "%"+name)
				fmt.Fprintf(&b, "%%%[1]s = poplar.variable %[1]q : !poplar.tensor<%[2]dx%[3]s>\npoplar.set_tile_mapping %%%[1]s on %[4]d\n",
					name, len(row)/f.Type.Elem.Size(), f.Type.Elem.IRName(), k)
			}
			to := names[0]
			switch f.Type.Kind {
			case vertex.ScalarEdgeArray, vertex.VectorEdgeArray, vertex.ListEdge:
				to = "[" + strings.Join(names, ", ") + "]"
			}
			fmt.Fprintf(&set, "poplar.connect %%v%d @%s to %s\n", k, f.Name, to)
		}
	}
	fmt.Fprintf(&b, "poplar.compute_set @cs {\n%s}\npoplar.program {\npoplar.execute @cs\n}\n}\n", &set)
	return b.String()
}

// plainValue is the attribute of a plain field.
func plainValue(f *fieldState, data []byte, array bool) string {
	n := f.Type.Elem.Size()
	var list []string
	for i := 0; i < len(data); i += n {
		var wide [8]byte
		copy(wide[:], data[i:i+n])
		list = append(list, plainNumber(f.Type.Elem, binary.LittleEndian.Uint64(wide[:])))
	}
	if array {
		return "[" + strings.Join(list, ", ") + "]"
	}
	return list[0]
}

func plainNumber(t scalar.Type, bits uint64) string {
	switch t {
	case scalar.Bool:
		return fmt.Sprint(bits != 0)
	case scalar.Float:
		return fmt.Sprintf("%#x : f32", bits)
	case scalar.Half:
		return fmt.Sprintf("%#x : f16", bits)
	case scalar.Char, scalar.SChar:
		return fmt.Sprint(int8(bits))
	case scalar.Short:
		return fmt.Sprint(int16(bits))
	case scalar.Int, scalar.Long:
		return fmt.Sprint(int32(bits))
	case scalar.LongLong:
		return fmt.Sprint(int64(bits))
	case scalar.ULongLong:
		return fmt.Sprintf("%d : ui64", bits)
	}
	return fmt.Sprint(bits)
}
