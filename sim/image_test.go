package sim_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"optc/ir"
	"optc/sim"
)

// randomBytes returns n bytes, none of which is 0.
func randomBytes(n int) []byte {
	r := rand.New(rand.NewPCG(uint64(n), 5))
	data := make([]byte, n)
	for i := range data {
		data[i] = byte(1 + r.IntN(255))
	}
	return data
}

// TestMemoryWithImage: a memory with an image behaves like a memory to which the image's bytes were written.
// The image does not change, and outside of the changed ranges the memory still has its bytes.
func TestMemoryWithImage(t *testing.T) {
	t.Parallel()
	for _, size := range []int{100, 5000, 40000} {
		data := randomBytes(size)
		image := sim.NewImage(slices.Clone(data))
		var made []*sim.Memory
		checkMemory(t, 0, int64(size), 1000, data, func(name string) *sim.Memory {
			made = append(made, sim.NewSharedMemory(name, image))
			return made[len(made)-1]
		})
		if !bytes.Equal(image.Bytes(), data) {
			t.Errorf("%d bytes: the image is changed", size)
		}
		for _, m := range made {
			of, changed := m.Changed()
			if of != image {
				t.Errorf("%d bytes: the image is %p, want %p", size, of, image)
			}
			at := int64(0)
			for _, r := range append(changed, sim.Range{Begin: int64(size)}) {
				got, written, err := m.Read(at, int(r.Begin-at))
				if err != nil || !written || !bytes.Equal(got, data[at:r.Begin]) {
					t.Errorf("%d bytes: [%d, %d) is changed, written %t, %v", size, at, r.Begin, written, err)
				}
				at = r.End
			}
		}
	}
}

// TestPagesOfImages: a store copies a page, and a load copies none. Large images have larger pages.
func TestPagesOfImages(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		size   int
		stores []int64
		want   string
	}{
		{100, []int64{50}, "[{0 100}]"}, {10000, []int64{9000, 8190}, "[{4096 8192} {8192 10000}]"},
		{1<<26 + 1, []int64{1 << 26, 5000}, "[{0 8192} {67108864 67108865}]"},
	} {
		m := sim.NewSharedMemory("m", sim.NewImage(make([]byte, c.size)))
		if _, written, err := m.Load(int64(c.size)/2, 4); err != nil || !written {
			t.Errorf("%d bytes: written %t, %v", c.size, written, err)
		}
		if im, changed := m.Changed(); im == nil || changed != nil {
			t.Errorf("%d bytes: a load changes %v", c.size, changed)
		}
		for _, at := range c.stores {
			if err := m.Store(at, 1, 1); err != nil {
				t.Error(err)
			}
		}
		if _, changed := m.Changed(); fmt.Sprint(changed) != c.want {
			t.Errorf("%d bytes: stores change %v, want %s", c.size, changed, c.want)
		}
	}
	if im, changed := sim.NewMemory("m", 0, 8).Changed(); im != nil || len(changed) != 1 {
		t.Errorf("memory without an image: %v, %v", im, changed)
	}
}

// TestTransfersOfImages: reads of rows after writes of the same rows have the new elements.
func TestTransfersOfImages(t *testing.T) {
	t.Parallel()
	c, module := parse(t, `func.func @f(%m: memref<8x1024xi32>) -> vector<2x16xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0 : i32
  %none = arith.constant dense<0> : vector<2x16xi32>
  %sum = scf.for %k = %c0 to %c4 step %c1 iter_args(%s = %none) -> (vector<2x16xi32>) {
    %i = arith.remui %k, %c2 : index
    %v = vector.transfer_read %m[%i, %c0], %zero {in_bounds = [true, true]} : memref<8x1024xi32>, vector<2x16xi32>
    %r = arith.addi %s, %v : vector<2x16xi32>
    vector.transfer_write %r, %m[%i, %c0] {in_bounds = [true, true]} : vector<2x16xi32>, memref<8x1024xi32>
    memref.store %zero, %m[%c1, %k] : memref<8x1024xi32>
    scf.yield %r : vector<2x16xi32>
  }
  return %sum : vector<2x16xi32>
}`)
	data := randomBytes(8 * 1024 * 4)
	whole := sim.NewMemory("m", 0, int64(len(data)))
	if err := whole.Write(0, data); err != nil {
		t.Fatal(err)
	}
	var results []string
	for _, m := range []*sim.Memory{whole, sim.NewSharedMemory("m", sim.NewImage(data))} {
		got, err := sim.New(module, nil).Call(t.Context(), "f", sim.Value{Ref: &sim.MemRef{Mem: m, Elem: c.I32(), Sizes: []int64{8, 1024}, Strides: []int64{1024, 1}}})
		if err != nil {
			t.Fatal(err)
		}
		data, _, readErr := m.Read(0, len(data))
		if readErr != nil {
			t.Fatal(readErr)
		}
		results = append(results, fmt.Sprint(sim.Format(ir.Vector([]int64{2, 16}, c.I32()), got[0]), data))
	}
	if results[0] != results[1] {
		t.Errorf("with an image %s, without %s", results[1], results[0])
	}
}
