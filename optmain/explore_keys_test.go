package optmain

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"optc/internal/testing/browser"
)

// renumbering has two functions; canonicalize removes the first operation of one of them, so that
// the following operations have new numbers.
const renumbering = `func.func @f(%m: memref<8xi32>, %i: index) -> i32 {
  %0 = arith.constant 0 : i32
  %1 = memref.load %m[%i] : memref<8xi32>
  %2 = arith.addi %1, %0 : i32
  %3 = memref.load %m[%i] : memref<8xi32>
  %4 = arith.muli %2, %3 : i32
  return %4 : i32
}
func.func @g(%x: i32, %y: i32) -> i32 {
  %0 = arith.addi %x, %y : i32
  %1 = arith.addi %x, %y : i32
  %2 = arith.muli %0, %1 : i32
  return %2 : i32
}
`

// openText opens the page of a text after passes.
func openText(t *testing.T, text, pipeline string) *browser.Page {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "f.mlir"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if code, _, stderr := in(dir, "explore", "--pass-pipeline="+pipeline, "f.mlir"); code != 0 {
		t.Fatal(stderr)
	}
	return browser.Open(t, "file://"+filepath.Join(dir, "f.html"), 1400, 900)
}

// TestChangesInBrowser: lines whose values are only renumbered do not count as changed, the
// differing words are marked, and the filters keep the right lines.
func TestChangesInBrowser(t *testing.T) {
	t.Parallel()
	p := openText(t, renumbering, "builtin.module(func.func(canonicalize),func.func(cse),symbol-dce)")
	p.Eval(`location.hash = "passes/1"`)
	p.Wait(`all("#step .diff tr").length > 3`)
	changed := func() string {
		return p.Text(`all("#step .diff tbody[data-change] tr").map(tr => all("td.text", tr).map(td => td.textContent.trim()).filter(s => s).join(" | ")).join("\n")`)
	}
	want := "%c0_i32 = arith.constant 0 : i32\n%1 = arith.addi %0, %c0_i32 : i32\n%3 = arith.muli %1, %2 : i32 | %2 = arith.muli %0, %1 : i32"
	if got := changed(); got != want {
		t.Errorf("canonicalize changes\n%s\nwant\n%s", got, want)
	}
	if got := p.Text(`all("#step .diff mark").map(m => m.textContent).join()`); got != "%1,%0" {
		t.Errorf("the marked words are %q", got)
	}
	if got := p.Text(`all("#step .diff tr.c .t-op").map(m => m.textContent).join()`); got != "arith.muli,arith.muli" {
		t.Errorf("the operations in colour are %q", got)
	}
	// The passes ran on each function; the last changed nothing.
	visible := func() string {
		return p.Text(`all("#passes li").filter(li => !li.hidden).map(li => li.querySelector(".name").textContent).join()`)
	}
	all := visible()
	p.Press("c")
	if got := visible(); got != "canonicalize,cse,cse" {
		t.Errorf("of %s, those that changed something are %s", all, got)
	}
	p.Press("c")
	p.Eval(`(() => { const s = document.getElementById("function"); s.value = 2; s.dispatchEvent(new Event("change")); })()`)
	if got := visible(); got != "cse" {
		t.Errorf("@g is changed by %s", got)
	}
	p.Eval(`(() => { const s = document.getElementById("function"); s.value = 0; s.dispatchEvent(new Event("change")); })()`)

	// The search finds a line in the changes of another pass.
	p.Press("/")
	p.Type("%y")
	p.Wait(`all("#passes .hits").map(e => e.textContent).join() === ",,,1 match,"`)
	p.Press("Escape")
	p.Wait(`document.activeElement !== document.getElementById("search") && all(".hit").length === 0`)

	// Unchanged lines are one row, which opens.
	p.Eval(`location.hash = "passes/4"`)
	p.Wait(`document.querySelector("#step tr.k button").textContent === "5 unchanged lines"`)
	before := p.Eval(`all("#step .diff tr").length`).(float64)
	p.Click("#step tr.k button")
	p.Wait(fmt.Sprintf(`all("#step .diff tr").length === %v`, before+4))
	p.Press("u")
	p.Wait(`document.querySelector("#step .diff").classList.contains("unified")`)
	p.Screenshot("changes")
}

