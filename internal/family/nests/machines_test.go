package nests_test

import (
	"encoding/binary"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/internal/family/gpu/kernel"
	"optc/internal/family/nests"
	"optc/internal/family/okk"
	"optc/internal/family/poplar"
	"optc/ir"
	"optc/lower"
	"optc/num"
	"optc/parser"
	"optc/passes"
	"optc/registry"
	"optc/sim"
)

var (
	programs = flag.Int("tensors", 300, "random programs of tensors that are compared on all machines")
	large    = flag.Bool("models", false, "run large models on all machines: a build for tiles takes minutes")
)

// machines are the targets of the random programs.
var machines = []struct {
	family *lower.Family
	target string
	most   int // operations of a model that is built without -models
	lacks  []string
}{
	{family: poplar.Family(), target: "ipu2", most: 40},
	{family: okk.Family(), target: "bm1684", most: 1000, lacks: []string{"embedding.mlir", "f16"}}, // it has no integers
	{family: kernel.Family(), target: "sm_90", most: 1000},
}

// tensorValue is a tensor of a random program.
type tensorValue struct {
	name  string
	shape []int
}

func (v tensorValue) String() string { return typeText(v.shape) }

func typeText(shape []int) string {
	var b strings.Builder
	b.WriteString("tensor<")
	for _, n := range shape {
		fmt.Fprintf(&b, "%dx", n)
	}
	return b.String() + "f32>"
}

// writer writes a random function on tensors.
type writer struct {
	*rand.Rand
	lines   []string
	args    []tensorValue
	values  []tensorValue // arguments and results of operations
	results []tensorValue
	next    int
}

func (w *writer) line(format string, args ...any) {
	w.lines = append(w.lines, "  "+fmt.Sprintf(format, args...))
}

func (w *writer) name() string {
	w.next++
	return fmt.Sprintf("%%v%d", w.next)
}

// value returns a tensor of the program of a rank, or a new argument.
func (w *writer) value(rank int) tensorValue {
	var fitting []tensorValue
	for _, v := range w.values {
		if len(v.shape) == rank {
			fitting = append(fitting, v)
		}
	}
	if len(fitting) > 0 && w.IntN(3) > 0 {
		return fitting[w.IntN(len(fitting))]
	}
	shape := make([]int, rank)
	for d := range shape {
		shape[d] = w.extent()
	}
	return w.argument(shape)
}

func (w *writer) argument(shape []int) tensorValue {
	v := tensorValue{fmt.Sprintf("%%a%d", len(w.args)), shape}
	w.args, w.values = append(w.args, v), append(w.values, v)
	return v
}

// made writes an operation whose text after the result is given, with its result.
func (w *writer) made(shape []int, format string, args ...any) {
	v := tensorValue{w.name(), shape}
	w.line("%s = %s", v.name, fmt.Sprintf(format, args...))
	w.values, w.results = append(w.values, v), append(w.results, v)
}

// empty and zero write destinations.
func (w *writer) empty(shape []int) string {
	n := w.name()
	w.line("%s = tensor.empty() : %s", n, typeText(shape))
	return n
}

func (w *writer) filled(shape []int, number string) string {
	e, f := w.empty(shape), w.name()
	w.line("%s = linalg.fill ins(%s : f32) outs(%s : %s) -> %s", f, number, e, typeText(shape), typeText(shape))
	return f
}

// list is a list of numbers in the text.
func list(of []int) string { return strings.ReplaceAll(fmt.Sprint(of), " ", ", ") }

