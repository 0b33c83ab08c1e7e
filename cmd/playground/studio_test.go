//go:build !js

package main

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"optc/internal/testing/browser"
)

// shownStudio waits until the studio shows the answer for its current fields.
func shownStudio(p *browser.Page) {
	p.Wait(`document.body.dataset.studio !== undefined && !studio.busy && !studio.again && document.querySelector(".results section") !== null`)
}

// useLayouts writes layouts and a shape into the studio.
func useLayouts(p *browser.Page, a, b, shape string) {
	p.Eval(fmt.Sprintf(`studio.useSample({ a: %q, b: %q, shape: %q })`, a, b, shape))
	shownStudio(p)
}

const (
	rowThreads    = "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>"
	columnThreads = "#ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [0, 1]}>"
)

// TestStudio drives the page for layouts: cells are linked, numbers are sliders, a change is played, memories without conflicts are
// proposed, a product is stepped over k, and the link restores the state.
func TestStudio(t *testing.T) {
	t.Parallel()
	p := openNative(t, "studio.html", 1400, 1000)
	p.Wait(`studio.list.length > 20`)
	shownStudio(p)

	// Every example has an answer.
	if got := p.Eval(`(async () => {
		const wrong = [];
		for (const s of studio.list) {
			await studio.useSample(s);
			if (!studio.found.hidden || all(".field-error").some(e => !e.hidden) || all(".results .view svg").length === 0) wrong.push(s.title + ": " + studio.found.textContent);
		}
		return wrong.join("\n");
	})()`); got != "" {
		t.Errorf("examples fail: %v", got)
	}

	useLayouts(p, rowThreads, columnThreads, "16x16")
	p.Screenshot("studio-change")
	// Pointing at an element marks it in all pictures, and the other elements of its thread.
	p.Eval(`document.querySelector(".side .view path[data-item='3,5']").id = "cell"`)
	p.Hover("#cell")
	p.Wait(`studio.told.textContent.includes("element (3, 5): thread 13, register 1")`)
	if got := p.Text(`all(".pointed .of-item").map(m => m.getAttribute("d").split("z").length - 1).join()`); !strings.HasPrefix(got, "1,1,1,1") {
		t.Errorf("the element is marked %s times in the pictures", got)
	}
	// 16x16 elements over 32 threads are 8 of each; the element is followed after a click.
	if got := p.Text(`String(document.querySelector(".side .view .pointed .of-owner").getAttribute("d").split("z").length - 1)`); got != "8" {
		t.Errorf("thread 13 has %s marked elements", got)
	}
	p.Click("#cell")
	p.Wait(`studio.pictures.follow === "3,5" && document.querySelector(".following").textContent.startsWith("Element (3,5) moves in ")`)

	// The steps: shuffles, then writes and reads.
	if got := p.Text(`document.querySelector(".step-name").textContent`); !strings.HasPrefix(got, "shuffle 1 of ") {
		t.Errorf("the first step is %q", got)
	}
	p.Wait(`document.querySelector(".step").dataset.step === "shuffle=0" && all(".step .view").length === 2`)
	p.Click(".following button")
	p.Wait(`document.querySelector(".step .followed .of-item") !== null`)
	p.Screenshot("studio-shuffle")
	p.Click(`.choice button[data-value=memory]`)
	p.Wait(`document.querySelector(".step").dataset.step === "write=0" && all(".step .view").length === 3`)
	p.Click(`button[aria-label="Next step"]`)
	p.Wait(`document.querySelector(".step").dataset.step !== "write=0"`)
	p.Screenshot("studio-memory-steps")

	// The link brings it back, in another page.
	p.Wait(`location.hash.slice(1) === studio.link`)
	address := p.Text("location.href")
	name := p.Text("studio.player.name")
	p.Go("about:blank")
	p.Go(address)
	p.Wait(fmt.Sprintf(`document.querySelector(".step").dataset.step === %q && studio.pictures.follow === "3,5" && studio.settings.shape.value === "16x16"`, name))

	// A slider rewrites the text.
	p.Eval(`(() => { const s = document.querySelectorAll(".slider input")[1]; s.value = s.max; s.dispatchEvent(new Event("input", {bubbles: true})); })()`)
	p.Wait(`studio.fields[0].input.value.includes("sizePerThread = [1, 64]")`)

	// The keyboard moves through the cells of a picture.
	useLayouts(p, columnThreads, "(32,32):(32,1)", "32x32")
	p.Eval(`document.querySelector(".side .view").focus()`)
	for _, key := range []string{"ArrowRight", "ArrowRight", "ArrowDown", "Enter"} {
		p.Press(key)
	}
	p.Wait(`studio.pictures.follow === "1,1"`)
	// For conflicts, a remedy and its cost are shown.
	if got := p.Text(`all(".memory").map(m => m.querySelector("h3").textContent + " " + m.querySelector("strong").textContent).join(", ")`); got != "this memory 128 cycles, swizzle 32 cycles, padding 32 cycles" {
		t.Errorf("the memories are %s", got)
	}
	p.Eval(`document.querySelector(".memories").scrollIntoView()`)
	p.Screenshot("studio-conflicts")

	// A product, stepped over k.
	useLayouts(p, "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>", "", "")
	p.Eval(`(() => { const r = document.querySelector(".product input[type=range]"); r.value = 3; r.dispatchEvent(new Event("input")); })()`)
	if got := p.Text(`String(document.querySelector(".product .summed .of-item").getAttribute("d").split("z").length - 1)`); got != "24" {
		t.Errorf("step 3 marks %s cells, not 16 of A and 8 of B", got)
	}
	p.Screenshot("studio-product")
}

