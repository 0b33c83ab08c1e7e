package optmain

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"optc/internal/browser"
)

// TestExplore: the page of every example has the source, the passes, layouts and memory,
// and refers to nothing outside of it.
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
			for _, want := range []string{"poplar.vertex", `"pass":"poplar-pack-state"`, `"title":"tile`, "threads by registers", `"became":{"`} {
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

// A file without a program has no memory, and needs to be told what to run; a file that
// does not compile has no page.
func TestExploreOfOtherFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{"f.mlir": "func.func @f(%x: i32) -> i32 {\n  return %x : i32\n}\n", "bad.mlir": "func.func @f( {\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if code, _, stderr := in(dir, "explore", "f.mlir"); code != 1 || !strings.Contains(stderr, "no poplar.graph") {
		t.Errorf("exit code %d\n%s", code, stderr)
	}
	if code, stdout, stderr := in(dir, "explore", "--pass-pipeline=builtin.module(canonicalize)", "f.mlir"); code != 0 || stdout != "f.html: 1 passes\n" {
		t.Errorf("exit code %d\n%s%s", code, stdout, stderr)
	}
	if code, _, _ := in(dir, "explore", "--pass-pipeline=builtin.module(canonicalize)", "bad.mlir"); code != 1 {
		t.Error("a file that does not parse has a page")
	}
	if _, err := os.Stat(filepath.Join(dir, "bad.html")); err == nil {
		t.Error("bad.html was written")
	}
}

// TestPageInBrowser: the fragment chooses what is seen, and so do clicks.
func TestPageInBrowser(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name, err := filepath.Abs("../examples/add_two_vectors.mlir")
	if err != nil {
		t.Fatal(err)
	}
	if code, _, stderr := in(dir, "explore", "--target=ipu2", "-o", "page.html", name); code != 0 {
		t.Fatal(stderr)
	}
	url := "file://" + filepath.Join(dir, "page.html")
	p := browser.Open(t, url, 1200, 900)
	seen := func() string {
		return p.Text(`[...document.querySelectorAll("section:not([hidden])")].map(s => s.id).join()`)
	}
	if got := seen(); got != "source" {
		t.Errorf("a new page shows %q", got)
	}
	for fragment, want := range map[string]string{"passes/2": "passes", "layouts": "layouts", "memory": "memory", "nonsense": "source"} {
		p.Eval(fmt.Sprintf("location.hash = %q", fragment))
		p.Wait(fmt.Sprintf("!document.getElementById(%q).hidden", want))
		if got := seen(); got != want {
			t.Errorf("#%s shows %q", fragment, got)
		}
		if fragment == "passes/2" && p.Text(`document.querySelector("#step h2").textContent`) != "int-range-optimizations" {
			t.Error("another pass is shown")
		}
	}
	p.Click("nav button[data-tab=passes]")
	p.Wait(`location.hash === "#passes"`)
	p.Click(`#passes li[data-step="1"]`)
	p.Wait(`document.querySelector("#passes li[data-step='1']").ariaSelected === "true"`)
	p.Screenshot("passes")
}
