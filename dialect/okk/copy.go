package okk

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"optc/diag"
	"optc/ir"
	"optc/layout"
)

// Operand is one side of a copy: a *[Tensor] in local memory or a [System]
// tensor.
type Operand interface {
	side() side
	Units() *layout.Map
}

// side holds the demands of the rules of copies on an operand.
type side struct {
	local   bool
	matrix  bool
	dtype   DType
	mode    Mode
	shape   []int64 // logical
	packed  Dims
	cStride int64 // of system memory
	wStride int64
	system  System // if not local
}

func (x *Tensor) side() side {
	return side{local: true, matrix: x.Type.Layout == Matrix, dtype: x.Type.DType, mode: x.Type.Mode,
		shape: x.Type.LogicalShape(), packed: x.Packed, wStride: x.Strides[3]}
}

func (s System) side() side {
	return side{matrix: s.isMatrix(), dtype: s.DType, mode: s.Mode,
		shape: s.LogicalShape(), packed: s.PackedShape(), cStride: s.UnitStrides()[1], wStride: s.UnitStrides()[3], system: s}
}

// hasRows reports whether elements that follow each other along W are neighbours.
func (s side) hasRows() bool { return s.packed[3] <= 1 || s.wStride == 1 }

// exchanges reports whether the copy engine can exchange channels and columns of the side, because neighbours follow each other
// along C (tpu_gdma_cpy_cw_trans_S2L in tpu_kernel.h).
func (s side) exchanges(m *Machine) bool {
	return m.Interface == TPUKernel && !s.local && !s.matrix && (s.packed[1] == 1 || s.cStride == 1)
}

// Plan lists the effects of a copy on memory.
type Plan struct {
	// Moves are sorted by destination, and adjacent moves are joined; lengths are in
	// bytes. Units are NPUs, or 0 for system memory, whose offsets are addresses.
	Moves []layout.Move
	Bytes int64 // units × bytes of a unit
	NoOp  bool  // every unit is already in its place; the copy can be erased
}

// PlanCopy returns the plan of a copy between local memory of m and system memory
// in any direction (OKKernel manual, copy functions). Units are moved whole,
// dummies included; tail columns of a matrix are not touched.
//
// Errors, in the order in which they are checked: bad-shape, bad-mode, bad-stride of a
// system operand; dtype-mismatch, shape-mismatch, dim-limit, dma-w-stride, sys-align,
// sys-range, broadcast-write, copy-overlap.
func PlanCopy(m *Machine, dst, src Operand) (Plan, error) {
	d, s := dst.side(), src.side()
	if err := checkCopy(m, d, s); err != nil {
		return Plan{}, err
	}
	from, to := src.Units(), dst.Units()
	if err := checkWrite(to); err != nil {
		return Plan{}, err
	}
	plan := Plan{Bytes: to.Count() * to.Width()}
	if d.local == s.local {
		_, differ, err := from.Difference(to)
		if err != nil {
			return Plan{}, err
		}
		if !differ {
			plan.NoOp = true
			return plan, nil
		}
	}
	plan.Moves = diag.Must(layout.Plan(from, to))
	if d.local == s.local {
		if err := checkDisjoint(plan.Moves, nil, d.local); err != nil {
			return Plan{}, err
		}
	}
	return plan, nil
}

// CheckCopy verifies a copy without computing its plan. If placed is set, the operands
// have their final addresses, so that overlaps are errors. Errors: see
// [PlanCopy].
func CheckCopy(m *Machine, dst, src Operand, placed bool) error {
	d, s := dst.side(), src.side()
	if placed && d.local == s.local {
		_, err := PlanCopy(m, dst, src)
		return err
	}
	if err := checkCopy(m, d, s); err != nil {
		return err
	}
	return checkWrite(dst.Units())
}

// checkWrite checks that no two units that are written share bytes.
func checkWrite(to *layout.Map) error {
	_, _, found, err := to.Collides()
	if found {
		return errBroadcastWrite()
	}
	return err
}

