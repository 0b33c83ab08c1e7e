package examples_test

import (
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"optc/dialect/poplar"
	"optc/dialect/poplar/graph"
	"optc/dialect/poplar/vertex"
	"optc/internal/family/poplar/evaluate"
	"optc/ir"
	"optc/lower"
	"optc/num"
)

// The judge of exported programs: testdata/poplar records the calls of Poplar's API and executes
// the program. The text that it gives for the graph is compared with the graph that the compiler
// evaluates, and its results are compared with the plain interpretation.

// noPoplarForm holds the examples with operations that have no form in Poplar's public API, and
// the reason that the export gives.
var noPoplarForm = map[string]string{
	"codelets/cast.mlir":     "field 'dst' holds quarters, which Poplar stores with a tensor of metadata",
	"codelets/conv_1x1.mlir": "'poplar.start' op has no form in C++: Poplar's API has no call with which a supervisor starts workers",
}

// everyExport judges every exported example.
var everyExport = flag.Bool("exports", false, "compile every example that is exported for Poplar, and not only some")

// judged are the examples that are compiled without -exports.
var judged = []string{"jagged_rows.mlir", "programs/embedding.mlir", "programs/layer_norm.mlir", "workers/softmax.mlir", "testdata/poplar/steps.mlir", "testdata/poplar/network.mlir"}

// TestPoplarExport exports every example for tiles, compiles it with the headers of testdata/poplar
// and the system's compiler, and compares graph, mapping, steps and results with the source's.
func TestPoplarExport(t *testing.T) {
	t.Parallel()
	needTools(t, "c++")
	var files []string
	for _, pattern := range []string{"*.mlir", "codelets/*.mlir", "programs/*.mlir", "workers/*.mlir", "testdata/poplar/*.mlir"} {
		list, err := filepath.Glob(pattern)
		if err != nil || len(list) == 0 {
			t.Fatal(pattern, err)
		}
		files = append(files, list...)
	}
	for i, file := range files {
		arch := tileTargets[i%2]
		t.Run(strings.TrimSuffix(file, ".mlir"), func(t *testing.T) {
			t.Parallel()
			if want := noPoplarForm[file]; want != "" {
				code, stderr := optc(t, "export", "--target", arch, "--language", "poplar", "-o", t.TempDir(), file)
				if code != 1 || !strings.Contains(stderr, want) {
					t.Errorf("exit code %d, expected %q in\n%s", code, want, stderr)
				}
				return
			}
			if !*everyExport && !slices.Contains(judged, file) {
				if code, stderr := optc(t, "export", "--target", arch, "--language", "poplar", "-o", t.TempDir(), file); code != 0 || stderr != "" {
					t.Errorf("exit code %d\n%s", code, stderr)
				}
				return
			}
			judge(t, file, arch, fill)
		})
	}
}

