package optmain

import (
	"optc/layout/picture"
	"optc/optmain/internal/spelling"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLayout: every definition with a picture draws its examples, as text and as SVG;
// only pictures that depend on a template parameter are refused.
func TestLayout(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	n := 0
	try := func(what, input string) {
		n++
		code, stdout, stderr := in(dir, "layout", input)
		if strings.Contains(stderr, "template parameter") {
			return
		}
		if code != 0 || strings.Count(stdout, "\n") < 4 {
			t.Errorf("%s: exit code %d\n%s%s", what, code, stdout, stderr)
		}
		if code, stdout, stderr := in(dir, "layout", input, "--svg=x.svg"); code != 0 || stdout != "" {
			t.Errorf("%s: exit code %d\n%s%s", what, code, stdout, stderr)
		}
		if svg, err := os.ReadFile(filepath.Join(dir, "x.svg")); err != nil || !strings.HasPrefix(string(svg), "<svg ") {
			t.Errorf("%s: no SVG: %v\n%s", what, err, svg)
		}
	}
	for _, d := range DefaultConfig().Dialects {
		for _, x := range d.Definitions().Types {
			for _, e := range x.Examples {
				if picture.Defined(x) {
					try(d.Name+"."+x.Mnemonic, e)
				}
			}
		}
		for _, x := range d.Definitions().Attrs {
			for _, e := range x.Examples {
				if picture.Defined(x) {
					try(d.Name+"."+x.Mnemonic, e)
				}
			}
		}
		for _, x := range d.Definitions().Terms {
			n++
			sample, _ := picture.Term.In(x)
			if code, stdout, stderr := in(dir, "help", x.Name); code != 0 || sample.Text != "" && !strings.Contains(stdout, "picture (optc layout '") {
				t.Errorf("help %s: exit code %d\n%s%s", x.Name, code, stdout, stderr)
			}
		}
		for _, o := range d.Definitions().Ops {
			for _, e := range o.Examples {
				if picture.Defined(o) {
					if err := os.WriteFile(filepath.Join(dir, "op.mlir"), []byte(e), 0o644); err != nil {
						t.Fatal(err)
					}
					try(o.Name(), "op.mlir")
				}
			}
		}
	}
	if n < 10 {
		t.Errorf("only %d examples have a picture", n)
	}
}

func TestLayoutFails(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ args, want string }{
		{"layout", "usage: optc layout"},
		{"layout absent.mlir", "cannot open input file 'absent.mlir'"},
		{"layout -", "nothing in '<stdin>' has a picture"},
		{"layout !poplar.in<vec<i7>>", "unknown element type 'i7'"},
		{"layout !poplar.in<vec<f32>> --machine=ipu7", "unknown machine 'ipu7'; did you mean 'ipu1'?"},
		{"layout !poplar.in<vec<f32>> --at=16", "places are decided by poplar-place"},
		{"layout #poplar.mapping<9999:0..1> --machine=ipu2", "expected a tile from 0 to 1471, but got 9999"},
		{"layout Compose(8:1,4:2)", "expected a layout, but got 'Compose(8:1,4:2)'; 'optc help layout' lists the spellings; did you mean 'compose'?"},
		{"layout compositon(8:1,4:2)", "did you mean 'composition'?"},
		{"layout Swizle<2,0,2>o0o(4,4):(4,1)", "expected a layout, but got 'Swizle<2,0,2>o0o(4,4):(4,1)'; 'optc help layout' lists the spellings; did you mean 'Swizzle'?"},
		{"layout a(b).mlir", "cannot open input file 'a(b).mlir'"},
		{"layout 8:1) --to=cute", "expected the end, but got ')'"},
		{"layout compose(8:1,4:2)x --shape=4", "expected the end, but got 'x'"},
		{"layout (m,n):(n,1) --to=cute.swizzle", "cute.swizzle cannot express this layout: its symbols have no values"},
		{"layout slice((4,8):(8,1),(1,1),(2,2)) --to=cute", "cute cannot express this layout: its lowest cell is 9, not 0"},
	} {
		code, _, stderr := in(t.TempDir(), strings.Fields(test.args)...)
		if code != 1 || !strings.Contains(stderr, test.want) {
			t.Errorf("%s: exit code %d, no %q in\n%s", test.args, code, test.want, stderr)
		}
	}
}

