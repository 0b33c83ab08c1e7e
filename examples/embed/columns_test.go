package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// turned copies a matrix with toy.load and toy.store, whose vectors have the columns first.
const turned = `#rows = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 2], outer_tile = [1, 1], thread_tile = [8, 8], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [1, 8]>
func.func @copy(%m: memref<16x32xf32>, %o: memref<16x32xf32>) attributes {
  translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %x = toy.load %m[%c0, %c0] : memref<16x32xf32>, vector<32x16xf32>
  %a = iree_vector_ext.to_layout %x to layout(#rows) : vector<32x16xf32>
  toy.store %a, %o[%c0, %c0] : memref<16x32xf32>, vector<32x16xf32>
  return
}
`

// asTransfers writes toy.load and toy.store as the transfers that move the same elements. The lines stay where they are.
func asTransfers(text string) string {
	out := strings.NewReplacer(
		"toy.load %m[%c0, %c0] :", "vector.transfer_read %m[%c0, %c0], %pad {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} :",
		"%o[%c0, %c0] : memref<16x32xf32>, vector<32x16xf32>",
		"%o[%c0, %c0] {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<32x16xf32>, memref<16x32xf32>",
		"toy.store", "vector.transfer_write",
		"%c0 = arith.constant 0 : index\n", "%c0 = arith.constant 0 : index %pad = ub.poison : f32\n",
	).Replace(text)
	return out
}

// sameAs runs a command on the program and on its transfers, and compares the outputs up to places in the text.
func sameAs(t *testing.T, text string, args ...string) string {
	t.Helper()
	code, out, errs := command(config(), text, args...)
	wantCode, want, wantErrs := command(config(), asTransfers(text), args...)
	if code != 0 || wantCode != 0 {
		t.Fatalf("exit %d and %d\n%s%s", code, wantCode, errs, wantErrs)
	}
	if out != want {
		t.Errorf("got\n%s\nwant\n%s", out, want)
	}
	return out + errs
}

// expect reports texts that are missing.
func expect(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("expected %q in\n%s", part, text)
		}
	}
}

// written writes a program to a file.
func written(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "copy.mlir")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// A foreign access is profiled: threads read columns and write rows.
func TestColumnsAreProfiled(t *testing.T) {
	t.Parallel()
	threads := `func.func @f(%m: memref<16x32xf32>, %o: memref<16x32xf32>) {
  %c0 = arith.constant 0 : index
  %t = gpu.thread_id x
  %x = toy.load %m[%c0, %t] : memref<16x32xf32>, vector<1x16xf32>
  toy.store %x, %o[%c0, %t] : memref<16x32xf32>, vector<1x16xf32>
  return
}
`
	run := []string{"run", "-", "--call", "f", "--arg", "dense<1.0>", "--arg", "dense<0.0>", "--workgroup", "32,1,1", "--subgroup", "32", "--profile"}
	code, out, errs := command(config(), threads, run...)
	if code != 0 {
		t.Fatalf("exit %d\n%s", code, errs)
	}
	expect(t, out, "global     load        4       512         16  64 sectors (64)", "global     store       4       512         16  64 sectors (64)")
}

// A foreign access is costed: tune chooses among the same layouts, and gives the same cycles and the same bounds.
func TestColumnsAreCosted(t *testing.T) {
	t.Parallel()
	open := strings.Replace(turned, "layout(#rows)", "layout(?)", 1)
	out := sameAs(t, open, "tune", "--target", "sm_80", "--budget", "3", "-")
	expect(t, out, "loads of 16 bytes", "it costs at least")
}

// A foreign access is drawn: the picture shows which elements each thread reads.
func TestColumnsAreDrawn(t *testing.T) {
	t.Parallel()
	expect(t, sameAs(t, turned, "layout", "-"), "what each thread reads in each step", "what each thread writes in each step")
}

