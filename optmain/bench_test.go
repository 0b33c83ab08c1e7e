package optmain_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"optc/optmain"
)

// straightLine returns a module of vector code without control flow, about 23 MB
// for 720 functions, in the form in which it is printed.
func straightLine(functions int) []byte {
	var b bytes.Buffer
	b.WriteString("module {\n")
	for f := range functions {
		fmt.Fprintf(&b, "  func.func @f%d(%%arg0: memref<64x64xf32>, %%arg1: index, %%arg2: index, %%arg3: vector<4x8xf32>) -> vector<4x8xf32> {\n", f)
		b.WriteString("    %cst = arith.constant 0.000000e+00 : f32\n")
		last := "arg3"
		for k := range 100 {
			fmt.Fprintf(&b, "    %%%d = vector.transfer_read %%arg0[%%arg1, %%arg2], %%cst {in_bounds = [true, true]} : memref<64x64xf32>, vector<4x8xf32>\n", 3*k)
			fmt.Fprintf(&b, "    %%%d = arith.addf %%%s, %%%d : vector<4x8xf32>\n", 3*k+1, last, 3*k)
			fmt.Fprintf(&b, "    %%%d = arith.mulf %%%d, %%%d : vector<4x8xf32>\n", 3*k+2, 3*k+1, 3*k)
			fmt.Fprintf(&b, "    vector.transfer_write %%%d, %%arg0[%%arg1, %%arg2] {in_bounds = [true, true]} : vector<4x8xf32>, memref<64x64xf32>\n", 3*k+2)
			last = fmt.Sprint(3*k + 2)
		}
		fmt.Fprintf(&b, "    return %%%s : vector<4x8xf32>\n  }\n", last)
	}
	b.WriteString("}\n\n")
	return b.Bytes()
}

// BenchmarkReadPrint reads, verifies and prints 23 MB. OPTC_BENCH_KEEP names a
// file that the input is written to, to run other tools on it.
func BenchmarkReadPrint(b *testing.B) {
	text := straightLine(720)
	input := filepath.Join(b.TempDir(), "straight.mlir")
	if keep := os.Getenv("OPTC_BENCH_KEEP"); keep != "" {
		input = keep
	}
	if err := os.WriteFile(input, text, 0o644); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		var out bytes.Buffer
		if code := optmain.Run(optmain.DefaultConfig(), []string{input}, nil, &out, io.Discard); code != 0 {
			b.Fatal("exit code ", code)
		}
		if !bytes.Equal(out.Bytes(), text) {
			b.Fatal("the printed text is not the text that was read")
		}
	}
}
