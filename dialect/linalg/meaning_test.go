package linalg_test

import (
	"math"
	"strings"
	"testing"

	"optc/internal/testing/irtest"
	"optc/ir"
	"optc/sim"
)

// pairs are functions that compute the same in two ways.
var pairs = map[string]string{
	"pack and unpack are reshapes and transposes": `
func.func @a(%x: tensor<6x8xf32>) -> (tensor<4x2x3x2xf32>, tensor<6x8xf32>) {
  %e = tensor.empty() : tensor<4x2x3x2xf32>
  %f = tensor.empty() : tensor<6x8xf32>
  %p = linalg.pack %x outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [3, 2] into %e : tensor<6x8xf32> -> tensor<4x2x3x2xf32>
  %u = linalg.unpack %p outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [3, 2] into %f : tensor<4x2x3x2xf32> -> tensor<6x8xf32>
  return %p, %u : tensor<4x2x3x2xf32>, tensor<6x8xf32>
}
func.func @b(%x: tensor<6x8xf32>) -> (tensor<4x2x3x2xf32>, tensor<6x8xf32>) {
  %e = tensor.empty() : tensor<4x2x3x2xf32>
  %r = tensor.expand_shape %x [[0, 1], [2, 3]] output_shape [2, 3, 4, 2] : tensor<6x8xf32> into tensor<2x3x4x2xf32>
  %p = linalg.transpose ins(%r : tensor<2x3x4x2xf32>) outs(%e : tensor<4x2x3x2xf32>) permutation = [2, 0, 1, 3]
  return %p, %x : tensor<4x2x3x2xf32>, tensor<6x8xf32>
}`,
	"pack fills incomplete tiles": `
func.func @a(%x: tensor<5xf32>, %e: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %c = arith.constant 7.0 : f32
  %p = linalg.pack %x padding_value(%c : f32) inner_dims_pos = [0] inner_tiles = [3] into %e : tensor<5xf32> -> tensor<2x3xf32>
  return %p : tensor<2x3xf32>
}
func.func @b(%x: tensor<5xf32>, %e: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %c = arith.constant 7.0 : f32
  %q = tensor.pad %x low[0] high[1] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<5xf32> to tensor<6xf32>
  %p = tensor.expand_shape %q [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
  return %p : tensor<2x3xf32>
}`,
	"softmax is a quotient of exponentials": `
func.func @a(%x: tensor<3x5xf32>, %v: tensor<3xf32>) -> tensor<3x5xf32> {
  %s = linalg.softmax dimension(1) ins(%x : tensor<3x5xf32>) outs(%x : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %s : tensor<3x5xf32>
}
func.func @b(%x: tensor<3x5xf32>, %v: tensor<3xf32>) -> tensor<3x5xf32> {
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %l = linalg.fill ins(%low : f32) outs(%v : tensor<3xf32>) -> tensor<3xf32>
  %z = linalg.fill ins(%zero : f32) outs(%v : tensor<3xf32>) -> tensor<3xf32>
  %m = linalg.reduce { arith.maxnumf } ins(%x : tensor<3x5xf32>) outs(%l : tensor<3xf32>) dimensions = [1]
  %e = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<3x5xf32>, tensor<3xf32>) outs(%x : tensor<3x5xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %d = arith.subf %a, %b : f32
    %r = math.exp %d : f32
    linalg.yield %r : f32
  } -> tensor<3x5xf32>
  %t = linalg.reduce { arith.addf } ins(%e : tensor<3x5xf32>) outs(%z : tensor<3xf32>) dimensions = [1]
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%e, %t : tensor<3x5xf32>, tensor<3xf32>) outs(%x : tensor<3x5xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %d = arith.divf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<3x5xf32>
  return %s : tensor<3x5xf32>
}`,
	"a matrix product with its loops in another order": `
func.func @a(%x: tensor<7x9xf32>, %y: tensor<9x300xf32>, %z: tensor<7x300xf32>) -> tensor<7x300xf32> {
  %0 = linalg.matmul ins(%x, %y : tensor<7x9xf32>, tensor<9x300xf32>) outs(%z : tensor<7x300xf32>) -> tensor<7x300xf32>
  return %0 : tensor<7x300xf32>
}
func.func @b(%x: tensor<7x9xf32>, %y: tensor<9x300xf32>, %z: tensor<7x300xf32>) -> tensor<7x300xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(k, n, m) -> (m, k)>, affine_map<(k, n, m) -> (k, n)>, affine_map<(k, n, m) -> (m, n)>], iterator_types = ["reduction", "parallel", "parallel"]} ins(%x, %y : tensor<7x9xf32>, tensor<9x300xf32>) outs(%z : tensor<7x300xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %d = arith.mulf %a, %b : f32
    %e = arith.addf %d, %c : f32
    %i = linalg.index 0 : index
    linalg.yield %e : f32
  } -> tensor<7x300xf32>
  return %0 : tensor<7x300xf32>
}`,
}

func TestPairs(t *testing.T) {
	for name, text := range pairs {
		t.Run(name, func(t *testing.T) {
			_, module := irtest.Parse(t, text)
			m := sim.New(module, nil)
			var texts [2]string
			for i, fn := range []string{"a", "b"} {
				f, err := m.Function(fn)
				if err != nil {
					t.Fatal(err)
				}
				results, err := m.Call(t.Context(), fn, numbered(f)...)
				if err != nil {
					t.Fatal(err)
				}
				var b strings.Builder
				for k, r := range results {
					b.WriteString(sim.Format(f.Body().Back().Operand(k).Type(), r) + "\n")
				}
				texts[i] = b.String()
			}
			if texts[0] != texts[1] {
				t.Errorf("%s and %s", texts[0], texts[1])
			}
		})
	}
}

// numbered returns arguments for a function, with small numbers in them.
func numbered(f *ir.Operation) (args []sim.Value) {
	for k, p := range f.Body().ArgTypes() {
		v := sim.VectorLike(p.(ir.ShapedType))
		for i := range v.Short {
			if v.Short[i] = math.Float32bits(float32((i*7+k*3)%11-5) / 8); sim.Width(v.Elem) == 16 {
				v.Short[i] = 0x3c00 + uint32((i*7+k*3)%11) // from 1 on
			}
		}
		args = append(args, sim.Value{Ref: v})
	}
	return args
}

// Wrong operands are errors that name the extents.
func TestWrongExtents(t *testing.T) {
	for _, c := range []struct {
		op, want string
		shapes   [][]int64
	}{
		{"matmul", "operand #1 has 3 elements in dimension 0, but loop d2 has 4 iterations", [][]int64{{3, 4}, {3, 4}, {3, 4}}},
		{"conv_1d", "index d0 + d1 of operand #0 reaches from 0 to 5, but dimension 0 has 3 elements", [][]int64{{3}, {3}, {4}}},
	} {
		kind := "tensor<" + strings.Repeat("?x", len(c.shapes[0])) + "f32>"
		text := strings.ReplaceAll("func.func @f(%x: T, %y: T, %z: T) {\n  %0 = linalg."+c.op+" ins(%x, %y : T, T) outs(%z : T) -> T\n  return\n}", "T", kind)
		_, module := irtest.Parse(t, text)
		var args []sim.Value
		for _, shape := range c.shapes {
			args = append(args, sim.Value{Ref: sim.NewVector(shape, ir.ContextOf(module).F32())})
		}
		if _, err := sim.New(module, nil).Call(t.Context(), "f", args...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}
