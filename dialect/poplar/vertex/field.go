package vertex

import (
	"fmt"
	"strconv"
	"strings"

	"optc/diag"
	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/target"
)

// Direction specifies whether a vertex reads or writes the data of an edge.
type Direction uint8

const (
	NoDirection Direction = iota // not an edge: the field or its data is set at graph construction
	In                           // Input: the vertex reads only
	Out                          // Output: undefined before the vertex runs
	InOut                        // InOut: read and written
)

// String is the C++ name of the edge template: "Input", "Output", "InOut", or
// "" for NoDirection.
func (d Direction) String() string { return [...]string{"", "Input", "Output", "InOut"}[d] }

// IRName is the word of the edge in the IR: "in", "out", "inout", or "".
func (d Direction) IRName() string { return [...]string{"", "in", "out", "inout"}[d] }

// Reads reports whether the vertex may read the data before writing it.
func (d Direction) Reads() bool { return d == In || d == InOut }

// Writes reports whether the vertex writes the data.
func (d Direction) Writes() bool { return d == Out || d == InOut }

// FieldKind is the form of a vertex field (Poplar and PopLibs User Guide, Vertex
// state).
type FieldKind uint8

const (
	ScalarField     FieldKind = iota + 1 // T: the value is in the state
	ArrayField                           // T[n]: the values are in the state
	VectorField                          // Vector<T>: constant data stored beside the state
	ScalarEdge                           // E<T>: 32-bit pointer to one element
	VectorEdge                           // E<Vector<T>>
	ScalarEdgeArray                      // Vector<E<T>>: table of 32-bit pointers
	VectorEdgeArray                      // Vector<E<Vector<T>>>: table of inner representations
	ListEdge                             // E<VectorList<T>>: base structure and delta array
	listData                             // VectorList<T>, not a field before it is made an edge
)

var fieldKindNames = [...]string{
	ScalarField:     "plain scalar",
	ArrayField:      "plain array",
	VectorField:     "plain vector",
	ScalarEdge:      "scalar edge",
	VectorEdge:      "vector edge",
	ScalarEdgeArray: "array of scalar edges",
	VectorEdgeArray: "array of vector edges",
	ListEdge:        "list edge",
	listData:        "vector list without a direction",
}

func (k FieldKind) String() string {
	if k == 0 || int(k) >= len(fieldKindNames) {
		return "<no field>"
	}
	return fieldKindNames[k]
}

// VectorParams are the template parameters L, MinAlign and Interleaved of
// Vector<T, L, MinAlign, Interleaved> (Poplar and PopLibs User Guide, Minimum
// alignment).
type VectorParams struct {
	Layout      target.VectorLayout // 0 means the default, SPAN
	MinAlign    int                 // bytes; 0 means the default of the layout
	Interleaved bool                // data must be in the interleaved region
}

// ListParams are the same parameters of VectorList.
type ListParams struct {
	Layout      target.ListLayout
	MinAlign    int // bytes; 0 means 1
	Interleaved bool
}

// FieldType is the type of a vertex field as declared. It is a plain value: == compares types, and
// writing an alignment of 1 that is the default makes no difference. (The alignment of a scaled
// pointer is kept as written, so that a resolved COMPACT_PTR shows what was declared.)
//
//	Vector<Input<Vector<half, SHORT_SPAN, 8>>, ONE_PTR>
//	{Kind: VectorEdgeArray, Dir: In, Elem: Half,
//	 Outer: {Layout: OnePtr}, Vec: {Layout: ShortSpan, MinAlign: 8}}
//
// Build a type from the inside out: [Scalar], then [FieldType.Array], [FieldType.Edge],
// [FieldType.Vector] and [FieldType.List]; they refuse invalid field types.
type FieldType struct {
	Kind  FieldKind
	Dir   Direction // of edges
	Elem  scalar.Type
	Len   int          // elements of an ArrayField
	Vec   VectorParams // parameters of the vector that holds the data
	Outer VectorParams // parameters of the table in ScalarEdgeArray and VectorEdgeArray
	Sub   ListParams   // parameters of the list in a ListEdge
}

// Scalar returns the type of a plain scalar field.
func Scalar(e scalar.Type) FieldType { return FieldType{Kind: ScalarField, Elem: e} }

