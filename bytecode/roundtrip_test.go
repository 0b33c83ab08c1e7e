package bytecode_test

import (
	"context"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/bytecode"
	"optc/dialect/all"
	"optc/ir"
	"optc/parser"
)

func newContext() *ir.Context {
	c := all.Context()
	c.AllowUnregistered = true
	return c
}

func parse(t testing.TB, c *ir.Context, text string) *ir.Operation {
	t.Helper()
	module, err := parser.Parse(context.Background(), c, &ir.Source{Name: "in.mlir", Text: text}, nil, parser.Threads(1))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return module
}

func write(t testing.TB, c *ir.Context, module *ir.Operation, version int) string {
	t.Helper()
	data, err := bytecode.Write(c, module, bytecode.WriteOptions{Version: version})
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func read(c *ir.Context, data string, threads int) (*ir.Operation, error) {
	return bytecode.Read(context.Background(), c, &ir.Source{Name: "in.mlirbc", Text: data}, bytecode.Options{Threads: threads})
}

// printed returns the text of a module with all the information that bytecode keeps.
func printed(module *ir.Operation) string {
	return string(ir.Print(module, ir.PrintOptions{Generic: true, DebugInfo: true, ValueUsers: true}))
}

// texts are modules with every construct that has a special encoding.
var texts = map[string]string{
	"empty": "",
	"attributes": `"a.b"() {array = [1, [], "x"], dict = {a, "b c" = 2.5 : f16}, text = "x\00", typed = "x" : i32, symbol = @a, nested = @a::@"b c"::@c,
  type = () -> (i32, f32), unit, bool = true, small = -1 : i7, byte = 255 : ui8, int = -1 : i33, wide = -1 : i128, huge = 1267650600228229401496703205376 : i128,
  none = 0 : i0, index = -3 : index, half = -0.0 : f16, tiny = 1.0 : f8E4M3FN, x87 = 2.0 : f80, quad = 1.5 : f128, tf = 1.0 : tf32} : () -> ()`,
	"elements": `"a.b"() {ints = array<i32: 1, -2>, bools = array<i1: true, false>, floats = array<f64: 1.5>, empty = array<i8>,
  dense = dense<[[1, -2], [3, 4]]> : tensor<2x2xi8>, splat = dense<1.5> : vector<4xf32>, wide = dense<[1, 2]> : tensor<2xi77>,
  bits = dense<[true, false, true]> : tensor<3xi1>, ninebits = dense<[true, false, true, true, false, true, true, true, true]> : tensor<9xi1>,
  onebit = dense<true> : tensor<1xi1>, allbits = dense<false> : tensor<9xi1>, none = dense<> : tensor<0xi32>, indices = dense<[1, 2]> : tensor<2xindex>,
  complex = dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f32>>, strings = dense<["a", "b"]> : tensor<2x!a.s>, string = dense<"a"> : tensor<2x!a.s>,
  sparse = sparse<[[0, 1]], [5]> : tensor<2x2xi8>, resource = dense_resource<blob> : tensor<2xi8>, missing = dense_resource<"no such"> : tensor<2xi8>} : () -> ()
{-# dialect_resources: { builtin: { blob: "0x080000000102" } } #-}`,
	"types": `"a.b"() {a = [si4, ui5, i16777215, index, none, bf16, f16, f32, f64, f80, f128, tf32, f4E2M1FN, complex<i32>, tuple<i1, tuple<>>, (i32) -> (), vector<f32>,
  vector<2x[4]x3xi1>, tensor<?x0xf32>, tensor<2xf32, #a.encoding>, tensor<*xi8>, memref<2x?xf32>, memref<2xf32, strided<[?], offset: 3>, "space">,
  memref<2x3xf32, affine_map<(d0, d1) -> (d1, d0)>>, memref<*xf32>, memref<*xi1, 4 : i8>, !a.type<"x">, !a<b>]} : () -> ()`,
	"lists in lists": `"a.b"() {f = (() -> ((i1, i2) -> i3, i4), i5) -> ((i6) -> tuple<i7, (i8) -> i9>, i10), a = [[1 : i1, [2 : i2]], 3 : i3, {x = [4 : i4], y = {z = 5 : i5}}],
  ten = {a = 1 : i8, b, c, d, e, f, g, h, i, j = {k = [6 : i6]}}} : () -> ()`,
	"affine":    `"a.b"() {map = affine_map<(d0)[s0] -> (d0 mod s0)>, set = affine_set<(d0) : (d0 >= 0)>, d = distinct[0]<1 : i8>, e = distinct[1]<1 : i8>, o = #a.b<"x"> : i32} : () -> ()`,
	"locations": `"a.b"() {l = loc("f":1:2)} : () -> () loc(callsite("name"("f":1:2) at fused<"x">["g":3:4, "g":5:6 to 7:8, "g":5:6 to :8]))` + "\n" + `"a.b"() : () -> () loc(unknown)`,
	"properties": `"a.b"() <{a = 1 : i8}> {b = 2 : i8} : () -> ()` + "\n" + `"a.b"() <"any"> : () -> ()
func.func private @f(%a: index, %m: memref<8xf32>) -> index attributes {a.b = 1} {
  %0 = affine.linearize_index disjoint [%a, %a] by (5, 7) : index
  %1 = arith.addi %0, %a overflow<nsw> {a.x} : index
  %c = arith.constant 0.0 : f32
  %v = vector.transfer_read %m[%1], %c {in_bounds = [true]} : memref<8xf32>, vector<4xf32>
  return %1 : index
}`,
	"uses": `func.func @f(%c: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^late, ^early(%a, %a : i32, i32)
^use:
  %1 = arith.addi %0, %0 : i32
  %2 = arith.subi %0, %1 : i32
  return %2 : i32
^early(%x: i32, %y: i32):
  %3 = arith.addi %x, %y : i32
  cf.br ^late
^late:
  %0 = arith.muli %a, %a : i32
  cf.br ^use
}
"a.graph"() ({
  "a.use"(%v#1, %v#0, %v#1) ({ "a.inner"(%v#1) : (i32) -> () }) : (i32, i32, i32) -> ()
  %v:2 = "a.def"() : () -> (i32, i32)
}) : () -> ()`,
	"nested modules": "module @a { module @b { func.func @f() { return } } func.func @g() { return } }\nmodule @c {\n}",
	"empty regions":  `"a.b"() ({}, {^bb0: "a.c"() : () -> () ^bb1(%x: i32 loc(unknown)): "a.d"() [^bb0, ^bb1] : () -> ()}) : () -> ()`,
}

// TestRoundTrip writes modules and reads them again, in each version.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	for name, text := range texts {
		for version := bytecode.MinVersion; version <= bytecode.MaxVersion; version++ {
			if name == "properties" && version < 5 {
				continue // see TestVersionLacks
			}
			c := newContext()
			module := parse(t, c, text)
			data := write(t, c, module, version)
			again, err := read(newContext(), data, 2)
			if err != nil {
				t.Errorf("%s, version %d: %v", name, version, err)
				continue
			}
			if version < 3 && name == "uses" {
				continue // the order of uses is not kept
			}
			want := printed(module)
			if diff := cmp.Diff(want, printed(again)); diff != "" {
				t.Errorf("%s, version %d: read (+) is not what was written (-):\n%s", name, version, diff)
			}
		}
	}
}

