//go:build !js

package main

import (
	"bytes"
	"flag"
	"fmt"
	"strings"
	"testing"

	"optc/internal/testing/browser"
	"optc/optmain"
)

// TestExamples: all texts that the playground offers compile with their settings.
func TestExamples(t *testing.T) {
	t.Parallel()
	list, err := readExamples("../../examples")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		args := []string{"explore", "--json", "-o=-", "--target=" + e.Target}
		if e.Pipeline != "" {
			args = append(args, "--pass-pipeline="+e.Pipeline)
		}
		var stdout, stderr bytes.Buffer
		code := optmain.Run(t.Context(), optmain.DefaultConfig(), append(args, "-"), strings.NewReader(e.Text), &stdout, &stderr)
		if code != 0 || !strings.HasPrefix(stdout.String(), `{"name":`) {
			t.Errorf("%s: exit code %d\n%s", e.Name, code, &stderr)
		}
	}
}

// TestPlayground drives the playground: the first example is shown, an edit changes the result, a
// mistake is shown with its place, passes can be chosen, and the address restores the state.
func TestPlayground(t *testing.T) {
	t.Parallel()
	usePlayground(t, openNative(t, "", 1500, 950))
}

// compiled asks for the tests with the program as WebAssembly, whose compilation takes minutes.
var compiled = flag.Bool("compiled", false, "test the pages with optc as WebAssembly")

// TestCompiled is TestPlayground with the program that the site has.
func TestCompiled(t *testing.T) {
	if !*compiled {
		t.Skip("skipped: flag -compiled asks for it; .ci/long has it")
	}
	p := openCompiled(t, "", 1500, 950)
	usePlayground(t, p)
}

