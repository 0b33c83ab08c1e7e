package run_test

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"optc/diag"
	"optc/internal/testing/raced"
	"optc/internal/testing/randprog"
	"optc/lower"
)

// randomProgram is the text of a program whose steps are nested at random. Its compute sets have no
// races, and every loop ends, because its body begins by counting down.
type randomProgram struct {
	randprog.Writer     // writer of the operations before the program
	classes         int // vertex classes; the last class leaves elements undefined
	sets            int
	functions       int
	views           int
}

const (
	randomVariables = 4
	randomElements  = 12
	randomTiles     = 3
)

// view makes a slice of some elements of a variable and returns its name.
func (p *randomProgram) view(variable, elements int) string {
	p.views++
	name, from := fmt.Sprintf("%%view%d", p.views), p.IntN(randomElements-elements+1)
	p.Line("%s = poplar.slice %%x%d from %d to %d dim 0", name, variable, from, from+elements)
	return name
}

// set makes a compute set whose vertices write to different variables and read other variables.
func (p *randomProgram) set() {
	order := p.Perm(randomVariables)
	vertices := 1 + p.IntN(randomVariables-1)
	var b strings.Builder
	for i := range vertices {
		y := p.view(order[i], 1+p.IntN(randomElements))
		x := p.view(order[vertices+p.IntN(randomVariables-vertices)], 1+p.IntN(randomElements))
		class := []string{"Mix", "Fill", "Sum", "First"}[p.IntN(p.classes)]
		fmt.Fprintf(&b, "%%v%d = poplar.add_vertex @\"demo::%s\" on %d\n", i, class, p.IntN(randomTiles))
		fmt.Fprintf(&b, "poplar.connect %%v%d @y to %s\npoplar.connect %%v%[1]d @x to %[3]s\n", i, y, x)
	}
	p.Line("poplar.compute_set @cs%d {\n%s}", p.sets, &b)
	p.sets++
}

// steps makes a sequence of steps, which are nested up to a depth.
func (p *randomProgram) steps(depth int) string {
	kinds := 9
	if depth == 0 {
		kinds = 5
	}
	var b strings.Builder
	for range 1 + p.IntN(3) {
		switch p.IntN(kinds) {
		case 0, 1:
			fmt.Fprintf(&b, "poplar.execute @cs%d\n", p.IntN(p.sets))
		case 2:
			order, n := p.Perm(randomVariables), 1+p.IntN(randomElements)
			fmt.Fprintf(&b, "poplar.copy %s to %s\n", p.view(order[0], n), p.view(order[1], n))
		case 3:
			fmt.Fprintf(&b, "poplar.copy_from_host \"in\" to %%x%d\n", p.IntN(randomVariables))
		case 4:
			if p.functions > 0 {
				fmt.Fprintf(&b, "poplar.call @f%d\n", p.IntN(p.functions))
			} else {
				fmt.Fprintf(&b, "poplar.copy_to_host %%x%d to \"out\"\n", p.IntN(randomVariables))
			}
		case 5, 6:
			fmt.Fprintf(&b, "poplar.repeat %d {\n%s}\n", p.IntN(4), p.steps(depth-1))
		case 7:
			predicate := p.view(p.IntN(randomVariables), 1)
			fmt.Fprintf(&b, "poplar.if %s {\n%s} else {\n%s}\n", predicate, p.steps(depth-1), p.steps(depth-1))
		case 8:
			fmt.Fprintf(&b, "poplar.repeat_while %%count after {\n%s} do {\npoplar.execute @down\n%s}\n", p.steps(depth-1), p.steps(depth-1))
		}
	}
	return b.String()
}

