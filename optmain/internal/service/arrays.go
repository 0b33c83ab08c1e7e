package service

import (
	"encoding/binary"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"optc/internal/base/npy"
	"optc/num"
	"optc/sim"
)

// Array is an array of numbers.
type Array struct {
	Type  string  `json:"type" doc:"NumPy's type without the byte order: f4, f8, f2, i4, i8, u1, b1, …; u2 has the bits of bf16"`
	Shape []int64 `json:"shape,omitempty" doc:"extents; none for a number"`
	Data  []byte  `json:"data,omitempty" doc:"the elements, little-endian, the last dimension first"`
	// Values is an input only.
	Values []json.Number `json:"values,omitempty" doc:"the elements as numbers, in the same order, instead of data; only for inputs"`
}

// Input is the value of an argument or a variable.
type Input struct {
	Array *Array `json:"array,omitempty" doc:"an array of the type and shape of the argument"`
	Text  string `json:"text,omitempty" doc:"a number, dense<…> or random, for an argument of a function"`
}

// packed returns the elements as bytes.
func (a *Array) packed(name string) (*npy.Array, error) {
	n := int64(1)
	for _, extent := range a.Shape {
		if extent < 0 || n > 1<<40/max(extent, 1) {
			return nil, invalid("'%s': expected extents that are not negative nor too large, but got [%s]", name, num.JoinInts(a.Shape))
		}
		n *= extent
	}
	size, known := sizes[a.Type]
	if !known {
		return nil, invalid("'%s': unknown type '%s' of elements; expected f4, f8, f2, i1, i2, i4, i8, u1, u2, u4, u8 or b1", name, a.Type)
	}
	data := a.Data
	if a.Values != nil {
		var err error
		if data, err = a.encode(name); err != nil {
			return nil, err
		}
	}
	if int64(len(data)) != n*int64(size) {
		return nil, invalid("'%s': expected %d bytes for %d elements of type %s, but got %d", name, n*int64(size), n, a.Type, len(data))
	}
	shape := a.Shape
	if shape == nil {
		shape = []int64{}
	}
	return &npy.Array{Type: a.Type, Shape: shape, Data: data}, nil
}

var sizes = map[string]int{"b1": 1, "i1": 1, "u1": 1, "i2": 2, "u2": 2, "f2": 2, "i4": 4, "u4": 4, "f4": 4, "i8": 8, "u8": 8, "f8": 8}

// encode packs the values.
func (a *Array) encode(name string) (data []byte, err error) {
	float := map[string]*num.FloatKind{"f2": num.F16, "f4": num.F32, "f8": num.F64}[a.Type]
	size := sizes[a.Type]
	signedness := num.Signed
	if a.Type[0] != 'i' {
		signedness = num.Unsigned
	}
	for _, v := range a.Values {
		var bits uint64
		if float != nil {
			x, _ := v.Float64() // a number of JSON; a large one becomes infinity
			f, _ := num.FloatFromFloat64(num.F64, x).Convert(float, num.NearestEven)
			bits = sim.FloatBits(f)
		} else {
			n, err := num.ParseInt(v.String(), 8*size, signedness)
			if err != nil {
				return nil, invalid("'%s': %v", name, err)
			}
			bits = n.Uint64()
		}
		data = binary.LittleEndian.AppendUint64(data, bits)[:len(data)+size]
	}
	return data, nil
}

// inputs writes arrays to files and returns the values of a flag: name=file, or name=text. The names of the files begin with a word.
// Unless any text is a value, "random" is the only one.
func (sh *shell) inputs(word string, given map[string]Input, texts bool) (specs []string, err error) {
	for i, name := range slices.Sorted(maps.Keys(given)) {
		in := given[name]
		switch {
		case strings.ContainsAny(name, "=\n") || name == "":
			return nil, invalid("'%s' is no name", name)
		case in.Array != nil:
			array, err := in.Array.packed(name)
			if err != nil {
				return nil, err
			}
			file := word + num.JoinInts([]int64{int64(i)}) + ".npy"
			if err := os.WriteFile(filepath.Join(sh.dir, file), array.Bytes(), 0o600); err != nil {
				return nil, err
			}
			specs = append(specs, name+"="+file)
		case (texts || in.Text == "random" && word != expectedArrays) && in.Text != "" && npy.FormatOf(in.Text) == nil:
			specs = append(specs, name+"="+in.Text)
		default:
			return nil, invalid("'%s': expected an array%s", name, map[bool]string{true: ", or the text of a number, dense<…> or random"}[texts])
		}
	}
	return specs, nil
}

// The first words of the names of files with arrays.
const (
	givenArrays    = "in"
	expectedArrays = "expected"
)
