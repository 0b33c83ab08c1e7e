package linalg_test

import (
	"math"
	"testing"

	"optc/internal/testing/irtest"
	"optc/ir"
	"optc/sim"
)

// nest returns a call of a function with one argument for each parameter, filled with numbers.
func nest(t testing.TB, text string) func() []sim.Value {
	t.Helper()
	_, module := irtest.Parse(t, text)
	fn := module.Body().Front()
	args := numbered(fn)
	m := sim.New(module, nil)
	return func() []sim.Value {
		results, err := m.Call(t.Context(), ir.SymbolName(fn), args...)
		if err != nil {
			t.Fatal(err)
		}
		return results
	}
}

// products runs a function b.N times and reports the time of a multiplication and addition.
func products(b *testing.B, count int, text string) {
	call := nest(b, text)
	call()
	for b.Loop() {
		call()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(count), "ns/product")
}

func BenchmarkMatmul(b *testing.B) {
	products(b, 512*512*512, `func.func @f(%a: tensor<512x512xf32>, %b: tensor<512x512xf32>, %c: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<512x512xf32>, tensor<512x512xf32>) outs(%c : tensor<512x512xf32>) -> tensor<512x512xf32>
  return %0 : tensor<512x512xf32>
}`)
}

func BenchmarkConvolution(b *testing.B) {
	products(b, 64*56*56*64*9, `func.func @f(%a: tensor<1x64x58x58xf32>, %b: tensor<64x64x3x3xf32>, %c: tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%a, %b : tensor<1x64x58x58xf32>, tensor<64x64x3x3xf32>) outs(%c : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
  return %0 : tensor<1x64x56x56xf32>
}`)
}

func BenchmarkHalfMatmul(b *testing.B) {
	products(b, 256*256*256, `func.func @f(%a: tensor<256x256xf16>, %b: tensor<256x256xf16>, %c: tensor<256x256xf16>) -> tensor<256x256xf16> {
  %0 = linalg.matmul ins(%a, %b : tensor<256x256xf16>, tensor<256x256xf16>) outs(%c : tensor<256x256xf16>) -> tensor<256x256xf16>
  return %0 : tensor<256x256xf16>
}`)
}

func BenchmarkTransposedMatmul(b *testing.B) {
	products(b, 256*256*256, `func.func @f(%a: tensor<256x256xf32>, %b: tensor<256x256xf32>, %c: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %0 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<256x256xf32>, tensor<256x256xf32>) outs(%c : tensor<256x256xf32>) -> tensor<256x256xf32>
  return %0 : tensor<256x256xf32>
}`)
}

// BenchmarkExp measures a generic with a transcendental body; "go" is a Go loop with the same calls.
func BenchmarkExp(b *testing.B) {
	const text = `func.func @f(%a: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
  %0 = linalg.exp ins(%a : tensor<1024x1024xf32>) outs(%a : tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  return %0 : tensor<1024x1024xf32>
}`
	b.Run("linalg", func(b *testing.B) { products(b, 1024*1024, text) })
	b.Run("go", func(b *testing.B) {
		x, y := make([]float32, 1024*1024), make([]float32, 1024*1024)
		for i := range x {
			x[i] = float32(i*7%11-5) / 8
		}
		for b.Loop() {
			for i, v := range x {
				y[i] = float32(math.Exp(float64(v)))
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(x)), "ns/product")
	})
}

func BenchmarkSum(b *testing.B) {
	products(b, 1024*1024, `func.func @f(%a: tensor<1024x1024xf32>, %c: tensor<1024xf32>) -> tensor<1024xf32> {
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<1024x1024xf32>) outs(%c : tensor<1024xf32>) dimensions = [1]
  return %0 : tensor<1024xf32>
}`)
}

func BenchmarkSumOfAll(b *testing.B) {
	products(b, 1024*64, `func.func @f(%a: tensor<1024x64xf32>, %c: tensor<f32>) -> tensor<f32> {
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<1024x64xf32>) outs(%c : tensor<f32>) dimensions = [0, 1]
  return %0 : tensor<f32>
}`)
}