// TestPoplarExportLibrary is TestPoplarExport for a program with a vertex of every class of the
// library.
func TestPoplarExportLibrary(t *testing.T) {
	t.Parallel()
	needTools(t, "c++")
	text := libraryProgram()
	path := filepath.Join(t.TempDir(), "all.mlir")
	for _, name := range []string{"elementwise", "matmul", "normalize", "reduce", "rows", "sort"} {
		data, err := os.ReadFile(filepath.Join("library", name+".cpp"))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(filepath.Dir(path), name+".cpp"), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	judge(t, path, "ipu2", func(v *lower.HostVariable, seed int64) []byte {
		r := rand.New(rand.NewSource(seed + int64(len(v.Name))))
		if kind := num.FloatKindByName(v.Type); kind != nil {
			return random(r, kind, int(v.Len())).bytes()
		}
		var data []byte
		for range v.Len() {
			data = binary.LittleEndian.AppendUint32(data, uint32(95+r.Intn(20)))
		}
		return data
	})
}

// libraryProgram returns a program that runs a vertex of every class of the library, each in a
// compute set and on its own tile.
func libraryProgram() string {
	var head, body, steps strings.Builder
	n := 0
	for _, file := range []string{"elementwise", "matmul", "normalize", "reduce", "rows", "sort"} {
		fmt.Fprintf(&head, "poplar.include %q\n", file+".cpp")
	}
	for _, c := range libraryClasses() {
		for elem, name := range map[string]string{"f32": "float", "f16": "half"} {
			class := strings.ReplaceAll(c.class, "$T", name)
			if class == c.class && elem == "f16" {
				continue
			}
			var set strings.Builder
			for _, e := range c.edges {
				v := fmt.Sprintf("v%d_%s", n, e.field)
				t := e.elem
				if t == "" {
					t = elem
				}
				fmt.Fprintf(&body, "  %%%s = poplar.variable %q : !poplar.tensor<%dx%s>\n  poplar.set_tile_mapping %%%s on %d\n", v, v, e.n, t, v, n)
				set.WriteString(e.connect(v))
			}
			if c.set != "" {
				for value := range strings.SplitSeq(c.set, ", ") {
					fmt.Fprintf(&set, "    poplar.set %%v @%s\n", value)
				}
			}
			fmt.Fprintf(&body, "  poplar.compute_set @cs%d {\n    %%v = poplar.add_vertex @%q on %d\n%s  }\n", n, class, n, &set)
			fmt.Fprintf(&steps, "    poplar.execute @cs%d\n", n)
			n++
		}
	}
	return head.String() + "poplar.graph @main {\n" + body.String() + "  poplar.program {\n" + steps.String() + "  }\n}\n"
}

// fromTensors are the passes that make a graph of a function on tensors.
const fromTensors = "normalize-tensors,poplar-plan-tensors,poplar-convert-tensors,"

// judge exports a program and compares it with its source.
func judge(t *testing.T, file, arch string, fill func(v *lower.HostVariable, seed int64) []byte) {
	t.Helper()
	dir := t.TempDir()
	if code, stderr := optc(t, "export", "--target", arch, "--language", "poplar", "-o", dir, file); code != 0 || stderr != "" {
		t.Fatalf("exit code %d\n%s", code, stderr)
	}
	module := compile(t, file, arch, "builtin.module("+fromTensors+"poplar-instantiate,poplar-resolve-layouts)")
	var source *ir.Operation
	for op := range module.Body().Ops() {
		if ir.Is[poplar.GraphOp](op) {
			source = op
		}
	}
	evaluated, err := evaluate.Graph(t.Context(), source)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "judge.cpp"), []byte(registration(t, dir, evaluated)), 0o666); err != nil {
		t.Fatal(err)
	}
	headers := judgeHeaders(t)
	execIn(t, dir, slices.Concat([]string{"c++"}, judgeFlags(headers), []string{"-include", filepath.Join(headers, "judge.hpp"), "-o", "program", "judge.cpp"})...)

	plain := compile(t, file, arch, strings.Replace(families[0].Reference, "(", "("+fromTensors, 1))
	_, graphOp, err := lower.Only(families, plain)
	if err != nil {
		t.Fatal(err)
	}
	names := hostNames(evaluated)
	for seed := range int64(2) {
		machine, err := families[0].Plain(t.Context(), graphOp, lower.Options{})
		if err != nil {
			t.Fatal(err)
		}
		command := []string{"./program"}
		var read []string
		for _, v := range machine.Variables() {
			if !slices.Contains(names, v.Name) {
				continue // the name of a clone or a constant
			}
			if !slices.ContainsFunc(evaluated.Hosts, func(h graph.HostCopy) bool { return h.Name == v.Name && !h.ToHost }) {
				read = append(read, v.Name)
				command = append(command, "--output", v.Name+"=out_"+v.Name)
			}
			if seed == 0 && v.Initial {
				continue
			}
			data := fill(v, seed)
			if err := machine.Write(v.Name, data); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, "in_"+v.Name), data, 0o666); err != nil {
				t.Fatal(err)
			}
			command = append(command, "--input", v.Name+"=in_"+v.Name)
		}
		ended := machine.Run(t.Context())
		if seed > 0 && ended != nil {
			continue // the random data makes an access that the compiler's machine refuses
		}
		if ended != nil {
			t.Fatal(ended)
		}
		c := exec.CommandContext(t.Context(), command[0], command[1:]...)
		c.Dir, c.Env = dir, append(os.Environ(), "POPLAR_RECORD=record.txt")
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		for _, name := range read {
			want, written, err := machine.Read(name)
			if err != nil {
				t.Fatal(err)
			}
			got, err := os.ReadFile(filepath.Join(dir, "out_"+name))
			if err != nil {
				t.Fatal(err)
			}
			compareBytes(t, fmt.Sprintf("'%s' with data %d", name, seed), machine.Variables(), name, got, want, written)
		}
	}
	record, err := os.ReadFile(filepath.Join(dir, "record.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(record), recorded(evaluated); got != want {
		a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
		for i := range max(len(a), len(b)) {
			if i >= len(a) || i >= len(b) || a[i] != b[i] {
				t.Fatalf("the graph differs in line %d: %q, want %q", i, a[min(i, len(a)-1)], b[min(i, len(b)-1)])
			}
		}
	}
}

