package vertex

import (
	"math/bits"
	"slices"
	"strings"

	"optc/diag"
	"optc/dialect/poplar/target"
)

// CompactPolicy chooses how COMPACT_PTR resolves at alignment 16 or more, where
// the vendor's table and the hand-written code of poplibs disagree (Poplar and
// PopLibs User Guide, Pointer compression).
type CompactPolicy uint8

const (
	CompactReference CompactPolicy = iota // as in the table: SCALED_PTR128 if it exists
	CompactPoplibs                        // as for alignment 8
)

// String is the value of the option compact-policy.
func (p CompactPolicy) String() string { return [...]string{"reference", "poplibs"}[p] }

// ParseCompactPolicy reads a value of the option compact-policy. The error code is
// option-value.
func ParseCompactPolicy(name string) (CompactPolicy, error) {
	for _, p := range []CompactPolicy{CompactReference, CompactPoplibs} {
		if p.String() == name {
			return p, nil
		}
	}
	return 0, diag.Errorf("option-value", "expected compact-policy reference or poplibs, but got '%s'%s",
		name, diag.DidYouMean(name, []string{"reference", "poplibs"}))
}

// ResolvedVector is a concrete representation of a vector that can be encoded: of data,
// or of the table of an array of edges.
type ResolvedVector struct {
	Layout      target.VectorLayout // any but COMPACT_PTR
	ElemSize    int                 // bytes of one counted element
	DataAlign   int                 // alignment in bytes of the data that the pointer refers to
	Interleaved bool                // the data must be in the interleaved region
}

// Size is the number of bytes of the representation.
func (v ResolvedVector) Size() int { return v.Layout.Size() }

// ResolvedList is a concrete representation of a vector list.
type ResolvedList struct {
	Layout      target.ListLayout // any but COMPACT_DELTAN
	ElemSize    int               // bytes of one element
	DataAlign   int               // alignment of every sub-vector in bytes
	Interleaved bool              // every sub-vector must be in the interleaved region
}

// deltaBits returns the widths of offset and count in a delta word, and the
// number of address bits that the offset leaves out (Poplar and PopLibs User
// Guide, VectorList layout).
func (l ResolvedList) deltaBits() (offset, count, shift int) {
	if l.Layout == target.DeltaN {
		return target.DeltaNOffsetBits, 32 - target.DeltaNOffsetBits, 0
	}
	k := bits.Len(uint(l.DataAlign)) - 1
	return target.ElementsAddrBits - k, 32 - target.ElementsAddrBits + k, k
}

// MaxCount is the largest number of elements of a sub-vector.
func (l ResolvedList) MaxCount() uint64 {
	_, count, _ := l.deltaBits()
	return 1<<count - 1
}

// Resolved is a field type on a target: every layout concrete, every size known.
type Resolved struct {
	Type  FieldType // type with concrete layouts
	Size  int       // bytes of the field in the vertex state
	Align int       // alignment of the field in the vertex state, in bytes

	// Table describes the table of inner representations of a ScalarEdgeArray
	// or VectorEdgeArray.
	Table ResolvedVector
	// Data describes the data of scalar and vector edges, plain vectors, and
	// the entries of a Table.
	Data ResolvedVector
	// List describes the data of a ListEdge.
	List ResolvedList
}

// DataAlign is the alignment in bytes of the data that the field refers to, or 0 if the
// data is in the state.
func (r *Resolved) DataAlign() int {
	if r.Type.Kind == ListEdge {
		return r.List.DataAlign
	}
	return r.Data.DataAlign
}