// Array makes a plain scalar a plain array of n elements. The error code is field-type.
func (f FieldType) Array(n int) (FieldType, error) {
	if f.Kind != ScalarField {
		return FieldType{}, fieldTypeError("an array", "a scalar", f)
	}
	if n < 1 || n > maxArray {
		return FieldType{}, diag.Errorf("field-type", "expected an array of 1 to %d elements, but got %d", maxArray, n)
	}
	f.Kind, f.Len = ArrayField, n
	return f, nil
}

// maxArray bounds the length of a plain array: it is a part of the vertex state, whose
// offsets must stay inside an address of 32 bits.
const maxArray = 1 << 24

// Edge makes a scalar, a vector or a vector list an edge. The error codes are nest-depth
// (an array of edges) and field-type.
func (f FieldType) Edge(dir Direction) (FieldType, error) {
	if dir == NoDirection || dir > InOut {
		return FieldType{}, diag.Errorf("field-type", "expected Input, Output or InOut")
	}
	switch f.Kind {
	case ScalarField:
		f.Kind = ScalarEdge
	case VectorField:
		f.Kind = VectorEdge
	case listData:
		f.Kind = ListEdge
	case ScalarEdgeArray, VectorEdgeArray:
		return FieldType{}, nestDepth(f)
	default:
		return FieldType{}, fieldTypeError(dir.String(), "a scalar, a Vector or a VectorList", f)
	}
	f.Dir = dir
	return f, nil
}

// Vector makes a scalar, a scalar edge or a vector edge the element of a Vector. The
// error codes are nest-depth (more than two levels) and field-type.
func (f FieldType) Vector(p VectorParams) (FieldType, error) {
	if p.Layout == 0 {
		p.Layout = target.Span
	}
	if p.MinAlign == 1 && p.Layout.DefaultMinAlign() == 1 {
		p.MinAlign = 0
	}
	switch f.Kind {
	case ScalarField:
		f.Kind, f.Vec = VectorField, p
	case ScalarEdge:
		f.Kind, f.Outer = ScalarEdgeArray, p
	case VectorEdge:
		f.Kind, f.Outer = VectorEdgeArray, p
	case ScalarEdgeArray, VectorEdgeArray, ListEdge, listData:
		return FieldType{}, nestDepth(f)
	default:
		return FieldType{}, fieldTypeError("Vector", "a scalar, or an edge to a scalar or Vector", f)
	}
	return f, nil
}

// List makes a scalar the element of a VectorList, which becomes a field type with
// [FieldType.Edge]. The error code is field-type.
func (f FieldType) List(p ListParams) (FieldType, error) {
	if f.Kind != ScalarField {
		return FieldType{}, fieldTypeError("VectorList", "a scalar", f)
	}
	if p.MinAlign == 1 {
		p.MinAlign = 0
	}
	f.Kind, f.Sub = listData, p
	return f, nil
}

func nestDepth(inner FieldType) error {
	return diag.Errorf("nest-depth", "vectors nest at most two levels").Note("inner type is %s", inner)
}

func fieldTypeError(of, want string, got FieldType) error {
	return diag.Errorf("field-type", "%s takes %s, but got %s", of, want, got.Kind)
}

// IsField reports whether f may be the type of a field: everything but the
// zero value and a vector list without a direction.
func (f FieldType) IsField() bool { return f.Kind != 0 && f.Kind <= ListEdge && f.Elem.Valid() }

// IsEdge reports whether f refers to tensor data.
func (f FieldType) IsEdge() bool { return f.Dir != NoDirection }

// Depth is the number of pointers between the state and the data: 0 for plain
// scalars and arrays, 2 for arrays of edges and lists, otherwise 1.
func (f FieldType) Depth() int {
	switch f.Kind {
	case ScalarField, ArrayField:
		return 0
	case ScalarEdgeArray, VectorEdgeArray, ListEdge:
		return 2
	}
	return 1
}