// hostNames returns the names of the variables and arrays that the host program reads and writes.
func hostNames(e *evaluate.Evaluation) (names []string) {
	for _, v := range e.Graph.Variables() {
		if ir.Is[poplar.VariableOp](e.Created[v]) {
			names = append(names, v.Name())
		}
	}
	for _, h := range e.Hosts {
		names = append(names, h.Name)
	}
	return names
}

// compareBytes reports the first written element that differs. A NaN is equal to any NaN.
func compareBytes(t *testing.T, what string, variables []*lower.HostVariable, name string, got, want []byte, written []bool) {
	t.Helper()
	v := variables[slices.IndexFunc(variables, func(v *lower.HostVariable) bool { return v.Name == name })]
	if len(got) != len(want) {
		t.Fatalf("%s has %d bytes, want %d", what, len(got), len(want))
	}
	kind := num.FloatKindByName(v.Type)
	for i := range len(want) / v.Bytes {
		a, b := got[i*v.Bytes:(i+1)*v.Bytes], want[i*v.Bytes:(i+1)*v.Bytes]
		if slices.Equal(a, b) || written != nil && !written[i] {
			continue
		}
		if kind != nil && num.FloatFromBytes(kind, a).IsNaN() && num.FloatFromBytes(kind, b).IsNaN() {
			continue
		}
		t.Fatalf("%s: element %d is % x, want % x", what, i, a, b)
	}
}

// judgeFlags are the flags of the compiler for exported programs.
func judgeFlags(headers string) []string {
	here, _ := filepath.Abs("testdata/poplar")
	host, _ := filepath.Abs(filepath.Join("..", "internal", "testing", "conformance", "codelets", "testdata", "include"))
	return []string{"-std=c++17", "-w", "-ffp-contract=off", "-fno-access-control", "-fno-builtin", "-DCTXT_WORKERS=6", "-I", headers, "-I", here, "-I", host}
}

// judgeHeaders returns a folder with the headers of all exported programs, compiled once.
var judgeHeaders = func() func(t *testing.T) string {
	var once sync.Once
	var folder string
	var failed error
	return func(t *testing.T) string {
		t.Helper()
		once.Do(func() {
			if folder, failed = os.MkdirTemp("", "poplar"); failed != nil {
				return
			}
			text := "#include <poplar/Vertex.hpp>\n#include \"recorder.hpp\"\n#include <cstdio>\n#include <iostream>\n#include <iterator>\n#include <cmath>\n"
			name := filepath.Join(folder, "judge.hpp")
			if failed = os.WriteFile(name, []byte(text), 0o666); failed != nil {
				return
			}
			c := exec.Command("c++", append(judgeFlags(folder), "-x", "c++-header", name, "-o", name+".gch")...)
			if out, err := c.CombinedOutput(); err != nil {
				failed = errors.New(string(out))
			}
		})
		if failed != nil {
			t.Fatal(failed)
		}
		return folder
	}
}()

// fieldKinds are the kinds of fields in testdata/poplar/recorder.hpp.
var fieldKinds = map[vertex.FieldKind]string{
	vertex.ScalarField: "Plain", vertex.ArrayField: "Plain", vertex.VectorField: "PlainVector", vertex.ScalarEdge: "Edge", vertex.VectorEdge: "Vector",
	vertex.ListEdge: "Rows", vertex.VectorEdgeArray: "Rows", vertex.ScalarEdgeArray: "Rows",
}