// MaxDims returns the largest sizes that the representation can express: outer is the
// number of sub-vectors of arrays and lists and 0 for other fields; inner is the number
// of elements. Sizes limited only by memory are [NoLimit].
func (r *Resolved) MaxDims() (outer, inner uint64) {
	limit := func(v ResolvedVector) uint64 {
		if v.Layout.HasCount() {
			return v.Layout.MaxCount()
		}
		return NoLimit
	}
	switch r.Type.Kind {
	case ScalarField, ScalarEdge:
		return 0, 1
	case ArrayField:
		return 0, uint64(r.Type.Len)
	case ScalarEdgeArray:
		return limit(r.Table), 1
	case VectorEdgeArray:
		return limit(r.Table), limit(r.Data)
	case ListEdge:
		return r.List.Layout.MaxSubs(), r.List.MaxCount()
	}
	return 0, limit(r.Data)
}

// NoLimit is the dimension of a field whose representation stores no size.
const NoLimit = ^uint64(0)

const (
	pointerSize = 4 // bytes of a plain pointer on every tile (Graphcore ABI)
	deltaSize   = 4 // bytes and alignment of a delta word

	// DeltasOffset is the offset in bytes, in the base structure of a vector list, of the
	// word that refers to the delta array.
	DeltasOffset = 4

	minStateSize = 4 // alignment of a vertex state is at least this
)

// Resolve makes the layouts of a field type concrete on a target and computes
// sizes and alignments (Poplar and PopLibs User Guide, Vector memory layouts).
// Errors, in this order: layout-target, bad-align, align-too-small.
//
// On the CPU target Size and Align are the same as on a tile; the host's vertex state is
// not defined, and [PackState] refuses it.
func Resolve(t *target.Target, f FieldType, policy CompactPolicy) (Resolved, error) {
	if !f.IsField() {
		return Resolved{}, diag.Errorf("field-type", "expected the type of a vertex field, but got %s", f.Kind)
	}
	if err := checkLayouts(t, f); err != nil {
		return Resolved{}, err
	}
	if err := checkAligns(t, f); err != nil {
		return Resolved{}, err
	}
	elem := t.TypeSize(f.Elem)
	r := Resolved{Type: f, Size: elem, Align: elem}
	switch f.Kind {
	case ScalarField:
		return r, nil
	case ArrayField:
		r.Size = elem * f.Len
		return r, nil
	case ListEdge:
		r.List = resolveList(t, f.Sub, elem)
		r.Type.Sub.Layout = r.List.Layout
		r.Size, r.Align = r.List.Layout.Size(), r.List.Layout.Align()
		return r, nil
	case ScalarEdge, ScalarEdgeArray:
		r.Data = ResolvedVector{Layout: target.OnePtr, ElemSize: elem, DataAlign: elem}
	default:
		r.Data = resolveVector(t, f.Vec, elem, elem, policy)
		if scale := r.Data.Layout.Scale(); r.Data.DataAlign < scale {
			return Resolved{}, diag.Errorf("align-too-small", "layout %s needs data aligned to %d bytes, but alignment is %d",
				r.Data.Layout, scale, r.Data.DataAlign).
				Note("alignment = max(MinAlign %d, size of %s %d) = %d", f.Vec.align(), f.Elem, elem, r.Data.DataAlign)
		}
		r.Type.Vec.Layout = r.Data.Layout
	}
	rep := r.Data.Layout
	if f.Kind == ScalarEdgeArray || f.Kind == VectorEdgeArray {
		r.Table = resolveVector(t, f.Outer, rep.Size(), rep.Align(), policy)
		r.Table.DataAlign = max(r.Table.DataAlign, r.Table.Layout.Scale())
		r.Type.Outer.Layout = r.Table.Layout
		rep = r.Table.Layout
	}
	r.Size, r.Align = rep.Size(), rep.Align()
	return r, nil
}

// align is the minimum alignment, with its default applied.
func (p VectorParams) align() int {
	if p.MinAlign == 0 {
		return p.Layout.DefaultMinAlign()
	}
	return p.MinAlign
}

