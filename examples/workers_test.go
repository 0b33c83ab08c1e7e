package examples_test

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"optc/lower"
)

// moderate returns floats between -2 and 2.
func moderate(v *lower.HostVariable, seed int64) []byte {
	rng := rand.New(rand.NewPCG(uint64(seed), uint64(len(v.Name))))
	var data []byte
	for range v.Len() {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(float32(4*rng.Float64()-2)))
	}
	return data
}

// TestWorkerKernels distributes kernels over the six workers of a tile and compares
// them, bit for bit, with code that works on the whole vectors.
func TestWorkerKernels(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("workers/*.mlir")
	if err != nil || len(files) < 11 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".mlir"), func(t *testing.T) {
			t.Parallel()
			tiled := compile(t, file, "ipu2", families[0].Pipeline)
			plain := compile(t, file, "ipu2", families[0].Reference)
			for seed := range int64(3) {
				compareOn(t, tiled, plain, seed, moderate)
			}
		})
	}
}
