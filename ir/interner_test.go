package ir

import (
	"sync"
	"testing"
)

// count returns the number of nodes.
func (t *interner) count() int {
	n := 0
	var last *internPage
	for i := range t.dir.Load().pages {
		if p := t.dir.Load().pages[i].Load(); p != last { // entries of a page are adjacent
			n += int(p.used)
			last = p
		}
	}
	return n
}

// TestInternTogether interns the same types on several goroutines, which must get the
// same pointers while pages of the table are split.
func TestInternTogether(t *testing.T) {
	t.Parallel()
	const goroutines, types = 4, 20 * internSlots
	c := NewContext()
	f32 := c.F32()
	var got [goroutines][types]Type
	var wg sync.WaitGroup
	for g := range goroutines {
		wg.Go(func() {
			for i := range types {
				n := (i + g*types/goroutines) % types // each begins elsewhere
				got[g][n] = Vector([]int64{int64(n + 1)}, f32)
			}
		})
	}
	wg.Wait()
	for i, want := range got[0] {
		for g := range goroutines {
			if got[g][i] != want || got[g][i] == nil {
				t.Fatalf("goroutine %d: vector<%dxf32> is another type", g, i+1)
			}
		}
		if i > 0 && want == got[0][i-1] {
			t.Fatalf("%s stands for two types", want)
		}
	}
}

// BenchmarkIntern looks up an existing type, on one and on several goroutines.
func BenchmarkIntern(b *testing.B) {
	c := NewContext()
	f32 := c.F32()
	b.Run("one", func(b *testing.B) {
		for b.Loop() {
			Vector([]int64{4, 8}, f32)
		}
	})
	b.Run("together", func(b *testing.B) {
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				Vector([]int64{4, 8}, f32)
			}
		})
	})
}
