package values

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"optc/diag"
	"optc/internal/base/npy"
	"optc/ir"
	"optc/lower"
	"optc/num"
	"optc/optmain/internal/files"
	"optc/sim"
)

// Array is a named value after a run: a variable of a program, an argument or a result of
// a function. A number has no extents.
type Array struct {
	Name    string
	Elem    ir.Type
	Shape   []int64
	Data    []byte // packed, little-endian
	Written []bool // for each element whether it was written; other elements are undefined
}

// OfVariable returns a variable of a machine.
func OfVariable(dev lower.Machine, name string) (*Array, error) {
	v, err := lower.FindVariable(dev.Variables(), name)
	if err != nil {
		return nil, err
	}
	data, written, err := dev.Read(v.Name)
	return &Array{Name: name, Elem: v.Elem, Shape: v.Shape, Data: data, Written: written}, err
}

// Tensor returns the array as a tensor.
func (a *Array) Tensor() sim.Value {
	v := sim.Holding(a.Name, a.Shape, a.Elem, a.Data).Elements()
	for i, written := range a.Written {
		if !written {
			v.SetUndef(i)
		}
	}
	return sim.Value{Ref: v}
}

// OfValue returns a value of a function.
func OfValue(name string, t ir.Type, v sim.Value) *Array {
	a := &Array{Name: name, Elem: ir.ElementOrSelf(t)}
	m := v.MemRef()
	if m != nil && !ir.IsType[*ir.VectorType](m.Elem) {
		if data, written, ok := m.Packed(); ok {
			a.Elem, a.Shape, a.Data, a.Written = m.Elem, m.Sizes, data, written
			return a
		}
	}
	x := v.Vector()
	if m != nil {
		x = m.Elements()
	}
	if x == nil {
		a.add(v)
		return a
	}
	a.Elem, a.Shape = x.Elem, x.Shape
	if x.Wide == nil {
		a.Data, a.Written = x.Packed()
		return a
	}
	for i := range x.Len() {
		a.add(x.At(i))
	}
	return a
}

// add appends an element.
func (a *Array) add(v sim.Value) {
	a.Written = append(a.Written, !v.IsPoison())
	switch n, wide := v.Ref.(num.Int); {
	case wide:
		a.Data = n.AppendBytes(a.Data)
	default:
		a.Data = binary.LittleEndian.AppendUint64(a.Data, v.Bits)[:len(a.Data)+min(a.size(), 8)]
		a.Data = append(a.Data, make([]byte, max(0, a.size()-8))...) // a wide element that is undefined
	}
}

// wholeText is the largest number of elements of which Text shows each.
const wholeText = 1024

// Text returns the array as nested lists, or, if it is large and full is not set, a summary:
// extents, the range of its numbers, the first and the last ones.
func (a *Array) Text(full bool) string {
	if full || len(a.Written) <= wholeText {
		return sim.FormatArray(a.Shape, a.Elem, a.Data, a.Written)
	}
	const ends = 3
	list := func(from, to int) string {
		return strings.Trim(sim.FormatArray([]int64{int64(to - from)}, a.Elem, a.Data[from*a.size():to*a.size()], a.Written[from:to]), "[]")
	}
	undefined := ""
	if n := len(a.Written) - a.numWritten(); n > 0 {
		undefined = fmt.Sprintf(", %d elements undefined", n)
	}
	n := len(a.Written)
	return fmt.Sprintf("%sx%s%s%s, [%s, …, %s]; --full shows all", strings.ReplaceAll(num.JoinInts(a.Shape), ", ", "x"), a.Elem, a.span(), undefined, list(0, ends), list(n-ends, n))
}

func (a *Array) size() int { return sim.ElementBytes(a.Elem) }

func (a *Array) numWritten() (n int) {
	for _, w := range a.Written {
		if w {
			n++
		}
	}
	return n
}

