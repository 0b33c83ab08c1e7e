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

	"optc/internal/browser"
	"optc/internal/explore"
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
	for _, lines := range page.Result.From {
		from += len(lines)
	}
	if from == 0 || page.Steps[1].Rows == nil || page.Steps[1].Ops == nil {
		t.Errorf("%d lines of the result come from the source; the second step is %v", from, page.Steps[1].Pass)
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

// openExample opens the page of an example in a browser.
func openExample(t *testing.T, example string, args ...string) *browser.Page {
	t.Helper()
	dir := t.TempDir()
	name, err := filepath.Abs("../examples/" + example)
	if err != nil {
		t.Fatal(err)
	}
	if code, _, stderr := in(dir, append(append([]string{"explore", "-o", "page.html"}, args...), name)...); code != 0 {
		t.Fatal(stderr)
	}
	return browser.Open(t, "file://"+filepath.Join(dir, "page.html"), 1300, 950)
}

// TestPageInBrowser: the fragment selects the visible part, and so do clicks; lines,
// passes and bytes show more when the mouse is over them.
func TestPageInBrowser(t *testing.T) {
	t.Parallel()
	p := openExample(t, "add_two_vectors.mlir", "--target=ipu2", "--run")
	seen := func() string { return p.Text(`all("main > section:not([hidden])").map(s => s.id).join()`) }
	if got := seen(); got != "source" {
		t.Errorf("a new page shows %q", got)
	}
	// The addition in line 26 of the source became one operation, which links back to it.
	p.Hover(`#left tr[data-from="26"]`)
	p.Wait(`all("#right tr.hover").length === 1 && document.querySelector("#right tr.hover").textContent.includes("arith.addi")`)
	p.Click(`#right tr[data-from="26"] td:last-child`)
	p.Wait(`location.hash === "#source/26" && all("#left tr.pinned").length === 1`)
	if got := p.Text(`document.getElementById("pinned").textContent`); !strings.Contains(got, "Line 26 is changed by vectorext-distribute-nested-layout") {
		t.Errorf("got %q", got)
	}
	p.Screenshot("source")

	for fragment, want := range map[string]string{"passes/2": "passes", "layouts": "layouts", "memory": "memory", "run": "run", "nonsense": "source"} {
		p.Eval(fmt.Sprintf("location.hash = %q", fragment))
		p.Wait(fmt.Sprintf("!document.getElementById(%q).hidden", want))
		if got := seen(); got != want {
			t.Errorf("#%s shows %q", fragment, got)
		}
		if fragment == "passes/2" && p.Text(`document.querySelector("#step h2").textContent`) != "int-range-optimizations" {
			t.Error("another pass is shown")
		}
		p.Screenshot(strings.ReplaceAll(fragment, "/", "-"))
	}
	p.Click("nav button[data-tab=passes]")
	p.Wait(`location.hash === "#passes"`)
	p.Click(`#passes li[data-step="1"]`)
	p.Wait(`document.querySelector("#passes li[data-step='1']").ariaSelected === "true"`)
	if got := p.Text(`document.querySelector("#step tr.c.linked").title`); !strings.HasPrefix(got, "line ") {
		t.Errorf("a changed line comes from %q", got)
	}
	p.Screenshot("passes")

	// The map zooms, a click on the state shows its bytes, and a byte shows its field.
	p.Click("nav button[data-tab=memory]")
	p.Wait(`location.hash === "#memory"`)
	before := p.Text(`document.querySelector(".map text").textContent`)
	p.Click(`button[data-zoom="in"]`)
	p.Wait(fmt.Sprintf(`document.querySelector(".map text").textContent !== %q`, before))
	p.Click(`.allocs tr[data-alloc="1"]`)
	p.Wait(`location.hash === "#memory/0/1" && document.querySelector(".bytes") !== null`)
	p.Eval(`location.hash = "memory/0/" + DATA.memories[0].used[0].allocs.findIndex(a => a.name.endsWith(".state"))`)
	p.Wait(`document.querySelector("#bytes h3").textContent.endsWith(".state")`)
	p.Hover(`[data-byte="9"]`)
	p.Wait(`document.getElementById("byte").textContent.startsWith("byte 9 at ")`)
	if got := p.Text(`document.getElementById("byte").textContent`); !strings.Contains(got, "2 of 8 of b = ") {
		t.Errorf("got %q", got)
	}
	p.Screenshot("bytes")
}

// TestPageOfAnyFile: a file without a program is shown with its layouts, and with the
// accesses of each thread in each step.
func TestPageOfAnyFile(t *testing.T) {
	t.Parallel()
	p := openExample(t, "gpu/copy_transpose.mlir")
	if got := p.Text(`all("nav button").map(b => b.dataset.tab).join()`); got != "source,layouts" {
		t.Errorf("the page has %s", got)
	}
	if got := p.Text(`document.querySelector("#right h2").textContent`); got != "as optc prints it" {
		t.Errorf("got %q", got)
	}
	p.Click("nav button[data-tab=layouts]")
	p.Wait(`document.getElementById("layouts").textContent.includes("what each thread reads in each step")`)
	p.Screenshot("divergence")
	// A page that is opened there shows its head as well.
	url := p.Text("location.href")
	p.Go("about:blank")
	p.Go(url)
	p.Wait(`document.readyState === "complete" && all("#layouts svg").length > 0`)
	if p.Eval("scrollY") != 0.0 {
		t.Errorf("%s is scrolled", url)
	}
}
