package examples_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"optc/num"
)

// libraryClass is a class of examples/library with the numbers of elements that its fields are
// connected to, the values of its plain fields, and a reference in Go.
type libraryClass struct {
	file, class string // float and half replace $T in class
	edges       []edge
	set         string // the values of plain fields: "width = 8, count = 4"
	// want returns the elements of the last edge; round rounds to the type of the elements.
	want      func(in [][]float32, round func(float32) float32) []float32
	tolerance float64
}

// edge is a field that is connected to a variable of n elements. An edge of type "" has
// elements of the type $T.
type edge struct {
	field string
	n     int
	elem  string
	row   int // elements of a row of a list; 0 for a vector
}

// sparseRef multiplies four rows of three values by a vector.
func sparseRef(in [][]float32, _ func(float32) float32) (out []float32) {
	for r := range 4 {
		sum := float32(0)
		for k := range 3 {
			sum += float32(in[0][3*r+k] * in[2][int(in[1][3*r+k])])
		}
		out = append(out, sum)
	}
	return out
}

// connect returns the operations that connect the edge to a variable.
func (e *edge) connect(variable string) string {
	if e.row == 0 {
		return fmt.Sprintf("    poplar.connect %%v @%s to %%%s\n", e.field, variable)
	}
	return fmt.Sprintf(`    poplar.for %%r = 0 to %d {
      %%row = poplar.slice %%%s from %%r * %d to %%r * %d + %d dim 0
      poplar.connect %%v @%s[%%r] to %%row
    }
`, e.n/e.row, variable, e.row, e.row, e.row, e.field)
}

// elementwise returns a reference that applies f to the elements of one or two arrays.
func elementwise(f func(a, b float32) float32) func(in [][]float32, round func(float32) float32) []float32 {
	return func(in [][]float32, _ func(float32) float32) (out []float32) {
		for i := range in[0] {
			out = append(out, f(in[0][i], in[len(in)/2][i]))
		}
		return out
	}
}

func binaryClass(op string, f func(a, b float32) float32) libraryClass {
	return libraryClass{
		file: "elementwise", class: "lib::Binary<lib::" + op + ", $T>",
		edges: []edge{{field: "a", n: 37}, {field: "b", n: 37}, {field: "out", n: 37}}, want: elementwise(f),
	}
}

func unaryClass(op string, f func(x float64) float64) libraryClass {
	return libraryClass{
		file: "elementwise", class: "lib::Unary<lib::" + op + ", $T>", edges: []edge{{field: "data", n: 37}}, tolerance: 1e-5,
		want: elementwise(func(x, _ float32) float32 { return float32(f(float64(x))) }),
	}
}

func castClass(from, to, elemFrom, elemTo string) libraryClass {
	return libraryClass{
		file: "elementwise", class: "lib::Cast<" + from + ", " + to + ">",
		edges: []edge{{field: "src", n: 37, elem: elemFrom}, {field: "dst", n: 37, elem: elemTo}},
		want:  func(in [][]float32, _ func(float32) float32) []float32 { return in[0] },
	}
}

// reduceRef reduces groups of an array: stride elements lie between two of a group.
func reduceRef(groups, size, step, stride int, start float32, f func(a, b float32) float32) func(in [][]float32, round func(float32) float32) []float32 {
	return func(in [][]float32, _ func(float32) float32) (out []float32) {
		for g := range groups {
			all := start
			for i := range size {
				all = f(all, in[0][g*step+i*stride])
			}
			out = append(out, all)
		}
		return out
	}
}

func sum(a, b float32) float32 { return a + b }

func largest(a, b float32) float32 { return max(a, b) }

var inf = float32(math.Inf(1))

func reduceClasses() (list []libraryClass) {
	for _, types := range []string{"float, float", "half, float", "float, half", "half, half"} {
		from, to, _ := strings.Cut(types, ", ")
		elems := map[string]string{"float": "f32", "half": "f16"}
		list = append(list, libraryClass{
			file: "reduce", class: "lib::ReduceParts<lib::SumOp, " + types + ">", set: "count = 5",
			edges: []edge{{field: "parts", n: 5 * 21, elem: elems[from]}, {field: "out", n: 21, elem: elems[to]}}, want: reduceRef(21, 5, 1, 21, 0, sum),
		})
	}
	return append(list,
		libraryClass{
			file: "reduce", class: "lib::ReduceParts<lib::MaxOp, $T, $T>", set: "count = 5",
			edges: []edge{{field: "parts", n: 5 * 21}, {field: "out", n: 21}}, want: reduceRef(21, 5, 1, 21, -inf, largest),
		},
		libraryClass{
			file: "reduce", class: "lib::ReduceRows<lib::SumOp, $T>", set: "columns = 7",
			edges: []edge{{field: "in", n: 13 * 7}, {field: "out", n: 13, elem: "f32"}}, want: reduceRef(13, 7, 7, 1, 0, sum),
		},
		libraryClass{
			file: "reduce", class: "lib::ReduceRows<lib::MaxOp, $T>", set: "columns = 7",
			edges: []edge{{field: "in", n: 13 * 7}, {field: "out", n: 13, elem: "f32"}}, want: reduceRef(13, 7, 7, 1, -inf, largest),
		})
}

