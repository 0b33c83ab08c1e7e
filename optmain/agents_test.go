package optmain

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// callTool calls a tool, and returns the text of its answer and whether it is an error.
func callTool(c *client, name string, arguments map[string]any) (text string, bytes int, isError bool) {
	c.t.Helper()
	params, err := json.Marshal(map[string]any{"name": name, "arguments": arguments})
	if err != nil {
		c.t.Fatal(err)
	}
	c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":%s}`, params))
	line := c.receive()
	var answer struct {
		Result struct {
			Content []struct{ Text string }
			IsError bool
		}
	}
	if err := json.Unmarshal([]byte(line), &answer); err != nil || len(answer.Result.Content) != 1 {
		c.t.Fatalf("%s: %v in %s", name, err, line)
	}
	return answer.Result.Content[0].Text, len(line), answer.Result.IsError
}

// TestAgent: ten questions are answered with at most 4 calls and 60 KB each.
func TestAgent(t *testing.T) {
	t.Parallel()
	type call struct {
		tool      string
		arguments map[string]any
		want      string // in the answer
	}
	const rows = "#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>"
	const columns = "#ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [0, 1]}>"
	const threads = `func.func @f(%x: memref<8xf32>) { %t = gpu.thread_id x
 %v = memref.load %x[%t] : memref<8xf32>
 %w = arith.addf %v, %v : f32
 memref.store %w, %x[%t] : memref<8xf32>
 return }`
	const nested = "#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 4], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [4, 1]>"
	const kernel = `func.func @twice(%m: memref<8x16xf32>, %o: memref<8x16xf32>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [32, 1, 1] subgroup_size = 32>} {
 %c0 = arith.constant 0 : index
 %p = arith.constant 0.0 : f32
 %v = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<8x16xf32>, vector<8x16xf32>
 %x = iree_vector_ext.to_layout %v to layout(` + nested + `) : vector<8x16xf32>
 %w = arith.addf %x, %x : vector<8x16xf32>
 vector.transfer_write %w, %o[%c0, %c0] {in_bounds = [true, true]} : vector<8x16xf32>, memref<8x16xf32>
 return }`
	const product = "func.func @f(%x: tensor<2x3xf32>) -> tensor<2x3xf32> { %y = arith.addf %x, %x : tensor<2x3xf32>\n return %y : tensor<2x3xf32> }"
	for question, calls := range map[string][]call{
		"why is this conversion slow and what avoids it?": {
			{"layout", map[string]any{"layout": rows, "second": columns, "target": "sm_80", "element": "f16", "shape": "32x64"}, "cycles"},
			{"layout", map[string]any{"layout": rows, "second": columns, "target": "sm_80", "element": "f16", "shape": "32x64", "buffer": true}, "The best, swizzle"},
		},
		"which thread holds (3,5)?":      {{"layout", map[string]any{"layout": rows, "elementAt": "3,5"}, "thread 24, register 5"}},
		"what does lane 7 hold?":         {{"layout", map[string]any{"layout": rows, "heldBy": "lane=7"}, "(0,56) (0,57)"}},
		"this layout as a linear layout": {{"layout", map[string]any{"layout": rows, "to": "ttg.linear"}, "{register = [[0, 1]"}},
		"how do tiles compute this?": {
			{"plan", map[string]any{"text": product, "target": "ipu2"}, `"over":"1 tiles"`},
			{"plan", map[string]any{"text": product, "target": "bm1684", "svg": true}, "svg xmlns"},
			{"plan", map[string]any{"text": "func.func @f() { return }", "target": "ipu2"}, `"message":"'builtin.module' op holds no poplar.graph`},
		},
		"make PTX of this":                   {{"export", map[string]any{"text": kernel, "target": "sm_80"}, "kernel.ptx"}},
		"where are bank conflicts described": {{"search", map[string]any{"words": "bank conflict"}, "Which swizzle or padding"}, {"explain", map[string]any{"topic": "glossary.md"}, "LDS"}},
		"what is this error?":                {{"explain", map[string]any{"topic": "sim.race"}, "What to do"}},
		"which passes are there?":            {{"explain", map[string]any{"topic": "passes"}, "canonicalize"}, {"explain", map[string]any{"topic": "canonicalize"}, "max-iterations"}},
		"run it in eight threads":            {{"run", map[string]any{"text": threads, "call": "f", "inputs": map[string]any{"x": map[string]any{"text": "random"}}, "workgroup": "8"}, `"x"`}},
		"is the result what I expect?": {{"run", map[string]any{"text": "func.func @g(%x: i32) -> i32 { %y = arith.addi %x, %x : i32\n return %y : i32 }", "call": "g", "inputs": map[string]any{"x": map[string]any{"text": "3"}},
			"expect": map[string]any{"result0": map[string]any{"array": map[string]any{"type": "i4", "values": []int{7}}}}}, "differs from what is expected"}},
	} {
		c := connect(t, "mcp")
		bytes := 0
		for _, call := range calls {
			text, n, _ := callTool(c, call.tool, call.arguments)
			if bytes += n; !strings.Contains(text, call.want) {
				t.Errorf("%s: %s: no %q in %.2000s", question, call.tool, call.want, text)
			}
			if len(text) > 20_000 {
				t.Errorf("%s: an answer of %d bytes", question, len(text))
			}
		}
		if len(calls) > 4 || bytes > 60_000 {
			t.Errorf("%s: %d calls, %d bytes", question, len(calls), bytes)
		}
	}
}

