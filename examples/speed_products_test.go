package examples_test

import (
	"fmt"
	"strings"
	"testing"

	"optc/sim"
)

// products are the operations that BenchmarkProducts runs: sums of products of an m x k and a
// k x n matrix, by all threads of a subgroup together or by each of them.
var products = []struct {
	name, text string
	adds       int64 // multiply-adds of a subgroup
	lanes      int64
}{
	{name: "mfma/f16", text: "%r = amdgpu.mfma 16x16x16 %a * %b + %c blgp = none : vector<4xf16>, vector<4xf16>, vector<4xf32>", adds: 16 * 16 * 16, lanes: 64},
	{name: "mfma/bf16", text: "%r = amdgpu.mfma 32x32x8 %a * %b + %c blgp = none : vector<4xbf16>, vector<4xbf16>, vector<16xf32>", adds: 32 * 32 * 8, lanes: 64},
	{name: "mfma/i8", text: "%r = amdgpu.mfma 16x16x32 %a * %b + %c blgp = none : vector<8xi8>, vector<8xi8>, vector<4xi32>", adds: 16 * 16 * 32, lanes: 64},
	{name: "wmma/f16", text: "%r = amdgpu.wmma 16x16x16 %a * %b + %c : vector<8xf16>, vector<8xf16>, vector<8xf32>", adds: 16 * 16 * 16, lanes: 32},
	{name: "mma.sync/f16", text: "%r = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>", adds: 16 * 8 * 16, lanes: 32},
	{name: "contract/f32", text: contraction("8x8xf32", "8x8xf32", "8x8xf32"), adds: 8 * 8 * 8 * 32, lanes: 32},
	{name: "contract/f16", text: contraction("8x8xf16", "8x8xf16", "8x8xf32"), adds: 8 * 8 * 8 * 32, lanes: 32},
	{name: "contract/small", text: contraction("2x4xf32", "4x2xf32", "2x2xf32"), adds: 2 * 4 * 2 * 32, lanes: 32},
	{name: "contract/i32", text: contraction("8x8xi32", "8x8xi32", "8x8xi32"), adds: 8 * 8 * 8 * 32, lanes: 32},
}

func contraction(a, b, c string) string {
	return `%r = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<` +
		a + ">, vector<" + b + "> into vector<" + c + ">"
}

// BenchmarkProducts measures a multiply-add of contractions and of matrix instructions, with all checks.
func BenchmarkProducts(b *testing.B) {
	const rounds = 64
	for _, p := range products {
		b.Run(p.name, func(b *testing.B) {
			types := strings.Split(p.text[strings.LastIndex(p.text, " : ")+3:], "vector<")
			vector := func(i int) string { return "vector<" + types[i][:strings.Index(types[i], ">")+1] }
			constant := func(i int) string {
				t := vector(i)
				number := "1.0"
				if strings.Contains(t, "xi") {
					number = "1"
				}
				return "arith.constant dense<" + number + "> : " + t
			}
			module := parse(b, `func.func @f() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant `+fmt.Sprint(rounds)+` : index
  %a = `+constant(1)+`
  %b = `+constant(2)+`
  %z = `+constant(3)+`
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%c = %z) -> (`+vector(3)+`) {
    `+p.text+`
    scf.yield %r : `+vector(3)+`
  }
  return
}`)
			group := sim.Group{Module: module, BlockDim: [3]int64{p.lanes}, SubgroupSize: p.lanes}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := group.Run(b.Context(), "f", func(sim.Thread) []sim.Value { return nil }); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(int64(b.N)*rounds*p.adds), "ns/multiply-add")
		})
	}
}
