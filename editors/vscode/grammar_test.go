package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"optc/dialect/all"
)

var update = flag.Bool("update", false, "rewrite the grammar")

const grammarFile = "syntaxes/mlir.tmLanguage.json"

// rule is a rule of a grammar of TextMate: a match, a region, or an inclusion.
type rule struct {
	Name          string             `json:"name,omitempty"`
	Match         string             `json:"match,omitempty"`
	Captures      map[string]capture `json:"captures,omitempty"`
	Begin         string             `json:"begin,omitempty"`
	BeginCaptures map[string]capture `json:"beginCaptures,omitempty"`
	End           string             `json:"end,omitempty"`
	Patterns      []rule             `json:"patterns,omitempty"`
	Include       string             `json:"include,omitempty"`
}

type capture struct {
	Name string `json:"name"`
}

type grammar struct {
	Comment    string          `json:"comment"`
	ScopeName  string          `json:"scopeName"`
	Name       string          `json:"name"`
	FileTypes  []string        `json:"fileTypes"`
	Patterns   []rule          `json:"patterns"`
	Repository map[string]rule `json:"repository"`
}

const (
	word   = `[A-Za-z_][A-Za-z0-9_$]*`
	suffix = `[A-Za-z0-9_$.-]+`
)

// textMate returns the grammar for the declared dialects. Its expressions use only what RE2 and
// Oniguruma both support.
func textMate() *grammar {
	var operations []string
	var dialects []string
	literals := map[string]bool{}
	literal := regexp.MustCompile("`([a-z][a-z0-9_]+)`")
	for _, d := range all.Dialects() {
		d.Definitions()
		dialects = append(dialects, d.Name)
		var names []string
		for _, op := range d.Definitions().Ops {
			names = append(names, regexp.QuoteMeta(strings.TrimPrefix(op.Name(), d.Name+".")))
			for _, m := range literal.FindAllStringSubmatch(op.Assembly, -1) {
				literals[m[1]] = true
			}
		}
		if len(names) > 0 {
			operations = append(operations, d.Name+`\.`+alternatives(names))
		}
	}
	for _, w := range []string{"iter_args", "init", "step", "to", "into", "from", "loc", "attributes", "private", "public", "nested", "worker", "multi", "supervisor", "else", "do", "dense", "dense_resource", "sparse", "array", "unit"} {
		literals[w] = true
	}
	var words []string
	for w := range literals {
		words = append(words, w)
	}
	return &grammar{
		Comment:   "Written by go test ./editors/vscode -update from the declared dialects.",
		ScopeName: "source.mlir", Name: "MLIR", FileTypes: []string{"mlir"},
		Patterns: []rule{{Include: "#text"}},
		Repository: map[string]rule{
			"text": {Patterns: []rule{
				{Include: "#comment"}, {Include: "#string"}, {Include: "#value"}, {Include: "#block"}, {Include: "#symbol"}, {Include: "#affine"},
				{Include: "#dialect"}, {Include: "#alias"}, {Include: "#shaped"}, {Include: "#operation"}, {Include: "#type"}, {Include: "#constant"}, {Include: "#word"}, {Include: "#number"},
				{Include: "#operator"},
			}},
			"comment":   {Name: "comment.line.double-slash.mlir", Match: `//.*`},
			"string":    {Name: "string.quoted.double.mlir", Begin: `"`, End: `"|$`, Patterns: []rule{{Name: "constant.character.escape.mlir", Match: `\\(?:[0-9A-Fa-f]{2}|.)`}}},
			"value":     {Name: "variable.other.mlir", Match: `%` + suffix + `(?:[:#][0-9]+)?`},
			"block":     {Name: "entity.name.label.mlir", Match: `\^` + suffix},
			"symbol":    {Name: "entity.name.function.mlir", Match: `@(?:` + suffix + `|"[^"]*")`},
			"affine":    {Match: `\b(affine_map|affine_set)<`, Captures: map[string]capture{"1": {"storage.type.mlir"}}},
			"alias":     {Name: "storage.type.alias.mlir", Match: `[!#]` + suffix},
			"operation": {Patterns: []rule{{Name: "support.function.mlir", Match: `\b(?:` + strings.Join(operations, "|") + `)\b`}, {Name: "support.function.unknown.mlir", Match: `\b` + alternatives(dialects) + `\.` + word}, {Name: "keyword.control.mlir", Match: `\b(?:func|return|module|call)\b`}}},
			"shaped":    {Begin: `\b(tensor|memref|vector)<`, End: `>`, Name: "meta.type.shaped.mlir", BeginCaptures: map[string]capture{"1": {"storage.type.mlir"}}, Patterns: []rule{{Name: "constant.numeric.mlir", Match: `(?:[0-9]+|\?|\*)x`}, {Include: "#angle"}, {Include: "#element"}, {Include: "#text"}}},
			"dialect":   {Begin: `(!` + suffix + `)<`, End: `>`, BeginCaptures: map[string]capture{"1": {"storage.type.alias.mlir"}}, Patterns: []rule{{Name: "constant.numeric.mlir", Match: `(?:[0-9]+|\?)x`}, {Include: "#angle"}, {Include: "#element"}, {Include: "#text"}}},
			"element":   {Name: "storage.type.mlir", Match: elements},
			"angle":     {Begin: `<`, End: `>`, Patterns: []rule{{Include: "#angle"}, {Include: "#text"}}},
			"type":      {Name: "storage.type.mlir", Match: `\b(?:` + elements + `|tuple|complex|memref|tensor|vector|function)\b`},
			"operator":  {Name: "keyword.operator.mlir", Match: `->|[<>]=`}, // brackets without a partner; see unbalancedBracketScopes
			"constant":  {Name: "constant.language.mlir", Match: `\b(?:true|false)\b`},
			"word":      {Name: "keyword.other.mlir", Match: `\b` + alternatives(words) + `\b`},
			"number":    {Name: "constant.numeric.mlir", Match: `-?\b(?:0x[0-9A-Fa-f]+|[0-9]+(?:\.[0-9]*(?:[eE][-+]?[0-9]+)?)?)`},
		},
	}
}

