package validate_test

import (
	"context"
	"strings"
	"testing"

	"optc/internal/family/okk"
	"optc/internal/family/poplar"
	"optc/ir"
	"optc/lower"
	"optc/parser"
	"optc/passes"
	"optc/validate"
)

// TestProvePrograms: programs on devices before and after a pass that replaces the text #
// in them.
func TestProvePrograms(t *testing.T) {
	t.Parallel()
	const kernel = `module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @f {
    %x = okk.sys_buffer "x" : !okk.sys<1x6x2x2xf32, continuous>
    %y = okk.sys_buffer "y" : !okk.sys<1x6x2x2xf32, continuous>
    %z = okk.sys_buffer "z" : !okk.sys<1x6x2x2xf32, continuous>
    %a = okk.alloc : !okk.local<1x6x2x2xf32, auto>
    %b = okk.alloc : !okk.local<1x6x2x2xf32, auto>
    %d = okk.alloc : !okk.local<1x6x2x2xf32, auto>
    okk.load %x to %a : !okk.sys<1x6x2x2xf32, continuous> to !okk.local<1x6x2x2xf32, auto>
    okk.load %y to %b : !okk.sys<1x6x2x2xf32, continuous> to !okk.local<1x6x2x2xf32, auto>
    #
    okk.store %d to %z : !okk.local<1x6x2x2xf32, auto> to !okk.sys<1x6x2x2xf32, continuous>
  }
}
`
	const graph = `module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::V" worker {
    poplar.field @x : !poplar.in<vec<f32>>
    poplar.field @k : !poplar.in<vec<ui32>>
    poplar.field @y : !poplar.out<vec<f32>>
    poplar.compute (%x: memref<?xf32>, %k: memref<?xi32>, %y: memref<?xf32>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %three = arith.constant 3.0 : f32
      %a = memref.load %x[%c0] : memref<?xf32>
      %b = memref.load %x[%c1] : memref<?xf32>
      #
      memref.store %r, %y[%c0] : memref<?xf32>
      poplar.compute_return
    }
  }
  poplar.graph @main {
    %x = poplar.variable "x" = dense<[1.0, 2.0]> : !poplar.tensor<2xf32>
    poplar.set_tile_mapping %x on 0
    %k = poplar.variable "k" = dense<1> : !poplar.tensor<1xui32>
    poplar.set_tile_mapping %k on 0
    %y = poplar.variable "y" : !poplar.tensor<1xf32>
    poplar.set_tile_mapping %y on 0
    poplar.compute_set @cs {
      %v = poplar.add_vertex @"demo::V" on 0
      poplar.connect %v @x to %x
      poplar.connect %v @k to %k
      poplar.connect %v @y to %y
    }
    poplar.program {
      poplar.execute @cs
    }
  }
}
`
	const tensors = " : !okk.local<1x6x2x2xf32, auto>, !okk.local<1x6x2x2xf32, auto>, !okk.local<1x6x2x2xf32, auto>"
	for _, test := range []struct {
		name          string
		family        *lower.Family
		text          string
		before, after string
		want          string
	}{
		{name: "commuted", family: okk.Family(), text: kernel,
			before: "okk.eltwise add %d, %a, %b" + tensors, after: "okk.eltwise add %d, %b, %a" + tensors, want: "equal"},
		{name: "exchanged", family: okk.Family(), text: kernel,
			before: "okk.eltwise sub %d, %a, %b" + tensors, after: "okk.eltwise sub %d, %b, %a" + tensors, want: "different"},
		{name: "another function", family: okk.Family(), text: kernel,
			before: "okk.eltwise max %d, %a, %b" + tensors, after: "okk.eltwise min %d, %a, %b" + tensors, want: "different"},
		{name: "reassociated", family: okk.Family(), text: kernel,
			before: "okk.eltwise add %d, %a, %b" + tensors + "\nokk.eltwise add %d, %d, %a" + tensors,
			after:  "okk.eltwise add %d, %a, %a" + tensors + "\nokk.eltwise add %d, %d, %b" + tensors, want: "equal up to the order of sums"},
		{name: "multiplied and added", family: okk.Family(), text: kernel,
			before: "okk.eltwise copy %d, %a" + strings.TrimSuffix(tensors, ", !okk.local<1x6x2x2xf32, auto>") + "\nokk.eltwise mac %d, %a, %b" + tensors,
			after:  "okk.eltwise mul %d, %a, %b" + tensors + "\nokk.eltwise add %d, %d, %a" + tensors, want: "equal"},
		{name: "code of a vertex", family: poplar.Family(), text: graph,
			before: "%s = arith.addf %a, %b : f32\n%r = arith.mulf %s, %three : f32",
			after:  "%p = arith.mulf %a, %three : f32\n%q = arith.mulf %b, %three : f32\n%r = arith.addf %q, %p : f32",
			want:   "equal as real numbers (the order of sums; a * (b + c) = a * b + a * c; not for NaN, infinities and -0)"},
		{name: "another element", family: poplar.Family(), text: graph,
			before: "%r = arith.mulf %a, %three : f32", after: "%r = arith.mulf %b, %three : f32", want: "different"},
		{name: "an index that is given", family: poplar.Family(), text: graph,
			before: "%i = memref.load %k[%c0] : memref<?xi32>\n%j = arith.index_castui %i : i32 to index\n%r = memref.load %x[%j] : memref<?xf32>",
			after:  "%r = memref.load %x[%c1] : memref<?xf32>", want: "different"},
		{name: "a decision by data", family: poplar.Family(), text: graph,
			before: "%i = arith.cmpf olt, %a, %b : f32\n%j = arith.extui %i : i1 to i32\n%n = arith.index_castui %j : i32 to index\n%r = memref.load %x[%n] : memref<?xf32>",
			after:  "%i = arith.cmpf olt, %a, %b : f32\n%r = arith.select %i, %b, %a : f32",
			want:   "equal"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			replacing := &passes.Pass{Name: "replace", Title: "replace the module", Run: func(c *passes.Context) (bool, error) {
				text := strings.Replace(test.text, "#\n", test.after+"\n", 1)
				after, err := parser.Parse(context.Background(), ir.ContextOf(c.Op), &ir.Source{Name: "after.mlir", Text: text}, &ir.Diagnostics{})
				if err != nil {
					return false, err
				}
				for op := range c.Op.Body().Ops() {
					op.Erase()
				}
				for op := range after.Body().Ops() {
					op.MoveToEnd(c.Op.Body())
				}
				return true, nil
			}}
			var proofs []string
			report := func(p validate.Proof) { proofs = append(proofs, p.String()) }
			ds := proveWith(t, strings.Replace(test.text, "#\n", test.before+"\n", 1), "builtin.module(replace)", []*lower.Family{test.family}, report, replacing)
			if len(proofs) == 1 && test.want == "different" {
				proofs[0], _, _ = strings.Cut(proofs[0], ": '")
			}
			if len(proofs) != 1 || !strings.HasSuffix(proofs[0], ": "+test.want) {
				t.Errorf("got %q, want %q: %s", proofs, test.want, ds)
			}
			if different := strings.HasPrefix(test.want, "different"); different != ds.HasErrors() {
				t.Errorf("reported %s", ds.String())
			}
		})
	}
}