func matMulRef(in [][]float32, _ func(float32) float32) (out []float32) {
	for r := range 9 {
		for c := range 6 {
			all := in[2][c]
			for i := range 5 {
				all += float32(in[0][r*5+i] * in[1][i*6+c])
			}
			out = append(out, all)
		}
	}
	return out
}

func convRef(in [][]float32, _ func(float32) float32) (out []float32) {
	for y := range 7 {
		for x := range 8 {
			all := float32(0)
			for i := range 9 {
				all += float32(in[0][(y+i/3)*10+x+i%3] * in[1][i])
			}
			out = append(out, all)
		}
	}
	return out
}

// The result is rows of a table of ten rows that begins at row 100 and is completely on the tile.
func gatherRef(in [][]float32, _ func(float32) float32) (out []float32) {
	for _, index := range in[0] {
		row := make([]float32, 4)
		if i := int(index) - 100; i >= 0 && i < 10 {
			row = in[1][4*i : 4*i+4]
		}
		out = append(out, row...)
	}
	return out
}

func scatterRef(in [][]float32, round func(float32) float32) []float32 {
	table := slices.Clone(in[2])
	for k, index := range in[0] {
		if i := int(index) - 100; i >= 0 && i < 10 {
			for c := range 4 {
				table[4*i+c] = round(table[4*i+c] + in[1][4*k+c])
			}
		}
	}
	return table
}

func softmaxRef(in [][]float32, _ func(float32) float32) (out []float32) {
	for r := range 11 {
		row := in[0][r*6 : r*6+6]
		all := 0.0
		for _, x := range row {
			all += math.Exp(float64(x - slices.Max(row)))
		}
		for _, x := range row {
			out = append(out, float32(math.Exp(float64(x-slices.Max(row)))/all))
		}
	}
	return out
}

func layerNormRef(in [][]float32, _ func(float32) float32) (out []float32) {
	for r := range 11 {
		out = append(out, layerNorm(in[2][r*6:r*6+6], in[0], in[1], 0.125)...)
	}
	return out
}

func libraryClasses() []libraryClass {
	return slices.Concat([]libraryClass{
		binaryClass("Add", sum),
		binaryClass("Sub", func(a, b float32) float32 { return a - b }),
		binaryClass("Mul", func(a, b float32) float32 { return a * b }),
		binaryClass("Max", largest),
		unaryClass("Relu", func(x float64) float64 { return max(x, 0) }),
		unaryClass("Sigmoid", func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }),
		unaryClass("Tanh", math.Tanh),
		unaryClass("Exp", math.Exp),
		castClass("float", "half", "f32", "f16"),
		castClass("half", "float", "f16", "f32"),
		{
			file: "matmul", class: "lib::MatMul<$T>", set: "rows = 9, inner = 5, columns = 6", want: matMulRef,
			edges: []edge{{field: "a", n: 45}, {field: "b", n: 30}, {field: "bias", n: 6}, {field: "c", n: 54}},
		},
		{
			file: "matmul", class: "lib::Conv3x3<$T>", set: "rows = 7, width = 8", want: convRef,
			edges: []edge{{field: "in", n: 90}, {field: "kernel", n: 9}, {field: "out", n: 56}},
		},
		{
			file: "sort", class: "lib::Order<$T>", set: "down = 0",
			edges: []edge{{field: "a", n: 37}, {field: "b", n: 37}}, want: elementwise(largest),
		},
		{
			file: "sort", class: "lib::TopK<$T>", edges: []edge{{field: "in", n: 37}, {field: "out", n: 8}},
			want: func(in [][]float32, _ func(float32) float32) []float32 {
				sorted := slices.Sorted(slices.Values(in[0]))
				slices.Reverse(sorted)
				return sorted[:8]
			},
		},
		{
			file: "rows", class: "lib::SparseRows<float>", want: sparseRef,
			edges: []edge{{field: "values", n: 12, elem: "f32", row: 3}, {field: "columns", n: 12, elem: "ui32", row: 3}, {field: "dense", n: 120, elem: "f32"}, {field: "out", n: 4, elem: "f32"}},
		},
		{
			file: "rows", class: "lib::GatherRows<$T>", set: "base = 100, count = 10, width = 4", want: gatherRef,
			edges: []edge{{field: "indices", n: 15, elem: "ui32"}, {field: "table", n: 40}, {field: "out", n: 60}},
		},
		{
			file: "rows", class: "lib::ScatterAddRows<$T>", set: "base = 100, count = 10, width = 4", want: scatterRef,
			edges: []edge{{field: "indices", n: 15, elem: "ui32"}, {field: "updates", n: 60}, {field: "table", n: 40}},
		},
		{
			file: "normalize", class: "lib::Softmax<$T>", set: "width = 6", want: softmaxRef, tolerance: 1e-5,
			edges: []edge{{field: "data", n: 66}},
		},
		{
			file: "normalize", class: "lib::LayerNorm<$T>", set: "width = 6, epsilon = 0.125", want: layerNormRef, tolerance: 1e-5,
			edges: []edge{{field: "gamma", n: 6}, {field: "beta", n: 6}, {field: "data", n: 66}},
		},
	}, reduceClasses())
}