// span describes the range of the numbers.
func (a *Array) span() string {
	lo, hi, nans := math.Inf(1), math.Inf(-1), 0
	number := a.numbers()
	for i, w := range a.Written {
		switch x := number(i); {
		case !w:
		case math.IsNaN(x):
			nans++
		default:
			lo, hi = min(lo, x), max(hi, x)
		}
	}
	text := ""
	if lo <= hi {
		text = fmt.Sprintf(" from %g to %g", lo, hi)
	}
	if nans > 0 {
		text += fmt.Sprintf(", %d NaN", nans)
	}
	return text
}

// numbers returns the function that returns element i as the nearest double.
func (a *Array) numbers() func(i int) float64 {
	size := a.size()
	switch t := a.Elem.(type) {
	case *ir.FloatType:
		switch t.Kind {
		case num.F32:
			return func(i int) float64 {
				return float64(math.Float32frombits(binary.LittleEndian.Uint32(a.Data[4*i:])))
			}
		case num.F64:
			return func(i int) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(a.Data[8*i:])) }
		}
	case *ir.IntegerType:
		if sim.IsWide(t) {
			return func(i int) float64 {
				f, _ := num.FloatFromInt(num.F64, num.IntFromBytes(t.Width, a.Data[i*size:(i+1)*size]), t.Signedness != ir.Unsigned, num.NearestEven)
				return f.Float64()
			}
		}
	}
	return func(i int) float64 { return numberOf(a.Elem, sim.RawBits(a.Data[i*size:(i+1)*size])) }
}

func numberOf(t ir.Type, bits uint64) float64 {
	n := sim.Number{Width: sim.Width(t)}
	if f, ok := t.(*ir.FloatType); ok {
		n.Kind = f.Kind
		return n.Float(bits).Float64()
	}
	if i, ok := t.(*ir.IntegerType); ok && (i.Signedness == ir.Unsigned || i.Width == 1) {
		return float64(bits)
	}
	return float64(n.Int(bits).Int64())
}

// IsWhole reports whether no element is undefined.
func (a *Array) IsWhole() bool { return !slices.Contains(a.Written, false) }

// check returns an error if an element is undefined.
func (a *Array) check() error {
	if k := slices.Index(a.Written, false); k >= 0 {
		return fmt.Errorf("element [%s] of '%s' is undefined", num.JoinInts(a.at(k)), a.Name)
	}
	return nil
}

// at returns the coordinates of an element.
func (a *Array) at(i int) []int64 {
	at := make([]int64, len(a.Shape))
	for d := len(at) - 1; d >= 0; d-- {
		at[d], i = int64(i)%a.Shape[d], i/int(a.Shape[d])
	}
	return at
}

// Tolerance specifies when numbers count as equal, as numpy.allclose does: |got - want| ≤ Absolute
// + Relative · |want|. Equal bits always are, and NaNs too.
type Tolerance struct{ Absolute, Relative float64 }

// Fits returns an error if the array's shape or type differs from the expected array's.
func (a *Array) Fits(want *npy.Array) error {
	if !slices.Equal(want.Shape, a.Shape) {
		return fmt.Errorf("'%s' has shape [%s], expected [%s]", a.Name, num.JoinInts(a.Shape), num.JoinInts(want.Shape))
	}
	if t := numpyType(a.Elem); t != want.Type {
		return fmt.Errorf("'%s' has elements of NumPy type %s, expected %s", a.Name, t, want.Type)
	}
	return nil
}

// Differs compares the array with an expected array that fits. The error names the worst element
// and the number of elements that differ.
func (a *Array) Differs(want *npy.Array, tolerance Tolerance) error {
	if err := a.check(); err != nil {
		return err
	}
	ref := &Array{Name: a.Name, Elem: a.Elem, Shape: a.Shape, Data: want.Data}
	count, worst, excess := 0, 0, math.Inf(-1)
	got, expected := a.numbers(), ref.numbers()
	for i := range a.Written {
		x, y := got(i), expected(i)
		if x == y || math.IsNaN(x) && math.IsNaN(y) {
			continue
		}
		over := math.Abs(x-y) - tolerance.Absolute - tolerance.Relative*math.Abs(y)
		if over <= 0 {
			continue
		}
		if count++; !(over <= excess) { // NaN is the worst
			worst, excess = i, over
		}
	}
	if count == 0 {
		return nil
	}
	x, y := got(worst), expected(worst)
	return diag.Errorf("expectation", "'%s' differs from what is expected in %d of %d elements", a.Name, count, len(a.Written)).
		Note("the most at [%s]: got %g, expected %g, a difference of %g; %g + %g · %g is allowed",
			num.JoinInts(a.at(worst)), x, y, math.Abs(x-y), tolerance.Absolute, tolerance.Relative, math.Abs(y))
}