var judgeTypes = map[string]string{"f32": "FLOAT", "f16": "HALF", "si32": "INT", "ui32": "UNSIGNED_INT", "si16": "SHORT", "ui16": "UNSIGNED_SHORT", "i1": "BOOL",
	"i8": "CHAR", "si8": "SIGNED_CHAR", "ui8": "UNSIGNED_CHAR", "si64": "LONGLONG", "ui64": "UNSIGNED_LONGLONG", "long": "LONG", "ulong": "UNSIGNED_LONG"}

// registration returns the source that has an exported program with its codelets and registers the
// classes that the graph uses.
func registration(t *testing.T, dir string, e *evaluate.Evaluation) string {
	t.Helper()
	var b strings.Builder
	graphText, err := os.ReadFile(filepath.Join(dir, "graph.hpp"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(graphText)) {
		if _, file, ok := strings.Cut(line, "graph.addCodelets("); ok {
			fmt.Fprintf(&b, "#include %s\n", strings.TrimSuffix(strings.TrimSpace(file), ");"))
		}
	}
	b.WriteString("#include \"main.cpp\"\n")
	var classes []*graph.VertexClass
	for _, s := range e.Graph.ComputeSets() {
		for _, v := range s.Vertices() {
			if !slices.Contains(classes, v.Class) {
				classes = append(classes, v.Class)
			}
		}
	}
	for k, c := range classes {
		var fields, binds strings.Builder
		for i, f := range poplar.VertexOf(e.Defined[c]).FieldOps() {
			field := c.Fields[i]
			var initial []byte
			if value := ir.Cast[poplar.FieldOp](f.Operation).Value(); value != nil && !field.Type.IsEdge() {
				bits, err := poplar.FieldValues(field.Type, value)
				if err != nil {
					t.Fatal(err)
				}
				initial = elementBytes(bits, field.Type.Elem.Size())
			} else if !field.Type.IsEdge() && field.Type.Kind != vertex.VectorField {
				initial = make([]byte, max(1, field.Type.Len)*field.Type.Elem.Size())
			}
			fmt.Fprintf(&fields, "{%q, recorder::%s, &poplar::%s, %t, std::string(\"", field.Name, fieldKinds[field.Type.Kind], judgeTypes[field.Type.Elem.IRName()], field.Type.Dir.Writes())
			for _, x := range initial {
				fmt.Fprintf(&fields, "\\%03o", x)
			}
			fmt.Fprintf(&fields, "\", %d)}, ", len(initial))
			fmt.Fprintf(&binds, "driver::bind(v.%s, s); ", field.Name)
		}
		fmt.Fprintf(&b, "static void run%d(driver::State &s) {\n  %s &v = driver::vertex<%s>();\n  %sdriver::compute(v, 0);\n}\n", k, c.Name, c.Name, &binds)
		fmt.Fprintf(&b, "static const bool class%d = recorder::classes.emplace(%q, recorder::Class{{%s}, run%d}).second;\n", k, c.Name, strings.TrimSuffix(fields.String(), ", "), k)
	}
	return b.String()
}

func elementBytes(bits []uint64, size int) (data []byte) {
	for _, x := range bits {
		data = binary.LittleEndian.AppendUint64(data, x)[:len(data)+size]
	}
	return data
}

// recorded returns an evaluated graph in the form in which recorder.hpp writes graphs.
func recorded(e *evaluate.Evaluation) string {
	var b strings.Builder
	regions := func(x graph.Tensor) string {
		var list []string
		for r := range x.Regions() {
			list = append(list, fmt.Sprintf("v%d[%d..%d]", r.Var.Number(), r.Begin, r.End))
		}
		return strings.Join(list, " ")
	}
	for _, v := range e.Graph.Variables() {
		name := fmt.Sprintf("%q", v.Name())
		if v.IsConstant() {
			name = "constant"
		}
		fmt.Fprintf(&b, "v%d %s %s", v.Number(), name, v.Elem().IRName())
		for _, n := range v.Tensor().Shape() {
			fmt.Fprintf(&b, " %d", n)
		}
		b.WriteString("\n")
		mapping, _ := e.Graph.TileMapping(v.Tensor())
		type run struct{ begin, end, tile int64 }
		var runs []run
		for tile, list := range mapping {
			for _, iv := range list {
				runs = append(runs, run{iv.Begin, iv.End, int64(tile)})
			}
		}
		slices.SortFunc(runs, func(x, y run) int { return int(x.begin - y.begin) })
		for _, r := range runs {
			fmt.Fprintf(&b, " %d..%d on %d\n", r.begin, r.end, r.tile)
		}
	}
	for _, s := range e.Graph.ComputeSets() {
		fmt.Fprintf(&b, "set %q\n", s.Name())
		for _, v := range s.Vertices() {
			fmt.Fprintf(&b, " %q on %d\n", v.Class.Name, v.Tile)
			for i, f := range v.Class.Fields {
				b.WriteString("  " + f.Name)
				if f.Type.IsEdge() {
					views, _ := v.Views(i)
					for _, x := range views {
						fmt.Fprintf(&b, " [%s]", regions(x))
					}
				} else {
					bits, _ := v.Values(i)
					data := elementBytes(bits, f.Type.Elem.Size())
					if f.Type.Kind != vertex.VectorField {
						data = append(data, make([]byte, max(0, max(1, f.Type.Len)*f.Type.Elem.Size()-len(data)))...)
					}
					for _, x := range data {
						fmt.Fprintf(&b, " %d", x)
					}
				}
				b.WriteString("\n")
			}
		}
	}
	var steps func(list []graph.Step, indent string)
	steps = func(list []graph.Step, indent string) {
		inner := func(word string, list []graph.Step) {
			fmt.Fprintf(&b, "%s %s\n", indent, word)
			steps(list, indent+"  ")
		}
		predicate := func(r graph.Region) string { return fmt.Sprintf("v%d[%d..%d]", r.Var.Number(), r.Begin, r.End) }
		for _, s := range list {
			switch {
			case s.Repeat != nil:
				fmt.Fprintf(&b, "%srepeat %d\n", indent, s.Repeat.Count)
				inner("do", s.Repeat.Body)
			case s.While != nil:
				fmt.Fprintf(&b, "%swhile %s\n", indent, predicate(s.While.Predicate))
				inner("before", s.While.Before)
				inner("do", s.While.Body)
			case s.If != nil:
				fmt.Fprintf(&b, "%sif %s\n", indent, predicate(s.If.Predicate))
				inner("then", s.If.Then)
				inner("else", s.If.Otherwise)
			case s.Call != nil:
				fmt.Fprintf(&b, "%scall\n", indent)
				inner("do", s.Call.Steps)
			default:
				switch a := s.Do.(type) {
				case graph.Execute:
					fmt.Fprintf(&b, "%sexecute %q\n", indent, a.Set.Name())
				case graph.Copy:
					fmt.Fprintf(&b, "%scopy %s to %s\n", indent, regions(a.Src), regions(a.Dst))
				case graph.HostCopy:
					if a.ToHost {
						fmt.Fprintf(&b, "%sto %q %s\n", indent, a.Name+".out", regions(a.Tensor))
					} else {
						fmt.Fprintf(&b, "%sfrom %q %s\n", indent, a.Name, regions(a.Tensor))
					}
				}
			}
		}
	}
	steps(e.Program, "")
	return b.String()
}

// TestPoplarExportPage compares the page with the files that the export writes for its program.
func TestPoplarExportPage(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../docs/programs.md")
	if err != nil {
		t.Fatal(err)
	}
	_, source, _ := strings.Cut(string(page), "`rows.mlir`:\n\n```mlir\n")
	source, _, _ = strings.Cut(source, "```")
	dir := t.TempDir()
	file := filepath.Join(dir, "rows.mlir")
	if err := os.WriteFile(file, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	if code, stderr := optc(t, "export", "--target", "ipu2", "--language", "poplar", "-o", dir, file); code != 0 || stderr != "" {
		t.Fatalf("exit code %d\n%s", code, stderr)
	}
	for name, from := range map[string]string{"graph.hpp": "inline poplar", "codelets.cpp": "namespace demo"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if part := string(text[strings.Index(string(text), from):]); !strings.Contains(string(page), "```cpp\n"+part+"```") {
			t.Errorf("the page does not show the end of %s:\n%s", name, part)
		}
	}
}
