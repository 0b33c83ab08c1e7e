package bytecode_test

import (
	"math/rand/v2"
	"testing"

	"optc/bytecode"
	"optc/ir"
)

// check reads arbitrary bytes. An accepted module keeps its meaning when it is written
// and read again.
func check(t *testing.T, data string) {
	c := newContext()
	module, err := read(c, data, 1)
	if err != nil {
		if _, ok := err.(*bytecode.Error); !ok {
			t.Errorf("error without a place: %v", err)
		}
		return
	}
	if ir.Verify(module, nil) != nil {
		return
	}
	want := printed(module)
	written, err := bytecode.Write(c, module, bytecode.WriteOptions{Version: bytecode.MaxVersion})
	if err != nil {
		t.Fatalf("%v\n%s", err, want)
	}
	again, err := read(newContext(), string(written), 1)
	if err != nil {
		t.Fatalf("%v\n%s", err, want)
	}
	if got := printed(again); got != want {
		t.Fatalf("got\n%s\nwant\n%s", got, want)
	}
}

// FuzzRead: no bytes make the reader panic.
func FuzzRead(f *testing.F) {
	for _, text := range texts {
		for _, version := range []int{bytecode.MinVersion, 4, bytecode.MaxVersion} {
			c := newContext()
			if data, err := bytecode.Write(c, parse(f, c, text), bytecode.WriteOptions{Version: version}); err == nil {
				f.Add([]byte(data))
			}
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) { check(t, string(data)) })
}

// TestDamaged reads files that are cut off at every place, which is always an error,
// and files with bytes that were changed at random.
func TestDamaged(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for _, text := range texts {
		c := newContext()
		data := write(t, c, parse(t, c, text), bytecode.MaxVersion)
		for n := range len(data) {
			if _, err := read(newContext(), data[:n], 1); err == nil {
				t.Errorf("%d of %d bytes are accepted", n, len(data))
			}
		}
		for range 300 {
			changed := []byte(data)
			for range 1 + r.IntN(3) {
				changed[len(bytecode.Magic)+r.IntN(len(changed)-len(bytecode.Magic))] = byte(r.Uint32())
			}
			check(t, string(changed))
		}
	}
}