// TestMore: a long answer is cut, and continued part by part.
func TestMore(t *testing.T) {
	t.Parallel()
	c := connect(t, "mcp")
	text, bytes, _ := callTool(c, "explain", map[string]any{"topic": "ops"})
	if bytes > 20_000 || !strings.Contains(text, `bytes more: tool 'more' with id '1' and from `) {
		t.Fatalf("%d bytes: %.200s", bytes, text)
	}
	var whole strings.Builder
	for from := 0; ; {
		text, bytes, isError := callTool(c, "more", map[string]any{"id": "1", "from": from})
		var part struct {
			Text string
			Next int
		}
		if err := json.Unmarshal([]byte(text), &part); err != nil || isError || bytes > 20_000 {
			t.Fatalf("%v, %d bytes: %.200s", err, bytes, text)
		}
		whole.WriteString(part.Text)
		if from = part.Next; from == 0 {
			break
		}
	}
	if _, want, _ := in(t.TempDir(), "explain", "ops"); whole.String() != want {
		t.Errorf("the parts have %d bytes, want %d", whole.Len(), len(want))
	}
	for arguments, want := range map[string]string{`{"id":"99"}`: "there is no text '99'", `{"id":"1","from":-1}`: "expected a byte from 0", `{"idd":"1"}`: "did you mean 'id'?"} {
		var given map[string]any
		if err := json.Unmarshal([]byte(arguments), &given); err != nil {
			t.Fatal(err)
		}
		if text, _, isError := callTool(c, "more", given); !isError || !strings.Contains(text, want) {
			t.Errorf("%s: %s, want %s", arguments, text, want)
		}
	}
}

// TestLongLists: a list that is too long is cut, and its rest is more.
func TestLongLists(t *testing.T) {
	t.Parallel()
	c := connect(t, "mcp")
	const tiles = `module attributes {poplar.target = #poplar.target<ipu2>} {
  func.func @f(%x: tensor<40000xf32>) -> tensor<40000xf32> {
    %y = arith.addf %x, %x : tensor<40000xf32>
    return %y : tensor<40000xf32>
  }
}`
	text, bytes, isError := callTool(c, "build", map[string]any{"text": tiles, "target": "ipu2"})
	if isError || bytes > 20_000 || !strings.Contains(text, `more elements of 'files', as JSON: … `) {
		t.Fatalf("%d bytes: %.2000s", bytes, text)
	}
	if text, bytes, isError := callTool(c, "more", map[string]any{"id": "1"}); isError || bytes > 20_000 || !strings.Contains(text, "[{") {
		t.Errorf("%d bytes: %.200s", bytes, text)
	}
}

// TestResources: pages are resources, and prompts have arguments.
func TestResources(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ method, params, want string }{
		{"resources/list", `{}`, `"uri":"optc://docs/layouts.md"`},
		{"resources/read", `{"uri":"optc://docs/glossary.md"}`, `# Glossary`},
		{"resources/read", `{"uri":"optc://docs/layouts.md"}`, `the page continues at optc://docs/layouts.md?from=`},
		{"resources/read", `{"uri":"optc://docs/layouts.md?from=18000"}`, `"contents"`},
		{"resources/read", `{"uri":"optc://docs/layouts.md?from=x"}`, `expected a byte from 0`},
		{"resources/read", `{"uri":"optc://docs/layoutz.md"}`, `did you mean 'layouts.md'?`},
		{"resources/read", `{"uri":"file:///etc/passwd"}`, `there is no resource`},
		{"resources/read", `{"uri":"optc://docs/../docs.go"}`, `there is no resource`},
		{"resources/read", `{"uri":"%zz"}`, `there is no resource`},
		{"prompts/list", `{}`, `"name":"slow_conversion"`},
		{"prompts/get", `{"name":"explain_error","arguments":{"code":"sim.race","text":"x"}}`, `topic sim.race`},
		{"prompts/get", `{"name":"explain_error","arguments":{"code":"sim.race"}}`, `expected the argument 'text'`},
		{"prompts/get", `{"name":"explain_eror"}`, `did you mean 'explain_error'?`},
		{"tools/call", `{"name":"layot"}`, `did you mean 'layout'?`},
		{"tools/call", `{"name":"layout","arguments":{"layuot":"4:1"}}`, `did you mean 'layout'?`},
		{"tools/call", `{"name":"layout","arguments":{"layout":"--svg=/tmp/x"}}`, `expected a layout`},
	} {
		s := connect(t, "mcp")
		s.send(`{"jsonrpc":"2.0","id":1,"method":"` + c.method + `","params":` + c.params + `}`)
		if got := s.receive(); !strings.Contains(got, c.want) || len(got) > 25_000 {
			t.Errorf("%s %s: got %.600s, want %s", c.method, c.params, got, c.want)
		}
	}
}