// TestExamples writes the examples of all operations as bytecode and reads them again.
// Writing them a second time gives the same bytes.
func TestExamples(t *testing.T) {
	t.Parallel()
	for _, d := range all.Dialects() {
		for _, o := range d.Definitions().Ops {
			for _, text := range o.Examples {
				c := newContext()
				module := parse(t, c, text)
				data := write(t, c, module, bytecode.MaxVersion)
				c2 := newContext()
				again, err := read(c2, data, 1)
				if err != nil {
					t.Errorf("%s: %v\n%s", o.Name(), err, text)
					continue
				}
				if diff := cmp.Diff(printed(module), printed(again)); diff != "" {
					t.Errorf("%s: read (+) is not what was written (-):\n%s", o.Name(), diff)
				}
				if write(t, c2, again, bytecode.MaxVersion) != data {
					t.Errorf("%s: writing what was read gives other bytes\n%s", o.Name(), text)
				}
			}
		}
	}
}

// TestUseOrder preserves an order of uses that differs from the default order of a
// reader.
func TestUseOrder(t *testing.T) {
	t.Parallel()
	c := newContext()
	module := parse(t, c, texts["uses"])
	var args []*ir.Value
	ir.Walk(module, func(op *ir.Operation) ir.WalkResult {
		for r := range op.Regions() {
			for b := range r.Blocks() {
				args = append(args, b.Args()...)
			}
		}
		return ir.Advance
	})
	for _, v := range args {
		var uses []*ir.OpOperand
		for u := v.FirstUse(); u != nil; u = u.Next() {
			uses = append([]*ir.OpOperand{u}, uses...)
		}
		if len(uses) > 2 {
			uses[0], uses[2] = uses[2], uses[0]
		}
		v.OrderUses(uses)
	}
	again, err := read(newContext(), write(t, c, module, bytecode.MaxVersion), 1)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(printed(module), printed(again)); diff != "" {
		t.Errorf("read (+) is not what was written (-):\n%s", diff)
	}
}

