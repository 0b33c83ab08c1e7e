package vertex

import (
	"strings"

	"optc/diag"
	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/target"
)

// Field is a field of a vertex class. Static members, member types and functions are not
// fields; the fields of a base class come before the class's own fields (Poplar and
// PopLibs User Guide, Vertex state).
type Field struct {
	Name string
	Type FieldType
}

// StateField is a field with its place in the vertex state.
type StateField struct {
	Name   string
	Offset int // bytes from the start of the state
	Resolved
}

// StateLayout is the layout of the vertex state of one class on one target.
type StateLayout struct {
	Fields []StateField
	Size   int // bytes, a multiple of the largest field alignment
	Align  int // bytes, at least 4
}

// FieldError is an error in a field of a vertex, or in the whole vertex.
type FieldError struct {
	Field int    // index of the field, or -1
	Name  string // name of the field, or ""
	Err   error
}

func (e *FieldError) Error() string {
	if e.Field < 0 {
		return e.Err.Error()
	}
	return "field '" + e.Name + "': " + e.Err.Error()
}

// Unwrap returns the cause, so that its code is found.
func (e *FieldError) Unwrap() error { return e.Err }

// PackState resolves the fields of a vertex in order of declaration and lays them out
// (Poplar and PopLibs User Guide, Vertex state): each at the current end rounded up to
// its alignment; sizes are not rounded; the size of the state is rounded up to the
// largest field alignment. After an error in a field the others are still checked; the
// errors contain the first error of each faulty field. For the errors of a field see
// [Resolve]; image-target for the CPU, whose pointers are the host's.
func PackState(t *target.Target, fields []Field, policy CompactPolicy) (StateLayout, []*FieldError) {
	if !t.IsTile() {
		return StateLayout{}, []*FieldError{{Field: -1, Err: ImageTarget(t)}}
	}
	layout := StateLayout{Fields: make([]StateField, 0, len(fields)), Align: minStateSize}
	var errs []*FieldError
	end, align := 0, 1
	for i, f := range fields {
		r, err := Resolve(t, f.Type, policy)
		if err != nil {
			errs = append(errs, &FieldError{i, f.Name, err})
			continue
		}
		offset := roundUp(end, r.Align)
		layout.Fields = append(layout.Fields, StateField{Name: f.Name, Offset: offset, Resolved: r})
		end = offset + r.Size
		align = max(align, r.Align)
	}
	if errs != nil {
		return StateLayout{}, errs
	}
	layout.Size = roundUp(end, align)
	layout.Align = max(layout.Align, align)
	return layout, nil
}

// MisplacedLists returns a warning DELTAN-offset for every DELTAN field whose offset is
// not a multiple of 4: hand-written code loads its first word with a single 32-bit load
// (Poplar and PopLibs User Guide, VectorList layout), so that this matters for external
// codelets.
func (s *StateLayout) MisplacedLists() []*FieldError {
	var warnings []*FieldError
	for i, f := range s.Fields {
		if f.Type.Kind == ListEdge && f.List.Layout == target.DeltaN && f.Offset%4 != 0 {
			warnings = append(warnings, &FieldError{i, f.Name,
				diag.Errorf("DELTAN-offset", "list field %s lies at offset %d, not a multiple of 4", f.Name, f.Offset)})
		}
	}
	return warnings
}

// FieldIndex returns the index of a named field. The error code is unknown-field, with a
// suggestion.
func (s *StateLayout) FieldIndex(name string) (int, error) {
	names := make([]string, len(s.Fields))
	for i, f := range s.Fields {
		if f.Name == name {
			return i, nil
		}
		names[i] = f.Name
	}
	return 0, diag.Errorf("unknown-field", "there is no field '%s'%s", name, diag.DidYouMean(name, names))
}

// Operand is the content of a field: its values, or the data to which it refers.
type Operand struct {
	// Plain holds the bits of the values of plain scalars and arrays. An array may have
	// fewer values than elements; the other elements are 0.
	Plain []uint64
	// Data is the place of the data of a ScalarEdge, VectorEdge or VectorField.
	Data Extent
	// Subs holds the places of the data of each sub-vector of a ScalarEdgeArray, VectorEdgeArray or
	// ListEdge, by index.
	Subs []Extent
	// Indirect is the address of the table or delta array of these.
	Indirect uint64
}

