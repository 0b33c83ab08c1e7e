package cpp

import "testing"

const benchName = "popops::ScaledReduce<popops::ReduceMin, half, half, true, popops::ReductionSpecialisation::STRIDED_REDUCE>"

func BenchmarkAppendSymbol(b *testing.B) {
	var dst []byte
	var err error
	b.ReportAllocs()
	for b.Loop() {
		if dst, err = AppendSymbol(dst[:0], benchName, TripleUnderscore); err != nil {
			b.Fatal(err)
		}
	}
	b.SetBytes(int64(len(benchName)))
}

func BenchmarkCanonical(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Canonical(benchName); err != nil {
			b.Fatal(err)
		}
	}
	b.SetBytes(int64(len(benchName)))
}
