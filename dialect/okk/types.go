package okk

import (
	"fmt"
	"strings"

	"optc/diag"
	"optc/num"
)

// DType is the type of one element.
type DType uint8

// The element types of the kernel interface.
const (
	_ DType = iota
	F32
	I32
	UI32
	F16
	BF16
	I16
	UI16
	I8
	UI8
)

// DTypeSet is a set of element types, bit 1<<t for type t.
type DTypeSet uint16

const allDTypes = DTypeSet(1<<(UI8+1) - 1<<F32)

// Has reports whether the set contains t.
func (s DTypeSet) Has(t DType) bool { return s>>t&1 != 0 }

// String lists the types of the set: "f32 or i32".
func (s DTypeSet) String() string {
	var names []string
	for t := F32; t <= UI8; t++ {
		if s.Has(t) {
			names = append(names, t.String())
		}
	}
	return strings.Join(names, " or ")
}

var dtypes = [...]struct {
	name  string
	bytes int64
}{
	{"invalid", 1},
	F32: {"f32", 4}, I32: {"i32", 4}, UI32: {"ui32", 4},
	F16: {"f16", 2}, BF16: {"bf16", 2}, I16: {"i16", 2}, UI16: {"ui16", 2},
	I8: {"i8", 1}, UI8: {"ui8", 1},
}

func (t DType) String() string { return dtypes[t].name }

// Bytes is the size of one element, 1, 2 or 4.
func (t DType) Bytes() int64 { return dtypes[t].bytes }

// mask has the bits of an element.
func (t DType) mask() uint64 { return 1<<(8*uint64(t.Bytes())) - 1 }

// ParseDType returns the element type of a name such as "ui16". The error code is
// bad-dtype.
func ParseDType(name string) (DType, error) {
	var names []string
	for t := F32; t <= UI8; t++ {
		if dtypes[t].name == name {
			return t, nil
		}
		names = append(names, dtypes[t].name)
	}
	return 0, diag.Errorf("bad-dtype", "unknown element type '%s'%s", name, diag.DidYouMean(name, names))
}

// Mode is a storage mode (OKKernel manual, Storage Modes): the number of neighbours along
// the first dimension that are packed into one unit.
type Mode uint8

const (
	N1  Mode = iota // one element per unit
	N2              // two batches of a 16-bit type
	N4              // four batches of an 8-bit type
	IC2             // two input channels of an f32 weight of shape (I, O, H, W)
)

// ModeSet is a set of storage modes, bit 1<<m for mode m.
type ModeSet uint8

const allModes = ModeSet(1<<(IC2+1) - 1)

// Has reports whether the set contains m.
func (s ModeSet) Has(m Mode) bool { return s>>m&1 != 0 }

// modes is indexed by Mode. It holds the spellings of the dialect and of the vendor.
var modes = [...]struct {
	name, vendor string
	pack         int64
	types        DTypeSet
}{
	N1:  {name: "n1", vendor: "1N", pack: 1, types: allDTypes},
	N2:  {name: "n2", vendor: "2N", pack: 2, types: 1<<I16 | 1<<UI16},
	N4:  {name: "n4", vendor: "4N", pack: 4, types: 1<<I8 | 1<<UI8},
	IC2: {name: "ic2", vendor: "2IC", pack: 2, types: 1 << F32},
}

func (m Mode) String() string { return modes[m].name }

// Pack is the number p of elements in a unit.
func (m Mode) Pack() int64 { return modes[m].pack }

// ParseMode returns the mode of a name, in the spelling of the dialect ("n4") or of the
// vendor ("4N"). The error code is bad-mode.
func ParseMode(name string) (Mode, error) {
	for m := N1; m <= IC2; m++ {
		if modes[m].name == name || modes[m].vendor == name {
			return m, nil
		}
	}
	return 0, diag.Errorf("bad-mode", "expected n1, n2, n4 or ic2, but got '%s'", name)
}

// Layout is a rule that derives strides from a shape.
type Layout uint8

const (
	Aligned Layout = iota // every feature starts at a multiple of the alignment unit (OKKernel manual, 128-Byte Aligned Layout)
	Compact               // no rounding (OKKernel manual, Compact Layout)
	Matrix                // an aligned tensor (rows, ceil(cols/w), 1, w) (OKKernel manual, Matrix Layout)
	Strided               // strides are given
)

