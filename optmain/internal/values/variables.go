// Package values converts between the .npy files and literals of a command line and the
// values of programs: variables of a device and arguments of functions.
package values

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"optc/internal/base/npy"
	"optc/ir"
	"optc/lower"
	"optc/num"
	"optc/optmain/internal/files"
	"optc/sim"
)

// Fill fills a variable as --input name=file.npy or name=random asks for; random numbers come from r.
func Fill(in *files.Set, dev lower.Machine, spec string, r *rand.Rand) error {
	name, file, ok := strings.Cut(spec, "=")
	if !ok {
		return fmt.Errorf("--input expects name=file.npy or name=random, but got '%s'", spec)
	}
	v, err := lower.FindVariable(dev.Variables(), name)
	if err != nil {
		return err
	}
	if file == "random" {
		if v.IsOpen() {
			return fmt.Errorf("--input %s=random needs the extents of '%s', %s: --shape %s=… gives them", name, name, v.ShapeText(), name)
		}
		return dev.Write(name, randomData(v.Elem, v.Shape, r))
	}
	a, err := Read(in, file, name, func(a *npy.Array) error {
		if want := numpyType(v.Elem); a.Type != want {
			return fmt.Errorf("'%s': expected elements of NumPy type %s for variable '%s' of %s, but got %s", file, want, name, v.Type, a.Type)
		}
		if shaper, ok := dev.(lower.Shaper); ok && v.IsOpen() {
			if err := shaper.SetShape(name, a.Shape); err != nil {
				return fmt.Errorf("'%s': %w", file, err)
			}
		} else if !slices.Equal(a.Shape, v.Shape) {
			return fmt.Errorf("'%s': expected shape %v for variable '%s', but got %v", file, v.Shape, name, a.Shape)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return dev.Write(name, a.Data)
}

// SetShape sets the extents of a variable as --shape name=4x8 asks for.
func SetShape(dev lower.Machine, spec string) error {
	name, text, ok := strings.Cut(spec, "=")
	var shape []int64
	for part := range strings.SplitSeq(text, "x") {
		n, err := strconv.ParseInt(part, 10, 64)
		shape, ok = append(shape, n), ok && err == nil
	}
	if !ok {
		return fmt.Errorf("--shape expects a name and extents such as name=4x8, but got '%s'", spec)
	}
	shaper, ok := dev.(lower.Shaper)
	if !ok {
		return fmt.Errorf("--shape has no effect: the program knows the extents of all variables")
	}
	return shaper.SetShape(name, shape)
}

// numpyType returns NumPy's descriptor of numbers of a type.
func numpyType(t ir.Type) string {
	letter := "i"
	switch t := t.(type) {
	case *ir.IntegerType:
		switch {
		case t.Width == 1:
			letter = "b"
		case t.Signedness == ir.Unsigned:
			letter = "u"
		}
	case *ir.FloatType:
		letter = "f"
		if t.Kind != num.F16 && t.Kind != num.F32 && t.Kind != num.F64 {
			letter = "u" // bits of a float that NumPy does not have
		}
	}
	return fmt.Sprint(letter, sim.ElementBytes(t))
}
