package pydata

import (
	"fmt"
	"strings"
	"testing"
)

func Example() {
	config := &Object{Name: "config", Attrs: map[string]Value{"suffixes": Strings(), "env": &Dict{Items: map[string]Value{"PATH": "/bin"}}}}
	skipped := Run(`
import os
tools = ["a", 'b']  # two
config.suffixes = [".mlir"] + [".%s" % "td"]
if "x" not in tools and not tools[0] == "b":
    config.unsupported = True
config.env["PATH"] = f"{config.env['PATH']}:/usr/bin"
config.exec_root = config.obj_root + "/test"
for t in tools:
    config.suffixes.append(t)
`, map[string]Value{"config": config}, nil)
	fmt.Println(config.Attrs["suffixes"].(*List).Texts(), config.Attrs["unsupported"], config.Attrs["env"].(*Dict).Items["PATH"])
	for _, n := range skipped {
		fmt.Printf("%d: %s: %s\n", n.Line, n.Text, n.Why)
	}
	// Output:
	// [.mlir .td] true /bin:/usr/bin
	// 8: config.exec_root = config.obj_root + "/test": 'config.obj_root' is not set
	// 9: for t in tools:: a statement of this kind is not data
}

func TestExpressions(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`'a' 'b' + "c"`:                         "abc",
		`r"\b" + "\t|"`:                         `\b` + "\t|",
		`"""x"""`:                               "x",
		`f"{'a'}{{{1}"`:                         "a{1",
		`"%s-%s%%" % ("a", 2)`:                  "a-2%",
		`1 if "" else 2`:                        "2",
		`not ("b" in ["a", "b"]) or 0x10 == 16`: "True",
		`"x" in {"x": 1} and "z" not in {"x", "y"}`:    "True",
		`1 < 2 and 2 >= 2 and -1 < 0`:                  "True",
		`"a,b".split(",")[-1].upper()`:                 "B",
		`",".join(["a", "b"]).replace("a", "c")`:       "c,b",
		`" a ".strip().startswith("a")`:                "True",
		`{"a": "b"}.get("a")`:                          "b",
		`{"a": "b"}.get("c", "d")`:                     "d",
		`None is None and (1, 2) == (1, 2)`:            "True",
		`unknown and False`:                            "False",
		`unknown or True`:                              "True",
		`"{}-{}".format("a", 1)`:                       "a-1",
		`unknown`:                                      "? 'unknown' is not known",
		`"{a} {{x}} {} {b}".format(1, a="y", b=2)`:     "y {x} 1 2",
		`"{a}".format(b=2)`:                            "? the format is not supported",
		`unknown.attribute("x")[0]`:                    "? 'unknown' is not known",
		`[x for x in y]`:                               "? the list is not data",
		`"a" * 1000`:                                   "a", // the rest is no part of the expression
		strings.Repeat("(", 300):                       "? the arguments are not data",
		strings.Repeat("not ", 300) + "1":              "? the expression is nested too deeply",
		`"` + strings.Repeat("a", maxText) + `" + "b"`: "? a text is larger than 1048576 bytes",
	} {
		v, _ := evaluate(text, map[string]Value{})
		got := Text(v)
		if u, ok := v.(Unknown); ok {
			got = "? " + u.Why
		}
		if got != want {
			t.Errorf("%.60s: got %.60s, want %s", text, got, want)
		}
	}
}

func TestBranches(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"if 0: x = 1\nelif 1: x = 2\nelse: x = 3":          "2",
		"if 0:\n  x = 1\nelse:\n  if 1:\n    x = 4\n  y=1": "4",
		"if u:\n  x = 1\nelse:\n  x = 2":                   "0",
		"def f():\n  x = 1\nx = 5":                         "5",
		"x = [\n 1,\n 2,\n][1]; x += 3":                    "5",
		"x = 1 \\\n  + 1":                                  "2",
		"try:\n  x = 1\nexcept:\n  x = 2":                  "0",
		"@f\ndef g():\n\treturn 1\n'''doc\nx = 1'''":       "0",
	} {
		names := map[string]Value{"x": 0}
		Run(text, names, nil)
		if got := Text(names["x"]); got != want {
			t.Errorf("%q: x = %s, want %s", text, got, want)
		}
	}
}

func FuzzRun(f *testing.F) {
	f.Add("x = [1, {'a': (2, \"b\")}]\nif x: x.append(x)\ny = f'{x}' % x[0] == x")
	f.Fuzz(func(t *testing.T, text string) {
		names := map[string]Value{"x": Strings("a"), "o": &Object{Name: "o", Attrs: map[string]Value{}}}
		Run(text, names, nil)
		Clone(&Dict{Items: names})
	})
}