// steps are the operations of random programs.
var steps = []func(w *writer){
	func(w *writer) { // a function of two tensors
		a := w.value(1 + w.IntN(3))
		b := w.argument(a.shape)
		op := []string{"add", "sub", "mul", "max"}[w.IntN(4)]
		w.made(a.shape, "linalg.%s ins(%s, %s : %s, %s) outs(%s : %s) -> %s", op, a.name, b.name, a, b, w.empty(a.shape), a, a)
	},
	func(w *writer) { // a function of a tensor
		a := w.value(1 + w.IntN(3))
		op := []string{"exp", "tanh", "abs", "negf", "square"}[w.IntN(5)]
		w.made(a.shape, "linalg.%s ins(%s : %s) outs(%s : %s) -> %s", op, a.name, a, w.empty(a.shape), a, a)
	},
	func(w *writer) { // a choice
		a := w.value(1 + w.IntN(2))
		b := w.argument(a.shape)
		predicate := []string{"ogt", "olt", "oeq", "une", "ule", "uge"}[w.IntN(6)]
		w.made(a.shape, "linalg.map ins(%s, %s : %s, %s) outs(%s : %s) (%%x: f32, %%y: f32, %%i: f32) {\n    %%c = arith.cmpf %s, %%x, %%y : f32\n"+
			"    %%s = arith.select %%c, %%x, %%zero : f32\n    linalg.yield %%s : f32\n  }", a.name, b.name, a, b, w.empty(a.shape), a, predicate)
	},
	func(w *writer) { // a sum with a row
		a := w.value(2)
		b := w.argument(a.shape[1:])
		c := tensorValue{w.name(), a.shape}
		w.line("%s = linalg.broadcast ins(%s : %s) outs(%s : %s) dimensions = [0]", c.name, b.name, b, w.empty(a.shape), a)
		w.made(a.shape, "arith.addf %s, %s : %s", a.name, c.name, a)
	},
	func(w *writer) {
		a := w.value(2)
		b := w.argument([]int{a.shape[1], 1 + w.IntN(12)})
		shape := []int{a.shape[0], b.shape[1]}
		w.made(shape, "linalg.matmul ins(%s, %s : %s, %s) outs(%s : %s) -> %s", a.name, b.name, a, b, w.filled(shape, "%zero"), typeText(shape), typeText(shape))
	},
	func(w *writer) {
		a := w.value(2 + w.IntN(2))
		perm := w.Perm(len(a.shape))
		shape := make([]int, len(perm))
		for i, p := range perm {
			shape[i] = a.shape[p]
		}
		w.made(shape, "linalg.transpose ins(%s : %s) outs(%s : %s) permutation = %s", a.name, a, w.empty(shape), typeText(shape), list(perm))
	},
	func(w *writer) {
		a := w.value(1 + w.IntN(3))
		d := w.IntN(len(a.shape))
		shape := slices.Delete(slices.Clone(a.shape), d, d+1)
		of := [][2]string{{"addf", "%zero"}, {"maximumf", "%low"}, {"minimumf", "%high"}}[w.IntN(3)]
		w.made(shape, "linalg.reduce { arith.%s } ins(%s : %s) outs(%s : %s) dimensions = [%d]", of[0], a.name, a, w.filled(shape, of[1]), typeText(shape), d)
	},
	func(w *writer) {
		a := w.value(1 + w.IntN(3))
		var offsets, sizes, ones []int
		for _, n := range a.shape {
			from := w.IntN(n)
			offsets, sizes, ones = append(offsets, from), append(sizes, 1+w.IntN(n-from)), append(ones, 1)
		}
		w.made(sizes, "tensor.extract_slice %s%s %s %s : %s to %s", a.name, list(offsets), list(sizes), list(ones), a, typeText(sizes))
	},
	func(w *writer) { // a part with steps is replaced
		a := w.value(1 + w.IntN(3))
		var offsets, sizes, by []int
		for _, n := range a.shape {
			from, step := w.IntN(n), 1+w.IntN(3)
			offsets, sizes, by = append(offsets, from), append(sizes, 1+w.IntN((n-from-1)/step+1)), append(by, step)
		}
		b := w.argument(sizes)
		w.made(a.shape, "tensor.insert_slice %s into %s%s %s %s : %s into %s", b.name, a.name, list(offsets), list(sizes), list(by), b, a)
	},
	func(w *writer) { // an element is replaced
		a := w.value(1 + w.IntN(3))
		var at []string
		for _, n := range a.shape {
			i := w.name()
			w.line("%s = arith.constant %d : index", i, w.IntN(n))
			at = append(at, i)
		}
		w.made(a.shape, "tensor.insert %%zero into %s[%s] : %s", a.name, strings.Join(at, ", "), a)
	},
	func(w *writer) { // tiles, and back
		a := w.value(2)
		tiles := []int{1 + w.IntN(4), 1 + w.IntN(4)}
		outer := func(d int) int { return (a.shape[d] + tiles[d] - 1) / tiles[d] }
		shape := []int{outer(1), outer(0), tiles[0], tiles[1]}
		w.made(shape, "linalg.pack %s padding_value(%%zero : f32) outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = %s into %s : %s -> %s",
			a.name, list(tiles), w.empty(shape), a, typeText(shape))
		packed := w.values[len(w.values)-1]
		w.made(a.shape, "linalg.unpack %s outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = %s into %s : %s -> %s",
			packed.name, list(tiles), w.empty(a.shape), packed, a)
	},
	func(w *writer) {
		a := w.value(2)
		low, high := w.IntN(3), w.IntN(3)
		shape := []int{a.shape[0] + low, a.shape[1] + high}
		w.made(shape, "tensor.pad %s low[%d, 0] high[0, %d] {\n  ^bb0(%%i: index, %%j: index):\n    tensor.yield %%zero : f32\n  } : %s to %s", a.name, low, high, a, typeText(shape))
	},
	func(w *writer) {
		a := w.value(2)
		w.made(a.shape, "linalg.softmax dimension(%d) ins(%s : %s) outs(%s : %s) -> %s", w.IntN(2), a.name, a, w.empty(a.shape), a, a)
	},
	func(w *writer) {
		a := w.value(2)
		w.made([]int{a.shape[0] * a.shape[1]}, "tensor.collapse_shape %s [[0, 1]] : %s into %s", a.name, a, typeText([]int{a.shape[0] * a.shape[1]}))
	},
}

