package values

import (
	"fmt"
	"slices"
	"strings"

	"optc/diag"
	"optc/internal/npy"
	"optc/ir"
	"optc/num"
	"optc/optmain/internal/files"
	"optc/parser"
	"optc/sim"
)

// Argument is the value of a function argument, which is given as a .npy file, a
// number, or dense<…>.
func Argument(in *files.Set, c *ir.Context, typ ir.Type, text string, sink ir.Sink) (sim.Value, error) {
	shaped, isShaped := typ.(ir.ShapedType)
	if !isShaped {
		a, err := parser.ParseAttr(c, text, typ, sink)
		if err != nil {
			return sim.Value{}, fmt.Errorf("expected a value of type '%s', but got '%s'", typ, text)
		}
		return sim.ValueOf(a)
	}
	array := &npy.Array{}
	if strings.HasSuffix(text, ".npy") {
		data, err := in.Bytes(text)
		if err != nil {
			return sim.Value{}, fmt.Errorf("cannot read '%s': %s", text, diag.SystemMessage(err))
		}
		if array, err = npy.Parse(data); err != nil {
			return sim.Value{}, fmt.Errorf("'%s': %w", text, err)
		}
		if want := numpyType(shaped.ElementType()); array.Type != want {
			return sim.Value{}, fmt.Errorf("'%s': expected elements of NumPy type %s for '%s', but got %s", text, want, typ, array.Type)
		}
	} else {
		dense, err := parseDense(c, shaped, text, sink)
		if err != nil {
			return sim.Value{}, err
		}
		array.Shape = slices.Clone(dense.Type().(ir.ShapedType).Shape())
		for i := range dense.NumElements() {
			array.Data = append(array.Data, dense.Element(i)...)
		}
	}
	return filled(shaped, array)
}

// parseDense reads a literal for an argument.
func parseDense(c *ir.Context, argument ir.ShapedType, text string, sink ir.Sink) (*ir.DenseAttr, error) {
	d, err := parser.ParseDense(c, text, ir.Tensor(argument.Shape(), argument.ElementType(), nil), sink)
	switch {
	case err != nil:
		return nil, fmt.Errorf("expected a file.npy or dense<…> for '%s', but got '%s'", argument, text)
	case d.Type().(ir.ShapedType).ElementType() != argument.ElementType():
		return nil, fmt.Errorf("expected elements of type %s for '%s', but got '%s'", argument.ElementType(), argument, text)
	}
	return d, nil
}

// filled makes a vector, tensor or memref of the elements of an array.
func filled(t ir.ShapedType, a *npy.Array) (sim.Value, error) {
	fits := len(a.Shape) == len(t.Shape())
	for d := 0; fits && d < len(a.Shape); d++ {
		fits = t.Shape()[d] == ir.Dynamic || t.Shape()[d] == a.Shape[d]
	}
	if !fits {
		return sim.Value{}, fmt.Errorf("expected a shape of '%s', but got [%s]", t, num.JoinInts(a.Shape))
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
	for i := range v.Elems {
		v.Elems[i] = sim.RawBits(a.Data[i*size : (i+1)*size])
	}
	return sim.Value{Ref: v}, nil
}
