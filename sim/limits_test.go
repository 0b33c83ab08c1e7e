package sim_test

import (
	"fmt"
	"strings"
	"testing"

	"optc/diag"
	"optc/sim"
)

// TestMaxMemory: the memory held at a time is bounded, and released memory is not
// counted.
func TestMaxMemory(t *testing.T) {
	t.Parallel()
	loop := func(body string) string {
		return fmt.Sprintf("func.func @f() {\n %%c0 = arith.constant 0 : index\n %%c1 = arith.constant 1 : index\n %%n = arith.constant 100 : index\n scf.for %%i = %%c0 to %%n step %%c1 {\n%s }\n return }\n", body)
	}
	const limit = 4096 // bytes
	for _, c := range []struct{ name, text, want string }{
		{"allocations", loop(" %m = memref.alloc() : memref<64xf32>\n"), "in.mlir:6:7: 'memref.alloc' op needs 256 bytes, so that the program holds 4352, more than the 4096 that are allowed"},
		{"given back", loop(" %m = memref.alloc() : memref<64xf32>\n memref.dealloc %m : memref<64xf32>\n"), ""},
		{"stack", loop(" func.call @g() : () -> ()\n") + "func.func @g() {\n %m = memref.alloca() : memref<64xf32>\n return }", ""},
		{"stack of an iteration", loop(" %m = memref.alloca() : memref<64xf32>\n"), ""},
		{"vectors of a loop", loop(" %v = arith.constant dense<0> : vector<400xi8>\n"), ""},
		{"one byte", "func.func @f() {\n %m = memref.alloc() : memref<4096xi8>\n %n = memref.alloc() : memref<1xi8>\n return }", "needs 1 bytes, so that the program holds 4097"},
		{"all", "func.func @f() {\n %m = memref.alloc() : memref<4096xi8>\n return }", ""},
		{"behind iterations", strings.Replace(loop(" %m = memref.alloca() : memref<64xf32>\n"), "return", strings.Repeat("memref.alloc() : memref<64xf32>\n ", 17)+"return", 1), "needs 256 bytes, so that the program holds 4352"},
		{"vectors", "func.func @f() {\n %0 = arith.constant dense<0> : vector<600xi8>\n %1 = arith.addi %0, %0 : vector<600xi8>\n return }", "needs 4800 bytes"},
		{"long elements", "func.func @f() {\n %0 = arith.constant dense<0> : vector<300xi64>\n %1 = arith.addi %0, %0 : vector<300xi64>\n return }", "needs 4800 bytes"},
		{"tensor that is replaced", loop(" %t = tensor.empty(%n) : tensor<?xf32>\n"), ""},
		{"tensors", loop(strings.Repeat(" tensor.empty(%n) : tensor<?xf32>\n", 11)), "'tensor.empty' op needs 400 bytes, so that the program holds 4400"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, module := parse(t, c.text)
			m := sim.New(module, nil)
			m.MaxMemory = limit
			_, err := m.Call(t.Context(), "f")
			switch {
			case c.want == "" && err != nil, c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("got %v, want %s", err, c.want)
			case err != nil && diag.CodeOf(err) != "memory":
				t.Errorf("code %s", diag.CodeOf(err))
			}
		})
	}
}
