package optmain

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	fn "optc/dialect/func"
	"optc/internal/npy"
	"optc/ir"
	"optc/lower"
	"optc/num"
	"optc/parser"
	"optc/sim"
)

// callFunction is `optc run --call f --arg …`: it runs a function of a file and prints
// its results, and what its memrefs hold afterwards.
func (t *tool) callFunction(name string, o *runOptions, options lower.Options) int {
	p, ok := t.load(name, &o.source)
	if !ok {
		return 1
	}
	m := sim.New(p.module, nil)
	m.Limits = options.Limits
	op, err := m.Function(o.call)
	if t.failed(err) {
		return 1
	}
	if !fn.Func.Is(op) {
		return t.fail(fmt.Errorf("'%s' is a '%s', which cannot be called", o.call, op.Name()))
	}
	signature := fn.TypeOf(op)
	types := signature.Inputs
	if len(types) != len(o.args) {
		return t.fail(fmt.Errorf("function '%s' takes %d arguments, but got %d --arg", o.call, len(types), len(o.args)))
	}
	args := make([]sim.Value, len(types))
	for i, text := range o.args {
		if args[i], err = t.argument(p.ctx, types[i], text); err != nil {
			return t.fail(fmt.Errorf("argument %d: %w", i, err))
		}
	}
	results, err := m.Call(t.ctx, o.call, args...)
	if err != nil {
		var at *sim.RuntimeError
		if errors.As(err, &at) {
			t.stderr.Report(at.Diagnostic())
			return 1
		}
		return t.fail(err)
	}
	for i, v := range results {
		fmt.Fprintf(t.stdout, "result %d = %s\n", i, sim.Format(signature.Results[i], v))
	}
	for i, typ := range types {
		if _, isMemRef := typ.(*ir.MemRefType); isMemRef {
			fmt.Fprintf(t.stdout, "argument %d = %s\n", i, sim.Format(typ, args[i]))
		}
	}
	return 0
}

// argument reads the value of an argument: a .npy file, a number, or dense<…>.
func (t *tool) argument(c *ir.Context, typ ir.Type, text string) (sim.Value, error) {
	shaped, isShaped := typ.(ir.ShapedType)
	if !isShaped {
		a, err := parser.ParseAttr(c, text, typ, t.stderr)
		if err != nil {
			return sim.Value{}, fmt.Errorf("expected a value of type '%s', but got '%s'", typ, text)
		}
		return sim.ValueOf(a)
	}
	array := &npy.Array{}
	if strings.HasSuffix(text, ".npy") {
		data, err := os.ReadFile(t.path(text))
		if err != nil {
			return sim.Value{}, fmt.Errorf("cannot read '%s': %s", text, plainError(err))
		}
		if array, err = npy.Parse(data); err != nil {
			return sim.Value{}, fmt.Errorf("'%s': %w", text, err)
		}
		if want := npyType(shaped.ElementType()); array.Type != want {
			return sim.Value{}, fmt.Errorf("'%s': expected elements of NumPy type %s for '%s', but got %s", text, want, typ, array.Type)
		}
	} else {
		dense, err := t.dense(c, shaped, text)
		if err != nil {
			return sim.Value{}, err
		}
		array.Shape = slices.Clone(dense.Type().(ir.ShapedType).Shape())
		for i := range dense.NumElements() {
			array.Data = append(array.Data, dense.Element(i)...)
		}
	}
	return filled(shaped, array)
}

// dense reads a literal for an argument.
func (t *tool) dense(c *ir.Context, argument ir.ShapedType, text string) (*ir.DenseAttr, error) {
	d, err := parser.ParseDense(c, text, ir.Tensor(argument.Shape(), argument.ElementType(), nil), t.stderr)
	switch {
	case err != nil:
		return nil, fmt.Errorf("expected a file.npy or dense<…> for '%s', but got '%s'", argument, text)
	case d.Type().(ir.ShapedType).ElementType() != argument.ElementType():
		return nil, fmt.Errorf("expected elements of type %s for '%s', but got '%s'", argument.ElementType(), argument, text)
	}
	return d, nil
}

// filled makes a vector, tensor or memref of the elements of an array.
func filled(t ir.ShapedType, a *npy.Array) (sim.Value, error) {
	fits := len(a.Shape) == len(t.Shape())
	for d := 0; fits && d < len(a.Shape); d++ {
		fits = t.Shape()[d] == ir.Dynamic || t.Shape()[d] == a.Shape[d]
	}
	if !fits {
		return sim.Value{}, fmt.Errorf("expected a shape of '%s', but got [%s]", t, num.JoinInts(a.Shape))
	}
	if _, isMemRef := t.(*ir.MemRefType); isMemRef {
		r, err := sim.Alloc("argument", a.Shape, t.ElementType())
		if err != nil {
			return sim.Value{}, err
		}
		if err := r.Mem.Write(0, a.Data); err != nil {
			return sim.Value{}, err
		}
		return sim.Value{Ref: r}, nil
	}
	v := sim.NewVector(a.Shape, t.ElementType())
	size := sim.ElementBytes(t.ElementType())
	for i := range v.Elems {
		v.Elems[i] = sim.RawBits(a.Data[i*size : (i+1)*size])
	}
	return sim.Value{Ref: v}, nil
}
