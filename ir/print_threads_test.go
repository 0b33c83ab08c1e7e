package ir

import (
	"bytes"
	"fmt"
	"testing"
)

// Text that goroutines print separately continues the numbering of the operations before
// it: numbers and names of regions that are not isolated, default dialects, resources of
// several functions.
func TestPrintFunctionsBesideRegions(t *testing.T) {
	t.Parallel()
	c, m, b := newModule()
	constant := func(a Attribute) { b.Value(Kind("test.constant"), nil, nil, NamedAttr{"value", a}) }
	for i := range 12 {
		kind := "test.func"
		if i%3 == 1 {
			kind = "test.region" // not isolated
		}
		at := b.Save()
		op := b.Create(&OpState{Def: c.MustOpDef(Kind(kind)), NumRegions: 1, Props: map[string][]Attribute{"test.func": {c.Str(fmt.Sprint("f", i))}}[kind]})
		b.NewBlock(op.Region(0), []Type{c.I32()}, Location{})
		constant(c.Resource(c.Resources.Declare("blob").Key, Tensor([]int64{1}, c.I32(), nil)))
		inner := b.Create(&OpState{Def: c.MustOpDef(Kind("test.region")), NumRegions: 1})
		in := b.Save()
		b.NewBlock(inner.Region(0), []Type{c.F32()}, Location{})
		for k := range parallelOps / 8 {
			constant(c.Int(c.I32(), int64(k)))
			b.Create(&OpState{Def: c.UnregisteredOpDef("x.make"), ResultTypes: []Type{c.I32()}})
		}
		b.Restore(in)
		b.Op(Kind("test.return"), nil, nil)
		b.Restore(at)
		constant(c.I64Attr(int64(i)))
		b.Create(&OpState{Def: c.UnregisteredOpDef("x.make"), ResultTypes: []Type{c.I32(), c.I32()}})
	}
	for i := range 12 {
		key := "blob"
		if i > 0 {
			key += fmt.Sprint("_", i)
		}
		c.Resources.Get(key).Data = []byte{byte(i), 0, 0, 0}
	}
	for _, o := range []PrintOptions{{}, {KeepNames: true}, {DebugInfo: true}} {
		o.AssumeVerified, o.Threads = true, 1
		want := Print(m, o)
		if n := bytes.Count(want, []byte("blob")); n != 24 {
			t.Fatalf("%d times a resource", n)
		}
		for _, threads := range []int{2, 5} {
			o.Threads = threads
			if got := Print(m, o); !bytes.Equal(got, want) {
				t.Errorf("%+v: the text depends on the threads", o)
			}
		}
	}
}

// A panic of a Print function reaches the caller of Print, on whichever goroutine it
// happened.
func TestPanicWhilePrinting(t *testing.T) {
	t.Parallel()
	dialect := testDialect()
	for _, d := range dialect.Definitions().Ops {
		if d.Kind == Kind("test.constant") {
			d.Assembly, d.Parse = "", func(OpParser, *OpState) {}
			d.Print = func(p *Printer, op *Operation) {
				if IntOr(op.Prop(0), 0) == 5 && p.collect == nil {
					panic("five")
				}
			}
		}
	}
	c := NewContext(dialect)
	b := NewBuilder(c)
	m := b.Op(ModuleOp{}, nil, nil)
	b.NewBlock(m.Region(0), nil, Location{})
	for i := range 10 {
		f := b.Op(Kind("test.func"), nil, nil, NamedAttr{"sym_name", c.Str(fmt.Sprint("f", i))})
		b.NewBlock(f.Region(0), nil, Location{})
		for range parallelOps / 8 {
			b.Value(Kind("test.constant"), nil, nil, NamedAttr{"value", c.I64Attr(int64(i))})
		}
		b.Op(Kind("test.return"), nil, nil)
		b.After(f)
	}
	for _, threads := range []int{1, 3} {
		func() {
			defer func() {
				if got := recover(); got == nil {
					t.Errorf("%d threads: no panic", threads)
				}
			}()
			Print(m, PrintOptions{AssumeVerified: true, Threads: threads})
		}()
	}
}