// TestRemovedInBrowser: removed lines and the added lines beside them are visible, in one
// column and in two, and each has its number.
func TestRemovedInBrowser(t *testing.T) {
	t.Parallel()
	p := openText(t, "func.func @f(%x: index, %y: index) -> index {\n  %0 = affine.apply affine_map<(a, b) -> (a * 4 + b floordiv 8)>(%x, %y)\n  %1 = arith.addi %0, %y : index\n  return %1 : index\n}\n", "builtin.module(lower-affine)")
	p.Eval(`location.hash = "passes/1"`)
	p.Wait(`all("#change tr.r").length > 0`)
	for _, columns := range []string{"two", "one"} {
		p.Eval(fmt.Sprintf("setColumns(%q)", columns))
		blank := p.Text(`String(all("#change tr.r").filter(tr => all("td", tr).some(td => !td.textContent.trim() || td.offsetHeight === 0)).length)`)
		if blank != "0" {
			t.Errorf("in %s columns, %s rows lack a line or its number: %s", columns, blank, p.Text(`document.getElementById("change").innerText`))
		}
		if got := p.Text(`document.getElementById("change").innerText`); !strings.Contains(got, "affine.apply") {
			t.Errorf("in %s columns, the removed operation is not visible: %s", columns, got)
		}
	}
}

// TestKeysInBrowser: every control can be reached with the keyboard, and has a role and a name.
func TestKeysInBrowser(t *testing.T) {
	t.Parallel()
	p := openExample(t, "add_two_vectors.mlir", "--target=ipu2", "--run")
	hash := func(want string) {
		t.Helper()
		p.Wait(fmt.Sprintf("location.hash === %q && document.body.dataset.place === %q", want, want[1:]))
	}
	p.Press("3")
	hash("#passes")
	p.Press("j")
	hash("#passes/7")
	p.Press("k")
	hash("#passes/6")
	p.Press("n")
	p.Wait(`document.querySelector("#step tbody.at") !== null`)
	p.Eval(`document.querySelector("#passes li[tabindex='0']").focus()`)
	p.Press("ArrowDown")
	hash("#passes/7")
	p.Press("End")
	hash("#passes/25")
	p.Eval(`document.querySelector("#passes .border").focus()`)
	p.Press("ArrowRight")
	p.Wait(`document.querySelector("#passes .border").getAttribute("aria-valuenow") === "28"`)
	p.Eval(`document.querySelector("nav button[aria-selected=true]").focus()`)
	p.Press("ArrowRight")
	hash("#layouts")
	if got := p.Text(`document.activeElement.id`); got != "tab-layouts" {
		t.Errorf("%q has the focus", got)
	}
	p.Press("2")
	hash("#source")
	p.Press("j")
	hash("#source/12")
	p.Press("?")
	p.Wait(`document.getElementById("help").open`)
	p.Press("Escape")
	p.Wait(`!document.getElementById("help").open`)
	for view := range 6 {
		p.Press(fmt.Sprint(view + 1))
		p.Wait(fmt.Sprintf(`all("nav button")[%d].ariaSelected === "true"`, view))
		// Every element that a key or a click uses has a role, of its own or by its kind, and a
		// name.
		nameless := p.Text(`all("button, a, input, select, [role=option], [role=tab], [role=separator], [role=listbox], [role=img], table", document)
			.filter(e => e.offsetParent !== null || e.ownerSVGElement).filter(e => !(e.getAttribute("aria-label") || e.textContent.trim() || e.labels && e.labels.length > 0))
			.map(e => e.outerHTML.slice(0, 80)).join("\n")`)
		if nameless != "" {
			t.Errorf("view %d has elements without a name:\n%s", view+1, nameless)
		}
	}
	for role, want := range map[string]float64{"tablist": 1, "tab": 6, "tabpanel": 6, "separator": 2, "status": 2} {
		if got := p.Eval(fmt.Sprintf(`all("[role=%s]").length`, role)); got != want {
			t.Errorf("%v elements are a %s, want %v", got, role, want)
		}
	}
}

