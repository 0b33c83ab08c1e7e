package conformance

import (
	"bytes"
	"flag"
	"fmt"
	"runtime"
	"testing"
	"time"

	"optc/dialect/all"
	"optc/ir"
	"optc/parser"
	"optc/passes"
	"optc/registry"
)

// Bounds for the processing of a fuzzed input of at most fuzzBytes. A module of that size
// takes some milliseconds and megabytes; folds whose cost grows with shapes or numbers,
// rather than with the text, would exceed the bounds.
const (
	fuzzBytes  = 1 << 12
	fuzzTime   = 20 * time.Second
	fuzzMemory = 512 << 20 // bytes allocated, most of which are garbage at once
)

// bounded runs f, which processes an input, within the bounds; the bound on time applies
// only while inputs are searched for.
func bounded(t *testing.T, input string, f func()) {
	if search := flag.Lookup("test.fuzz"); search.Value.String() != "" {
		hang := time.AfterFunc(fuzzTime, func() { panic(fmt.Sprintf("more than %v for %q", fuzzTime, input)) })
		defer hang.Stop()
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > fuzzMemory {
		t.Errorf("%d bytes were allocated, the limit is %d", n, fuzzMemory)
	}
}

// FuzzCanonicalize: every module that parses and verifies is still valid after
// canonicalization, and passes a second run of the verifier, within bounds of time and
// memory.
func FuzzCanonicalize(f *testing.F) {
	for seed := range uint64(24) {
		f.Add(randomModule(seed, 6))
	}
	for _, text := range []string{
		"func.func @f(%a: tensor<?x4xf32>) -> index {\n  %c = arith.constant 0 : index\n  %d = tensor.dim %a, %c : tensor<?x4xf32>\n  return %d : index\n}",
		"func.func @f(%a: memref<4x4xf32, strided<[8, 2], offset: ?>>) {\n  %s = memref.subview %a[1, 1] [2, 2] [1, 1] : memref<4x4xf32, strided<[8, 2], offset: ?>> to memref<2x2xf32, strided<[8, 2], offset: ?>>\n  memref.dealloc %s : memref<2x2xf32, strided<[8, 2], offset: ?>>\n  return\n}",
		"func.func @f(%n: index) {\n  affine.for %i = 0 to %n {\n    affine.for %j = affine_map<(d0) -> (d0)>(%i) to min affine_map<(d0)[s0] -> (d0 + 4, s0)>(%i)[%n] step 2 {\n      %x = affine.apply affine_map<(d0, d1) -> (d0 mod 3 + d1 floordiv 2)>(%i, %j)\n      \"a.b\"(%x) : (index) -> ()\n    }\n  }\n  return\n}",
		"func.func @f() -> vector<2x2xi8> {\n  %c = arith.constant dense<\"0x01020304\"> : vector<2x2xi8>\n  %t = vector.transpose %c, [1, 0] : vector<2x2xi8> to vector<2x2xi8>\n  return %t : vector<2x2xi8>\n}",
		"gpu.module @m {\n  gpu.func @k(%a: index) kernel {\n    %i = gpu.thread_id x\n    cf.cond_br %b, ^x, ^y\n  ^x:\n    gpu.barrier\n    gpu.return\n  ^y:\n    gpu.return\n  }\n}",
	} {
		f.Add(text)
	}
	p, err := registry.Passes().Parse("builtin.module(canonicalize,cse)")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > fuzzBytes {
			return
		}
		bounded(t, text, func() {
			c := ir.NewContext(all.Dialects()...)
			c.AllowUnregistered = true
			var ds ir.Diagnostics
			m, err := parser.Parse(t.Context(), c, &ir.Source{Name: "fuzz.mlir", Text: text}, &ds, parser.Threads(1))
			if err != nil || ir.Verify(m, &ds) != nil {
				if !ds.HasErrors() {
					t.Fatal("rejected without an error")
				}
				return
			}
			manager := passes.NewManager(c)
			manager.Threads = 1
			if err := manager.Run(t.Context(), p, m); err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			once := ir.Print(m, ir.PrintOptions{Generic: true, Threads: 1})
			again, err := parser.Parse(t.Context(), c, &ir.Source{Name: "printed.mlir", Text: string(once)}, &ds, parser.Threads(1))
			if err != nil {
				t.Fatalf("the result does not parse: %s\n%s", ds.String(), once)
			}
			if twice := ir.Print(again, ir.PrintOptions{Generic: true, Threads: 1}); !bytes.Equal(once, twice) && !bytes.Contains(once, []byte("resource")) {
				t.Fatalf("the result\n%s\nis read as\n%s", once, twice)
			}
		})
	})
}
