package passes_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"optc/ir"
	"optc/passes"
	"optc/passes/standard"
	"optc/registry"
)

func TestParsePrintsBack(t *testing.T) {
	t.Parallel()
	const canonicalize = "canonicalize{  max-iterations=10 max-num-rewrites=-1 region-simplify=normal test-convergence=false top-down=true}"
	for text, want := range map[string]string{
		"builtin.module()": "builtin.module()",
		"any(cse)":         "any(cse)",
		"builtin.module(cse,func.func(cse,symbol-dce))":    "builtin.module(cse,func.func(cse,symbol-dce))",
		" builtin.module ( cse ,\n func.func ( cse ) ) ":   "builtin.module(cse,func.func(cse))",
		"builtin.module(canonicalize)":                     "builtin.module(" + canonicalize + ")",
		"builtin.module(canonicalize{})":                   "builtin.module(" + canonicalize + ")",
		"builtin.module(canonicalize{max-iterations=0x3})": "builtin.module(" + strings.Replace(canonicalize, "10", "3", 1) + ")",
		"builtin.module(canonicalize{top-down=false  region-simplify={aggressive}})": "builtin.module(" +
			strings.NewReplacer("top-down=true", "top-down=false", "normal", "aggressive").Replace(canonicalize) + ")",
		"builtin.module(canonicalize{enable-patterns=a,b disable-patterns={c, d}})": "builtin.module(" +
			strings.Replace(canonicalize, "  ", "disable-patterns={c,d} enable-patterns={a,b} ", 1) + ")",
		"builtin.module(print-ir{label='a b'})": "builtin.module(print-ir{label={a b}})",
		`builtin.module(print-ir{label='"'})`:   `builtin.module(print-ir{label='"'})`,
		`builtin.module(print-ir{label="'{"})`:  `builtin.module(print-ir{label="'{"})`,
		"builtin.module(inline{op-pipelines=func.func(cse) default-pipeline={}})": "builtin.module(" +
			"inline{default-pipeline= inlining-threshold=4294967295 max-iterations=4 op-pipelines={func.func(cse)}})",
	} {
		p, err := registry.Passes().Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := p.String(); got != want {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
		again, err := registry.Passes().Parse(want)
		if err != nil || again.String() != want {
			t.Errorf("%s does not parse back: %v", want, err)
		}
	}
}

func TestParseErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"cse", "expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'\ncse\n^"},
		{"builtin.module(foo)", "'foo' does not refer to a registered pass or pass pipeline\nbuiltin.module(foo)\n               ^"},
		{"builtin.module(cse,canonicalise)", "'canonicalise' does not refer to a registered pass or pass pipeline; did you mean 'canonicalize'?\n" +
			"builtin.module(cse,canonicalise)\n                   ^"},
		{"builtin.module(\n  cse,\n  sce)", "'sce' does not refer to a registered pass or pass pipeline; did you mean 'cse'?\n  sce)\n  ^"},
		{"builtin.module(cse{a=1})", "'cse' has no options, but got 'a'\nbuiltin.module(cse{a=1})\n                   ^"},
		{"builtin.module(canonicalize{max-iteration=1})", "'canonicalize' has no option 'max-iteration'; did you mean 'max-iterations'?\n" +
			"builtin.module(canonicalize{max-iteration=1})\n                            ^"},
		{"builtin.module(canonicalize{max-iterations=x})", "option 'max-iterations' of 'canonicalize' expects an integer, but got 'x'\n" +
			"builtin.module(canonicalize{max-iterations=x})\n                            ^"},
		{"builtin.module(canonicalize{top-down=2})", "option 'top-down' of 'canonicalize' expects true or false, but got '2'\n" +
			"builtin.module(canonicalize{top-down=2})\n                            ^"},
		{"builtin.module(canonicalize{region-simplify=agressive})", "option 'region-simplify' of 'canonicalize' expects one of disabled, normal, aggressive, " +
			"but got 'agressive'; did you mean 'aggressive'?\nbuiltin.module(canonicalize{region-simplify=agressive})\n                            ^"},
		{"builtin.module(cse{a=[1,2]", "expected '}' before the end of the pipeline\nbuiltin.module(cse{a=[1,2]\n                          ^"},
		{"builtin.module(cse", "expected ')' before the end of the pipeline\nbuiltin.module(cse\n                  ^"},
		{"builtin.module(cse))", "unexpected ')', which closes nothing or ends an incomplete list\nbuiltin.module(cse))\n                   ^"},
		{"builtin.module(cse cse)", "expected ',' or ')', but got 'cse'\nbuiltin.module(cse cse)\n                   ^"},
		{"builtin.module(inline{op-pipelines=cse})", "option 'op-pipelines' of 'inline' expects pipelines such as func.func(cse), but got 'cse'\n" +
			"builtin.module(inline{op-pipelines=cse})\n                      ^"},
		{strings.Repeat("a(", 65), "brackets nest too deeply\n" + strings.Repeat("a(", 65) + "\n" + strings.Repeat(" ", 129) + "^"},
	} {
		_, err := registry.Passes().Parse(c.text)
		var pe *passes.PipelineError
		if !errors.As(err, &pe) || err.Error() != c.want {
			t.Errorf("%s\n got %v\nwant %s", c.text, err, c.want)
		}
	}
}

