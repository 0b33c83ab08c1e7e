package optmain

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"optc/lower"
)

// programWith is a vertex with the given code in place of CODE, and a graph that runs the
// vertex.
const programWith = `#workers = #iree_vector_ext.nested_layout<
  subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [6], element_tile = [2],
  subgroup_strides = [0], thread_strides = [1]>
poplar.vertex @"demo::P" multi {
  poplar.field @x : !poplar.inout<vec<f32>>
  poplar.compute (%x : memref<?xf32>) worker(%w : index) {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f32
CODE
    poplar.compute_return
  }
}
poplar.graph @main {
  %x = poplar.variable "x" = dense<1.0> : !poplar.tensor<24xf32>
  poplar.set_tile_mapping %x on 0
  poplar.compute_set @cs {
    %v = poplar.add_vertex @"demo::P" on 0
    poplar.connect %v @x to %x
  }
  poplar.program {
    poplar.execute @cs
  }
}
`

// TestBuildBadInput: errors without a code are located too. The errors with codes are in
// TestErrors.
func TestBuildBadInput(t *testing.T) {
	t.Parallel()
	withCode := func(code string) string { return strings.Replace(programWith, "CODE", code, 1) }
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", `bad.mlir: error: 'builtin.module' op holds no poplar.graph, okk.kernel or gpu.module, so there is no program to build
`},
		{"no text", "\x00\xff\xfe", "bad.mlir:1:2: error: unexpected character\n\x00\xff\xfe\n ^\n"},
		{"syntax", "poplar.graph @main {", `bad.mlir:1:19: error: expected operation name in quotes
poplar.graph @main {
                  ^
`},
		{"unknown operation", "poplar.grph @main {}", `bad.mlir:1:1: error: custom op 'poplar.grph' is unknown
poplar.grph @main {}
^
bad.mlir:1:1: note: did you mean 'poplar.graph'?
`},
		{"unknown dialect", "\"popular.graph\"() : () -> ()", `bad.mlir:1:1: error: 'popular.graph' op created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used
"popular.graph"() : () -> ()
^
`},
		{"unknown value", withCode("    %v = memref.load %y[%c0] : memref<?xf32>"), `bad.mlir:9:22: error: use of undeclared SSA value name
    %v = memref.load %y[%c0] : memref<?xf32>
                     ^
`},
		{"type", withCode("    %v = arith.addf %x, %x : memref<?xf32>"), `bad.mlir:9:10: error: 'arith.addf' op operand #0 must be floating-point-like, but got 'memref<?xf32>'
    %v = arith.addf %x, %x : memref<?xf32>
         ^
`},
		{"layout", withCode(`    %v = vector.transfer_read %x[%c0], %zero : memref<?xf32>, vector<24xf32>
    %z = iree_vector_ext.to_layout %v to layout(#workers) : vector<24xf32>
    vector.transfer_write %z, %x[%c0] : vector<24xf32>, memref<?xf32>`), `bad.mlir:10:10: error: Vector shape: [24] does not match the layout (nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [6], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>) at dim 0. Dimension expected by layout: 12 actual: 24
    %z = iree_vector_ext.to_layout %v to layout(#workers) : vector<24xf32>
         ^
bad.mlir:10:10: note: dim 0: subgroup_tile 1 * batch_tile 1 * outer_tile 1 * thread_tile 6 * element_tile 2 = 12; the product must be 24
`},
		{"two graphs", "poplar.graph @a {}\npoplar.graph @b {}", `bad.mlir:2:1: error: 'poplar.graph' op is the second graph; a program has one
poplar.graph @b {}
^
bad.mlir:1:1: note: the first graph is here
poplar.graph @a {}
^
`},
		{"two mistakes", "poplar.graph @main {\n  %x = poplar.variable 7\n  %y = poplar.variable \"y\" : !poplar.tensor<4xf33>\n}\n", `bad.mlir:2:24: error: custom op 'poplar.variable' expected string
  %x = poplar.variable 7
                       ^
bad.mlir:3:45: error: unknown element type 'f33'; did you mean 'f32'? [poplar.elem-unknown]
  %y = poplar.variable "y" : !poplar.tensor<4xf33>
                                            ^
bad.mlir:3:45: note: element types: i1, i8, si8, ui8, quarter, si16, ui16, f16, si32, ui32, long, ulong, f32, si64, ui64
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "bad.mlir"), []byte(c.text), 0o644); err != nil {
				t.Fatal(err)
			}
			code, stdout, stderr := in(dir, "build", "--target", "ipu2", "-o", "out", "bad.mlir")
			if code != 1 || stdout != "" || stderr != c.want {
				t.Errorf("exit code %d\n got %s%s\nwant %s", code, stdout, stderr, c.want)
			}
			if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) != 1 {
				t.Errorf("left are %v", left)
			}
		})
	}
}

// TestBuildMemory: the users of the memory, the largest first, also in the memory map;
// and how full tiles are.
func TestBuildMemory(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const text = `module attributes {poplar.target = #poplar.target<ipu2, tiles_per_ipu = 4>} {
poplar.graph @main {
  %x = poplar.variable "x" = dense<1.0> : !poplar.tensor<100000xf32>
  poplar.map_linear %x
  %y = poplar.variable "y" = dense<1> : !poplar.tensor<100000xsi32>
  poplar.set_tile_mapping %y on 1
}
}
`
	if err := os.WriteFile(filepath.Join(dir, "x.mlir"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := in(dir, "build", "--memory", "--target", "ipu2", "-o", "out", "x.mlir")
	if code != 0 {
		t.Fatal(stderr)
	}
	const want = `what takes memory of 4 tiles
       bytes     tiles  owner
      400000         4  variable x
      400000         1  variable y
`
	if !strings.HasPrefix(stdout, want) {
		t.Errorf("got\n%swant\n%s", stdout, want)
	}
	if i := strings.Index(stdout, "\nhow full the tiles are\n"); i < 0 || !strings.Contains(stdout[i:], "|  3\n") || !strings.Contains(stdout[i:], "70 to 80 % |") {
		t.Errorf("got\n%s", stdout)
	}
	memoryMap, err := os.ReadFile(filepath.Join(dir, "out", lower.MemoryMapFile))
	if err != nil || !strings.Contains(string(memoryMap), want) {
		t.Errorf("%v\n%s", err, memoryMap)
	}
}
