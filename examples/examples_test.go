// Package examples_test builds and runs every example on both targets and
// compares the tiles, bit for bit, with the plain interpretation of the
// undistributed code.
package examples_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/dialect/poplar"
	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/target"
	"optc/ir"
	"optc/lower"
	"optc/lower/poplar/evaluate"
	"optc/lower/poplar/image"
	"optc/lower/poplar/run"
	"optc/parser"
	"optc/passes"
)

// undistributed prepares a graph for evaluation and leaves the code of vertices alone.
const undistributed = "builtin.module(poplar-instantiate,poplar-resolve-layouts,poplar-mangle-names,poplar-map-tensors,poplar-expand-tiles)"

// compile parses an example for a target and runs a pipeline on it.
func compile(t *testing.T, file, arch, pipeline string) *ir.Operation {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	ctx := all.Context()
	var ds ir.Diagnostics
	module, err := parser.Parse(t.Context(), ctx, &ir.Source{Name: file, Text: string(text)}, &ds)
	if err != nil || ir.Verify(module, &ds) != nil {
		t.Fatal(ds.String())
	}
	chip, err := target.Lookup(arch)
	if err != nil {
		t.Fatal(err)
	}
	module.SetAttr(poplar.TargetAttrName, poplar.TargetOf(ctx, chip))
	p, err := passes.Table().Parse(pipeline)
	if err != nil {
		t.Fatal(err)
	}
	if err := passes.NewManager(ctx).Run(t.Context(), p, module); err != nil {
		t.Fatal(err)
	}
	return module
}

func graphOf(module *ir.Operation) *ir.Operation {
	for op := range module.Body().Ops() {
		if poplar.GraphOp.Is(op) {
			return op
		}
	}
	return nil
}

// fill returns random values for the elements of a variable: small integers, so
// that index lists stay in range and floats are exact, or nothing for seed 0,
// which runs the values of the file.
func fill(v *image.VariableRecord, seed int64) []byte {
	e, err := scalar.Parse(v.Type)
	if err != nil {
		panic(err)
	}
	n, _ := ir.NumElements(v.Shape)
	r := rand.New(rand.NewSource(seed ^ int64(len(v.Name))))
	var data []byte
	for range n {
		x := uint64(r.Intn(64))
		switch e {
		case scalar.Float:
			x = uint64([]uint32{0x00000001, 0x3f800000, 0xc1230000, 0x7f7fffff, 0x80000000, 0x3eaaaaab, 0x4b000001}[r.Intn(7)])
		case scalar.Half:
			x = uint64([]uint16{0x0001, 0x3c00, 0xc511, 0x7bff, 0x8000, 0x3555, 0x2bad}[r.Intn(7)])
		}
		var raw [8]byte
		binary.LittleEndian.PutUint64(raw[:], x)
		data = append(data, raw[:e.Size()]...)
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
				tiled := compile(t, file, arch, "builtin.module(tile)")
				plain := compile(t, file, arch, undistributed)
				for seed := range int64(4) {
					compare(t, tiled, plain, seed)
				}
			})
		}
	}
}

// compare runs the tiles of one module and the plain graph of the other on the
// same data and compares all variables.
func compare(t *testing.T, tiled, plain *ir.Operation, seed int64) {
	t.Helper()
	prog, d := lower.Images(tiled)
	if d != nil {
		t.Fatal(d)
	}
	dev, err := prog.Device(tiled)
	if err != nil {
		t.Fatal(err)
	}
	ev, d := evaluate.Graph(graphOf(plain))
	if d != nil {
		t.Fatal(d)
	}
	host, err := run.NewPlain(ev.Graph, plain, ev.Compute, ev.Initial)
	if err != nil {
		t.Fatal(err)
	}
	given := map[string]bool{}
	for _, v := range ev.Graph.Variables() {
		given[v.Name()] = !v.IsConstant() && ev.Initial(v) != nil
	}
	for i := range prog.Images.Manifest.Variables {
		v := &prog.Images.Manifest.Variables[i]
		if seed == 0 || !given[v.Name] {
			continue
		}
		data := fill(v, seed)
		if err := dev.Write(v.Name, data); err != nil {
			t.Fatal(err)
		}
		for _, hv := range ev.Graph.Variables() {
			if hv.Name() == v.Name {
				if err := host.Array(hv).Write(0, data); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if err := dev.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := host.Run(t.Context(), ev.Program); err != nil {
		t.Fatal(err)
	}
	for _, hv := range ev.Graph.Variables() {
		if hv.IsConstant() {
			continue
		}
		got, written, err := dev.Read(hv.Name())
		if err != nil {
			t.Fatal(err)
		}
		mem := host.Array(hv)
		want, complete, readErr := mem.Read(0, len(mem.Bytes))
		if readErr != nil {
			t.Fatal(readErr)
		}
		if !complete {
			t.Errorf("seed %d: the plain run leaves elements of '%s' unwritten", seed, hv.Name())
		}
		for i, w := range written {
			if !w {
				t.Fatalf("seed %d: element %d of '%s' was never written on the tile", seed, i, hv.Name())
			}
		}
		if !bytes.Equal(got, want) {
			t.Errorf("seed %d: '%s' differs\n tile: %s\nplain: %s", seed, hv.Name(), hexWords(got), hexWords(want))
		}
	}
}

func hexWords(b []byte) string {
	return fmt.Sprintf("% x", b)
}
