// Package browser drives a headless Chromium in tests: it opens pages, queries the
// visible state by scripts, moves the mouse, presses keys and takes pictures. It exists
// because the behaviour of a page is only known once a browser has displayed it.
//
// It speaks the Chrome DevTools Protocol, version 1.3, over a pair of pipes
// (--remote-debugging-pipe): messages are JSON, each ended by a zero byte.
package browser

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"testing"
	"time"
)

// Page is an open page. Its methods end the test when the browser fails.
type Page struct {
	t       testing.TB
	in      io.Writer
	answers chan answer
	id      int
	session string
}

type answer struct {
	ID     int             `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Message string `json:"message"`
	} `json:"error"`
}

// patience is the longest wait for any event; a busy machine is slow.
const patience = time.Minute

// Need returns the path of Chromium; if it is not installed, the test is skipped, by
// name.
func Need(t testing.TB) string {
	t.Helper()
	program, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("chromium is not installed")
	}
	return program
}

// Open starts a browser with a page of the given size in pixels. The test is skipped, by
// name, if Chromium is missing or does not run.
func Open(t testing.TB, url string, width, height int) *Page {
	t.Helper()
	program := Need(t)
	theirIn, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	out, theirOut, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	profile, err := os.MkdirTemp("", "browser")
	if err != nil {
		t.Fatal(err)
	}
	// Helper processes of the browser may outlive it for a moment and write to their
	// folder. Therefore the folder cannot belong to the test, because its removal must
	// succeed.
	t.Cleanup(func() { os.RemoveAll(profile) })
	cmd := exec.Command(program, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
		"--user-data-dir="+profile, fmt.Sprintf("--window-size=%d,%d", width, height), "about:blank")
	cmd.ExtraFiles = []*os.File{theirIn, theirOut}
	if err := cmd.Start(); err != nil {
		t.Skipf("chromium does not run here: %v", err)
	}
	theirIn.Close()
	theirOut.Close()
	p := &Page{t: t, in: in, answers: make(chan answer, 16)}
	go p.receive(out)
	t.Cleanup(func() {
		p.send("Browser.close", nil)
		in.Close()
		ended := time.AfterFunc(patience, func() { cmd.Process.Kill() })
		cmd.Wait()
		ended.Stop()
		out.Close()
	})
	if err := p.try("Browser.getVersion", nil, nil); err != nil {
		t.Skipf("chromium does not run here: %v", err)
	}
	var target struct{ TargetID string }
	p.call("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var session struct{ SessionID string }
	p.call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &session)
	p.session = session.SessionID
	p.Go(url)
	return p
}

// receive hands answers on; events are not looked at.
func (p *Page) receive(out io.Reader) {
	defer close(p.answers)
	r := bufio.NewReader(out)
	for {
		message, err := r.ReadBytes(0)
		if err != nil {
			return
		}
		var a answer
		if json.Unmarshal(message[:len(message)-1], &a) == nil && a.ID > 0 {
			p.answers <- a
		}
	}
}

func (p *Page) send(method string, params any) error {
	p.id++
	message := map[string]any{"id": p.id, "method": method}
	if params != nil {
		message["params"] = params
	}
	if p.session != "" && method != "Browser.close" {
		message["sessionId"] = p.session
	}
	text, err := json.Marshal(message)
	if err == nil {
		_, err = p.in.Write(append(text, 0))
	}
	return err
}

// try calls a method of the protocol and decodes the result.
func (p *Page) try(method string, params, result any) error {
	if err := p.send(method, params); err != nil {
		return err
	}
	late := time.After(patience)
	for {
		select {
		case a, ok := <-p.answers:
			switch {
			case !ok:
				return fmt.Errorf("%s: the browser ended", method)
			case a.ID != p.id:
			case a.Error != nil:
				return fmt.Errorf("%s: %s", method, a.Error.Message)
			case result == nil:
				return nil
			default:
				return json.Unmarshal(a.Result, result)
			}
		case <-late:
			return fmt.Errorf("%s: no answer", method)
		}
	}
}

func (p *Page) call(method string, params, result any) {
	p.t.Helper()
	if err := p.try(method, params, result); err != nil {
		p.t.Fatal(err)
	}
}

// Go opens another address and waits until it is loaded.
func (p *Page) Go(url string) {
	p.t.Helper()
	p.call("Page.navigate", map[string]any{"url": url}, nil)
	p.Wait(fmt.Sprintf("location.href.startsWith(%q) && document.readyState === 'complete'", url))
}

// Eval evaluates an expression of JavaScript and returns its value as JSON would hold
// it. A promise is waited for; an exception ends the test.
func (p *Page) Eval(expression string) any {
	p.t.Helper()
	var r struct {
		Result           struct{ Value any }
		ExceptionDetails *struct {
			Text      string
			Exception struct{ Description string }
		}
	}
	p.call("Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true, "awaitPromise": true}, &r)
	if e := r.ExceptionDetails; e != nil {
		p.t.Fatalf("%s: %s %s", expression, e.Text, e.Exception.Description)
	}
	return r.Result.Value
}

// Text returns the value of an expression that is a string.
func (p *Page) Text(expression string) string {
	p.t.Helper()
	s, ok := p.Eval(expression).(string)
	if !ok {
		p.t.Fatalf("%s is no string", expression)
	}
	return s
}

// Wait waits until an expression is true. An exception counts as not true, because the
// elements in question need not exist yet.
func (p *Page) Wait(expression string) {
	p.t.Helper()
	safe := fmt.Sprintf("(() => { try { return %s } catch (e) { return String(e) } })()", expression)
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		got := p.Eval(safe)
		if got == true {
			return
		}
		if time.Now().After(end) {
			p.t.Fatalf("still %v: %s", got, expression)
		}
	}
}

// Hover moves the mouse to the middle of the element that a selector names.
func (p *Page) Hover(selector string) {
	p.t.Helper()
	p.mouse("mouseMoved", selector, 0)
}

// Click clicks on the element that a selector names.
func (p *Page) Click(selector string) {
	p.t.Helper()
	p.Hover(selector)
	p.mouse("mousePressed", selector, 1)
	p.mouse("mouseReleased", selector, 1)
}

func (p *Page) mouse(event, selector string, clicks int) {
	p.t.Helper()
	at, ok := p.Eval(fmt.Sprintf(`(() => { const e = document.querySelector(%q); if (!e) return null; e.scrollIntoView({block: "nearest"});
		const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`, selector)).([]any)
	if !ok {
		p.t.Fatalf("the page has no %s", selector)
	}
	p.call("Input.dispatchMouseEvent", map[string]any{"type": event, "x": at[0], "y": at[1], "button": map[bool]string{true: "left", false: "none"}[clicks > 0], "clickCount": clicks}, nil)
}

// Type types a text into the element that has the focus.
func (p *Page) Type(text string) {
	p.t.Helper()
	p.call("Input.insertText", map[string]any{"text": text}, nil)
}

// Press presses a key and releases it: a letter, or a name such as "ArrowDown".
func (p *Page) Press(key string) {
	p.t.Helper()
	event := map[string]any{"type": "keyDown", "key": key}
	if code := map[string]int{"Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}[key]; code > 0 {
		event["windowsVirtualKeyCode"] = code
	}
	if len(key) == 1 {
		event["text"] = key
	}
	if key == "Enter" {
		event["text"] = "\r"
	}
	p.call("Input.dispatchKeyEvent", event, nil)
	event["type"] = "keyUp"
	delete(event, "text")
	p.call("Input.dispatchKeyEvent", event, nil)
}

// Resize gives the page another size.
func (p *Page) Resize(width, height int) {
	p.t.Helper()
	p.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}, nil)
}

// Scheme selects the "light" or the "dark" colours of the page.
func (p *Page) Scheme(name string) {
	p.t.Helper()
	p.call("Emulation.setEmulatedMedia", map[string]any{"features": []any{map[string]any{"name": "prefers-color-scheme", "value": name}}}, nil)
}

// Screenshot writes the visible page to a PNG file in the folder that the environment
// variable SCREENSHOTS names; if the variable is not set, it does nothing.
func (p *Page) Screenshot(name string) {
	p.t.Helper()
	dir := os.Getenv("SCREENSHOTS")
	if dir == "" {
		return
	}
	var shot struct{ Data []byte }
	p.call("Page.captureScreenshot", map[string]any{"format": "png"}, &shot)
	if err := os.WriteFile(dir+"/"+name+".png", shot.Data, 0o666); err != nil {
		p.t.Fatal(err)
	}
}
