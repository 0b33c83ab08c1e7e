package ir

import (
	"sync"
	"testing"
)

// greeting is an interface as another package would declare it.
var greeting = NewInterface[func(op *Operation) string]("greeting")

// size is an interface of types and attributes whose form is a Go interface.
var size = NewInterface[interface{ Size() int }]("size")

type fixedSize int

func (n fixedSize) Size() int { return int(n) }

func ownType(c *Context) Type {
	return InternType(Spell(c).Str("!own.t"), func(b TypeBase) *OpaqueType { return &OpaqueType{TypeBase: b} })
}

func bareType(c *Context) Type {
	return InternType(Spell(c).Str("!bare.t<3>"), func(b TypeBase) *OpaqueType { return &OpaqueType{TypeBase: b} })
}

func greet(word string) func(*Operation) string {
	return func(op *Operation) string { return word + " " + op.Name() }
}

// interfaceDialects returns a dialect with implementations and a dialect without, which
// contexts share like all dialects.
func interfaceDialects() (own, bare *Dialect) {
	own = &Dialect{Name: "own", Define: func() Definitions {
		return Definitions{
			Ops: []*OpDef{{Kind: "own.op", Implements: []Implementation{greeting.By(greet("own"))}}},
			Types: []*TypeDef{{Mnemonic: "t", Implements: []Implementation{size.By(fixedSize(4))},
				Parse: func(p AsmParser) Type { return ownType(p.Context()) }}},
		}
	}}
	bare = &Dialect{Name: "bare", Define: func() Definitions {
		return Definitions{Ops: []*OpDef{{Kind: "bare.op"}, {Kind: "bare.other"}}}
	}}
	return own, bare
}

func wantGreeting(t *testing.T, op *Operation, want string) {
	t.Helper()
	got := ""
	if f, ok := greeting.Of(op); ok {
		got = f(op)
	}
	if got != want {
		t.Errorf("greeting of %s: got %q, want %q", op.Name(), got, want)
	}
	if has := greeting.Has(op); has != (want != "") {
		t.Errorf("%s has a greeting: %v", op.Name(), has)
	}
}

func opOf(c *Context, name string, results ...Type) *Operation {
	return NewBuilder(c).Op(Kind(name), nil, results)
}

func TestOwnImplementation(t *testing.T) {
	own, bare := interfaceDialects()
	c := NewContext(own, bare)
	wantGreeting(t, opOf(c, "own.op"), "own own.op")
	wantGreeting(t, opOf(c, "bare.op"), "")
	wantGreeting(t, opOf(c, "bare.op", c.I32()), "")
	if greeting.Has(nil) {
		t.Error("no operation has a greeting")
	}
	if _, ok := greeting.In(own.Op("own.op")); !ok {
		t.Error("the definition of own.op has no greeting")
	}
	if n, ok := size.OfNode(ownType(c)); !ok || n.Size() != 4 {
		t.Errorf("size of !own.t: %v, %v", n, ok)
	}
	if _, ok := size.OfNode(c.I32()); ok {
		t.Error("i32 has a size")
	}
}

func TestModels(t *testing.T) {
	own, bare := interfaceDialects()
	with, without := NewContext(own, bare), NewContext(own, bare)
	with.Attach(ModelOf(Kind("bare.op"), greeting.By(greet("attached"))), ModelOf(Kind("own.op"), greeting.By(greet("attached"))))
	with.Attach(ModelOf(Kind("bare.op"), greeting.By(greet("late"))), ModelOf(Kind("bare.other"), greeting.By(greet("late"))))
	with.Attach(NodeModel("!bare.t", size.By(fixedSize(7))), NodeModel("!own.t", size.By(fixedSize(8))))

	wantGreeting(t, opOf(with, "bare.op", with.I32()), "attached bare.op")
	wantGreeting(t, opOf(with, "bare.other", with.I32()), "late bare.other")
	wantGreeting(t, opOf(with, "own.op", with.I32()), "own own.op")
	wantGreeting(t, opOf(without, "bare.op", without.I32()), "")
	wantGreeting(t, opOf(without, "own.op", without.I32()), "own own.op")

	for _, test := range []struct {
		of   Type
		want int
	}{{bareType(with), 7}, {ownType(with), 4}, {bareType(without), 0}, {ownType(without), 4}} {
		got := 0
		if n, ok := size.OfNode(test.of); ok {
			got = n.Size()
		}
		if got != test.want {
			t.Errorf("size of %s: got %d, want %d", test.of, got, test.want)
		}
	}
}

// An operation without operands and results finds the models of its context through the
// operations around it or inside it.
func TestModelsOfPlainOps(t *testing.T) {
	_, bare := interfaceDialects()
	c := NewContext(bare)
	c.Attach(ModelOf(Kind("bare.op"), greeting.By(greet("attached"))), ModelOf(ModuleOp{}, greeting.By(greet("attached"))))
	b := NewBuilder(c)
	module := b.Op(ModuleOp{}, nil, nil)
	b.NewBlock(module.Region(0), nil, Location{})
	op := b.Op(Kind("bare.op"), nil, nil)
	wantGreeting(t, op, "") // no operation here mentions the context
	b.Op(Kind("bare.other"), nil, []Type{c.I32()})
	wantGreeting(t, module, "attached builtin.module")
	module.SetAttr("bare.note", c.Unit())
	wantGreeting(t, op, "attached bare.op")
}

func TestModelsOfDialect(t *testing.T) {
	_, bare := interfaceDialects()
	brings := &Dialect{Name: "brings", Models: func() []Model {
		return []Model{ModelOf(Kind("bare.op"), greeting.By(greet("brought")))}
	}}
	c := NewContext(brings, bare)
	wantGreeting(t, opOf(c, "bare.op", c.I32()), "brought bare.op")
}

func TestAttachBesideReaders(t *testing.T) {
	_, bare := interfaceDialects()
	c := NewContext(bare)
	op := opOf(c, "bare.op", c.I32())
	models := []Model{ModelOf(Kind("bare.op"), greeting.By(greet("attached")))}
	c.Attach(models...)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 100 {
				c.Attach(models...)
				wantGreeting(t, op, "attached bare.op")
			}
		})
	}
	wg.Wait()
}

func TestInterfaceAllocates(t *testing.T) {
	own, bare := interfaceDialects()
	c := NewContext(own, bare)
	c.Attach(ModelOf(Kind("bare.op"), greeting.By(greet("attached"))))
	for _, op := range []*Operation{opOf(c, "own.op", c.I32()), opOf(c, "bare.op", c.I32()), opOf(c, "bare.other", c.I32())} {
		if n := testing.AllocsPerRun(100, func() { greeting.Of(op) }); n != 0 {
			t.Errorf("asking %s allocates %v times", op.Name(), n)
		}
	}
}