// splitFile splits "x.npz:name" into the file and the name of an array in it, which is otherwise
// the given name.
func splitFile(spec, name string) (file, array string) {
	if at := strings.LastIndexByte(spec, ':'); at > 1 && npy.FormatOf(spec[:at]) != nil && npy.FormatOf(spec) == nil {
		return spec[:at], spec[at+1:]
	}
	return spec, name
}

// Read reads an array from a file, which may name the array in it: weights.npz:w0. fits
// refuses arrays of another type or shape before their data is unpacked.
func Read(in *files.Set, spec, name string, fits func(a *npy.Array) error) (*npy.Array, error) {
	file, array := splitFile(spec, name)
	format := npy.FormatOf(file)
	if format == nil {
		return nil, fmt.Errorf("'%s' is no file of a known format: %s", file, extensions())
	}
	data, err := in.Bytes(file)
	if err != nil {
		return nil, fmt.Errorf("cannot read '%s': %s", file, diag.SystemMessage(err))
	}
	arrays, err := format.Read(data, in.Limit())
	if err != nil {
		return nil, fmt.Errorf("'%s': %w", file, err)
	}
	a, err := npy.Pick(arrays, array)
	if err != nil {
		return nil, fmt.Errorf("'%s': %w", file, err)
	}
	if err := fits(a); err != nil {
		return nil, err
	}
	if err := a.Unpack(); err != nil {
		return nil, fmt.Errorf("'%s': %w", file, err)
	}
	return a, nil
}

// extensions lists the formats of files.
func extensions() string {
	var list []string
	for _, f := range npy.Formats() {
		list = append(list, f.Extension)
	}
	return strings.Join(list, ", ")
}

// Outputs collects arrays by the files that they go to.
type Outputs map[string]map[string]*npy.Array

// Add adds an array to a file.
func (o Outputs) Add(a *Array, spec string) error {
	if err := a.check(); err != nil {
		return err
	}
	file, name := splitFile(spec, a.Name)
	if npy.FormatOf(file) == nil {
		return fmt.Errorf("'%s' is no file of a known format: %s", file, extensions())
	}
	if n := a.size(); n > 8 || n&(n-1) != 0 {
		return fmt.Errorf("'%s' has elements of type %s, of %d bytes, which NumPy does not have; --print shows them", a.Name, a.Elem, n)
	}
	if o[file] == nil {
		o[file] = map[string]*npy.Array{}
	}
	if o[file][name] != nil {
		return fmt.Errorf("two arrays go to '%s' by the name '%s'", file, name)
	}
	shape := a.Shape
	if shape == nil {
		shape = []int64{}
	}
	o[file][name] = &npy.Array{Type: numpyType(a.Elem), Shape: shape, Data: a.Data, Tensor: tensorType(a.Elem)}
	return nil
}

// tensorType is the type in .safetensors of a float that NumPy does not have.
func tensorType(t ir.Type) string {
	f, ok := t.(*ir.FloatType)
	if !ok {
		return ""
	}
	return map[*num.FloatKind]string{num.BF16: "BF16", num.F8E4M3FN: "F8_E4M3", num.F8E5M2: "F8_E5M2"}[f.Kind]
}

// Write writes the files.
func (o Outputs) Write(out *files.Set) error {
	for _, file := range slices.Sorted(maps.Keys(o)) {
		data, err := npy.FormatOf(file).Write(o[file])
		if err != nil {
			return fmt.Errorf("'%s': %w", file, err)
		}
		if err := out.Write(file, data); err != nil {
			return err
		}
	}
	return nil
}
