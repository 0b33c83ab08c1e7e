// Package cudacase writes compiled kernels with inputs and the results that the simulator expects,
// for tests on machines that have a GPU: each case is a folder; a script run.sh compiles and runs
// the host programs of all cases, and compares the results.
package cudacase

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"optc/internal/base/npy"
	"optc/internal/family/gpu/cpp"
	"optc/internal/family/gpu/kernel"
	"optc/ir"
	"optc/lower"
	"optc/num"
)

//go:embed run.sh
var script []byte

//go:embed compare.py
var comparison []byte

// Case is a program for a GPU with the contents of its variables.
type Case struct {
	Name   string
	Module *ir.Operation // after the pipeline gpu
	// Inputs are the elements of the variables; nil: random ones.
	Inputs [][]byte
	// Shapes are the extents of the variables by name, for those that the program leaves open.
	Shapes map[string][]int64
	// Tolerance is the largest difference of floats, relative to the expected number or to 1; 0 means
	// that the bits are equal, except for the bits of NaN.
	Tolerance float64
	// Language is a language of export in which the kernel is written.
	Language string
}

// Files returns the files of the case; the simulator computes the expected results.
func (c *Case) Files(ctx context.Context) (map[string][]byte, error) {
	family := kernel.Family()
	language, err := family.Export.Writer(c.Language)
	if err != nil {
		return nil, err
	}
	var ds ir.Diagnostics
	files, err := language.Write(c.Module, nil, &ds)
	if err != nil {
		return nil, errors.Join(err, errors.New(ds.String()))
	}
	programs := family.Programs(c.Module)
	if len(programs) != 1 {
		return nil, fmt.Errorf("the module has %d programs", len(programs))
	}
	program, err := family.Build(ctx, programs[0])
	if err != nil {
		return nil, err
	}
	device, err := program.Device(lower.Options{})
	if err != nil {
		return nil, err
	}
	for name, shape := range c.Shapes {
		if err := device.(lower.Shaper).SetShape(name, shape); err != nil {
			return nil, err
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	var arguments strings.Builder
	for i, v := range device.Variables() {
		data := Random(v, rng)
		switch {
		case v.Initial:
			if data, _, err = device.Read(v.Name); err != nil {
				return nil, err
			}
		case c.Inputs != nil:
			data = c.Inputs[i]
		}
		if err := device.Write(v.Name, data); err != nil {
			return nil, err
		}
		files["in_"+v.Name+".npy"] = array(v, data)
		fmt.Fprintf(&arguments, "--input %s=in_%s.npy --output %s=out_%s.npy ", v.Name, v.Name, v.Name, v.Name)
	}
	if err := device.Run(ctx); err != nil {
		return nil, err
	}
	for _, v := range device.Variables() {
		data, _, err := device.Read(v.Name)
		if err != nil {
			return nil, err
		}
		files["want_"+v.Name+".npy"] = array(v, data)
	}
	files["arguments"] = []byte(arguments.String())
	files["tolerance"] = fmt.Append(nil, c.Tolerance, "\n")
	return files, nil
}

// Write writes the folder of the case in dir.
func (c *Case) Write(ctx context.Context, dir string) error {
	files, err := c.Files(ctx)
	if err != nil {
		return err
	}
	files["../run.sh"], files["../compare.py"] = script, comparison
	to := filepath.Join(dir, c.Name)
	if err := os.MkdirAll(to, 0o777); err != nil {
		return err
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(to, name), data, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// array returns the elements of a variable as a file of NumPy.
func array(v *lower.HostVariable, data []byte) []byte {
	return (&npy.Array{Type: cpp.ArrayType(v.Elem)[1:], Shape: v.Shape, Data: bytes.Clone(data)}).Bytes()
}

// Random returns elements for a variable: floats of moderate size and small integers.
func Random(v *lower.HostVariable, rng *rand.Rand) []byte {
	var data []byte
	for range v.Len() {
		n := rng.Uint64N(5)
		if t, ok := v.Elem.(*ir.FloatType); ok {
			_, n = num.FloatFromFloat64(t.Kind, 4*rng.Float64()-2).Bits()
		} else if ir.IntWidth(v.Elem) == 1 {
			n &= 1
		}
		for range v.Bytes {
			data, n = append(data, byte(n)), n>>8
		}
	}
	return data
}
