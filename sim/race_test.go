package sim

import (
	"fmt"
	"math/rand"
	"testing"

	"optc/diag"
)

// Units of several bytes give the same races as single bytes.
func TestUnitsOfRaces(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewSource(1))
	const bytes = 256
	found := 0
	for range 5000 {
		finder, epoch := newRaces(), new(uint32(1))
		watched := func(shift uint) *Memory {
			m := NewMemory("m", 0, bytes)
			m.shadow = &shadow{races: finder, epoch: epoch, shift: shift, units: make([]touch, bytes>>shift)}
			return m
		}
		whole, single := watched(uint(r.Intn(4))), watched(0)
		finest := r.Intn(4)
		for range 2 + r.Intn(30) {
			finder.thread, finder.atomic = int32(1+r.Intn(3)), r.Intn(3) == 0
			if r.Intn(6) == 0 {
				*epoch++
			}
			size := 1 << (finest + r.Intn(4-finest))
			at := int64(r.Intn(bytes/size) * size)
			var e, f *diag.Error
			switch number := uint64(r.Intn(3)) << (8 * r.Intn(size)); r.Intn(8) {
			case 0, 1, 2, 3:
				_, _, e = single.Load(at, size)
				_, _, f = whole.Load(at, size)
			case 4, 5:
				e, f = single.Store(at, size, number), whole.Store(at, size, number)
			case 6:
				e, f = single.Forget(at, size), whole.Forget(at, size)
			case 7:
				to := int64(r.Intn(bytes/size/3+1) * size)
				n := min(3*size, bytes-int(max(at, to)))
				e, f = Move(single, to, single, at, n), Move(whole, to, whole, at, n)
			}
			if fmt.Sprint(e) != fmt.Sprint(f) {
				t.Fatalf("%d bytes at %d: %v, want %v", size, at, f, e)
			}
			if e != nil {
				found++
				break
			}
		}
	}
	if found < 500 || found > 4500 {
		t.Errorf("%d of 5000 programs have races", found)
	}
}

// The bytes that a store changes are those whose value differs or that were not written.
func TestChangedBytes(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewSource(1))
	for range 10000 {
		m := newPart(0, 80)
		r.Read(m.bytes)
		size := 1 + r.Intn(8)
		at := int64(r.Intn(80 - size + 1))
		number, want := m.number(at, size), uint8(0)
		for k := range size {
			written := r.Intn(4) > 0
			m.setWritten(at+int64(k), 1, written)
			if r.Intn(3) == 0 {
				number ^= uint64(1+r.Intn(255)) << (8 * k)
				written = false
			}
			if !written {
				want |= 1 << k
			}
		}
		if got := m.changedBytes(at, size, number|r.Uint64()<<(8*size-1)<<1); got != want {
			t.Fatalf("%d bytes at %d: %08b, want %08b", size, at, got, want)
		}
	}
}