func usePlayground(t *testing.T, p *browser.Page) {
	t.Helper()
	status := func(want string) {
		t.Helper()
		p.Wait(fmt.Sprintf(`document.getElementById("status").textContent.includes(%q)`, want))
	}
	status("passes")
	counted := p.Text(`document.getElementById("status").textContent`)
	if got := p.Text(`document.getElementById("right").textContent`); !strings.Contains(got, "arith.addi %x, %y") {
		t.Errorf("the result of the first example is\n%s", got)
	}
	p.Screenshot("playground")

	// An edit that is right.
	replace := func(from, to string) {
		p.Eval(fmt.Sprintf(`(() => { const t = document.getElementById("text"), at = t.value.indexOf(%q); t.focus(); t.setSelectionRange(at, at + %d); })()`, from, len(from)))
		p.Type(to)
	}
	replace("arith.addi %x, %y", "arith.muli %x, %y")
	p.Wait(`document.getElementById("right").textContent.includes("arith.muli %x, %y")`)

	// A faulty text: the message leads to the fault, and the last result remains visible
	// in pale colours.
	replace("arith.muli %x, %y", "arith.muli %x, %yy")
	status("failed")
	if got := p.Text(`document.querySelector("#found li").textContent`); !strings.HasPrefix(got, "26:29 error: use of undeclared SSA value name") {
		t.Errorf("got %q", got)
	}
	// The language server, which is in the same program, underlines it and marks its line; pointing at
	// it shows the message and the description of the name.
	p.Wait(`all(".paint .found-error").map(e => e.textContent).join() === "%yy" && all(".numbers .error").map(e => e.textContent).join() === "26"`)
	p.Eval(`document.querySelector(".paint .found-error").id = "wrong"`)
	p.Eval(`editor.showCaret()`)
	p.Hover("#wrong")
	p.Wait(`!document.querySelector(".tip").hidden && document.querySelector(".tip").textContent.includes("error: use of undeclared SSA value name")`)
	p.Click("#found li")
	if got := p.Text(`document.getElementById("text").value.substring(document.getElementById("text").selectionStart).slice(0, 3)`); got != "%yy" {
		t.Errorf("the click selects %q", got)
	}
	if p.Eval(`document.querySelector("main").classList.contains("stale")`) != true {
		t.Error("the old result looks new")
	}
	p.Screenshot("playground-error")
	replace("%yy", "%")
	p.Type("z") // the server proposes the values that begin so
	p.Wait(`!document.querySelector(".completions").hidden`)
	if got := p.Text(`all(".completions li .label").map(e => e.textContent).join()`); got != "%zero" {
		t.Errorf("the completions are %q", got)
	}
	if got := p.Text(`document.getElementById(editor.input.getAttribute("aria-activedescendant")).textContent`); got != "%zeroi32" {
		t.Errorf("the chosen completion is %q", got)
	}
	p.Screenshot("playground-complete")
	p.Press("Enter")
	p.Wait(`editor.text.includes("arith.muli %x, %zero : vector") && document.querySelector(".completions").hidden`)
	replace("%x, %zero :", "%x, %y :")
	status(counted)
	if got := p.Text(`editor.lines[25].tokens.map(([lo, hi, kind]) => editor.lines[25].text.slice(lo, hi) + " " + kind).join(", ")`); !strings.HasPrefix(got, "%s variable, arith.muli function, %x variable") {
		t.Errorf("the colours are %s", got)
	}
	p.Eval(`editor.select({line: 23, character: 13}, {line: 23, character: 14})`)
	p.Eval(`editor.key(new KeyboardEvent("keydown", {key: "h", altKey: true}))`)
	p.Wait(`document.querySelector(".tip").textContent.includes("vector.transfer_read")`)

	// The program runs in the browser, on its device.
	p.Click("#run-it")
	p.Wait(`[...document.querySelectorAll("nav button")].some(b => b.dataset.tab === "run")`)
	p.Click(`nav button[data-tab=run]`)
	p.Wait(`document.querySelector("#run .values").textContent.includes("[3000, 1000, 4000")`)
	p.Screenshot("playground-run")

	// A program in a worker that ends is started again.
	p.Eval(`state.busy = true, state.worker.postMessage({ args: null, text: "" })`)
	status("optc ended and was started again")
	p.Eval(`editor.select({line: 23, character: 13}, {line: 23, character: 14})`)
	p.Eval(`editor.key(new KeyboardEvent("keydown", {key: "h", altKey: true}))`)
	p.Wait(`document.querySelector(".tip").textContent.includes("vector.transfer_read")`)

	// Passes are chosen from the list, and the address restores the state.
	p.Eval(`useExample("gpu/row_sum")`)
	status("3 passes")
	p.Eval(`(() => { const n = pipeline.value.length - 1; pipeline.focus(); pipeline.setSelectionRange(n, n); })()`)
	p.Type(",")
	p.Type("s")
	p.Wait(`all("#pipeline-completions .label").some(e => e.textContent === "symbol-dce")`)
	for range 20 {
		if p.Text(`document.querySelector("#pipeline-completions [aria-selected=true] .label").textContent`) == "symbol-dce" {
			break
		}
		p.Press("ArrowDown")
	}
	p.Press("Enter")
	status("4 passes")
	if got := p.Text(`document.getElementById("pipeline").value`); !strings.HasSuffix(got, ",cse),symbol-dce)") {
		t.Errorf("the passes are %s", got)
	}
	p.Wait(`location.hash.includes("symbol-dce")`)
	p.Eval(`go("passes/1")`)
	address := p.Text("location.href")
	p.Go("about:blank")
	p.Go(address)
	status("4 passes")
	if got := p.Text(`editor.text`); !strings.HasPrefix(got, "// Sums of the rows of a matrix") {
		t.Errorf("the text is now\n%s", got)
	}
	if got := p.Text(`document.querySelector("#step h2").textContent`); got != "vectorext-distribute-nested-layout" {
		t.Errorf("the address leads to %q", got)
	}
	p.Screenshot("playground-passes")
}