func TestRestrictedPass(t *testing.T) {
	t.Parallel()
	r := &passes.Registry{Passes: []*passes.Pass{{Name: "only-functions", Anchor: []ir.OpKind{ir.Kind("func.func")}}}}
	_, err := r.Parse("builtin.module(only-functions)")
	const want = "can't add pass 'only-functions' restricted to 'func.func' on a pipeline intended to run on 'builtin.module', did you intend to nest?\n" +
		"builtin.module(only-functions)\n               ^"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	// Steps that are added separately are nested where needed.
	p := passes.On(ir.ModuleOp{})
	p.Add(passes.Use(r.Passes[0]), passes.Use(r.Passes[0]), passes.Use(standard.CSE))
	if got, want := p.String(), "builtin.module(func.func(only-functions,only-functions),cse)"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// A search for a pass also finds instances in inner pipelines, and stops after the first
// if the caller stops.
func TestInstances(t *testing.T) {
	t.Parallel()
	function := ir.Kind("func.func")
	p := passes.On(ir.ModuleOp{}, passes.Use(standard.Inline), passes.On(function, passes.Use(standard.CSE), passes.Use(standard.SCCP)), passes.Use(standard.SymbolDCE))
	want := []string{"inline", "cse", "sccp", "symbol-dce"}
	for n := range want {
		var got []string
		for inst := range p.Instances {
			got = append(got, inst.Pass.Name)
			if len(got) == n+1 {
				break
			}
		}
		if !slices.Equal(got, want[:n+1]) {
			t.Errorf("got %v, want %v", got, want[:n+1])
		}
	}
}

func TestUseOfOtherOptions(t *testing.T) {
	t.Parallel()
	defer func() {
		const want = "passes: canonicalize takes options of type standard.CanonicalizeOptions, but got standard.InlineOptions"
		if got := recover(); got != want {
			t.Errorf("got %v, want %s", got, want)
		}
	}()
	passes.Use(standard.Canonicalize, standard.InlineOptions{})
}

func TestPretty(t *testing.T) {
	t.Parallel()
	for want, p := range map[string]*passes.Pipeline{
		"builtin.module(\n  func.func(\n    cse\n  ),\n  symbol-dce\n)": passes.On(ir.ModuleOp{}, passes.On(ir.Kind("func.func"), passes.Use(standard.CSE)), passes.Use(standard.SymbolDCE)),
		"builtin.module()": passes.On(ir.ModuleOp{}),
	} {
		if got := p.Pretty(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestClassNames(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"fold": "Fold", "fold-all-casts": "FoldAllCasts", "a-b": "AB", "-x--y": "XY", "cse": "Cse"} {
		if got := (&passes.Pass{Name: name}).ClassName(); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
	if got := standard.CSE.ClassName(); got != "CSE" {
		t.Errorf("got %s", got)
	}
}

// FuzzParse checks that no text makes the parser of pipelines panic, and that accepted
// text is printed as text with the same meaning.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"builtin.module(cse,func.func(canonicalize{max-iterations=3}))", "any(inline{op-pipelines=a(cse),b(cse)})",
		"builtin.module(print-ir{label='x y'})", "a(b(c(", "{=}", "a(cse{'})"} {
		f.Add(s)
	}
	r := registry.Passes()
	f.Fuzz(func(t *testing.T, text string) {
		p, err := r.Parse(text)
		if err != nil {
			_ = err.Error()
			return
		}
		once := p.String()
		again, err := r.Parse(once)
		if err != nil {
			t.Fatalf("%q prints as %q: %v", text, once, err)
		}
		if twice := again.String(); twice != once {
			t.Fatalf("%q prints as %q and then as %q", text, once, twice)
		}
	})
}