// resolveVector resolves a level: elements of elemSize bytes with alignment elemAlign.
// The effective alignment is the larger of both (Poplar and PopLibs User Guide, Minimum
// alignment).
func resolveVector(t *target.Target, p VectorParams, elemSize, elemAlign int, policy CompactPolicy) ResolvedVector {
	v := ResolvedVector{Layout: p.Layout, ElemSize: elemSize, DataAlign: max(p.align(), elemAlign), Interleaved: p.Interleaved}
	if v.Layout == target.CompactPtr {
		v.Layout = compactPtr(t.Layouts, v.DataAlign, policy)
	}
	return v
}

// compactPtr resolves COMPACT_PTR (Poplar and PopLibs User Guide, Pointer
// compression): the scaled pointer of the
// alignment if the target has it, otherwise a plain pointer.
func compactPtr(have target.LayoutSet, align int, policy CompactPolicy) target.VectorLayout {
	l := target.OnePtr
	switch {
	case align >= 16 && policy == CompactReference:
		l = target.ScaledPtr128
	case align >= 8:
		l = target.ScaledPtr64
	case align >= 4:
		l = target.ScaledPtr32
	}
	if !have.Has(l) {
		return target.OnePtr
	}
	return l
}

func resolveList(t *target.Target, p ListParams, elem int) ResolvedList {
	l := ResolvedList{Layout: p.Layout, ElemSize: elem, DataAlign: max(p.MinAlign, elem), Interleaved: p.Interleaved}
	if l.Layout == target.CompactDeltaN {
		l.Layout = target.DeltaNElements
		if t.Layouts.HasList(target.DeltaN) {
			l.Layout = target.DeltaN
		}
	}
	return l
}

// checkLayouts tests that the declared layouts exist on the target, the outer
// one first.
func checkLayouts(t *target.Target, f FieldType) error {
	missing := func(name string, available []string) error {
		return diag.Errorf("layout-target", "layout %s does not exist on %s; available: %s", name, t.Arch, strings.Join(available, ", "))
	}
	for _, l := range f.vectorParams() {
		if !t.Layouts.Has(l.Layout) {
			return missing(l.Layout.String(), t.Layouts.VectorNames())
		}
	}
	if f.Kind == ListEdge && !t.Layouts.HasList(f.Sub.Layout) {
		return missing(f.Sub.Layout.String(), t.Layouts.ListNames())
	}
	return nil
}

// vectorParams returns the vector levels of a type, the outer one first.
func (f FieldType) vectorParams() []VectorParams {
	switch f.Kind {
	case VectorField, VectorEdge:
		return []VectorParams{f.Vec}
	case ScalarEdgeArray:
		return []VectorParams{f.Outer}
	case VectorEdgeArray:
		return []VectorParams{f.Outer, f.Vec}
	}
	return nil
}

func checkAligns(t *target.Target, f FieldType) error {
	for _, p := range f.vectorParams() {
		if err := checkAlign(p.align(), t.AddressBits); err != nil {
			return err
		}
	}
	if f.Kind == ListEdge && f.Sub.MinAlign != 0 {
		// Offsets of a list count alignments within elementsAddrBits bits.
		return checkAlign(f.Sub.MinAlign, min(t.AddressBits, target.ElementsAddrBits))
	}
	return nil
}

func checkAlign(align, addressBits int) error {
	if !target.PowerOfTwo(align) {
		return badAlign(align)
	}
	if uint64(align) >= 1<<addressBits {
		return diag.Errorf("bad-align", "alignment %d does not fit in %d address bits", align, addressBits)
	}
	return nil
}

func badAlign(align int) error {
	return diag.Errorf("bad-align", "alignment %d is not a power of two", align).At("align %d", align)
}

// IsCompact reports whether the layout of the type is one of the two compact layouts, which a
// target resolves.
func (f FieldType) IsCompact() bool {
	return slices.ContainsFunc(f.vectorParams(), func(p VectorParams) bool { return p.Layout == target.CompactPtr }) ||
		f.Kind == ListEdge && f.Sub.Layout == target.CompactDeltaN
}