// TestLibrary runs every class of the library, with float and half, on a tile of every
// target, and compares the result with a reference in Go.
func TestLibrary(t *testing.T) {
	t.Parallel()
	tested := map[string]bool{}
	for _, c := range libraryClasses() {
		for _, elem := range []string{"float", "half"} {
			name := strings.ReplaceAll(c.class, "$T", elem)
			if tested[name] {
				continue
			}
			tested[name] = true
			for _, arch := range tileTargets {
				t.Run(name+"/"+arch, func(t *testing.T) {
					t.Parallel()
					c.run(t, name, map[string]string{"float": "f32", "half": "f16"}[elem], arch)
				})
			}
		}
	}
	files, err := filepath.Glob("library/*.cpp")
	if err != nil || len(files) == 0 {
		t.Fatalf("no library: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			name, isInstance := strings.CutPrefix(strings.TrimSpace(line), "template class ")
			if name = qualified.Replace("lib::" + strings.TrimSuffix(name, ";")); isInstance && !tested[name] {
				t.Errorf("%s: %s is not tested", file, name)
			}
		}
	}
}

// qualified makes the names of functors in an instantiation names outside of the namespace.
var qualified = strings.NewReplacer("<Add", "<lib::Add", "<Sub", "<lib::Sub", "<Mul", "<lib::Mul", "<Max", "<lib::Max", "<Relu", "<lib::Relu",
	"<Sigmoid", "<lib::Sigmoid", "<Tanh", "<lib::Tanh", "<Exp", "<lib::Exp", "<Sum", "<lib::Sum")

// run executes a vertex of the class on random elements.
func (c *libraryClass) run(t *testing.T, name, elem, arch string) {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "poplar.include %q\npoplar.graph @main {\n", c.file+".cpp")
	elems := make([]string, len(c.edges))
	for i, e := range c.edges {
		if elems[i] = e.elem; e.elem == "" {
			elems[i] = elem
		}
		fmt.Fprintf(&b, "  %%v%d = poplar.variable %q : !poplar.tensor<%dx%s>\n  poplar.set_tile_mapping %%v%d on 3\n", i, e.field, e.n, elems[i], i)
	}
	fmt.Fprintf(&b, "  poplar.compute_set @cs {\n    %%v = poplar.add_vertex @%q on 3\n", name)
	for i, e := range c.edges {
		b.WriteString(e.connect(fmt.Sprint("v", i)))
	}
	if c.set != "" {
		for value := range strings.SplitSeq(c.set, ", ") {
			fmt.Fprintf(&b, "    poplar.set %%v @%s\n", value)
		}
	}
	b.WriteString("  }\n  poplar.program {\n    poplar.execute @cs\n  }\n}\n")
	m := device(t, compileText(t, families[0], "library/test.mlir", b.String(), arch, families[0].Pipeline))

	r := rand.New(rand.NewSource(7))
	in := make([][]float32, len(c.edges))
	last := array{}
	for i, e := range c.edges {
		if elems[i] == "ui32" {
			var data []byte
			for range e.n {
				n := uint32(95 + r.Intn(20))
				in[i], data = append(in[i], float32(n)), binary.LittleEndian.AppendUint32(data, n)
			}
			write(t, m, e.field, data)
			continue
		}
		last = random(r, num.FloatKindByName(elems[i]), e.n)
		in[i] = last.values
		write(t, m, e.field, last.bytes())
	}
	if err := m.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	compareArrays(t, readArray(t, m, c.edges[len(c.edges)-1].field, last.kind), c.want(in, last.round), c.tolerance)
}