// elements are the numeric types.
const elements = `(?:[su]?i[1-9][0-9]*|index|none|bf16|tf32|f(?:4|6|8)E[0-9A-Z]+|f[1-9][0-9]*)`

// alternatives is a group of words; the longest come first.
func alternatives(words []string) string {
	slices.SortFunc(words, func(a, b string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(a, b)
	})
	return "(?:" + strings.Join(words, "|") + ")"
}

// TestGrammar: the grammar in the file is the grammar of the declared dialects.
func TestGrammar(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(textMate()); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(grammarFile, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(grammarFile)
	if err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff(b.String(), string(text)); diff != "" {
		t.Errorf("go test ./editors/vscode -update writes the grammar of the dialects:\n%s", diff)
	}
}

// tokenizer follows a grammar as editors do: at each place the rule with the first match wins,
// of several at the same place the first; a region lasts until its end matches.
type tokenizer struct {
	grammar  *grammar
	compiled map[string]*regexp.Regexp
	out      []string // "scope text"
}

func (z *tokenizer) expr(text string) *regexp.Regexp {
	if z.compiled[text] == nil {
		z.compiled[text] = regexp.MustCompile(text)
	}
	return z.compiled[text]
}

// flat replaces inclusions by the included rules.
func (z *tokenizer) flat(rules []rule) (list []rule) {
	for _, r := range rules {
		if r.Include != "" {
			r = z.grammar.Repository[strings.TrimPrefix(r.Include, "#")]
		}
		if r.Match == "" && r.Begin == "" {
			list = append(list, z.flat(r.Patterns)...)
		} else {
			list = append(list, r)
		}
	}
	return list
}

// region tokenizes a line from offset at to the end of a region, and returns the offset after it.
// Regions of more than one line are not needed for the test.
func (z *tokenizer) region(line string, at int, rules []rule, end, scope string) int {
	flat := z.flat(rules)
	for at <= len(line) {
		var best []int
		var won *rule
		if end != "" {
			if m := z.match(end, line, at); m != nil {
				best = m
			}
		}
		for i := range flat {
			r := &flat[i]
			m := z.match(cmp.Or(r.Match, r.Begin), line, at)
			if m != nil && (best == nil || m[0] < best[0]) {
				best, won = m, r
			}
		}
		switch {
		case best == nil:
			return len(line)
		case won == nil:
			return best[1]
		case won.Begin != "":
			z.capture(won.BeginCaptures, line, best)
			name := won.Name
			if name != "" && !strings.HasPrefix(name, "meta.") {
				from := best[0]
				at = z.region(line, best[1], won.Patterns, won.End, name)
				z.out = append(z.out, name+" "+line[from:at])
				continue
			}
			at = z.region(line, best[1], won.Patterns, won.End, name)
		default:
			if won.Name != "" {
				z.out = append(z.out, won.Name+" "+line[best[0]:best[1]])
			}
			z.capture(won.Captures, line, best)
			at = max(best[1], at+1)
		}
	}
	return at
}

// capture writes the groups of a match that have names.
func (z *tokenizer) capture(names map[string]capture, line string, m []int) {
	for k := 1; k*2 < len(m); k++ {
		if c, ok := names[strconv.Itoa(k)]; ok {
			z.out = append(z.out, c.Name+" "+line[m[2*k]:m[2*k+1]])
		}
	}
}

// match finds an expression at or after an offset, with the text before it as context for \b.
func (z *tokenizer) match(text, line string, at int) []int {
	for _, m := range z.expr(text).FindAllStringSubmatchIndex(line, -1) {
		if m[0] >= at {
			return m
		}
	}
	if m := z.expr(text).FindStringSubmatchIndex(line[at:]); m != nil && (at == 0 || !strings.HasPrefix(text, `\b`) || m[0] > 0) {
		for i := range m {
			m[i] += at
		}
		return m
	}
	return nil
}

// TestTokens: the colours of lines with the syntax of all dialects.
func TestTokens(t *testing.T) {
	t.Parallel()
	var g grammar
	text, err := os.ReadFile(grammarFile)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &g); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		line string
		want []string
	}{
		{`%0 = arith.addi %a, %b#1 : vector<4x?xf32> // sum`, []string{
			"variable.other %0", "support.function arith.addi", "variable.other %a", "variable.other %b#1", "storage.type vector", "constant.numeric 4x", "constant.numeric ?x", "storage.type f32",
			"comment.line.double-slash // sum"}},
		{`func.func @f(%m: memref<8x16xf16, strided<[16, 1]>>) -> i32 {`, []string{
			"support.function func.func", "entity.name.function @f", "variable.other %m", "storage.type memref", "constant.numeric 8x", "constant.numeric 16x", "storage.type f16",
			"keyword.other strided", "constant.numeric 16", "constant.numeric 1", "keyword.operator ->", "storage.type i32"}},
		{`poplar.vertex @"demo::P" worker external {`, []string{"support.function poplar.vertex", `entity.name.function @"demo::P"`, "keyword.other worker", "keyword.other external"}},
		{`poplar.field @x : !poplar.in<vec<f32, SHORT_SPAN>>`, []string{"support.function poplar.field", "entity.name.function @x", "storage.type.alias !poplar.in", "storage.type f32"}},
		{`%t = okk.alloc : !okk.local<1x5x6x8xf32, auto>`, []string{"variable.other %t", "support.function okk.alloc", "storage.type.alias !okk.local",
			"constant.numeric 1x", "constant.numeric 5x", "constant.numeric 6x", "constant.numeric 8x", "storage.type f32"}},
		{`^bb1(%x: index): cf.br ^bb2`, []string{"entity.name.label ^bb1", "variable.other %x", "storage.type index", "support.function cf.br", "entity.name.label ^bb2"}},
		{`arith.nosuch "a \"b" {x = true, y = -3.5e-2}`, []string{"support.function.unknown arith.nosuch", `constant.character.escape \"`, `string.quoted.double "a \"b"`, "constant.language true", "constant.numeric -3.5e-2"}},
		{`scf.for %i = %a to %b step %c iter_args(%s = %x) -> (f32) {`, []string{
			"support.function scf.for", "variable.other %i", "variable.other %a", "keyword.other to", "variable.other %b", "keyword.other step", "variable.other %c", "keyword.other iter_args",
			"variable.other %s", "variable.other %x", "keyword.operator ->", "storage.type f32"}},
		{`#map = affine_map<(d0) -> (d0 + 1)>`, []string{"storage.type.alias #map", "storage.type affine_map", "keyword.operator ->", "constant.numeric 1"}},
		{`#set = affine_set<(d0) : (d0 - 1 >= 0)>`, []string{"storage.type.alias #set", "storage.type affine_set", "constant.numeric 1", "keyword.operator >=", "constant.numeric 0"}},
	} {
		z := &tokenizer{grammar: &g, compiled: map[string]*regexp.Regexp{}}
		z.region(c.line, 0, g.Patterns, "", "")
		var got []string
		for _, token := range z.out {
			scope, text, _ := strings.Cut(token, " ")
			got = append(got, strings.TrimSuffix(scope, ".mlir")+" "+text)
		}
		if diff := gocmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.line, diff)
		}
	}
}

// TestOperations: every operation of every dialect is coloured as a known operation.
func TestOperations(t *testing.T) {
	t.Parallel()
	g := textMate()
	expr := regexp.MustCompile(`^` + strings.TrimPrefix(g.Repository["operation"].Patterns[0].Match, `\b`) + `$`)
	count := 0
	for _, d := range all.Dialects() {
		for _, op := range d.Definitions().Ops {
			if count++; !expr.MatchString(op.Name()) {
				t.Errorf("%s is not coloured", op.Name())
			}
		}
	}
	if count < 300 {
		t.Errorf("only %d operations", count)
	}
}
