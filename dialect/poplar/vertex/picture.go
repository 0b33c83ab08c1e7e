package vertex

import (
	"fmt"
	"strings"

	"optc/dialect/poplar/target"
)

// BitPart is a part of a packed word: the bits [High:Low] and their contents, such as
// "count", "address >> 3", or "0" for reserved bits.
type BitPart struct {
	High, Low int
	What      string
}

// String renders the part as "[30:20] count".
func (p BitPart) String() string {
	where := fmt.Sprintf("[%d:%d]", p.High, p.Low)
	if p.High == p.Low {
		where = fmt.Sprintf("[%d]", p.High)
	}
	return strings.TrimSpace(where + " " + p.What)
}

// WordParts describes one word of a representation, high bits first.
type WordParts struct {
	Offset int // bytes from the start of the representation
	Parts  []BitPart
}

// Words describes the bits of the representation word by word (Poplar and PopLibs
// User Guide, Vector<T> layout).
func (v ResolvedVector) Words(t *target.Target) []WordParts {
	switch v.Layout {
	case target.Span:
		return []WordParts{{0, []BitPart{{31, 0, "address"}}}, {4, []BitPart{{31, 0, "count"}}}}
	case target.ShortSpan:
		const top = target.ShortSpanAddrBits + target.ShortSpanCountBits
		return []WordParts{{0, []BitPart{{31, top, "0"}, {top - 1, target.ShortSpanAddrBits, "count"}, {target.ShortSpanAddrBits - 1, 0, "address"}}}}
	case target.ScaledPtr32, target.ScaledPtr64, target.ScaledPtr128:
		return []WordParts{{0, []BitPart{scaledPart(t, v.Layout, "address")}}}
	}
	return []WordParts{{0, []BitPart{{31, 0, "address"}}}}
}

// scaledPart describes a scaled pointer; what names the data that it points to.
func scaledPart(t *target.Target, l target.VectorLayout, what string) BitPart {
	if base := t.ScaledBase(l); base != 0 {
		what = fmt.Sprintf("(%s - %s)", what, target.Hex(base))
	}
	return BitPart{target.ScaledBits - 1, 0, fmt.Sprintf("%s >> %d", what, l.Shift())}
}

// Words describes the bits of the base structure word by word (Poplar and PopLibs
// User Guide, VectorList layout).
func (l ResolvedList) Words(t *target.Target) []WordParts {
	if l.Layout == target.DeltaN {
		return []WordParts{
			{0, []BitPart{{31, target.DeltaNAddrBits, "n"}, {target.DeltaNAddrBits - 1, 0, "base"}}},
			{4, []BitPart{scaledPart(t, target.ScaledPtr32, "deltas")}},
		}
	}
	word := func(at int, count, addr string) WordParts {
		return WordParts{at, []BitPart{{31, 24, count}, {23, target.ElementsAddrBits, "0"}, {target.ElementsAddrBits - 1, 0, addr}}}
	}
	return []WordParts{word(0, "n.hi", "base"), word(4, "n.lo", "deltas")}
}

// DeltaParts describes the bits of a delta word.
func (l ResolvedList) DeltaParts() []BitPart {
	offsetBits, _, shift := l.deltaBits()
	offset := "offset"
	if shift > 0 {
		offset = fmt.Sprintf("offset*%d", 1<<shift)
	}
	return []BitPart{{31, offsetBits, "count"}, {offsetBits - 1, 0, offset}}
}

// Words describes the bits of the field in the state, word by word. An array is one word
// of its whole size.
func (r *Resolved) Words(t *target.Target) []WordParts {
	switch r.Type.Kind {
	case ScalarField, ArrayField:
		return []WordParts{{0, []BitPart{{8*r.Size - 1, 0, ""}}}}
	case ListEdge:
		return r.List.Words(t)
	case ScalarEdgeArray, VectorEdgeArray:
		return r.Table.Words(t)
	}
	return r.Data.Words(t)
}

// beside describes the packed words to which a field refers: a delta, or an entry of a
// table.
func (r *Resolved) beside(t *target.Target) string {
	switch r.Type.Kind {
	case ListEdge:
		return "delta: " + joinParts(r.List.DeltaParts(), " ")
	case ScalarEdgeArray, VectorEdgeArray:
		var words []string
		for _, w := range r.Data.Words(t) {
			words = append(words, joinParts(w.Parts, " "))
		}
		return "entry: " + strings.Join(words, ", ")
	}
	return ""
}

// shape names the representation of a field: its layout, or its type.
func (r *Resolved) shape() string {
	switch r.Type.Kind {
	case ListEdge:
		return r.List.Layout.String()
	case VectorField, VectorEdge:
		return r.Data.Layout.String()
	case VectorEdgeArray:
		return r.Table.Layout.String() + " of " + r.Data.Layout.String()
	}
	return strings.TrimPrefix(r.Type.IR(), "!poplar.")
}

// Picture draws the bits of the state of a class, one line per word:
//
//	demo::Rows  ipu2  size 12 align 4
//	  +0  rows  DELTANELEMENTS  [31:24] n.hi  [23:21] 0  [20:0] base
//	  +4                        [31:24] n.lo  [23:21] 0  [20:0] deltas     delta: [31:20] count [19:0] offset*2
//	  +8  last  ui16            [15:0]
func (s *StateLayout) Picture(class string, t *target.Target) string {
	var nameWidth, shapeWidth int
	for i := range s.Fields {
		nameWidth = max(nameWidth, len(s.Fields[i].Name))
		shapeWidth = max(shapeWidth, len(s.Fields[i].shape()))
	}
	offsetWidth := len(fmt.Sprintf("+%d", s.Size))
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %s  size %d align %d\n", class, t.Arch, s.Size, s.Align)
	for i := range s.Fields {
		f := &s.Fields[i]
		name, shape := f.Name, f.shape()
		words := f.Words(t)
		for j, w := range words {
			fmt.Fprintf(&b, "  %-*s  %-*s  %-*s  %s", offsetWidth, fmt.Sprintf("+%d", f.Offset+w.Offset),
				nameWidth, name, shapeWidth, shape, joinParts(w.Parts, "  "))
			if beside := f.beside(t); beside != "" && j == len(words)-1 {
				b.WriteString("     " + beside)
			}
			b.WriteByte('\n')
			name, shape = "", ""
		}
	}
	return b.String()
}

// NamedOffset is a constant for assembly code: "BLEND_ROWS" 20.
type NamedOffset struct {
	Name   string
	Offset int // bytes from the start of the state
}

// Offsets returns the constants that print-offsets prints for a class: the class
// without namespaces and template arguments, an underscore, the field, in upper
// case; for lists also the word that holds the address of the delta array.
func (s *StateLayout) Offsets(class string) []NamedOffset {
	class, _, _ = strings.Cut(class, "<")
	prefix := strings.ToUpper(class[strings.LastIndex(class, ":")+1:]) + "_"
	var out []NamedOffset
	for i := range s.Fields {
		f := &s.Fields[i]
		name := prefix + strings.ToUpper(f.Name)
		out = append(out, NamedOffset{name, f.Offset})
		if f.Type.Kind == ListEdge {
			out = append(out, NamedOffset{name + "_DELTAS", f.Offset + DeltasOffset})
		}
	}
	return out
}

func joinParts(parts []BitPart, sep string) string {
	words := make([]string, len(parts))
	for i, p := range parts {
		words[i] = p.String()
	}
	return strings.Join(words, sep)
}