var layoutNames = [...]string{Aligned: "aligned", Compact: "compact", Matrix: "matrix", Strided: "strides"}

func (l Layout) String() string { return layoutNames[l] }

// Dims holds a number for each of N, C, H, W.
type Dims [4]int64

func (d Dims) String() string { return spellList(d[:]) }

// spellList renders numbers as "(64,32,5,1)".
func spellList(v []int64) string {
	return "(" + strings.Trim(strings.ReplaceAll(fmt.Sprint(v), " ", ","), "[]") + ")"
}

// Type describes a tensor in local memory without its place.
type Type struct {
	DType  DType
	Mode   Mode
	Layout Layout

	// Shape is the logical shape (N, C, H, W); for weights in mode IC2 it is read as (I,
	// O, kernel H, kernel W). A Matrix has no Shape.
	Shape Dims

	// Rows, Cols and Width describe a Matrix: each channel holds Width columns.
	Rows, Cols, Width int64

	// Strides are the strides of a Strided tensor, in units.
	Strides Dims

	// Broadcast allows elements to share bytes; the tensor cannot be written.
	Broadcast bool
}

// LogicalShape is the shape of the tensor's coordinates: (N, C, H, W), or
// (rows, columns) of a matrix.
func (t Type) LogicalShape() []int64 {
	if t.Layout == Matrix {
		return []int64{t.Rows, t.Cols}
	}
	return t.Shape[:]
}

// UnitBytes is the size u of a packed element in bytes, the unit in which
// strides count.
func (t Type) UnitBytes() int64 { return t.DType.Bytes() * t.Mode.Pack() }

// PackedShape is the shape in units: (ceil(N/p), C, H, W); a matrix has the shape of the
// 4D tensor that stores it.
func (t Type) PackedShape() Dims {
	if t.Layout == Matrix {
		return Dims{t.Rows, num.CeilDiv(t.Cols, t.Width), 1, t.Width}
	}
	s := t.Shape
	s[0] = num.CeilDiv(s[0], t.Mode.Pack())
	return s
}

// maxDim bounds dimensions and strides: the kernel interface passes them as signed 32-bit
// numbers.
const maxDim = 1<<31 - 1

// check verifies the properties that do not depend on a place.
func (t Type) check(m *Machine) error {
	if err := checkShape(t.LogicalShape()); err != nil {
		return err
	}
	if err := checkMode(t.DType, t.Mode); err != nil {
		return err
	}
	if t.Layout == Matrix && t.Mode != N1 {
		return diag.Errorf("bad-mode", "mode %s needs a 4D tensor, but got a matrix", t.Mode)
	}
	if !m.Modes.Has(t.Mode) {
		return diag.Errorf("bad-mode", "machine %s has no mode %s", m.Name, t.Mode)
	}
	if t.Layout == Matrix && (t.Width < 1 || t.Width > t.Cols) {
		return diag.Errorf("bad-w", "matrix width %d is outside [1, %d]", t.Width, t.Cols)
	}
	if t.Layout == Strided {
		return checkStrides(t.Strides)
	}
	return nil
}

func checkShape(shape []int64) error {
	for d, n := range shape {
		if n < 1 || n > maxDim {
			return diag.Errorf("bad-shape", "expected dimensions in [1, 2^31), but dimension %d of %s is %d", d, spellList(shape), n)
		}
	}
	return nil
}

func checkCount(shape []int64) error {
	if countElements(shape) == huge {
		return diag.Errorf("bad-shape", "expected less than 2^62 elements, but got the shape %s", spellList(shape))
	}
	return nil
}

func checkMode(t DType, m Mode) error {
	if !modes[m].types.Has(t) {
		return diag.Errorf("bad-mode", "mode %s does not exist for elements of type %s", m, t)
	}
	return nil
}

func checkStrides(s Dims) error {
	for i, v := range s {
		if v < 0 {
			return diag.Errorf("bad-stride", "%c stride %d is negative", "NCHW"[i], v)
		}
		if v > maxDim {
			return diag.Errorf("bad-stride", "%c stride %d is not below 2^31", "NCHW"[i], v)
		}
	}
	return nil
}

// DimsOf returns a shape as dimensions: rows and columns of a matrix are the first two.
func DimsOf(shape []int64) (d Dims) {
	copy(d[:], shape)
	return d
}