// TestUpstream reads the bytecode that mlir-opt of LLVM 22 writes for a module, and
// writes the same bytes except for the name of the producer.
func TestUpstream(t *testing.T) {
	t.Parallel()
	const theirs = "4d4cef520d4d4c495232322e312e3800011f070105090901030f030507130503170327130501110b130b0b1313131305035501050f17026f050d170101010d03" +
		"050f170103031701031d17010511170107072361726974682e6f766572666c6f773c6e73773e000102020503010301044f050150030107043f03010503500903" +
		"07042b03050b03030b0007460d0503010501010504" + "0f03030603010501007111050f0b0f0f0d0b116275696c74696e0066756e63006172697468006d6f64756c650072657475726e006164646900732e6d6c6972006600081b070501010d0105010107010323"
	data, err := hex.DecodeString(theirs)
	if err != nil {
		t.Fatal(err)
	}
	c := newContext()
	module, err := read(c, string(data), 1)
	if err != nil {
		t.Fatal(err)
	}
	const want = `module {
  func.func @f(%arg0: i32) -> i32 {
    %0 = arith.addi %arg0, %arg0 overflow<nsw> : i32
    return %0 : i32
  }
}
`
	if got := string(ir.Print(module, ir.PrintOptions{})); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	ours := write(t, c, module, bytecode.MaxVersion)
	_, ours, _ = strings.Cut(ours, "\x00")
	if _, rest, _ := strings.Cut(string(data), "\x00"); ours != rest {
		t.Errorf("got\n%x\nwant\n%x", ours, rest)
	}
}

// TestVersionLacks: a bytecode version that cannot encode a construct refuses it.
func TestVersionLacks(t *testing.T) {
	t.Parallel()
	c := newContext()
	for text, want := range map[string]string{
		`"a.b"() <{a = 1 : i8}> {b = 2 : i8} : () -> ()`: "'a.b' op has properties, which version 4 of bytecode lacks",
		`"a.b"() <"any"> : () -> ()`:                     "'a.b' op has properties, which version 4 of bytecode lacks",
	} {
		if _, err := bytecode.Write(c, parse(t, c, text), bytecode.WriteOptions{Version: 4}); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
	for _, version := range []int{-1, 7} {
		want := fmt.Sprintf("unsupported version requested %d, must be in range [0, 6]", version)
		if _, err := bytecode.Write(c, parse(t, c, ""), bytecode.WriteOptions{Version: version}); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestResources preserves the resources that other tools have stored.
func TestResources(t *testing.T) {
	t.Parallel()
	c := newContext()
	module := parse(t, c, texts["elements"])
	external := []ir.ResourceSection{{Name: "tool", Entries: []ir.ResourceEntry{{Key: "a", Value: "true"}, {Key: "b", Value: `"x\22"`}, {Key: "c", Value: `"0x0400000001"`}}}}
	for _, elide := range []bool{false, true} {
		data, err := bytecode.Write(c, module, bytecode.WriteOptions{Version: bytecode.MaxVersion, External: external, ElideResources: elide})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		c2 := newContext()
		src := &ir.Source{Name: "in.mlirbc", Text: string(data)}
		_, err = bytecode.Read(context.Background(), c2, src, bytecode.Options{External: func(section string, e parser.ResourceEntry) {
			got = append(got, section+" "+e.Key+" "+e.Value())
		}})
		if err != nil {
			t.Fatal(err)
		}
		want := []string{"tool a true", `tool b "x\22"`, `tool c "0x0400000001"`}
		blob := "\x01\x02"
		if elide {
			want, blob = nil, ""
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("elide %v: %s", elide, diff)
		}
		if r := c2.Resources.Get("blob"); r == nil || string(r.Data) != blob {
			t.Errorf("elide %v: got %v", elide, r)
		}
	}
}

// TestCancelled: a run that has ended reads nothing.
func TestCancelled(t *testing.T) {
	t.Parallel()
	c := newContext()
	data := write(t, c, parse(t, c, texts["uses"]), bytecode.MaxVersion)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := bytecode.Read(ctx, newContext(), &ir.Source{Name: "x", Text: data}, bytecode.Options{}); err == nil || err.Error() != "reading of x was stopped: context canceled" {
		t.Errorf("got %v", err)
	}
}
