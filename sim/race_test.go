package sim

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"optc/diag"
)

// accessesToByte are the accesses of threads to a byte since the last barrier.
type accessesToByte struct {
	writers, readers []int32 // without repetitions
	changed          bool    // by some write
	notAtomic        bool    // some access
}

// model finds races in the accesses to a memory, byte by byte.
type model struct {
	*races
	bytes []accessesToByte
}

// others returns the other threads among threads; "" for none.
func (m *model) others(threads []int32) string {
	switch {
	case len(threads) > 1:
		return "other threads"
	case len(threads) == 0 || threads[0] == m.thread:
		return ""
	}
	return fmt.Sprintf("thread %d", threads[0]-1)
}

// access records an access to a byte, which changed is set for if it gets another value, and
// returns the error.
func (m *model) access(at int64, write, changed bool) string {
	b := &m.bytes[at]
	race := func(does, did, who string) string {
		return fmt.Sprintf("thread %d %s byte %d of m that %s %s, and no barrier is between them", m.thread-1, does, at, who, did)
	}
	writer, reader := m.others(b.writers), m.others(b.readers)
	switch ordered := m.atomic && !b.notAtomic; {
	case ordered:
	case !write && b.changed && len(b.writers) == 1 && writer != "":
		return race("reads", "wrote", writer)
	case write && changed && writer != "":
		return race("writes another value to", "wrote", writer)
	case write && changed && reader != "":
		return race("writes", "read", reader)
	}
	list := &b.readers
	if write {
		list = &b.writers
	}
	if !slices.Contains(*list, m.thread) {
		*list = append(*list, m.thread)
	}
	b.changed, b.notAtomic = b.changed || changed, b.notAtomic || !m.atomic
	return ""
}

// The records of accesses find the races of the model.
func TestRaces(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewSource(1))
	const bytes = 16
	found, threads := 0, []int32{1, 2, 3, MaxThreads}
	for range 5000 {
		finder, epoch := newRaces(), new(uint32(1))
		want := &model{finder, make([]accessesToByte, bytes)}
		m := NewMemory("m", 0, bytes)
		m.shadow = &shadow{races: finder, epoch: epoch}
		m.shadow.reset(uint(r.Intn(4)), bytes)
		finest := r.Intn(3)
		for range 2 + r.Intn(40) {
			finder.thread, finder.atomic = threads[r.Intn(len(threads))], r.Intn(3) == 0
			if r.Intn(3) == 0 {
				*epoch++
				clear(want.bytes)
			}
			size := 1 << (finest + r.Intn(4-finest))
			at, number := int64(r.Intn(bytes/size)*size), uint64(r.Intn(3))<<(8*r.Intn(size))
			write, changed, e := r.Intn(2) == 0, m.parts[0].changedBytes(at, size, number), ""
			for k := 0; k < size && e == ""; k++ {
				e = want.access(at+int64(k), write, write && changed>>k&1 != 0)
			}
			var err *diag.Error
			if write {
				err = m.Store(at, size, number)
			} else {
				_, _, err = m.Load(at, size)
			}
			if got := messageOf(err); got != e {
				t.Fatalf("%d bytes at %d: %s, want %s", size, at, got, e)
			}
			if e != "" {
				found++
				break
			}
		}
	}
	if found < 500 || found > 4500 {
		t.Errorf("%d of 5000 programs have races", found)
	}
}

func messageOf(err *diag.Error) string {
	if err == nil {
		return ""
	}
	return err.Msg
}

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
			m.shadow = &shadow{races: finder, epoch: epoch}
			m.shadow.reset(shift, bytes>>shift)
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

// TestPages: a large record has pages only for the units that were accessed, and smaller units keep its contents.
func TestPages(t *testing.T) {
	t.Parallel()
	s := &shadow{epoch: new(uint32(1))}
	s.reset(2, onePage+5)
	places := []int64{2, pageUnits - 1, onePage + 4}
	for _, u := range places {
		*s.unit(u) = touch{epoch: 1, writer: int32(u + 1), changed: 0b1001}
	}
	if last := onePage / pageUnits; len(s.pages) != last+1 || s.pages[1] != nil || len(s.pages[0]) != pageUnits || len(s.pages[last]) != 5 {
		t.Fatalf("%d pages; %d units in the first, %d in the second and %d in the last", len(s.pages), len(s.pages[0]), len(s.pages[1]), len(s.pages[last]))
	}
	s.divide(1, 1)
	if s.shift != 0 || s.count != 4*(onePage+5) || s.pages[4] != nil {
		t.Fatalf("%d units of %d bytes", s.count, 1<<s.shift)
	}
	for _, u := range places {
		for k, changed := range []uint8{1, 0, 0, 1} {
			if got, want := *s.unit(4*u + int64(k)), (touch{epoch: 1, writer: int32(u + 1), changed: changed}); got != want {
				t.Errorf("unit %d: %+v, want %+v", 4*u+int64(k), got, want)
			}
		}
	}
	s.reset(s.shift, s.count)
	for _, u := range places {
		if got := *s.unit(4 * u); got != (touch{}) {
			t.Errorf("unit %d: %+v after the record was made empty", 4*u, got)
		}
	}
}

// TestOnePage: a record that becomes large when its units become small has more than one page.
func TestOnePage(t *testing.T) {
	t.Parallel()
	s := &shadow{epoch: new(uint32(1))}
	s.reset(1, onePage)
	*s.unit(onePage - 1) = touch{epoch: 1, writer: 7, changed: 0b10}
	if len(s.pages) != 1 {
		t.Errorf("%d pages", len(s.pages))
	}
	s.divide(0, 1)
	if got, want := *s.unit(2*onePage - 1), (touch{epoch: 1, writer: 7, changed: 1}); got != want || len(s.pages) != 2*onePage/pageUnits {
		t.Errorf("%+v in %d pages, want %+v", got, len(s.pages), want)
	}
}
