package browser_test

import (
	"testing"

	"optc/internal/testing/browser"
)

// TestPage: events of the mouse and the keyboard reach the page.
func TestPage(t *testing.T) {
	t.Parallel()
	p := browser.Open(t, `data:text/html,<title>a</title><button onclick="document.title+='b'" onmouseover="document.title+='o'">x</button><input>`, 400, 300)
	p.Hover("button")
	p.Wait(`document.title === "ao"`)
	p.Click("button")
	p.Wait(`document.title === "aob"`)
	p.Click("input")
	p.Type("typed")
	if got := p.Text(`document.querySelector("input").value`); got != "typed" {
		t.Errorf("got %q", got)
	}
	p.Press("ArrowLeft")
	p.Press("x")
	if got := p.Text(`document.querySelector("input").value`); got != "typexd" {
		t.Errorf("got %q", got)
	}
	p.Resize(500, 200)
	p.Scheme("dark")
	p.Wait(`innerWidth === 500 && matchMedia("(prefers-color-scheme: dark)").matches`)
	p.Scheme("light")
	p.Wait(`!matchMedia("(prefers-color-scheme: dark)").matches`)
	p.Eval(`void setTimeout(() => document.body.append(Object.assign(document.createElement("u"), {textContent: "late"})), 50)`)
	p.Wait(`document.querySelector("u").textContent === "late"`)
	if got := p.Eval(`Promise.resolve(7)`); got != 7.0 {
		t.Errorf("got %v", got)
	}
}