// AppendField appends the bytes of a field to state, and the bytes of its table or delta array, if
// it has one, to indirect, which is to be stored at op.Indirect. Errors are the errors of the
// layout; value-range for plain values; quarter-metadata for fields that refer to quarter data,
// whose representation is not public.
func AppendField(state, indirect []byte, t *target.Target, r *Resolved, op *Operand) ([]byte, []byte, error) {
	if r.Type.Depth() > 0 && r.Type.Elem == scalar.Quarter && !t.NoQuarterMetadata {
		return state, indirect, diag.Errorf("quarter-metadata", "field holds quarter data, whose metadata layout is unknown").
			Note("the target field quarter_metadata = [none] says that there is none")
	}
	switch r.Type.Kind {
	case ScalarField, ArrayField:
		state, err := appendPlain(state, t, r, op.Plain)
		return state, indirect, err
	case ScalarEdge:
		state, err := AppendVector(state, t, r.Data, Extent{op.Data.Addr, 1})
		return state, indirect, err
	case VectorField, VectorEdge:
		state, err := AppendVector(state, t, r.Data, op.Data)
		return state, indirect, err
	case ListEdge:
		return AppendList(state, indirect, t, r.List, op.Subs, op.Indirect)
	}
	// The inner representations are checked before the table that holds them.
	table, err := AppendTable(indirect, t, r, op.Subs)
	if err != nil {
		return state, indirect, err
	}
	state, err = AppendVector(state, t, r.Table, Extent{op.Indirect, uint64(len(op.Subs))})
	if err != nil {
		return state, indirect, diag.Note(err, "table of %d entries at %s", len(op.Subs), target.Hex(op.Indirect))
	}
	return state, table, nil
}

// appendPlain appends the values of a plain scalar or array, with 0 for missing values.
func appendPlain(dst []byte, t *target.Target, r *Resolved, values []uint64) ([]byte, error) {
	n, start := max(1, r.Type.Len), len(dst)
	if len(values) > n {
		return dst, diag.Errorf("count-overflow", "%d values exceed the %d that the field holds", len(values), n)
	}
	for _, v := range values {
		var err error
		if dst, err = AppendScalar(dst, t, r.Type.Elem, v); err != nil {
			return dst[:start], err
		}
	}
	return appendZeros(dst, (n-len(values))*t.TypeSize(r.Type.Elem)), nil
}

// IndirectSize is the size in bytes of the table or delta array that a field
// with n sub-vectors needs beside the state, and its alignment; 0 and 1 for
// fields without one.
func (r *Resolved) IndirectSize(n int) (size, align int) {
	switch r.Type.Kind {
	case ScalarEdgeArray, VectorEdgeArray:
		return n * r.Data.Size(), r.Table.DataAlign
	case ListEdge:
		return n * deltaSize, deltaSize
	}
	return 0, 1
}

// AppendState appends the whole state of a vertex with padding bytes 0, given an operand
// per field, and calls store with the bytes of every table and delta array and the
// address at which they are to be stored. The bytes are valid only during the call. The
// errors of all fields; see [AppendField].
func (s *StateLayout) AppendState(dst []byte, t *target.Target, ops []Operand, store func(addr uint64, b []byte)) ([]byte, []*FieldError) {
	if len(ops) != len(s.Fields) {
		return dst, []*FieldError{{Field: -1, Err: diag.Errorf("operand-count", "expected operands for %d fields, but got %d", len(s.Fields), len(ops))}}
	}
	var errs []*FieldError
	var indirect []byte
	start := len(dst)
	for i := range s.Fields {
		f := &s.Fields[i]
		dst = appendZeros(dst, start+f.Offset-len(dst))
		var err error
		dst, indirect, err = AppendField(dst, indirect[:0], t, &f.Resolved, &ops[i])
		if err != nil {
			errs = append(errs, &FieldError{i, f.Name, err})
		} else if len(indirect) > 0 {
			store(ops[i].Indirect, indirect)
		}
	}
	if errs != nil {
		return dst[:start], errs
	}
	return appendZeros(dst, start+s.Size-len(dst)), nil
}

// Memory is tile memory for decoders.
type Memory interface {
	// Load fills dst with the bytes at addr.
	Load(addr uint64, dst []byte) error
}

