package sim_test

import (
	"errors"
	"testing"

	"optc/diag"
	"optc/dialect/all"
	"optc/sim"
)

// If an operation cannot be executed with its operands, the run ends at that operation,
// with the code that `optc explain` explains.
func TestErrorCodes(t *testing.T) {
	t.Parallel()
	const consts = `
  %n1 = arith.constant -1 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : index
  %x = arith.constant 7 : i32
  %m = memref.alloc() : memref<4xi32>
  %d = memref.alloc(%c2) : memref<?xi32>
  %big = arith.constant 1000000000000 : index
`
	for _, c := range []struct{ code, want string }{
		{"gpu.launch blocks(%bx, %by, %bz) in (%gx = %n1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {\n gpu.terminator\n}", "launch-size"},
		{"gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %big, %sy = %c1, %sz = %c1) {\n gpu.terminator\n}", "launch-size"},
		{"%r = memref.alloc(%big) : memref<?xi32>", "alloc-size"},
		{"%r = memref.alloc(%n1) : memref<?xi32>", "alloc-size"},
		{"%p = ub.poison : index\n %r = memref.alloc(%p) : memref<?xi32>", "alloc-size"},
		{"%p = ub.poison : index\n %r = memref.realloc %m(%p) : memref<4xi32> to memref<?xi32>", "alloc-size"},
		{"%r = memref.alloc() : memref<4xi32, affine_map<(d0) -> (d0 floordiv 2)>>", "unsupported"},
		{"%v = memref.subview %m[0] [2] [1] : memref<4xi32> to memref<2xi32>\n memref.dealloc %m : memref<4xi32>\n memref.dealloc %m : memref<4xi32>", "use-after-free"},
		{"memref.dealloc %m : memref<4xi32>\n memref.dealloc %m : memref<4xi32>", "use-after-free"},
		{"%r = memref.dim %m, %c1 : memref<4xi32>", "out-of-bounds"},
		{"%r = memref.dim %m, %n1 : memref<4xi32>", "out-of-bounds"},
		{"%r = memref.cast %d : memref<?xi32> to memref<3xi32>", "cast"},
		{"%r = memref.subview %m[0] [%n1] [1] : memref<4xi32> to memref<?xi32>", "subview-size"},
		{"%r = memref.subview %m[%c2] [3] [1] : memref<4xi32> to memref<3xi32, strided<[1], offset: ?>>", "out-of-bounds"},
		{"%r = memref.reinterpret_cast %m to offset: [0], sizes: [%n1], strides: [1] : memref<4xi32> to memref<?xi32>", "cast"},
		{"%b = memref.alloc() : memref<16xi8>\n %r = memref.view %b[%c0][%n1] : memref<16xi8> to memref<?xi32>", "view-size"},
		{"%b = memref.alloc() : memref<16xi8>\n %r = memref.view %b[%c9][%c2] : memref<16xi8> to memref<?xi32>", "out-of-bounds"},
		{"%s = memref.alloc() : memref<1xindex>\n memref.store %n1, %s[%c0] : memref<1xindex>\n %r = memref.reshape %m(%s) : (memref<4xi32>, memref<1xindex>) -> memref<?xi32>", "reshape"},
		{"%s = memref.alloc() : memref<1xindex>\n memref.store %c9, %s[%c0] : memref<1xindex>\n %r = memref.reshape %m(%s) : (memref<4xi32>, memref<1xindex>) -> memref<?xi32>", "reshape"},
		{"%q:2 = affine.delinearize_index %c9 into (2, %c0) : index, index", "basis"},
		{"scf.for %i = %c0 to %c2 step %c0 {\n}", "step"},
		{"%z = arith.subi %c2, %c2 : index\n scf.parallel (%i) = (%c0) to (%c2) step (%z) {\n}", "step"},
		{"scf.forall (%i) = (%c0) to (%c2) step (%n1) {\n}", "step"},
		{"%e = tensor.empty(%c2) : tensor<?xindex>\n %r = tensor.extract_slice %e[0] [%n1] [1] : tensor<?xindex> to tensor<?xindex>", "subview-size"},
		{"%e = tensor.empty(%c2) : tensor<?xindex>\n %r = tensor.extract_slice %e[3] [%c0] [1] : tensor<?xindex> to tensor<?xindex>", "out-of-bounds"},
		{"%e = tensor.empty(%c2) : tensor<?xindex>\n %s = tensor.from_elements %n1 : tensor<1xindex>\n %r = tensor.reshape %e(%s) : (tensor<?xindex>, tensor<1xindex>) -> tensor<?xindex>", "reshape"},
		{"%e = tensor.empty(%c2) : tensor<?xindex>\n %s = tensor.from_elements %c9 : tensor<1xindex>\n %r = tensor.reshape %e(%s) : (tensor<?xindex>, tensor<1xindex>) -> tensor<?xindex>", "reshape"},
		{"%e = tensor.empty(%c2) : tensor<?xindex>\n %u = tensor.cast %e : tensor<?xindex> to tensor<*xindex>\n %r = tensor.cast %u : tensor<*xindex> to tensor<2x1xindex>", "cast"},
		{"%v = arith.constant dense<1> : vector<2xi32>\n %i = arith.constant dense<[4, 0]> : vector<2xi32>\n %on = arith.constant dense<true> : vector<2xi1>\n %r = vector.gather %m[%c0] [%i], %on, %v : memref<4xi32>, vector<2xi32>, vector<2xi1>, vector<2xi32> into vector<2xi32>", "out-of-bounds"},
		{"%r = arith.constant dense<(1.0, 2.0)> : tensor<2xcomplex<f80>>", "unsupported"},
		{"%r = arith.constant dense<\"a\"> : tensor<2x!poplar.tensor<2xf32>>", "unsupported"},
		{"%t = memref.alloc() : memref<1xi32>\n memref.dma_start %m[%c0], %d[%c0], %c1, %t[%c0], %c2, %c2 : memref<4xi32>, memref<?xi32>, memref<1xi32>", "unsupported"},
		{"%t = memref.alloc() : memref<1xi32>\n memref.dma_wait %t[%c0], %c1 : memref<1xi32>", "dma"},
		{"%t = memref.alloc() : memref<1xi32>\n memref.store %x, %m[%c0] : memref<4xi32>\n memref.dma_start %m[%c0], %d[%c0], %c1, %t[%c0] : memref<4xi32>, memref<?xi32>, memref<1xi32>\n memref.dma_wait %t[%c0], %c2 : memref<1xi32>", "dma"},
		{"%t = memref.alloc() : memref<1xi32>\n affine.dma_wait %t[0], %c1 : memref<1xi32>", "no-meaning"},
	} {
		t.Run(c.code, func(t *testing.T) {
			t.Parallel()
			m := load(t, all.Context(), "func.func @f() {"+consts+c.code+"\n  return\n}")
			_, err := sim.New(m, nil).Call(t.Context(), "f")
			var located *sim.RuntimeError
			if !errors.As(err, &located) || diag.CodeOf(err) != c.want {
				t.Errorf("got %q of %v, want %q", diag.CodeOf(err), err, c.want)
			}
		})
	}
}

// Operations that the simulator does not know are allowed if they are not executed.
func TestUnknownOperationIsNotReached(t *testing.T) {
	t.Parallel()
	m := load(t, all.Context(), `func.func @f(%reached: i1) {
  %n = arith.constant 1 : index
  %t = memref.alloc() : memref<1xi32>
  cf.cond_br %reached, ^unknown, ^end
^unknown:
  affine.dma_wait %t[0], %n : memref<1xi32>
  cf.br ^end
^end:
  return
}`)
	for reached, want := range []string{"", "no-meaning"} {
		_, err := sim.New(m, nil).Call(t.Context(), "f", sim.Value{Bits: uint64(reached)})
		if diag.CodeOf(err) != want {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}
