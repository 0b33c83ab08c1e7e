// Package examples_test builds and runs every example on both targets and
// compares the tiles, bit for bit, with the plain interpretation of the
// undistributed code.
package examples_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/internal/family/poplar"
	"optc/ir"
	"optc/lower"
	"optc/optmain"
	"optc/parser"
	"optc/passes"
	"optc/registry"
)

// compile parses an example for a target and runs a pipeline on it.
func compile(t *testing.T, file, arch, pipeline string) *ir.Operation {
	t.Helper()
	return compileFor(t, families[0], file, arch, pipeline)
}

// compileFor is compile for a program of a family.
func compileFor(t *testing.T, family *lower.Family, file, arch, pipeline string) *ir.Operation {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return compileText(t, family, file, string(text), arch, pipeline)
}

// compileText is compileFor for the text of a file.
func compileText(t *testing.T, family *lower.Family, file, text, arch, pipeline string) *ir.Operation {
	t.Helper()
	ctx := all.Context()
	var ds ir.Diagnostics
	included := parser.Including(optmain.Included([]*lower.Family{family}, os.ReadFile), file)
	module, err := parser.Parse(t.Context(), ctx, &ir.Source{Name: file, Text: text}, &ds, included)
	if err != nil || ir.Verify(module, &ds) != nil {
		t.Fatal(ds.String())
	}
	if err := lower.SetTarget(ctx, []*lower.Family{family}, module, arch); err != nil {
		t.Fatal(err)
	}
	p, err := registry.Passes().Parse(pipeline)
	if err != nil {
		t.Fatal(err)
	}
	if err := passes.NewManager(ctx).Run(t.Context(), p, module); err != nil {
		t.Fatal(err)
	}
	return module
}

// families are the families of hardware that the examples are for.
var families = []*lower.Family{poplar.Family()}

// build reads the program out of a lowered module.
func build(t testing.TB, module *ir.Operation) *lower.Program {
	t.Helper()
	family, op, err := lower.Only(families, module)
	if err != nil {
		t.Fatal(err)
	}
	p, err := family.Build(context.Background(), op)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// device loads the program of a lowered module.
func device(t testing.TB, module *ir.Operation) lower.Machine {
	t.Helper()
	m, err := build(t, module).Device(lower.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// fill returns random values for the elements of a variable: small integers, so
// that index lists stay in range, and floats of every sort.
func fill(v *lower.HostVariable, seed int64) []byte {
	r := rand.New(rand.NewSource(seed ^ int64(len(v.Name))))
	var data []byte
	for range v.Len() {
		x := uint64(r.Intn(64))
		switch v.Type {
		case "f32":
			x = uint64([]uint32{0x00000001, 0x3f800000, 0xc1230000, 0x7f7fffff, 0x80000000, 0x3eaaaaab, 0x4b000001}[r.Intn(7)])
		case "f16":
			x = uint64([]uint16{0x0001, 0x3c00, 0xc511, 0x7bff, 0x8000, 0x3555, 0x2bad}[r.Intn(7)])
		}
		data = binary.LittleEndian.AppendUint64(data, x)[:len(data)+v.Bytes]
	}
	return data
}

func TestExamples(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*.mlir")
	if err != nil || len(files) < 4 {
		t.Fatalf("expected at least four examples, found %v (%v)", files, err)
	}
	for _, file := range files {
		for _, arch := range []string{"ipu1", "ipu2"} {
			t.Run(strings.TrimSuffix(file, ".mlir")+"/"+arch, func(t *testing.T) {
				t.Parallel()
				tiled := compile(t, file, arch, families[0].Pipeline)
				plain := compile(t, file, arch, families[0].Reference)
				for seed := range int64(4) {
					compare(t, tiled, plain, seed)
				}
			})
		}
	}
}

// compare runs the tiles of one module and the plain graph of the other on the same data,
// which for seed 0 is the data of the file, and compares all variables.
func compare(t *testing.T, tiled, plain *ir.Operation, seed int64) {
	t.Helper()
	compareOn(t, tiled, plain, seed, fill)
}

// compareOn is compare on the data that fill gives.
func compareOn(t *testing.T, tiled, plain *ir.Operation, seed int64, fill func(v *lower.HostVariable, seed int64) []byte) {
	t.Helper()
	dev := device(t, tiled)
	family, op, err := lower.Only(families, plain)
	if err != nil {
		t.Fatal(err)
	}
	host, err := family.Plain(context.Background(), op, lower.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range host.Variables() {
		if seed == 0 || !v.Initial {
			continue
		}
		data := fill(v, seed)
		for _, m := range []lower.Machine{dev, host} {
			if err := m.Write(v.Name, data); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, m := range []lower.Machine{dev, host} {
		if err := m.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for _, v := range host.Variables() {
		if v.Constant {
			continue
		}
		got, written, err := dev.Read(v.Name)
		if err != nil {
			t.Fatal(err)
		}
		want, complete, err := host.Read(v.Name)
		if err != nil {
			t.Fatal(err)
		}
		if slices.Contains(complete, false) {
			t.Errorf("seed %d: the plain run leaves elements of '%s' unwritten", seed, v.Name)
		}
		if i := slices.Index(written, false); i >= 0 {
			t.Fatalf("seed %d: element %d of '%s' was never written on the tile", seed, i, v.Name)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("seed %d: '%s' differs\n tile: %s\nplain: %s", seed, v.Name, hexWords(got), hexWords(want))
		}
	}
}

func hexWords(b []byte) string {
	return fmt.Sprintf("% x", b)
}