// TestWidthsInBrowser: at three widths, no view is wider than the window; if there is little room,
// changes have one column, and the panes are below each other.
func TestWidthsInBrowser(t *testing.T) {
	t.Parallel()
	p := openExample(t, "add_two_vectors.mlir", "--target=ipu2", "--run")
	views := strings.Split(p.Text(`all("nav button").map(b => b.dataset.tab).join()`), ",")
	for _, width := range []int{1400, 1000, 700} {
		p.Resize(width, 900)
		for _, scheme := range []string{"light", "dark"} {
			p.Scheme(scheme)
			for _, view := range views {
				p.Eval(fmt.Sprintf("location.hash = %q", view))
				p.Wait(fmt.Sprintf("!document.getElementById(%q).hidden", view))
				if wide := p.Text(`[document.documentElement, ...all("main, main > section:not([hidden])")].filter(e => e.scrollWidth > e.clientWidth).map(e => e.tagName + e.id + e.scrollWidth).join()`); wide != "" {
					t.Errorf("at %d pixels, %s is wider than its place: %s", width, view, wide)
				}
				p.Screenshot(fmt.Sprintf("%s-%d-%s", view, width, scheme))
			}
		}
		p.Eval(`location.hash = "passes/8"`)
		p.Wait(fmt.Sprintf(`document.querySelector("#step .diff").classList.contains("unified") === %v`, width < 1400))
		if got, want := p.Text(`getComputedStyle(document.querySelector("#passes .panes")).flexDirection`), map[bool]string{true: "column", false: "row"}[width == 700]; got != want {
			t.Errorf("at %d pixels, panes are in a %s", width, got)
		}
	}
}

// TestResultsInBrowser: a value has its range and a map, whose cells tell their numbers; memory
// has the colour of its share of the capacity.
func TestResultsInBrowser(t *testing.T) {
	t.Parallel()
	p := openExample(t, "add_two_vectors.mlir", "--target=ipu2", "--run")
	p.Press("6")
	p.Wait(`all("#run svg.heat").length === 2`)
	if got := p.Text(`all(".values > tr").filter(tr => tr.textContent.startsWith("sum"))[0].textContent`); got != "sum31xui321,0011,0091004.839–" {
		t.Errorf("the row of sum is %q", got)
	}
	if got := p.Text(`all("#run svg.heat")[1].getAttribute("aria-label")`); got != "heat map of sum, 31xui32, from 1,001 to 1,009" {
		t.Errorf("the map is %q", got)
	}
	p.Hover(`#value-2 [data-cell="5"]`)
	p.Wait(`document.querySelector("#value-2 .cell").textContent === "row 0, column 5: 1,009"`)
	if got := p.Text(`document.querySelector('#value-2 [data-cell="5"]').style.fill`); !strings.Contains(got, "100%") {
		t.Errorf("the largest element has the colour %q", got)
	}
	p.Press("5")
	p.Wait(`document.querySelector("#units rect") !== null`)
	if got := p.Text(`document.querySelector("#units rect").getAttribute("aria-label")`); got != "tile 0: 876 bytes, 0.1 %" {
		t.Errorf("the tile is %q", got)
	}
}

// TestRemarksInBrowser: the overview lists the reports of passes, and links to the lines.
func TestRemarksInBrowser(t *testing.T) {
	t.Parallel()
	p := openExample(t, "gpu/row_sum.mlir", "--pass-pipeline=builtin.module(func.func(vectorext-print-layouts))")
	if got := p.Text(`document.querySelector(".diagnostics li").textContent`); !strings.HasPrefix(got, "remark line 13 layout of result #0 is #iree_vector_ext") {
		t.Errorf("the first remark is %q", got)
	}
	p.Click(".diagnostics button")
	p.Wait(`location.hash === "#source/13" && document.querySelector("#left tr.pinned .n").textContent === "13"`)
}
