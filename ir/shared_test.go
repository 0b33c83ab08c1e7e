package ir_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"optc/ir"
)

// sharedFiles are files of aliases, each of which uses the previous alias several times. % stands
// for the previous alias, @ for the number of the alias.
var sharedFiles = []struct {
	name, first, next string
	use               string // use of the last alias
}{
	{name: "unused arrays", first: "#a0 = 1 : i32", next: "#a@ = [%, %]", use: `"test.op"() : () -> ()`},
	{name: "unused arrays of maps", first: "#a0 = affine_map<(d0) -> (d0)>", next: "#a@ = [%, %]",
		use: `"test.op"() : () -> ()`},
	{name: "unused dictionaries", first: "#a0 = @f", next: "#a@ = {a = %, b = %}", use: `"test.op"() : () -> ()`},
	{name: "unused tuples", first: "!a0 = i32", next: "!a@ = tuple<%, %>", use: `"test.op"() : () -> ()`},
	{name: "unused functions", first: "!a0 = i32", next: "!a@ = (%, %) -> (%, tuple<%>)", use: `"test.op"() : () -> ()`},
	{name: "tuples with aliases", first: "!a0 = i32", next: "!a@ = tuple<" + strings.Repeat("%, ", 16) + "%>",
		use: `"test.op"() {x = %} : () -> ()`},
	{name: "call sites", first: `#a0 = loc("a":1:1)`, next: "#a@ = loc(callsite(% at %))",
		use: `"test.op"() : () -> () loc(%)`},
	{name: "names", first: `#a0 = loc("a")`, next: `#a@ = loc(fused["x@"(%), "y@"(%)])`, use: `"test.op"() : () -> () loc(%)`},
	{name: "fused", first: `#a0 = loc("a":1:1)`, next: `#a@ = loc(fused<"m@">[%, callsite(% at %)])`,
		use: `"test.op"() : () -> () loc(%)`},
	{name: "fused with metadata", first: `#a0 = loc("a":1:1)`, next: `#a@ = loc(fused<#m>[%, "b":@:1])`,
		use: `"test.op"() : () -> () loc(%)`},
	{name: "locations of nested operations", first: `#a0 = loc("a":1:1)`, next: "#a@ = loc(callsite(% at %))",
		use: "\"test.op\"() ({\n^bb0(%x: i32):\n  \"test.end\"() : () -> () loc(%)\n}) : () -> () loc(%)"},
}

// sharedFile writes a file of that many aliases.
func sharedFile(i, aliases int) string {
	f := sharedFiles[i]
	var b strings.Builder
	if strings.Contains(f.next, "#m") {
		b.WriteString("#m = {kind = \"inlined\"}\n")
	}
	b.WriteString(f.first + "\n")
	fill := func(text string, n int) string {
		text = strings.ReplaceAll(text, "%x", "\x00")
		text = strings.ReplaceAll(text, "%", fmt.Sprintf("%sa%d", f.first[:1], n-1))
		return strings.ReplaceAll(strings.ReplaceAll(text, "@", fmt.Sprint(n)), "\x00", "%x")
	}
	for n := 1; n < aliases; n++ {
		b.WriteString(fill(f.next, n) + "\n")
	}
	b.WriteString(fill(f.use, aliases) + "\n")
	return b.String()
}

// TestSharedFiles: files of 40 lines whose structure doubles with every line are read, verified and
// printed with aliases. If mlir-opt-22 is installed, it must print the same.
func TestSharedFiles(t *testing.T) {
	t.Parallel()
	for i, test := range sharedFiles {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "shared.mlir")
			text := sharedFile(i, 40)
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			for _, way := range printCases[:3] {
				got := ir.Print(parse(t, file, text), way.opts)
				if len(got) > 4*len(text)+500 {
					t.Errorf("%s: %d bytes are printed of %d", way.name, len(got), len(text))
				}
				compareWithTool(t, file, way.flags, got)
			}
		})
	}
}
