package conformance

import (
	"fmt"
	"strings"

	fn "optc/dialect/func"
	"optc/internal/testing/randprog"
	"optc/ir"
	"optc/sim"
	"optc/validate"
)

// This file writes the callers of functions that an independent machine executes. A caller makes
// the same arguments as for the simulator, calls the function, and prints the bits of every result
// and of the memory of every argument:
//
//	 ) number of the module, number of the function, element, element, …
//
// No operation of MLIR prints a line that begins so.

// printer is the part of a module with callers that writes numbers. The functions without
// body are in mlir_c_runner_utils.
const printer = `
func.func private @printI64(i64)
func.func private @printComma()
func.func private @printClose()
func.func private @printNewline()
func.func private @judge.begin(%module: i64, %function: i64) {
  call @printClose() : () -> ()
  call @printI64(%module) : (i64) -> ()
  call @printComma() : () -> ()
  call @printI64(%function) : (i64) -> ()
  return
}
func.func private @judge.print(%m: memref<?xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %m, %c0 : memref<?xi64>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %m[%i] : memref<?xi64>
    func.call @printComma() : () -> ()
    func.call @printI64(%x) : (i64) -> ()
  }
  return
}
`

// driver writes callers.
type driver struct {
	b strings.Builder
	n int // of names
}

func (d *driver) line(format string, args ...any) { fmt.Fprintf(&d.b, "  "+format+"\n", args...) }

// define writes an operation with one result.
func (d *driver) define(format string, args ...any) string {
	d.n++
	d.line("%%d%d = %s", d.n, fmt.Sprintf(format, args...))
	return fmt.Sprintf("%%d%d", d.n)
}

// WithCallers returns the trial's module after some pipeline, with an additional function
// @judge.main that calls the functions whose behaviour is defined.
func (t *Trial) WithCallers(text string) (string, error) {
	var d driver
	var calls strings.Builder
	for i, f := range t.functions {
		if t.want[i] == nil {
			continue
		}
		fmt.Fprintf(&d.b, "func.func private @judge.call%d(%%module: i64) {\n", i)
		if err := d.caller(f, i, t.Seed); err != nil {
			return "", err
		}
		d.b.WriteString("  return\n}\n")
		fmt.Fprintf(&calls, "  call @judge.call%d(%%module) : (i64) -> ()\n", i)
	}
	end := strings.LastIndexByte(text, '}')
	return text[:end] + printer + d.b.String() + "func.func @judge.main(%module: i64) {\n" + calls.String() + "  return\n}\n" + text[end:], nil
}

func (d *driver) caller(f validate.Function, number int, seed uint64) error {
	args, same, err := arguments(f, seed)
	if err != nil {
		return err
	}
	var names, types []string
	for i, a := range f.Op.Body().Args() {
		if same[i] != i {
			names = append(names, names[same[i]])
		} else {
			names = append(names, d.value(a.Type(), args[i]))
		}
		types = append(types, a.Type().String())
	}
	results := fn.TypeOf(f.Op).Results
	var resultTypes []string
	for _, r := range results {
		resultTypes = append(resultTypes, r.String())
	}
	call := fmt.Sprintf("call @%s(%s) : (%s) -> (%s)", f.Path, strings.Join(names, ", "), strings.Join(types, ", "), strings.Join(resultTypes, ", "))
	if len(results) > 0 {
		call = fmt.Sprintf("%%r%d:%d = %s", number, len(results), call)
	}
	d.line("%s", call)
	n := d.define("arith.constant %d : i64", number)
	d.line("call @judge.begin(%%module, %s) : (i64, i64) -> ()", n)
	for i, a := range f.Op.Body().Args() {
		if args[i].MemRef() != nil {
			d.print(names[i], a.Type())
		}
	}
	for i, r := range results {
		d.print(fmt.Sprintf("%%r%d#%d", number, i), r)
	}
	d.line("call @printNewline() : () -> ()")
	return nil
}

// value makes an argument.
func (d *driver) value(t ir.Type, v sim.Value) string {
	m, isMemRef := t.(*ir.MemRefType)
	if !isMemRef {
		return d.constant(t, v)
	}
	name := d.define("memref.alloc() : %s", t)
	elems := v.MemRef().Elements()
	whole := ir.Vector(elems.Shape, m.Elem)
	d.line("vector.transfer_write %s, %s[%s] : %s, %s", d.constant(whole, sim.Value{Ref: elems}), name, d.zeros(m.Dims), whole, t)
	return name
}