// TestStudioBegins: the first picture needs no optc, and stays if optc cannot be loaded.
func TestStudioBegins(t *testing.T) {
	t.Parallel()
	browser.Need(t)
	files, err := pages(t.Context(), "../../examples")
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(&nativeServer{files: files}) // without the program
	t.Cleanup(server.CloseClientConnections)
	p := browser.Open(t, server.URL+"/studio.html", 1400, 1000)
	p.Wait(`studio.found.textContent.includes("optc cannot be loaded: optc.wasm.gz: 404")`)
	if got := p.Eval(`all(".results .view svg").length > 1 && studio.list.length > 20 && all(".slider").length > 0`); got != true {
		t.Error("the page has no first picture")
	}
	p.Eval(`document.querySelector(".side .view path[data-item]").id = "cell"`)
	p.Hover("#cell")
	p.Wait(`studio.told.textContent.startsWith("element ")`)
}

// TestStudioRefuses: damaged links, hostile texts and mistakes are answered with a message.
func TestStudioRefuses(t *testing.T) {
	t.Parallel()
	p := openNative(t, "studio.html", 1000, 800)
	p.Wait(`studio.list.length > 20`)
	shownStudio(p)
	for link, want := range map[string]string{
		"a=%zz":                      "The link is damaged: it has a percent sign without two digits",
		"b=8:1&what=1":               "unknown part 'what'",
		"shape=8":                    "it has no layout",
		"a=8:1&k=x":                  "'x' is no step over k",
		"a=8:1&step=<b>":             "'<b>' is no step of a change",
		"a=8:1&element=none":         "flag '--element' takes",
		"a=8:1&target=<img>":         "unknown target '<img>'",
		"a=8:1&shape=99999999999999": "flag '--shape' takes extents",
	} {
		p.Eval(`studio.found.textContent = ""`)
		p.Eval(fmt.Sprintf("location.hash = %q", link))
		p.Wait(fmt.Sprintf(`!studio.found.hidden && studio.found.textContent.includes(%q)`, want))
	}
	for text, want := range map[string]string{
		"<img src=x onerror='document.title = 1'>": "expected a layout, but got '<img",
		"--help":                                 "expected a layout, but got '--help'",
		"Swizle<1,2,3>":                          "did you mean 'Swizzle'?",
		"(8,8":                                   "at 5: ",
		"#ttg.blocked<{sizePerThread = [1, 4]}>": "at ",
		"\u0000\U0001F600(":                      "expected",
	} {
		p.Eval(fmt.Sprintf(`studio.useSample({ a: %q })`, text))
		p.Wait(fmt.Sprintf(`!studio.busy && all(".field-error").some(e => !e.hidden && e.textContent.includes(%q))`, want))
	}
	if p.Text("document.title") != "optc layout studio" {
		t.Error("a text was executed")
	}
	p.Screenshot("studio-mistake")
	// A worker that ends is started again, and the answer to the question reports that it ended.
	p.Eval(`studio.command.then(c => c.worker.postMessage({ args: null }))`)
	useLayouts(p, "(4,8):(8,1)", "", "")
}

// TestStudioWidths: at three widths the studio is not wider than the window, in light and in dark colours, and every element that can
// be clicked or focused has a name.
func TestStudioWidths(t *testing.T) {
	t.Parallel()
	p := openNative(t, "studio.html", 1400, 1000)
	p.Wait(`studio.list.length > 20`)
	shownStudio(p)
	for _, width := range []int{1400, 1000, 700} {
		p.Resize(width, 1000)
		for name, use := range map[string]func(){
			"change":    func() { useLayouts(p, rowThreads, columnThreads, "16x16") },
			"conflicts": func() { useLayouts(p, columnThreads, "(32,32):(32,1)", "32x32") },
			"product":   func() { useLayouts(p, "#iree_gpu.mma_layout<MFMA_F32_16x16x16_F16> acc", "", "") },
		} {
			use()
			if wide := p.Text(`[document.documentElement, ...all("main, .studio, .part, .field, .memory")].filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.tagName + e.className + e.scrollWidth).join()`); wide != "" {
				t.Errorf("at %d pixels, %s is wider than its place: %s", width, name, wide)
			}
			for _, scheme := range []string{"light", "dark"} {
				p.Scheme(scheme)
				for _, at := range []int{0, 900} {
					p.Eval(fmt.Sprintf(`document.querySelector(".studio").scrollTo(0, %d)`, at))
					p.Screenshot(fmt.Sprintf("studio-%s-%d-%s-%d", name, width, scheme, at))
				}
			}
		}
	}
	nameless := p.Text(`all("button, a, input, select, textarea, [role=group], [role=img]").filter(e => e.offsetParent !== null || e.ownerSVGElement)
		.filter(e => !(e.getAttribute("aria-label") || e.textContent.trim() || e.labels && e.labels.length > 0)).map(e => e.outerHTML.slice(0, 80)).join("\n")`)
	if nameless != "" {
		t.Errorf("elements have no name:\n%s", nameless)
	}
}