// String is the canonical C++ spelling, such as
// "Input<Vector<half, ONE_PTR, 8>>". Trailing defaults are left out.
func (f FieldType) String() string {
	s := f.Elem.String()
	edge := func(inner string) string { return f.Dir.String() + "<" + inner + ">" }
	switch f.Kind {
	case ScalarField:
		return s
	case ArrayField:
		return fmt.Sprintf("%s[%d]", s, f.Len)
	case VectorField:
		return f.Vec.cpp(s)
	case ScalarEdge:
		return edge(s)
	case VectorEdge:
		return edge(f.Vec.cpp(s))
	case ScalarEdgeArray:
		return f.Outer.cpp(edge(s))
	case VectorEdgeArray:
		return f.Outer.cpp(edge(f.Vec.cpp(s)))
	case ListEdge:
		return edge(f.Sub.cpp(s))
	case listData:
		return f.Sub.cpp(s)
	}
	return f.Kind.String()
}

func (p VectorParams) cpp(elem string) string {
	return cppTemplate("Vector", elem, p.Layout.String(), p.Layout == target.Span, p.MinAlign, p.Layout.DefaultMinAlign(), p.Interleaved)
}

func (p ListParams) cpp(elem string) string {
	return cppTemplate("VectorList", elem, p.Layout.String(), false, p.MinAlign, 1, p.Interleaved)
}

// cppTemplate spells a vector template; an argument is written if it or a
// later one differs from its default.
func cppTemplate(name, elem, layout string, layoutDefault bool, align, alignDefault int, interleaved bool) string {
	args := []string{elem}
	if !layoutDefault || align != 0 || interleaved {
		args = append(args, layout)
	}
	if align != 0 || interleaved {
		if align == 0 {
			align = alignDefault
		}
		args = append(args, strconv.Itoa(align))
	}
	if interleaved {
		args = append(args, "true")
	}
	return name + "<" + strings.Join(args, ", ") + ">"
}

// IR is the spelling of the type in the IR, such as
// "!poplar.in<vec<f16, ONE_PTR, align 8>>" or "ui16".
func (f FieldType) IR() string {
	if f.Kind == ScalarField && !f.Elem.IsBuiltin() {
		return "!poplar." + f.Elem.IRName()
	}
	return f.IROf(f.Elem.IRName())
}

// IROf is IR with s in the place of the element type.
func (f FieldType) IROf(s string) string {
	edge := func(inner string) string { return f.Dir.IRName() + "<" + inner + ">" }
	switch f.Kind {
	case ScalarField:
		return s
	case ArrayField:
		s = fmt.Sprintf("array<%d x %s>", f.Len, s)
	case VectorField:
		s = f.Vec.ir(s)
	case ScalarEdge:
		s = edge(s)
	case VectorEdge:
		s = edge(f.Vec.ir(s))
	case ScalarEdgeArray:
		s = f.Outer.ir(edge(s))
	case VectorEdgeArray:
		s = f.Outer.ir(edge(f.Vec.ir(s)))
	case ListEdge:
		s = edge(f.Sub.ir(s))
	case listData:
		s = f.Sub.ir(s)
	default:
		return f.Kind.String()
	}
	return "!poplar." + s
}

func (p VectorParams) ir(elem string) string {
	layout := p.Layout.String()
	if p.Layout == target.Span {
		layout = ""
	}
	return irTemplate("vec", elem, layout, p.MinAlign, p.Interleaved)
}

func (p ListParams) ir(elem string) string {
	return irTemplate("vec_list", elem, p.Layout.String(), p.MinAlign, p.Interleaved)
}

func irTemplate(name, elem, layout string, align int, interleaved bool) string {
	var b strings.Builder
	b.WriteString(name + "<" + elem)
	if layout != "" {
		b.WriteString(", " + layout)
	}
	if align != 0 {
		fmt.Fprintf(&b, ", align %d", align)
	}
	if interleaved {
		b.WriteString(", interleaved")
	}
	b.WriteString(">")
	return b.String()
}

// LayoutName names the representation of a field in the state: its layout, the layout of
// the table for an array of edges, or the spelling of a type without layout.
func (f FieldType) LayoutName() string {
	switch f.Kind {
	case VectorField, VectorEdge:
		return f.Vec.Layout.String()
	case ScalarEdgeArray, VectorEdgeArray:
		return f.Outer.Layout.String()
	case ListEdge:
		return f.Sub.Layout.String()
	}
	return f.IR()
}