// text is the whole program.
func (p *randomProgram) text() string {
	class := func(name, y, elementwise, after string) string {
		return fmt.Sprintf(`poplar.vertex @"demo::%s" worker {
			poplar.field @y : !poplar.%s<vec<ui16>>
			poplar.field @x : !poplar.in<vec<ui16>>
			poplar.compute (%%y : memref<?xi16>, %%x : memref<?xi16>) {
				%%c0 = arith.constant 0 : index
				%%c1 = arith.constant 1 : index
				%%three = arith.constant 3 : i16
				%%zero = arith.constant 0 : i16
				%%n = memref.dim %%y, %%c0 : memref<?xi16>
				%%m = memref.dim %%x, %%c0 : memref<?xi16>
				%s
				poplar.compute_return
			}
		}
		`, name, y, elementwise+after)
	}
	each := func(body string) string {
		return "scf.for %i = %c0 to %n step %c1 {\n%k = arith.remui %i, %m : index\n%b = memref.load %x[%k] : memref<?xi16>\n" +
			body + "memref.store %r, %y[%i] : memref<?xi16>\n}\n"
	}
	for i := range randomVariables {
		var values []string
		for range randomElements {
			values = append(values, fmt.Sprint(p.IntN(2)*p.IntN(1000)))
		}
		p.Line("%%x%d = poplar.variable \"x%[1]d\" = dense<[%s]> : !poplar.tensor<%dxui16>", i, strings.Join(values, ", "), randomElements)
		cut := p.IntN(randomElements-1) + 1
		p.Line("poplar.set_tile_mapping %%x%d #poplar.mapping<%d: 0..%d>\npoplar.set_tile_mapping %%x%[1]d #poplar.mapping<%[4]d: %[3]d..%[5]d>",
			i, p.IntN(randomTiles), cut, p.IntN(randomTiles), randomElements)
	}
	for range 2 + p.IntN(3) {
		p.set()
	}
	for range p.IntN(3) {
		body := p.steps(1)
		p.Line("poplar.graph_function @f%d {\n%s}", p.functions, body)
		p.functions++
	}
	program := p.steps(3)
	return "module attributes {poplar.target = #poplar.target<ipu1, tiles_per_ipu = 4, bytes_per_tile = 32768, region1_base = 0x44000>} {\n" +
		class("Mix", "inout", each("%a = memref.load %y[%i] : memref<?xi16>\n%t = arith.muli %a, %three : i16\n%r = arith.addi %t, %b : i16\n"), "") +
		class("Fill", "out", each("%t = arith.index_cast %i : index to i16\n%r = arith.addi %t, %b : i16\n"), "") +
		class("Sum", "inout", "%sum = scf.for %i = %c0 to %m step %c1 iter_args(%s = %zero) -> (i16) {\n%b = memref.load %x[%i] : memref<?xi16>\n"+
			"%r = arith.addi %s, %b : i16\nscf.yield %r : i16\n}\n", "memref.store %sum, %y[%c0] : memref<?xi16>\n") +
		class("First", "out", "%first = memref.load %x[%c0] : memref<?xi16>\n", "memref.store %first, %y[%c0] : memref<?xi16>\n") +
		`poplar.vertex @"demo::Down" worker {
			poplar.field @x : !poplar.inout<ui32>
			poplar.compute (%x : memref<i32>) {
				%one = arith.constant 1 : i32
				%v = memref.load %x[] : memref<i32>
				%s = arith.subi %v, %one : i32
				memref.store %s, %x[] : memref<i32>
				poplar.compute_return
			}
		}
		poplar.graph @main {
		%count = poplar.variable "count" = dense<5> : !poplar.tensor<1xui32>
		poplar.set_tile_mapping %count on 0
		poplar.compute_set @down {
			%v = poplar.add_vertex @"demo::Down" on 1
			poplar.connect %v @x to %count
		}
` + p.String() + "poplar.program {\npoplar.copy_from_host \"in\" to %x0\npoplar.copy_to_host %x0 to \"out\"\n" + program + "}\n}\n}\n"
}

var programs = flag.Int("programs", 130, "random programs with control to compare")

// TestRandomControl: random programs have the same results in the plain interpretation, with
// allocations, and on tiles, whether temporaries have separate memory or share it. This also holds
// for programs that read undefined elements, which is an error.
func TestRandomControl(t *testing.T) {
	t.Parallel()
	const lanes = 4
	for lane := range uint64(lanes) {
		t.Run(fmt.Sprint(lane), func(t *testing.T) {
			t.Parallel()
			for seed := lane; seed < uint64(raced.Runs(*programs)); seed += lanes {
				p := &randomProgram{Writer: randprog.NewWriter(seed, 7), classes: 3}
				if seed%5 == 0 {
					p.classes = 4
				}
				text := p.text()
				shared := "builtin.module(tile{reuse})"
				if seed/lanes%2 == 1 {
					shared = "builtin.module(tile{reuse order=creation})"
				}
				names, list, err := machines(text, shared)
				if err != nil {
					t.Fatalf("program %d: %v\n%s", seed, err, text)
				}
				want, failure := contents(t, list[0])
				if failure != nil && p.classes == 3 {
					t.Fatalf("program %d: %v\n%s", seed, failure, text)
				}
				for i, m := range list[1:] {
					got, err := contents(t, m)
					if diag.CodeOf(err) != diag.CodeOf(failure) || !slices.Equal(got, want) {
						t.Fatalf("program %d, %s: got %s, %v, want %s, %v\n%s", seed, names[i+1], got, err, want, failure, text)
					}
				}
			}
		})
	}
}

// contents runs a machine and describes the contents of its variables.
func contents(t *testing.T, m lower.Machine) (list []string, err error) {
	in := make([]byte, 2*randomElements)
	for k := range in {
		in[k] = byte(3 * k)
	}
	if err := m.Write("in", in); err != nil {
		return nil, err
	}
	if err := m.Run(t.Context()); err != nil {
		return nil, err
	}
	for _, v := range m.Variables() {
		data, written, err := m.Read(v.Name)
		if err != nil {
			return nil, err
		}
		for i, ok := range written {
			if size := len(data) / len(written); !ok {
				clear(data[i*size : (i+1)*size])
			}
		}
		list = append(list, fmt.Sprint(v.Name, " ", data, written))
	}
	return list, nil
}