// constant makes a scalar, vector or tensor from its bits.
func (d *driver) constant(t ir.Type, v sim.Value) string {
	elems := v.Vector()
	if elems == nil {
		return d.define("arith.constant %s", scalarText(t, v.Bits))
	}
	var words []string
	if elems.Elem == t.Context().I1() {
		for _, bits := range elems.AllBits() {
			words = append(words, fmt.Sprint(bits != 0))
		}
		var shape []int
		for _, n := range elems.Shape {
			shape = append(shape, int(n))
		}
		return d.define("arith.constant dense<%s> : %s", randprog.Nest(words, shape), t)
	}
	var raw strings.Builder
	for _, bits := range elems.AllBits() {
		for range sim.ElementBytes(elems.Elem) {
			fmt.Fprintf(&raw, "%02X", byte(bits))
			bits >>= 8
		}
	}
	return d.define("arith.constant dense<\"0x%s\"> : %s", raw.String(), t)
}

// scalarText writes a number with its type.
func scalarText(t ir.Type, bits uint64) string {
	if f, ok := t.(*ir.FloatType); ok {
		return fmt.Sprintf("0x%0*X : %s", f.Kind.Bits/4, bits, t)
	}
	text := sim.FormatScalar(t, bits)
	if t == t.Context().I1() {
		return text
	}
	return text + " : " + t.String()
}

// zeros returns the indices of the first element.
func (d *driver) zeros(dims []int64) string {
	zero := d.define("arith.constant 0 : index")
	return strings.Repeat(", "+zero, len(dims))[2*min(len(dims), 1):]
}

// print prints the elements of a value as 64 bits each, zero-extended.
func (d *driver) print(name string, t ir.Type) {
	elem, shape := ir.ElementOrSelf(t), []int64{1}
	c := t.Context()
	if s, ok := t.(*ir.TensorType); ok && elem == c.I1() { // a bit takes a byte in memory, but none in a vector
		elem, t = c.Integer(8), ir.Tensor(s.Dims, c.Integer(8), nil)
		name = d.define("arith.extui %s : %s to %s", name, s, t)
	}
	switch s := t.(type) {
	case *ir.VectorType:
		shape = s.Dims
	case ir.ShapedType:
		shape = s.Shape()
		pad := d.define("arith.constant %s", scalarText(elem, 0))
		name = d.define("vector.transfer_read %s[%s], %s : %s, %s", name, d.zeros(shape), pad, t, ir.Vector(shape, elem))
	default:
		name = d.define("vector.broadcast %s : %s to vector<1x%s>", name, t, t)
	}
	from := ir.Vector(shape, elem)
	wide := ir.Vector(shape, c.I64())
	if f, ok := elem.(*ir.FloatType); ok {
		as := ir.Vector(shape, c.Integer(f.Kind.Bits))
		name, from = d.define("arith.bitcast %s : %s to %s", name, from, as), as
	}
	switch {
	case elem == c.Index():
		name = d.define("arith.index_cast %s : %s to %s", name, from, wide)
	case from != wide:
		name = d.define("arith.extui %s : %s to %s", name, from, wide)
	}
	n, _ := ir.NumElements(shape)
	flat := ir.Vector([]int64{n}, c.I64())
	name = d.define("vector.shape_cast %s : %s to %s", name, wide, flat)
	m := d.define("memref.alloc() : memref<%dxi64>", n)
	d.line("vector.transfer_write %s, %s[%s] : %s, memref<%dxi64>", name, m, d.zeros(flat.Dims), flat, n)
	d.line("call @judge.print(%s) : (memref<?xi64>) -> ()", d.define("memref.cast %s : memref<%dxi64> to memref<?xi64>", m, n))
}

// Differs compares the output of a caller of function number i with the simulator's
// observation, and returns the first difference, or "".
func (t *Trial) Differs(i int, printed []uint64) string {
	want := t.want[i]
	values := append(want.Memory[:len(want.Memory):len(want.Memory)], want.Results[0]...)
	for _, w := range values {
		elem := ir.ElementOrSelf(w.Type)
		n, got := 1, sim.Value{}
		if s, ok := w.Type.(ir.ShapedType); ok {
			count, _ := ir.NumElements(s.Shape())
			n = int(count)
			got.Ref = sim.VectorOf(s.Shape(), elem, printed[:min(n, len(printed))])
		} else if len(printed) > 0 {
			got.Bits = printed[0]
		}
		if len(printed) < n {
			return "the line ends too early"
		}
		printed = printed[n:]
		if d := validate.Differs([]validate.Value{w}, []validate.Value{{Type: w.Type, Value: got}}); d != "" {
			return d
		}
	}
	return ""
}
