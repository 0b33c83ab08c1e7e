package optmain

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"optc/internal/testing/browser"
)

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
	if got := seen(); got != "overview" {
		t.Errorf("a new page shows %q", got)
	}
	p.Screenshot("overview")
	p.Click("nav button[data-tab=source]")
	// The addition in line 26 of the source became one operation, which links back to it.
	p.Hover(`#left tr[data-from="26"]`)
	p.Wait(`all("#right tr.hover").length === 1 && document.querySelector("#right tr.hover").textContent.includes("arith.addi")`)
	p.Click(`#right tr[data-from="26"] td:last-child`)
	p.Wait(`location.hash === "#source/26" && all("#left tr.pinned").length === 1`)
	if got := p.Text(`document.getElementById("pinned").textContent`); !strings.Contains(got, "Line 26 is changed by vectorext-distribute-nested-layout") {
		t.Errorf("got %q", got)
	}
	p.Screenshot("source")

	for fragment, want := range map[string]string{"passes/7": "passes", "layouts": "layouts", "memory": "memory", "run": "run", "nonsense": "overview"} {
		p.Eval(fmt.Sprintf("location.hash = %q", fragment))
		p.Wait(fmt.Sprintf("!document.getElementById(%q).hidden", want))
		if got := seen(); got != want {
			t.Errorf("#%s shows %q", fragment, got)
		}
		if fragment == "passes/7" && p.Text(`document.querySelector("#step h2").textContent`) != "int-range-optimizations" {
			t.Error("another pass is shown")
		}
		p.Screenshot(strings.ReplaceAll(fragment, "/", "-"))
	}
	p.Click("nav button[data-tab=passes]")
	p.Wait(`location.hash === "#passes"`)
	p.Click(`#passes li[data-step="5"]`)
	p.Wait(`document.querySelector("#passes li[data-step='5']").ariaSelected === "true"`)
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

// TestPlanInBrowser: the page of a function on tensors has a tab with the plan, whose bars show more when the mouse is over them.
func TestPlanInBrowser(t *testing.T) {
	t.Parallel()
	p := openExample(t, "models/mlp.mlir", "--target=bm1684")
	if got := p.Text(`all("nav button").map(b => b.dataset.tab).join()`); got != "overview,source,passes,plan,layouts,memory" {
		t.Errorf("the tabs are %s", got)
	}
	p.Click("nav button[data-tab=plan]")
	p.Wait(`location.hash === "#plan" && all("#plan svg").length === 2`)
	if got := p.Text(`all("#plan svg title").map(t => t.textContent).filter(t => t.startsWith("compute: "))[0]`); !strings.Contains(got, "mlp.mlir:") || !strings.Contains(got, "over ") {
		t.Errorf("a bar shows %q", got)
	}
	p.Screenshot("plan")
}

// TestPageOfAnyFile: a file without a program is shown with its layouts, and with the
// accesses of each thread in each step.
func TestPageOfAnyFile(t *testing.T) {
	t.Parallel()
	p := openExample(t, "gpu/copy_transpose.mlir")
	if got := p.Text(`all("nav button").map(b => b.dataset.tab).join()`); got != "overview,source,layouts" {
		t.Errorf("the page has %s", got)
	}
	p.Click("nav button[data-tab=source]")
	p.Wait(`document.querySelector("#right h2") !== null`)
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
