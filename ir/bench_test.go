package ir

import (
	"io"
	"testing"
)

// benchModule builds functions of 500 operations each.
func benchModule(functions int) *Operation {
	c, m, b := newModule()
	t := Vector([]int64{16, 64}, c.F16())
	for i := range functions {
		f := b.Op(Kind("test.func"), nil, nil, NamedAttr{"sym_name", c.Str("f" + string(rune('a'+i%26)) + string(rune('a'+i/26)))})
		entry := b.NewBlock(f.Region(0), []Type{t}, Location{})
		v := entry.Arg(0)
		for k := range 499 {
			if k%10 == 0 {
				b.Value(Kind("test.constant"), nil, nil, NamedAttr{"value", c.IndexAttr(int64(k))})
				continue
			}
			v = b.Value(Kind("test.add"), []*Value{v, entry.Arg(0)}, nil)
		}
		b.Op(Kind("test.return"), []*Value{v}, nil)
		b.After(f)
	}
	return m
}

func BenchmarkPrint(b *testing.B) {
	m := benchModule(200)
	opts := PrintOptions{AssumeVerified: true}
	b.SetBytes(int64(len(Print(m, opts))))
	b.ReportAllocs()
	for b.Loop() {
		if err := Fprint(io.Discard, m, opts); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkVerify(b *testing.B) {
	m := benchModule(200)
	b.ReportAllocs()
	for b.Loop() {
		if Verify(m, nil) != nil {
			b.Fatal("not valid")
		}
	}
}

func BenchmarkFingerprint(b *testing.B) {
	m := benchModule(200)
	for b.Loop() {
		Fingerprint(m)
	}
}

// TestPrintThreads checks that the text depends neither on the number of threads nor on how the
// writer receives it.
func TestPrintThreads(t *testing.T) {
	t.Parallel()
	m := benchModule(20)
	want := string(Print(m, PrintOptions{AssumeVerified: true, Threads: 1}))
	for threads := 2; threads < 6; threads++ {
		if got := string(Print(m, PrintOptions{AssumeVerified: true, Threads: threads})); got != want {
			t.Fatalf("%d threads print differently", threads)
		}
	}
	var w pieces
	if err := Fprint(&w, m, PrintOptions{Threads: 1}); err != nil || string(w) != want {
		t.Errorf("Fprint writes something else, error %v", err)
	}
}

type pieces []byte

func (p *pieces) Write(b []byte) (int, error) {
	*p = append(*p, b...)
	return len(b), nil
}

func TestFingerprint(t *testing.T) {
	t.Parallel()
	c, m, b := newModule()
	v := i32(c, b)
	w := i32(c, b)
	s := b.Op(Kind("test.add"), []*Value{v, w}, nil)
	before := Fingerprint(m)
	if Fingerprint(m) != before {
		t.Fatal("the fingerprint is not stable")
	}
	changes := []struct {
		name       string
		make, undo func()
	}{
		{"operand", func() { s.SetOperand(1, v) }, func() { s.SetOperand(1, w) }},
		{"attribute", func() { s.SetAttr("test.a", c.Unit()) }, func() { s.SetAttr("test.a", nil) }},
		{"order", func() { v.DefiningOp().MoveAfter(w.DefiningOp()) }, func() { v.DefiningOp().MoveBefore(w.DefiningOp()) }},
		{"type", func() { s.Result(0).SetType(c.I64()) }, func() { s.Result(0).SetType(c.I32()) }},
		{"location", func() { s.SetLoc(LocationOf(c.FileLoc("x", 1, 1))) }, func() { s.SetLoc(Location{}) }},
	}
	for _, change := range changes {
		change.make()
		if Fingerprint(m) == before {
			t.Errorf("a change of the %s is not seen", change.name)
		}
		change.undo()
		if Fingerprint(m) != before {
			t.Errorf("undoing the change of the %s is not seen", change.name)
		}
	}
}
