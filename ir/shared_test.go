package ir_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"optc/ir"
)

// sharedFiles are files of aliases each of which uses the previous alias several times. %
// stands for the previous alias, @ for the number of the alias.
var sharedFiles = []struct {
	name, first, next string
	use               string // of the last alias
}{
	{"unused arrays", "#a0 = 1 : i32", "#a@ = [%, %]", `"test.op"() : () -> ()`},
	{"unused arrays of maps", "#a0 = affine_map<(d0) -> (d0)>", "#a@ = [%, %]", `"test.op"() : () -> ()`},
	{"unused dictionaries", "#a0 = @f", "#a@ = {a = %, b = %}", `"test.op"() : () -> ()`},
	{"unused tuples", "!a0 = i32", "!a@ = tuple<%, %>", `"test.op"() : () -> ()`},
	{"unused functions", "!a0 = i32", "!a@ = (%, %) -> (%, tuple<%>)", `"test.op"() : () -> ()`},
	{"tuples with aliases", "!a0 = i32", "!a@ = tuple<" + strings.Repeat("%, ", 16) + "%>", `"test.op"() {x = %} : () -> ()`},
	{"call sites", `#a0 = loc("a":1:1)`, "#a@ = loc(callsite(% at %))", `"test.op"() : () -> () loc(%)`},
	{"names", `#a0 = loc("a")`, `#a@ = loc(fused["x@"(%), "y@"(%)])`, `"test.op"() : () -> () loc(%)`},
	{"fused", `#a0 = loc("a":1:1)`, `#a@ = loc(fused<"m@">[%, callsite(% at %)])`, `"test.op"() : () -> () loc(%)`},
	{"fused with metadata", `#a0 = loc("a":1:1)`, `#a@ = loc(fused<#m>[%, "b":@:1])`, `"test.op"() : () -> () loc(%)`},
	{"locations of nested operations", `#a0 = loc("a":1:1)`, "#a@ = loc(callsite(% at %))", "\"test.op\"() ({\n^bb0(%x: i32):\n  \"test.end\"() : () -> () loc(%)\n}) : () -> () loc(%)"},
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

// TestSharedFiles: files of 40 lines whose structure doubles with every line are read,
// verified and printed with aliases. Where mlir-opt-22 is installed, it prints the same.
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
