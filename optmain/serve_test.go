package optmain

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// client is a client of `optc serve` or `optc mcp`.
type client struct {
	t   *testing.T
	in  io.WriteCloser
	out *bufio.Scanner
	end chan int // the exit code
}

func connect(t *testing.T, args ...string) *client {
	t.Helper()
	toServer, in := io.Pipe()
	out, fromServer := io.Pipe()
	c := &client{t: t, in: in, out: bufio.NewScanner(out), end: make(chan int, 1)}
	c.out.Buffer(nil, 1<<24)
	go func() {
		code := Run(context.Background(), DefaultConfig(), args, toServer, fromServer, io.Discard)
		fromServer.Close()
		c.end <- code
	}()
	t.Cleanup(func() {
		in.Close()
		if code := <-c.end; code != 0 {
			t.Errorf("exit code %d", code)
		}
	})
	return c
}

func (c *client) send(line string) {
	c.t.Helper()
	if _, err := io.WriteString(c.in, line+"\n"); err != nil {
		c.t.Fatal(err)
	}
}

func (c *client) receive() string {
	c.t.Helper()
	if !c.out.Scan() {
		c.t.Fatal("the server has ended")
	}
	return c.out.Text()
}

// session matches the sessions of a page.
var session = regexp.MustCompile("(?m)^```session (serve|mcp)\n((?s:.*?))```\n")

// TestSessions replays the sessions on the page of the service. With -update the answers
// are rewritten.
func TestSessions(t *testing.T) {
	t.Parallel()
	const name = "../docs/service.md"
	page, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	got := session.ReplaceAllStringFunc(string(page), func(block string) string {
		m := session.FindStringSubmatch(block)
		c := connect(t, m[1])
		var b strings.Builder
		for line := range strings.Lines(m[2]) {
			if !strings.HasPrefix(line, "> ") {
				continue
			}
			b.WriteString(line)
			c.send(strings.TrimSpace(line[2:]))
			if strings.Contains(line, `"id":`) {
				answer := strings.NewReplacer(`\u003e`, ">", `\u003c`, "<", version(), "(devel)").Replace(c.receive())
				b.WriteString("< " + answer + "\n")
			}
		}
		return "```session " + m[1] + "\n" + b.String() + "```\n"
	})
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if diff := cmp.Diff(string(page), got); diff != "" {
		t.Errorf("the page differs from what the service answers (-page +answered; -update rewrites it):\n%s", diff)
	}
}

