package main

import (
	"os"
	"strings"
	"testing"

	"example.com/embed/toy"
	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/ir"
	"optc/ir/opgen"
	"optc/passes"
	"optc/sim"
)

// saturated writes 48 numbers between 0 and 255, eight threads two by two, and counts those
// that were outside.
const saturated = `#pairs = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [3], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
func.func @f(%from: memref<48xi32>, %to: memref<48xi32>) -> (i32, i1) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %all = arith.constant 48 : i32
  %x = vector.transfer_read %from[%c0], %zero {in_bounds = [true]} : memref<48xi32>, vector<48xi32>
  %y, %n = toy.saturate %x : vector<48xi32> to #toy.range<0, 255>
  %z = iree_vector_ext.to_layout %y to layout(#pairs) : vector<48xi32>
  vector.transfer_write %z, %to[%c0] {in_bounds = [true]} : vector<48xi32>, memref<48xi32>
  %possible = arith.cmpi sle, %n, %all : i32
  return %n, %possible : i32, i1
}
`

// Layouts pass through toy.saturate: from the anchor %z to %x.
func TestSaturateIsAnalysed(t *testing.T) {
	t.Parallel()
	code, _, errs := command(config(), saturated, "--vectorext-print-layouts")
	for _, op := range []string{"toy.saturate", "vector.transfer_read"} {
		if _, after, ok := strings.Cut(errs, "remark: layout of result #0 is "); code != 0 || !ok || !strings.Contains(after, op) {
			t.Errorf("%s has no layout: exit %d\n%s", op, code, errs)
		}
	}
}

// Eight threads have the same effect as one: each clamps its six elements, and together they count.
func TestSaturateIsDistributed(t *testing.T) {
	t.Parallel()
	code, out, errs := command(config(), saturated, "--vectorext-distribute-nested-layout=workgroup-size=8 subgroup-size=8", "--verify-exec")
	if code != 0 || errs != "" {
		t.Errorf("exit %d\n%s", code, errs)
	}
	if !strings.Contains(out, "gpu.subgroup_reduce  add") || strings.Contains(out, "toy.saturate") || strings.Contains(out, "vector<48xi32>") {
		t.Errorf("got\n%s", out)
	}
}

// The number of elements outside is at most the number of elements.
func TestSaturateHasARange(t *testing.T) {
	t.Parallel()
	code, out, errs := command(config(), saturated, "--int-range-optimizations")
	if code != 0 || errs != "" || strings.Contains(out, "arith.cmpi") || !strings.Contains(out, "arith.constant true") {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
}

// The simulator executes it.
func TestSaturateHasAMeaning(t *testing.T) {
	t.Parallel()
	c := newContext()
	m := parse(t, c, `func.func @f(%x: vector<4xi32>) -> (vector<4xi32>, i32) {
  %y, %n = toy.saturate %x : vector<4xi32> to #toy.range<0, 255>
  return %y, %n : vector<4xi32>, i32
}`)
	x := sim.NewVector([]int64{4}, c.I32())
	for i, n := range []int32{-1, 7, 255, 256} {
		x.Set(i, sim.Int(uint64(uint32(n))))
	}
	out, err := sim.New(m, nil).Call(t.Context(), "f", sim.Value{Ref: x})
	if err != nil {
		t.Fatal(err)
	}
	if got := out[0].Vector().AllBits(); out[1].Bits != 2 || got[0] != 0 || got[1] != 7 || got[2] != 255 || got[3] != 255 {
		t.Errorf("got %v and %d outside", got, out[1].Bits)
	}
}

// --verify-exec finds a pass that is wrong about it.
func TestSaturateIsChecked(t *testing.T) {
	t.Parallel()
	c := config()
	c.Passes.Passes = append(c.Passes.Passes, &passes.Pass{
		Name: "toy-none-outside", Title: "Forget the elements outside", Anchor: []ir.OpKind{fn.FuncOp{}},
		Run: func(c *passes.Context) (changed bool, err error) {
			rw := c.Rewriter(nil)
			ir.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
				if s := ir.As[toy.SaturateOp](op); s.Ok() {
					rw.Before(op).Loc = op.Loc()
					rw.ReplaceUses(s.Outside(), arith.NewConstant(rw, c.IR.Int(c.IR.I32(), 0)).Result())
					changed = true
				}
				return ir.Advance
			})
			return changed, nil
		}})
	code, _, errs := command(c, saturated, "--toy-none-outside", "--verify-exec")
	if code != 1 || !strings.Contains(errs, "the program does something else after pass 'toy-none-outside'") {
		t.Errorf("exit %d\n%s", code, errs)
	}
}

// TestGenerated: the generated Go types of operations agree with the definitions.
func TestGenerated(t *testing.T) {
	t.Parallel()
	if err := opgen.Check("go generate ./...", toy.Dialect); err != nil {
		t.Error(err)
	}
}

// The fragments of code in docs/extending.md are lines of the dialect.
func TestSaturateIsDocumented(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/extending.md")
	if err != nil {
		t.Fatal(err)
	}
	var code []byte
	for _, name := range []string{"toy/saturate.go", "toy/columns.go", "toy/toy.go"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		code = append(code, text...)
	}
	written := map[string]bool{}
	for line := range strings.Lines(string(code)) {
		written[strings.Join(strings.Fields(line), " ")] = true
	}
	_, section, _ := strings.Cut(string(page), "## What passes ask of an operation")
	section, _, _ = strings.Cut(section, "\n## ")
	shown := 0
	for line := range strings.Lines(section) {
		if text, ok := strings.CutPrefix(line, "        "); ok {
			shown++
			if !written[strings.Join(strings.Fields(text), " ")] {
				t.Errorf("no line is %s", text)
			}
		}
	}
	if shown < 10 {
		t.Errorf("found %d lines of code", shown)
	}
}