// DecodeField decodes a field from the bytes of the state that begin with the field, and
// its table or delta array from memory, as code on the tile does. It is the inverse of
// [AppendField].
//
// A representation without a count does not determine sizes. In this case Data.Count or
// the Count of the Subs is 0, and a table without a count has no Subs: its entries are
// read with [LoadTable]. The error codes are short-bytes, and the codes of mem.
func DecodeField(t *target.Target, r *Resolved, state []byte, mem Memory) (Operand, error) {
	var op Operand
	if err := checkLen(state, r.Size, r.Type.Kind.String()); err != nil {
		return op, err
	}
	var err error
	switch r.Type.Kind {
	case ScalarField, ArrayField:
		n, size := max(1, r.Type.Len), t.TypeSize(r.Type.Elem)
		op.Plain = make([]uint64, n)
		for i := range op.Plain {
			op.Plain[i] = diag.Must(DecodeScalar(t, r.Type.Elem, state[i*size:]))
		}
		return op, nil
	case ScalarEdge:
		op.Data, err = DecodeVector(t, r.Data, state)
		op.Data.Count = 1
		return op, err
	case VectorField, VectorEdge:
		op.Data, err = DecodeVector(t, r.Data, state)
		return op, err
	case ListEdge:
		base, err := DecodeListBase(t, r.List.Layout, state)
		if err != nil {
			return op, err
		}
		op.Indirect = base.Deltas
		op.Subs, err = loadDeltas(r.List, base, mem)
		return op, err
	}
	table, err := DecodeVector(t, r.Table, state)
	if err != nil {
		return op, err
	}
	op.Indirect = table.Addr
	op.Subs, err = LoadTable(t, r, table, mem)
	return op, err
}

// LoadTable reads the entries [0, table.Count) of the table of an array of edges. Errors
// are the errors of mem, and count-overflow if the table leaves tile memory.
func LoadTable(t *target.Target, r *Resolved, table Extent, mem Memory) ([]Extent, error) {
	if table.Count == 0 {
		return nil, nil
	}
	size := r.Data.Size()
	b, err := load(mem, table, size, t.BytesPerTile)
	if err != nil {
		return nil, err
	}
	subs := make([]Extent, table.Count)
	for i := range subs {
		if subs[i], err = DecodeVector(t, r.Data, b[i*size:]); err != nil {
			return nil, err
		}
		if r.Type.Kind == ScalarEdgeArray {
			subs[i].Count = 1
		}
	}
	return subs, nil
}

func loadDeltas(l ResolvedList, base ListBase, mem Memory) ([]Extent, error) {
	if base.Count == 0 {
		return nil, nil
	}
	b, err := load(mem, Extent{base.Deltas, base.Count}, deltaSize, NoLimit)
	if err != nil {
		return nil, err
	}
	subs := make([]Extent, base.Count)
	for i := range subs {
		subs[i] = DecodeDelta(l, base.Base, uint32(loadWord(b, i*deltaSize)))
	}
	return subs, nil
}

// load reads x.Count elements from memory, at most limit bytes.
func load(mem Memory, x Extent, elemSize int, limit uint64) ([]byte, error) {
	if x.Count > limit/uint64(elemSize) {
		return nil, diag.Errorf("count-overflow", "%d entries of %d bytes exceed the %d bytes of tile memory", x.Count, elemSize, limit)
	}
	b := make([]byte, x.Count*uint64(elemSize))
	if err := mem.Load(x.Addr, b); err != nil {
		return nil, err
	}
	return b, nil
}

// DecodeState reads all fields of a vertex from the bytes of its state. Errors: see
// [DecodeField], for every field.
func (s *StateLayout) DecodeState(t *target.Target, state []byte, mem Memory) ([]Operand, []*FieldError) {
	ops := make([]Operand, len(s.Fields))
	var errs []*FieldError
	for i := range s.Fields {
		f := &s.Fields[i]
		err := checkLen(state, f.Offset, "state before the field")
		if err == nil {
			ops[i], err = DecodeField(t, &f.Resolved, state[f.Offset:], mem)
		}
		if err != nil {
			errs = append(errs, &FieldError{i, f.Name, err})
		}
	}
	return ops, errs
}

func ImageTarget(t *target.Target) error {
	var tiles []string
	for _, arch := range target.Architectures() {
		if known, err := target.Lookup(arch); err == nil && known.IsTile() {
			tiles = append(tiles, arch)
		}
	}
	return diag.Errorf("image-target", "images are not defined for %s", t.Arch).
		Note("pointers of a host are not those of a tile; targets with images: %s", strings.Join(tiles, ", "))
}

func roundUp(n, align int) int { return (n + align - 1) &^ (align - 1) }