// TestServe sends messages, for each of which the answer must contain a text.
func TestServe(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, send, want string }{
		{"no JSON", `{"id":`, `"code":-32700`},
		{"no object", `[]`, `"code":-32700`},
		{"null", `null`, `"code":-32700`},
		{"unknown field", `{"jsonrpc":"2.0","id":1,"method":"parse","params":{"text":"module {}","txt":""}}`, `unknown field \"txt\"`},
		{"missing field", `{"jsonrpc":"2.0","id":1,"method":"transform","params":{"text":"module {}"}}`, "expected the parameter 'passes'"},
		{"wrong type", `{"jsonrpc":"2.0","id":1,"method":"parse","params":{"text":3}}`, "expected the parameter 'text' to be of type text, but got number"},
		{"list of params", `{"jsonrpc":"2.0","id":1,"method":"parse","params":[1]}`, "cannot unmarshal array"},
		{"a flag is no pass", `{"jsonrpc":"2.0","id":1,"method":"transform","params":{"text":"module {}","passes":"o{/nowhere}"}}`, "unknown pass 'o'"},
		{"name with a folder", `{"jsonrpc":"2.0","id":1,"method":"parse","params":{"text":"module {}","name":"../x.mlir"}}`, "name of a file without a folder"},
		{"a flag is no topic", `{"jsonrpc":"2.0","id":1,"method":"explain","params":{"topic":"--help"}}`, "is no topic"},
		{"a file is no layout", `{"jsonrpc":"2.0","id":1,"method":"layout","params":{"layout":"/etc/passwd"}}`, "begins with #"},
		{"layout of CuTe", `{"jsonrpc":"2.0","id":1,"method":"layout","params":{"layout":"divide((4,m):(1,4), 2:1)"}}`, "(2,2m):(1,2)"},
		{"a file is no argument", `{"jsonrpc":"2.0","id":1,"method":"run","params":{"text":"module {}","call":"f","inputs":{"x":{"text":"/etc/x.npy"}}}}`, "expected an array"},
		{"short data", `{"jsonrpc":"2.0","id":1,"method":"run","params":{"text":"module {}","call":"f","inputs":{"x":{"array":{"type":"f4","shape":[2],"data":"AAAA"}}}}}`, "expected 8 bytes for 2 elements"},
		{"huge shape", `{"jsonrpc":"2.0","id":1,"method":"run","params":{"text":"module {}","call":"f","inputs":{"x":{"array":{"type":"f4","shape":[9223372036854775807,4]}}}}}`, "too large"},
		{"no program", `{"jsonrpc":"2.0","id":1,"method":"run","params":{"program":"../x"}}`, "there is no program"},
		{"array of values", `{"jsonrpc":"2.0","id":1,"method":"run","params":{"text":"func.func @f(%x: vector<2xf16>) -> vector<2xf16> { return %x : vector<2xf16> }","call":"f","inputs":{"x":{"array":{"type":"f2","shape":[2],"values":[1, -2.5]}}}}}`,
			"result0 = [1.000000e+00, -2.500000e+00]"},
		{"long difference", `{"jsonrpc":"2.0","id":1,"method":"transform","params":{"passes":"canonicalize","text":"` + longModule() + `"}}`,
			"the difference is left out"},
		{"prove", `{"jsonrpc":"2.0","id":1,"method":"prove","params":{"text":"func.func @f(%x: i32) -> i32 {\n %c = arith.constant 0 : i32\n %0 = arith.addi %x, %c : i32\n return %0 : i32 }","passes":"canonicalize"}}`,
			`"verdict":"equal"`},
		{"reduce", `{"jsonrpc":"2.0","id":1,"method":"reduce","params":{"text":"func.func @g() { return }\nfunc.func @f() { return }","passes":"canonicalize"}}`, `"ok":false`},
		{"build and images", `{"jsonrpc":"2.0","id":1,"method":"build","params":{"text":"poplar.graph @m { poplar.program { } }","target":"ipu2","images":true}}`, `"program":"program`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := connect(t, "serve")
			s.send(c.send)
			if got := s.receive(); !strings.Contains(got, c.want) {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// longModule is a module of 30,000 lines, as text in JSON.
func longModule() string {
	var b strings.Builder
	for i := range 30_000 {
		fmt.Fprintf(&b, `func.func private @f%d()\n`, i)
	}
	return b.String()
}

// A request that is cancelled, or takes too long, ends with an error, and other requests continue.
func TestServeCancel(t *testing.T) {
	t.Parallel()
	const endless = `{"jsonrpc":"2.0","id":1,"method":"run","params":{"text":"func.func @f() {\n cf.br ^a\n^a:\n cf.br ^a }","call":"f","maxSteps":1000000000000}}`
	c := connect(t, "serve", "--jobs=2")
	c.send(endless)
	c.send(`{"jsonrpc":"2.0","id":2,"method":"explain","params":{"topic":"cse"}}`)
	if got := c.receive(); !strings.Contains(got, `"id":2`) {
		t.Errorf("got %s", got)
	}
	c.send(`{"jsonrpc":"2.0","method":"cancel","params":{"id":1}}`)
	if got := c.receive(); !strings.Contains(got, `"code":-32800,"message":"the request was cancelled"`) {
		t.Errorf("got %s", got)
	}
	slow := connect(t, "serve", "--max-seconds=1")
	slow.send(endless)
	if got := slow.receive(); !strings.Contains(got, `"code":-32000,"message":"the request took too long`) {
		t.Errorf("got %s", got)
	}
}

// A request of the model context protocol tells its progress if the client gives a token, and
// gets no answer if the client cancels it.
func TestCancelTool(t *testing.T) {
	t.Parallel()
	c := connect(t, "mcp")
	c.send(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run","arguments":{"text":"func.func @f() {\n cf.br ^a\n^a:\n cf.br ^a }","call":"f","maxSteps":1000000000000},"_meta":{"progressToken":"p1"}}}`)
	for _, want := range []string{`"message":"'run' has taken 0 s","progress":0,"progressToken":"p1"`, `"progress":1`} {
		if got := c.receive(); !strings.Contains(got, `"method":"notifications/progress"`) || !strings.Contains(got, want) {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
	c.send(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"explain","arguments":{"topic":"cse"}}}`)
	c.in.Close()
	answered := false
	for c.out.Scan() {
		got := c.out.Text()
		answered = answered || strings.Contains(got, `"id":2`)
		if strings.Contains(got, `"id":1,`) {
			t.Errorf("got %s", got)
		}
	}
	if !answered {
		t.Error("the other request has no answer")
	}
}

// members lists the members of the schema of an object.
func members(t *testing.T, schema json.RawMessage) string {
	t.Helper()
	var s struct {
		Properties map[string]struct{ Type string }
	}
	if err := json.Unmarshal(schema, &s); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(s.Properties)
}

// The schema describes every method, and the tools of the model context protocol are the
// methods.
func TestMethods(t *testing.T) {
	t.Parallel()
	_, text, _ := in("", "serve", "--schema")
	var schema struct {
		Methods map[string]struct{ Params, Result json.RawMessage }
	}
	if err := json.Unmarshal([]byte(text), &schema); err != nil {
		t.Fatal(err)
	}
	c := connect(t, "mcp")
	c.send(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	var answer struct {
		Result struct {
			Tools []struct {
				Name                      string
				InputSchema, OutputSchema json.RawMessage
			}
		}
	}
	line := c.receive()
	if err := json.Unmarshal([]byte(line), &answer); err != nil {
		t.Fatal(err)
	}
	if len(line) > 20_000 {
		t.Errorf("the list of tools has %d bytes", len(line))
	}
	compact := func(raw json.RawMessage) string {
		var b bytes.Buffer
		if err := json.Compact(&b, raw); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	last := len(answer.Result.Tools) - 1
	if last != len(schema.Methods) || answer.Result.Tools[last].Name != "more" {
		t.Errorf("%d tools for %d methods, the last is %s", last+1, len(schema.Methods), answer.Result.Tools[last].Name)
	}
	for _, tool := range answer.Result.Tools[:last] {
		m := schema.Methods[tool.Name]
		if compact(m.Params) != compact(tool.InputSchema) || members(t, m.Result) != members(t, tool.OutputSchema) {
			t.Errorf("%s: the schemas differ", tool.Name)
		}
	}
}