// TestLayoutOfProgram: the memory of a built program is drawn, all units or a single one.
func TestLayoutOfProgram(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	builtProgram(t, dir)
	for _, args := range [][]string{{"layout", "out"}, {"layout", "out", "--at=tile 0"}, {"layout", "out", "--at", "0"}} {
		code, stdout, stderr := in(dir, args...)
		if code != 0 || !strings.HasPrefix(stdout, "tile 0\n") || !strings.Contains(stdout, "worker stacks") {
			t.Errorf("%v: exit code %d\n%s%s", args, code, stdout, stderr)
		}
	}
	for want, args := range map[string][]string{
		"expected the number of a used unit of memory, such as 'tile 0', but got '7'": {"layout", "out", "--at=7"},
		"'out' is built for ipu2": {"layout", "out", "--machine=ipu1"},
	} {
		if code, _, stderr := in(dir, args...); code != 1 || !strings.Contains(stderr, want) {
			t.Errorf("%v: exit code %d, no %q in\n%s", args, code, want, stderr)
		}
	}
}

// TestLayoutOfSymbols writes layouts with symbols in the spellings of CuTe.
func TestLayoutOfSymbols(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, to, want string }{
		{"divide((m,16n):(16n,1), 4:m)", "cute", "(4,(m,4n)):(1,(16n,4))"},
		{`!cute.layout<"(?,?{div=16}):(?{div=16},1)">`, "cute", "(a,16b):(16c,1)"},
		{"(m,16n):(p,1)", "cute.layout", `!cute.layout<"(?,?{div=16}):(?,1)">`},
	} {
		if code, stdout, stderr := in(t.TempDir(), "layout", test.text, "--to="+test.to); code != 0 || stdout != test.want+"\n" {
			t.Errorf("%s as %s: exit code %d\n%s%s", test.text, test.to, code, stdout, stderr)
		}
		if code, stdout, stderr := in(t.TempDir(), "layout", test.want); code != 0 || !strings.Contains(stdout, "The picture shows it for 2.") {
			t.Errorf("%s: exit code %d\n%s%s", test.want, code, stdout, stderr)
		}
	}
}

// TestLayoutOfSpellings draws the sample of each spelling.
func TestLayoutOfSpellings(t *testing.T) {
	t.Parallel()
	for _, s := range spelling.Table {
		if code, stdout, stderr := in(t.TempDir(), "layout", s.Sample); code != 0 || strings.Count(stdout, "\n") < 4 {
			t.Errorf("%s: exit code %d\n%s%s", s.Sample, code, stdout, stderr)
		}
	}
}

// TestLayoutOfFileRefused uses options that are for layouts with a file.
func TestLayoutOfFileRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "k.mlir"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ args, want string }{
		{"layout k.mlir --axis=grid --shape=8", "flag '--axis' is for layouts, but 'k.mlir' is a file"},
		{"layout k.mlir --axis=tile --target=ipu2", "flag '--axis' is for layouts, but 'k.mlir' is a file"},
		{"layout k.mlir --to=cute", "flag '--to' is for layouts, but 'k.mlir' is a file"},
		{"layout 8:1 k.mlir", "a comparison is for layouts, but 'k.mlir' is a file"},
	} {
		if code, _, stderr := in(dir, strings.Fields(test.args)...); code != 1 || !strings.Contains(stderr, test.want) {
			t.Errorf("%s: exit code %d, no %q in\n%s", test.args, code, test.want, stderr)
		}
	}
}
