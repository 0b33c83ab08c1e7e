package bufferization_test

import (
	"testing"

	"optc/internal/testing/irtest"
	"optc/sim"
)

// Tensors become buffers and tensors again; the buffer of a tensor is memory of its own.
func TestMeaning(t *testing.T) {
	_, module := irtest.Parse(t, `
func.func @f() -> (tensor<3xi32>, tensor<3xi32>, i1, i1) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 7 : i32
  %true = arith.constant true
  %t = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %m = bufferization.to_buffer %t : tensor<3xi32> to memref<3xi32>
  memref.store %x, %m[%c0] : memref<3xi32>
  %u = bufferization.to_tensor %m : memref<3xi32> to tensor<3xi32>
  %n = memref.alloc() : memref<3xi32>
  bufferization.materialize_in_destination %u in writable %n : (tensor<3xi32>, memref<3xi32>) -> ()
  %k = bufferization.clone %n : memref<3xi32> to memref<3xi32>
  %r:2 = bufferization.dealloc (%n, %k : memref<3xi32>, memref<3xi32>) if (%true, %true) retain (%n, %m : memref<3xi32>, memref<3xi32>)
  %v = bufferization.to_tensor %n : memref<3xi32> to tensor<3xi32>
  %a = bufferization.alloc_tensor() copy(%t) : tensor<3xi32>
  %w = bufferization.materialize_in_destination %v in %a : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  bufferization.dealloc_tensor %a : tensor<3xi32>
  return %t, %w, %r#0, %r#1 : tensor<3xi32>, tensor<3xi32>, i1, i1
}`)
	results, err := sim.New(module, nil).Call(t.Context(), "f")
	if err != nil {
		t.Fatal(err)
	}
	types := module.Body().Front().Body().Back().OperandTypes()
	for i, want := range []string{"[1, 2, 3]", "[7, 2, 3]", "true", "false"} {
		if got := sim.Format(types[i], results[i]); got != want {
			t.Errorf("result %d is %s, want %s", i, got, want)
		}
	}
}