// extent chooses an extent of up to 64, small ones more often.
func (w *writer) extent() int {
	if w.IntN(8) == 0 {
		return 1 + w.IntN(64)
	}
	return 1 + w.IntN(9)
}

// randomFunction writes a function of 2 to 12 operations.
func randomFunction(seed uint64) (text string, args, results []tensorValue) {
	w := &writer{Rand: rand.New(rand.NewPCG(seed, 7))}
	w.line("%%zero = arith.constant 0.0 : f32")
	w.line("%%low = arith.constant 0xFF800000 : f32")
	w.line("%%high = arith.constant 0x7F800000 : f32")
	for range 2 + w.IntN(11) {
		steps[w.IntN(len(steps))](w)
	}
	results = w.results
	join := func(list []tensorValue, of func(v tensorValue) string) string {
		var texts []string
		for _, v := range list {
			texts = append(texts, of(v))
		}
		return strings.Join(texts, ", ")
	}
	types := join(results, tensorValue.String)
	text = fmt.Sprintf("func.func @f(%s) -> (%s) {\n%s\n  return %s : %s\n}\n", join(w.args, func(v tensorValue) string { return v.name + ": " + v.String() }),
		types, strings.Join(w.lines, "\n"), join(results, func(v tensorValue) string { return v.name }), types)
	return text, w.args, results
}

// TestMachines compares random programs on the host and on all machines.
func TestMachines(t *testing.T) {
	t.Parallel()
	for seed := range *programs {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			text, args, results := randomFunction(uint64(seed))
			numbers := rand.New(rand.NewPCG(uint64(seed), 8))
			inputs := make([][]byte, len(args))
			for i, a := range args {
				n := 1
				for _, d := range a.shape {
					n *= d
				}
				for range n {
					inputs[i] = binary.LittleEndian.AppendUint32(inputs[i], math.Float32bits(float32(numbers.Float64()*2-1)))
				}
			}
			want := onHost(t, text, "f", inputs)
			for _, m := range machines {
				got := onMachine(t, m.family, m.target, text, args, inputs, len(results))
				for i := range results {
					compare(t, text, fmt.Sprintf("%s: result %d", m.target, i), want[i], got[i], 1e-5)
				}
			}
		})
	}
}

