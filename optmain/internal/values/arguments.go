package values

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"optc/diag"
	"optc/internal/base/npy"
	"optc/ir"
	"optc/num"
	"optc/optmain/internal/files"
	"optc/parser"
	"optc/sim"
)

// CheckSize returns an error if a value of a static shape cannot be executed or has more than some
// number of bytes. It returns the number of bytes, 0 for other types. The error code is sim.memory.
func CheckSize(typ ir.Type, most int64) (bytes int64, err error) {
	shaped, isShaped := typ.(ir.ShapedType)
	if err := sim.Supported(typ); err != nil || !isShaped || slices.Contains(shaped.Shape(), ir.Dynamic) {
		return 0, err
	}
	n, known := ir.NumElements(shaped.Shape())
	size := int64(max(sim.ElementBytes(shaped.ElementType()), 1))
	if !known || n > most/size {
		return 0, diag.Errorf("sim.memory", "needs [%s] x %d bytes for '%s', more than the %d that are left", num.JoinInts(shaped.Shape()), size, typ, most).Note("--max-memory allows more")
	}
	return n * size, nil
}

// Argument returns the value of a function argument, which text gives as a file with an array, a
// number, dense<…>, or "random", which takes numbers from r.
func Argument(in *files.Set, c *ir.Context, name string, typ ir.Type, text string, r *rand.Rand, sink ir.Sink) (sim.Value, error) {
	shaped, isShaped := typ.(ir.ShapedType)
	if text == "random" {
		return random(typ, r)
	}
	if !isShaped {
		if x, err := strconv.ParseFloat(text, 64); err == nil && ir.IsType[*ir.FloatType](typ) && !strings.Contains(text, ".") {
			text = fmt.Sprintf("%.20e", x) // the text format needs a point in floats
		}
		a, err := parser.ParseAttr(c, text, typ, sink)
		if err != nil {
			return sim.Value{}, fmt.Errorf("expected a value of type '%s', but got '%s'", typ, text)
		}
		return sim.ValueOf(a)
	}
	if file, _ := splitFile(text, ""); npy.FormatOf(file) != nil {
		array, err := Read(in, text, name, func(a *npy.Array) error {
			if want := numpyType(shaped.ElementType()); a.Type != want {
				return fmt.Errorf("'%s': expected elements of NumPy type %s for '%s', but got %s", text, want, typ, a.Type)
			}
			return fits(shaped, a)
		})
		if err != nil {
			return sim.Value{}, err
		}
		return filled(shaped, array)
	}
	if !strings.HasPrefix(text, "dense") {
		return sim.Value{}, fmt.Errorf("expected a file.npy, dense<…> or random for '%s', but got '%s'", typ, text)
	}
	dense, err := parseDense(c, shaped, text, sink)
	if err != nil {
		return sim.Value{}, err
	}
	return filled(shaped, &npy.Array{Shape: slices.Clone(dense.ShapedType().Shape()), Data: dense.Expanded()})
}

// random returns a random value of a type.
func random(typ ir.Type, r *rand.Rand) (sim.Value, error) {
	shaped, isShaped := typ.(ir.ShapedType)
	if !isShaped {
		return sim.IntValue(num.IntFromUint64(sim.Width(typ), randomNumber(typ, r)())), nil
	}
	if slices.Contains(shaped.Shape(), ir.Dynamic) {
		return sim.Value{}, fmt.Errorf("a random '%s' has no known shape", typ)
	}
	data := randomData(shaped.ElementType(), shaped.Shape(), r)
	if _, isMemRef := shaped.(*ir.MemRefType); isMemRef && int64(len(data)) <= sim.MaxAllocation {
		return sim.Value{Ref: sim.Holding("argument", shaped.Shape(), shaped.ElementType(), data)}, nil
	}
	return filled(shaped, &npy.Array{Shape: shaped.Shape(), Data: data})
}

// randomNumber returns the function that returns random numbers: floats from -1 to 1, and integers from 0 to 15, because
// they may be indices.
func randomNumber(elem ir.Type, r *rand.Rand) func() uint64 {
	float, isFloat := elem.(*ir.FloatType)
	bound := uint64(1) << min(sim.Width(elem), 4)
	return func() uint64 {
		if !isFloat {
			return r.Uint64N(bound)
		}
		x := 2*r.Float64() - 1
		if float.Kind == num.F32 {
			return uint64(math.Float32bits(float32(x)))
		}
		v, _ := num.FloatFromFloat64(num.F64, x).Convert(float.Kind, num.NearestEven)
		return sim.FloatBits(v)
	}
}

// randomData returns packed random numbers for an array.
func randomData(elem ir.Type, shape []int64, r *rand.Rand) []byte {
	next := randomNumber(elem, r)
	n, _ := ir.NumElements(shape)
	size := int64(sim.ElementBytes(elem))
	data := make([]byte, n*size, n*size+8)
	for i := range n {
		binary.LittleEndian.PutUint64(data[i*size:][:8], next()) // the next number overwrites the excess bytes
	}
	return data
}

// parseDense reads a literal for an argument.
func parseDense(c *ir.Context, argument ir.ShapedType, text string, sink ir.Sink) (*ir.DenseAttr, error) {
	d, err := parser.ParseDense(c, text, ir.Tensor(argument.Shape(), argument.ElementType(), nil), sink)
	switch {
	case err != nil:
		return nil, fmt.Errorf("expected a file.npy, dense<…> or random for '%s', but got '%s'", argument, text)
	case d.Type().(ir.ShapedType).ElementType() != argument.ElementType():
		return nil, fmt.Errorf("expected elements of type %s for '%s', but got '%s'", argument.ElementType(), argument, text)
	}
	return d, nil
}

// fits returns an error if an array has another shape than a type.
func fits(t ir.ShapedType, a *npy.Array) error {
	same := len(a.Shape) == len(t.Shape())
	for d := 0; same && d < len(a.Shape); d++ {
		same = t.Shape()[d] == ir.Dynamic || t.Shape()[d] == a.Shape[d]
	}
	if !same {
		return fmt.Errorf("expected a shape of '%s', but got [%s]", t, num.JoinInts(a.Shape))
	}
	return nil
}

// filled makes a vector, tensor or memref of the elements of an array.
func filled(t ir.ShapedType, a *npy.Array) (sim.Value, error) {
	if err := fits(t, a); err != nil {
		return sim.Value{}, err
	}
	if _, isMemRef := t.(*ir.MemRefType); isMemRef {
		r, err := sim.Alloc("argument", a.Shape, t.ElementType())
		if err != nil {
			return sim.Value{}, err
		}
		if err := r.Mem.Write(0, a.Data); err != nil {
			return sim.Value{}, err
		}
		return sim.Value{Ref: r}, nil
	}
	v := sim.NewVector(a.Shape, t.ElementType())
	size := sim.ElementBytes(t.ElementType())
	for i := range v.Len() {
		raw := a.Data[i*size : (i+1)*size]
		if v.Wide != nil {
			v.Wide[i] = num.IntFromBytes(sim.Width(v.Elem), raw)
			continue
		}
		v.SetBits(i, sim.RawBits(raw))
	}
	return sim.Value{Ref: v}, nil
}
