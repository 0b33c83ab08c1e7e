package optmain

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
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
			for _, want := range []string{"poplar.vertex", "poplar-pack-state (", "<summary>tile", "threads by registers", `class="linked" title=`} {
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

// TestPageInBrowser: a browser runs the script of a page: the fragment chooses what is
// seen.
func TestPageInBrowser(t *testing.T) {
	t.Parallel()
	browser, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("chromium is not installed")
	}
	dir := t.TempDir()
	name, err := filepath.Abs("../examples/add_two_vectors.mlir")
	if err != nil {
		t.Fatal(err)
	}
	if code, _, stderr := in(dir, "explore", "--target=ipu2", "-o", "page.html", name); code != 0 {
		t.Fatal(stderr)
	}
	hidden := regexp.MustCompile(`<section id="tab-([a-z]+)"( hidden="")?>`)
	for fragment, want := range map[string]string{"": "source", "passes/2": "passes", "layouts": "layouts", "memory": "memory", "nonsense": "source"} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		dom, err := exec.CommandContext(ctx, browser, "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir="+filepath.Join(dir, "profile"), "--dump-dom",
			"file://"+filepath.Join(dir, "page.html")+"#"+fragment).Output()
		if err != nil {
			t.Skipf("chromium does not run here: %v", err)
		}
		for _, m := range hidden.FindAllStringSubmatch(string(dom), -1) {
			if seen := m[2] == ""; seen != (m[1] == want) {
				t.Errorf("#%s: is section %s seen? %v", fragment, m[1], seen)
			}
		}
		if fragment == "passes/2" {
			for i := range 4 {
				step := fmt.Sprintf(`<div class="step" id="step%d"`, i)
				if seen := strings.Contains(string(dom), step+">"); seen != (i == 2) {
					t.Errorf("is step %d seen? %v", i, seen)
				}
			}
		}
	}
}