// TestModels compares the examples on the host and on all machines.
func TestModels(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../../examples/models/*.mlir")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		if _, err := os.Stat(strings.TrimSuffix(file, ".mlir")); err == nil {
			continue // its weights are in a folder, and a lit test runs it
		}
		for _, elem := range []string{"f32", "f16"} {
			t.Run(filepath.Base(file)+"/"+elem, func(t *testing.T) {
				t.Parallel()
				data, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				runModel(t, filepath.Base(file), strings.ReplaceAll(string(data), "f32", elem), elem)
			})
		}
	}
}

// runModel compares a model on the host and on all machines that have its elements.
func runModel(t *testing.T, name, text, elem string) {
	t.Helper()
	_, module := parse(t, text)
	f := module.Body().Front()
	names := nests.Names(f)
	numbers := rand.New(rand.NewPCG(1, 9))
	var args []tensorValue
	var inputs [][]byte
	for i, p := range f.Body().ArgTypes() {
		args = append(args, tensorValue{name: names[i]})
		n, _ := ir.NumElements(p.(ir.ShapedType).Shape())
		var raw []byte
		for range n {
			if ir.AnySignlessInteger.Check(ir.ElementOrSelf(p)) { // rows of a table
				raw = binary.LittleEndian.AppendUint32(raw, uint32(numbers.IntN(500)))
				continue
			}
			raw = num.FloatFromFloat64(kinds[elem], numbers.Float64()*0.2-0.1).AppendBytes(raw)
		}
		inputs = append(inputs, raw)
	}
	want := onHost(t, text, ir.SymbolName(f), inputs)
	operations := len(slices.Collect(f.Body().Ops()))
	for _, m := range machines {
		if operations > m.most && !*large || slices.Contains(m.lacks, name) || slices.Contains(m.lacks, elem) {
			continue
		}
		got := onMachine(t, m.family, m.target, text, args, inputs, len(want))
		for i := range want {
			compare(t, name, fmt.Sprintf("%s: result %d", m.target, i), want[i], got[i], map[string]float64{"f32": 1e-5, "f16": 2e-2}[elem])
		}
	}
}

// kinds are the floats of the models.
var kinds = map[string]*num.FloatKind{"f32": num.F32, "f16": num.F16}

func parse(t *testing.T, text string) (*ir.Context, *ir.Operation) {
	t.Helper()
	c := ir.NewContext(all.Dialects()...)
	var ds ir.Diagnostics
	module, err := parser.Parse(t.Context(), c, &ir.Source{Name: "in.mlir", Text: text}, &ds)
	if err != nil {
		t.Fatal(ds.String())
	}
	return c, module
}

func onHost(t *testing.T, text, function string, inputs [][]byte) (results [][]float32) {
	t.Helper()
	_, module := parse(t, text)
	m := sim.New(module, nil)
	f, err := m.Function(function)
	if err != nil {
		t.Fatal(err)
	}
	var args []sim.Value
	for i, p := range f.Body().ArgTypes() {
		v := sim.VectorLike(p.(ir.ShapedType))
		size := len(inputs[i]) / len(v.Short)
		for k := range v.Short {
			for b, x := range inputs[i][size*k:][:size] {
				v.Short[k] |= uint32(x) << (8 * b)
			}
		}
		args = append(args, sim.Value{Ref: v})
	}
	values, err := m.Call(t.Context(), function, args...)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for _, v := range values {
		var list []float32
		result := v.Ref.(*sim.Vector)
		for _, bits := range result.Short {
			list = append(list, float32(num.FloatFromBits(kinds[result.Elem.String()], 0, uint64(bits)).Float64()))
		}
		results = append(results, list)
	}
	return results
}

func onMachine(t *testing.T, family *lower.Family, target, text string, args []tensorValue, inputs [][]byte, count int) (results [][]float32) {
	t.Helper()
	c, module := parse(t, text)
	if err := lower.SetTarget(c, []*lower.Family{family}, module, target); err != nil {
		t.Fatal(err)
	}
	pipeline, err := registry.Passes().Parse(family.Pipeline)
	if err != nil {
		t.Fatal(err)
	}
	var ds ir.Diagnostics
	m := passes.NewManager(c)
	m.Sink = &ds
	if err := m.Run(t.Context(), pipeline, module); err != nil {
		t.Fatalf("%s\n%s", ds.String(), text)
	}
	program, err := family.Build(t.Context(), family.Programs(module)[0])
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if fit := program.Fit; fit != nil && float64(fit.Held) > 1.3*float64(fit.Alive) {
		t.Errorf("%s: %s\n%s", target, fit, text)
	}
	device, err := program.Device(lower.Options{Destroy: true})
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range args {
		if err := device.Write(strings.TrimPrefix(a.name, "%"), inputs[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := device.Run(t.Context()); err != nil {
		t.Fatalf("%s: %v\n%s", target, err, text)
	}
	for i := range count {
		name := fmt.Sprint("result", i)
		v, err := lower.FindVariable(device.Variables(), name)
		if err != nil {
			t.Fatal(err)
		}
		data, _, err := device.Read(name)
		if err != nil {
			t.Fatal(err)
		}
		var list []float32
		for part := range slices.Chunk(data, v.Bytes) {
			list = append(list, float32(num.FloatFromBytes(kinds[v.Elem.String()], part).Float64()))
		}
		results = append(results, list)
	}
	return results
}

// compare allows a part of the largest magnitude, for sums in another order.
func compare(t *testing.T, text, what string, want, got []float32, part float64) {
	t.Helper()
	largest := 0.0
	for _, x := range want {
		if !math.IsInf(float64(x), 0) {
			largest = max(largest, math.Abs(float64(x)))
		}
	}
	for i := range want {
		a, b := float64(want[i]), float64(got[i])
		if a != b && !(math.IsNaN(a) && math.IsNaN(b)) && !(math.Abs(a-b) <= part*largest) {
			t.Fatalf("%s: element %d is %g, expected %g\n%s", what, i, b, a, text)
		}
	}
}

// TestIndices compares programs with computed indices on the machines that have integers.
func TestIndices(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"rows":     "%i = arith.constant dense<[[3], [0], [3]]> : tensor<3x1xi32>\n%r = tensor.gather %x[%i] gather_dims([0]) : (tensor<4x5xf32>, tensor<3x1xi32>) -> tensor<3x1x5xf32>",
		"columns":  "%i = arith.constant dense<[[4], [0], [3]]> : tensor<3x1xi32>\n%r = tensor.gather %x[%i] gather_dims([1]) : (tensor<4x5xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>",
		"elements": "%i = arith.constant dense<[[[3, 4], [0, 1]]]> : tensor<1x2x2xi32>\n%r = tensor.gather %x[%i] gather_dims([0, 1]) : (tensor<4x5xf32>, tensor<1x2x2xi32>) -> tensor<1x2xf32>",
		"numbers": "%r = tensor.generate {\n^bb0(%a: index, %b: index):\n%s = arith.muli %a, %b : index\n%c = arith.index_cast %s : index to i32\n" +
			"%n = arith.sitofp %c : i32 to f32\ntensor.yield %n : f32\n} : tensor<6x7xf32>",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := "func.func @f(%x: tensor<4x5xf32>) -> " + text[strings.LastIndex(text, "tensor<"):] + " {\n" + text + "\nreturn %r : " + text[strings.LastIndex(text, "tensor<"):] + "\n}\n"
			var input []byte
			for i := range 20 {
				input = binary.LittleEndian.AppendUint32(input, math.Float32bits(float32(i)))
			}
			want := onHost(t, text, "f", [][]byte{input})
			for _, m := range machines {
				if !slices.Contains(m.lacks, "embedding.mlir") {
					got := onMachine(t, m.family, m.target, text, []tensorValue{{name: "%x"}}, [][]byte{input}, 1)
					compare(t, text, m.target, want[0], got[0], 0)
				}
			}
		})
	}
}
