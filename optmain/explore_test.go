package optmain

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"optc/internal/tool/explore"
)

// TestExplore: the page of every example contains the source, the passes, layouts and
// memory, and refers to no other files.
func TestExplore(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../examples/*.mlir")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	dir := t.TempDir()
	for _, name := range files {
		name, err := filepath.Abs(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"explore", "--target=ipu2", "-o", "page.html", name}, {"build", "--target=ipu2", "-o", "out", "--report", "page.html", name}} {
			if code, _, stderr := in(dir, args...); code != 0 {
				t.Errorf("%v: exit code %d\n%s", args, code, stderr)
				continue
			}
			page, err := os.ReadFile(filepath.Join(dir, "page.html"))
			if err != nil {
				t.Fatal(err)
			}
			text := string(page)
			for _, want := range []string{"poplar.vertex", `"pass":"poplar-pack-state"`, `"unit":"tile"`, "threads by registers", `"from":[`} {
				if !strings.Contains(text, want) {
					t.Errorf("%v: the page has no %q", args, want)
				}
			}
			if m := regexp.MustCompile(`(src|href)=|url\(|@import|fetch\(`).FindString(text); m != "" {
				t.Errorf("%v: the page refers to something else: %s", args, m)
			}
		}
	}
}

// dataProgram copies n numbers, which are a value of the program.
func dataProgram(n int) string {
	return fmt.Sprintf(`module attributes {poplar.target = #poplar.target<ipu2, tiles_per_ipu = 8>} {
  poplar.graph @main {
    %%w = poplar.variable "w" = dense_resource<w> : !poplar.tensor<%[1]dxui32>
    %%y = poplar.variable "y" : !poplar.tensor<%[1]dxui32>
    poplar.map_linear %%w
    poplar.map_linear %%y
    poplar.program { poplar.copy %%w to %%y }
  }
}
{-# dialect_resources: { builtin: { w: "0x04000000%[2]s" } } #-}
`, n, strings.Repeat("2A000000", n))
}

// TestExploreData: a page does not repeat the data of a program.
func TestExploreData(t *testing.T) {
	t.Parallel()
	const n = 100_000
	dir := t.TempDir()
	text := dataProgram(n)
	digits := strings.Repeat("2A000000", n)
	dense := strings.NewReplacer("dense_resource<w>", `dense<"0x`+digits+`">`, text[strings.Index(text, "{-#"):], "").Replace(text)
	for name, text := range map[string]string{"resource.mlir": text, "dense.mlir": dense} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if code, _, stderr := in(dir, "resource.mlir", "--emit-bytecode", "-o", "resource.mlirbc"); code != 0 {
		t.Fatal(stderr)
	}
	for _, file := range []string{"resource.mlir", "dense.mlir", "resource.mlirbc"} {
		if code, _, stderr := in(dir, "explore", "--run", "-o", "page.html", file); code != 0 {
			t.Errorf("%s: exit code %d\n%s", file, code, stderr)
			continue
		}
		page, err := os.ReadFile(filepath.Join(dir, "page.html"))
		if err != nil || len(page) > 200_000 || !strings.Contains(string(page), "[42, 42, 42") {
			t.Errorf("%s: a page of %d bytes, %v", file, len(page), err)
		}
	}
}

// TestExploreSize: pages of kernels with pictures of many NPUs are small enough to be sent.
func TestExploreSize(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../examples/okk/*.mlir")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	dir := t.TempDir()
	rows := filepath.Join(dir, "rows.mlir")
	if err := os.WriteFile(rows, []byte(manyRows), 0o666); err != nil {
		t.Fatal(err)
	}
	page := filepath.Join(dir, "page.html")
	tiled, err := filepath.Glob("../examples/okk/tiled/*.mlir")
	if err != nil || len(tiled) == 0 {
		t.Fatal(tiled, err)
	}
	for _, file := range append(append(files, rows), tiled...) {
		if code, _, stderr := in(".", "explore", "--target", "bm1684", "--overlap", "-o", page, file); code != 0 {
			t.Errorf("%s: exit code %d\n%s", file, code, stderr)
			continue
		}
		text, err := os.ReadFile(page)
		if err != nil || len(text) > 500_000 {
			t.Errorf("%s: a page of %d bytes, %v", file, len(text), err)
		}
	}
}

// manyRows is a kernel with a loop of 28 iterations in 64 NPUs.
const manyRows = `!x = !okk.sys<1x64x224x224xf32, continuous>
!part = !okk.sys<1x64x8x224xf32, strides[3211264, 50176, 224, 1]>
!t = !okk.local<1x64x8x224xf32, auto>
okk.kernel @rows {
  %x = okk.sys_buffer "x" : !x
  %y = okk.sys_buffer "y" : !x
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c224 = arith.constant 224 : index
  scf.for %i = %c0 to %c224 step %c8 {
    %from = okk.slice %x[0, 0, %i, 0] : !x to !part
    %to = okk.slice %y[0, 0, %i, 0] : !x to !part
    %t = okk.alloc : !t
    %u = okk.alloc : !t
    okk.load %from to %t : !part to !t
    okk.eltwise relu %u, %t : !t, !t
    okk.store %u to %to : !t to !part
  }
}
`

const twoGraphs = `poplar.graph @a {
  poplar.program {
  }
}
poplar.graph @b {
  poplar.program {
  }
}
`

// A file without a program has no memory, and is shown unchanged unless passes are
// requested; a file that does not compile has no page, and a file with two programs is
// refused.
func TestExploreOfOtherFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{"f.mlir": "func.func @f(%x: i32) -> i32 {\n  return %x : i32\n}\n", "bad.mlir": "func.func @f( {\n", "two.mlir": twoGraphs} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if code, stdout, stderr := in(dir, "explore", "f.mlir"); code != 0 || stdout != "f.html: no passes; --pass-pipeline says which to run\n" {
		t.Errorf("exit code %d\n%s%s", code, stdout, stderr)
	}
	if code, _, stderr := in(dir, "explore", "two.mlir"); code != 1 || !strings.Contains(stderr, "is the second graph") {
		t.Errorf("exit code %d\n%s", code, stderr)
	}
	if code, _, stderr := in(dir, "explore", "--run", "f.mlir"); code != 1 || !strings.Contains(stderr, "flag '--run' is for files whose program") {
		t.Errorf("exit code %d\n%s", code, stderr)
	}
	if code, _, stderr := in(dir, "build", "--target=ipu2", "-o", "out", "--report=r.html", "f.mlir"); code != 1 || !strings.Contains(stderr, "no poplar.graph") {
		t.Errorf("exit code %d\n%s", code, stderr)
	}
	if code, stdout, stderr := in(dir, "explore", "--pass-pipeline=builtin.module(canonicalize)", "f.mlir"); code != 0 || stdout != "f.html: 1 pass\n" {
		t.Errorf("exit code %d\n%s%s", code, stdout, stderr)
	}
	if code, _, _ := in(dir, "explore", "--pass-pipeline=builtin.module(canonicalize)", "bad.mlir"); code != 1 {
		t.Error("a file that does not parse has a page")
	}
	if _, err := os.Stat(filepath.Join(dir, "bad.html")); err == nil {
		t.Error("bad.html was written")
	}
}

// TestExploreAllTiles: the page of a program on all 1472 tiles contains each tile, with
// the bytes of its vertex, and stays below 10 MB.
func TestExploreAllTiles(t *testing.T) {
	t.Parallel()
	name, err := filepath.Abs("testdata/explore/all_tiles.mlir")
	if err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := in(t.TempDir(), "explore", "--target=ipu2", "--json", "-o", "-", name)
	if code != 0 {
		t.Fatal(stderr)
	}
	if len(stdout) > 10_000_000 {
		t.Errorf("the page has %d bytes", len(stdout))
	}
	var page explore.Page
	if err := json.Unmarshal([]byte(stdout), &page); err != nil {
		t.Fatal(err)
	}
	states := 0
	for _, u := range page.Memories[0].Used {
		for _, a := range u.Allocs {
			if len(a.Parts) == 3 && len(a.Bytes) == 2*24 && strings.Contains(a.Parts[2].Text, "68 elements: sum[") {
				states++
			}
		}
	}
	if len(page.Memories[0].Used) != 1472 || states != 1472 {
		t.Errorf("the page has %d tiles and %d states", len(page.Memories[0].Used), states)
	}
	from := 0
	for _, at := range page.Result.Lines {
		from += len(page.Lines[at].From)
	}
	if from == 0 || page.Steps[5].Rows == nil || page.Steps[5].Ops == nil {
		t.Errorf("%d lines of the result come from the source; the second step is %v", from, page.Steps[5].Pass)
	}
}

// TestExploreSteps: a step shows the output of its pass, and how often it folded and
// applied which pattern.
func TestExploreSteps(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const text = `func.func @f(%x: i32) -> i32 {
  %0 = arith.constant 0 : i32
  %1 = arith.addi %x, %0 : i32
  %2 = arith.constant 5 : i32
  %3 = arith.addi %1, %2 : i32
  %4 = arith.addi %3, %2 : i32
  return %4 : i32
}
`
	if err := os.WriteFile(filepath.Join(dir, "f.mlir"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := in(dir, "explore", "--json", "-o", "-", "--pass-pipeline=builtin.module(func.func(canonicalize),print-op-stats)", "f.mlir")
	if code != 0 {
		t.Fatal(stderr)
	}
	var page explore.Page
	if err := json.Unmarshal([]byte(stdout), &page); err != nil {
		t.Fatal(err)
	}
	first, last := page.Steps[0], page.Steps[1]
	count := map[string]int64{}
	for _, c := range first.Rewrites {
		count[c.Name] = c.Value
	}
	if first.On != "func.func @f" || count["fold"] == 0 || count["pattern 'add-add-constant'"] != 1 {
		t.Errorf("canonicalize on %s: %v", first.On, first.Rewrites)
	}
	if want := []explore.OpCount{{Name: "arith.addi", Before: 3, After: 1}, {Name: "arith.constant", Before: 2, After: 1}}; !slices.Equal(first.Ops, want) {
		t.Errorf("canonicalize leaves %v", first.Ops)
	}
	if first.Printed != "" || !strings.Contains(last.Printed, "arith.addi") || last.Rows != nil {
		t.Errorf("printed %q and %q", first.Printed, last.Printed)
	}
}