// An access of a foreign operation races: threads read elements that others wrote.
func TestColumnsAreRaced(t *testing.T) {
	t.Parallel()
	racing := strings.Replace(turned, "  return\n", `  %p = toy.load %o[%c0, %c0] : memref<16x32xf32>, vector<32x16xf32>
  %q = iree_vector_ext.to_layout %p to layout(#columns) : vector<32x16xf32>
  toy.store %q, %m[%c0, %c0] : memref<16x32xf32>, vector<32x16xf32>
  return
`, 1)
	racing = strings.Replace(racing, "func.func", `#columns = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 2], outer_tile = [1, 1], thread_tile = [32, 2], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [1, 32]>
func.func`, 1)
	code, _, errs := command(config(), racing, "--vectorext-distribute-nested-layout")
	if code != 1 {
		t.Errorf("exit %d", code)
	}
	expect(t, errs, "toy.load", "reads memory in another layout than it was written in, and no barrier is between", "it is written here")

	// No race with other elements: the first eight rows are written, and the other rows are read.
	apart := strings.NewReplacer("%x = ", "%c8 = arith.constant 8 : index %x = ", "16x32xf32>, vector<32x16", "16x32xf32>, vector<32x8", "vector<32x16", "vector<32x8",
		"%p = toy.load %o[%c0", "%p = toy.load %o[%c8", "toy.store %q, %m[%c0", "toy.store %q, %m[%c8", "batch_tile = [1, 2]", "batch_tile = [1, 1]").Replace(racing)
	if code, _, errs := command(config(), apart, "--vectorext-distribute-nested-layout"); code != 0 {
		t.Errorf("exit %d\n%s", code, errs)
	}
}

// An access of a foreign operation is distributed, and the threads together have the same effect as the program.
func TestColumnsAreDistributed(t *testing.T) {
	t.Parallel()
	out := sameAs(t, turned, "--vectorext-distribute-nested-layout=explain", "--canonicalize", "--cse", "--verify-exec")
	expect(t, out, "vector.transfer_read", "reads 2 × 16 bytes", "writes 2 × 16 bytes")
}

// A foreign access is exported, for a GPU and as C++: the kernel has the same code as with transfers. An access that is not
// distributed is exported, too, element by element where rows of the vector are no rows of the memory.
func TestColumnsAreExported(t *testing.T) {
	t.Parallel()
	same := strings.NewReplacer()
	single := strings.NewReplacer("iree_vector_ext.to_layout %x to layout(#rows)", "arith.addf %x, %x", "workgroup_size = [64", "workgroup_size = [1", "vector<32x16xf32>", "vector<4x2xf32>")
	for _, variant := range []*strings.Replacer{same, single} {
		for _, args := range [][]string{{"--target", "sm_80", "--language", "mlir"}, {"--target", "gfx942"}, {"--target", "sm_80", "--language", "c++"}} {
			var kernels [2]string
			for i, source := range []string{turned, asTransfers(turned)} {
				dir := t.TempDir()
				code, _, errs := command(config(), "", append(append([]string{"export"}, args...), "-o", dir, written(t, variant.Replace(source)))...)
				if code != 0 {
					t.Fatalf("%v: exit %d\n%s", args, code, errs)
				}
				kernels[i] = kernel(t, dir)
			}
			if variant == same && kernels[0] != kernels[1] {
				t.Errorf("%v: got\n%s\nwant\n%s", args, kernels[0], kernels[1])
			}
			if strings.Contains(kernels[0], "toy.") || len(kernels[0]) < 200 {
				t.Errorf("%v: got\n%s", args, kernels[0])
			}
		}
	}
}

// kernel returns the code of an exported kernel, without comments.
func kernel(t *testing.T, dir string) string {
	t.Helper()
	var code strings.Builder
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Base(path) != "copy.cpp" && filepath.Ext(path) != ".mlir" {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, path))
		for line := range strings.Lines(string(text)) {
			if !strings.Contains(line, "//") {
				code.WriteString(line)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return code.String()
}