func checkCopy(m *Machine, d, s side) error {
	for _, x := range []side{s, d} {
		if !x.local {
			if err := x.system.checkType(); err != nil {
				return err
			}
		}
	}
	if d.dtype != s.dtype || d.mode != s.mode {
		return diag.Errorf("dtype-mismatch", "expected a source of %s, like the destination, but got %s; a copy converts no elements",
			describe(Type{DType: d.dtype, Mode: d.mode}), describe(Type{DType: s.dtype, Mode: s.mode}))
	}
	if !slices.Equal(d.shape, s.shape) {
		return diag.Errorf("shape-mismatch", "expected a source of shape %s, like the destination, but got %s", spellList(d.shape), spellList(s.shape))
	}
	if d.matrix && d.shape[1] > m.MatrixColsMax {
		return diag.Errorf("dim-limit", "columns = %d exceeds the limit %d", d.shape[1], m.MatrixColsMax)
	}
	for _, local := range []bool{true, false} {
		for i, x := range []side{s, d} {
			if x.local == local && !x.hasRows() && !(x.exchanges(m) && []side{d, s}[i].hasRows()) {
				return diag.Errorf("dma-w-stride", "a copy needs W stride 1, but the %s has %d", []string{"source", "destination"}[i], x.wStride)
			}
		}
	}
	for _, check := range []func(System) error{System.checkAlign, System.checkRange} {
		for _, x := range []side{s, d} {
			if !x.local {
				if err := check(x.system); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// span is a range of bytes of a unit.
type span struct {
	unit   int
	lo, hi int64
}

// checkDisjoint verifies that no byte is read by one move and written by another, or
// written by one of the extra spans. If local is set, units are NPUs.
func checkDisjoint(moves []layout.Move, extra []span, local bool) error {
	reads := make([]span, len(moves))
	writes := slices.Clone(extra)
	for i, v := range moves {
		reads[i] = span{v.Src.Unit, v.Src.Offset, v.Src.Offset + v.Len}
		writes = append(writes, span{v.Dst.Unit, v.Dst.Offset, v.Dst.Offset + v.Len})
	}
	byPlace := func(a, b span) int {
		if a.unit != b.unit {
			return a.unit - b.unit
		}
		return cmp.Compare(a.lo, b.lo)
	}
	slices.SortFunc(reads, byPlace)
	slices.SortFunc(writes, byPlace)
	// Writes are disjoint, so for every read it is enough to check the first write that
	// ends after the read begins.
	i := 0
	for _, r := range reads {
		for i < len(writes) && (writes[i].unit < r.unit || writes[i].unit == r.unit && writes[i].hi <= r.lo) {
			i++
		}
		if i < len(writes) && writes[i].unit == r.unit && writes[i].lo < r.hi {
			lo, hi := max(r.lo, writes[i].lo), min(r.hi, writes[i].hi)
			if !local {
				return newOverlap("source", "destination", fmt.Sprintf("system addresses [%d, %d)", lo, hi))
			}
			return newOverlap("source", "destination", fmt.Sprintf("NPU %d, offsets [%d, %d)", r.unit, lo, hi))
		}
	}
	return nil
}

// copyOverlap is an error about bytes that the source and the destination of a copy share. It unwraps to a *[diag.Error].
type copyOverlap struct {
	where string
	err   *diag.Error
}

func newOverlap(source, destination, where string) *copyOverlap {
	return &copyOverlap{where, diag.Errorf("copy-overlap", "%s and %s share bytes (%s)", source, destination, where)}
}

func (e *copyOverlap) Error() string { return e.err.Error() }
func (e *copyOverlap) Unwrap() error { return e.err }

// withNames names the values whose bytes an error is about.
func withNames(err error, source, destination *ir.Value) error {
	var shared *copyOverlap
	if errors.As(err, &shared) {
		return newOverlap("source '"+NameOf(source)+"'", "destination '"+NameOf(destination)+"'", shared.where)
	}
	return err
}

// Dummies returns the runs of bytes in local memory that hold no elements but complete
// units, as moves without a source: only Dst and Len are set.
func (x *Tensor) Dummies() (runs []layout.Move) {
	full := roundUp(x.Type.Shape[0], x.Type.Mode.Pack())
	if full == x.Type.Shape[0] {
		return nil
	}
	d := x.digits(true)
	d.Dims[0].Shift, d.Dims[0].Size = x.Type.Shape[0], full-x.Type.Shape[0]
	m := mapOf(d)
	for r := range m.Runs() {
		runs = append(runs, layout.Move{Dst: r.Place, Len: r.Len * m.Width()})
	}
	return runs
}

// PlanPack returns the moves that copy the elements of src, in mode N1, to the packed
// tensor dst, and the runs of dummy bytes that the pack fills afterwards (OKKernel
// manual, Storage Modes). Errors: bad-mode unless src is N1 and dst packed;
// dtype-mismatch, shape-mismatch, broadcast-write, copy-overlap.
func PlanPack(dst, src *Tensor) (plan Plan, dummies []layout.Move, err error) {
	if err := checkModes(dst, src, true); err != nil {
		return Plan{}, nil, err
	}
	dummies = dst.Dummies()
	plan, err = planElements(dst, src, dummies)
	return plan, dummies, err
}

// CheckPack verifies a pack, or an unpack if pack is not set, without computing its plan.
// If placed is set, the operands have their final addresses, so that overlaps are errors.
// Errors: see [PlanPack] and [PlanUnpack].
func CheckPack(dst, src *Tensor, pack, placed bool) error {
	if !placed {
		if err := checkModes(dst, src, pack); err != nil {
			return err
		}
		return checkElements(dst, src)
	}
	if pack {
		_, _, err := PlanPack(dst, src)
		return err
	}
	_, err := PlanUnpack(dst, src)
	return err
}

func checkModes(dst, src *Tensor, pack bool) error {
	if pack && (src.Type.Mode != N1 || dst.Type.Mode == N1) {
		return diag.Errorf("bad-mode", "expected to pack from mode n1 to a packed mode, but got %s to %s", src.Type.Mode, dst.Type.Mode)
	}
	if !pack && (dst.Type.Mode != N1 || src.Type.Mode == N1) {
		return diag.Errorf("bad-mode", "expected to unpack from a packed mode to n1, but got %s to %s", src.Type.Mode, dst.Type.Mode)
	}
	return nil
}

// PlanUnpack is the reverse of [PlanPack]: it ignores the dummies of src.
func PlanUnpack(dst, src *Tensor) (Plan, error) {
	if err := checkModes(dst, src, false); err != nil {
		return Plan{}, err
	}
	return planElements(dst, src, nil)
}

func checkElements(dst, src *Tensor) error {
	if dst.Type.DType != src.Type.DType {
		return diag.Errorf("dtype-mismatch", "element types %s and %s differ", dst.Type.DType, src.Type.DType)
	}
	if !slices.Equal(dst.Type.LogicalShape(), src.Type.LogicalShape()) {
		return diag.Errorf("shape-mismatch", "shapes %s and %s differ", spellList(dst.Type.LogicalShape()), spellList(src.Type.LogicalShape()))
	}
	if dst.Type.Broadcast {
		return errBroadcastWrite()
	}
	return nil
}

func planElements(dst, src *Tensor, filled []layout.Move) (Plan, error) {
	if err := checkElements(dst, src); err != nil {
		return Plan{}, err
	}
	from, to := src.Elements(), dst.Elements()
	plan := Plan{Bytes: to.Count() * to.Width(), Moves: diag.Must(layout.Plan(from, to))}
	extra := make([]span, len(filled))
	for i, v := range filled {
		extra[i] = span{v.Dst.Unit, v.Dst.Offset, v.Dst.Offset + v.Len}
	}
	return plan, checkDisjoint(plan.Moves, extra, true)
}
