package optmain

import (
	"bytes"
	"os"
	"testing"

	"optc/ir"
	"optc/optmain/internal/report"
)

// TestVerbosity: which diagnostics and notes are shown.
func TestVerbosity(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ args, want string }{
		{"", "error: e\nnote: about e\nwarning: w\nremark: r\n"},
		{"--mlir-diagnostic-verbosity-level=remarks", "error: e\nnote: about e\nwarning: w\nremark: r\n"},
		{"--mlir-diagnostic-verbosity-level=warnings", "error: e\nnote: about e\nwarning: w\n"},
		{"--mlir-diagnostic-verbosity-level=errors", "error: e\nnote: about e\n"},
		{"--mlir-disable-diagnostic-notes", "error: e\nwarning: w\nremark: r\n"},
	} {
		o, tool := defaultOptions(), (&Env{Config: DefaultConfig()}).tool()
		var args []string
		if c.args != "" {
			args = append(args, c.args)
		}
		if _, _, err := parseArguments(args, o.flags(tool), nil); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		shown := report.New(&out)
		o.limitReport(shown)
		shown.Report((&ir.Diagnostic{Severity: ir.Error, Msg: "e"}).Note(ir.Location{}, "about %s", "e"))
		shown.Report(&ir.Diagnostic{Severity: ir.Warning, Msg: "w"})
		shown.Report(&ir.Diagnostic{Severity: ir.Remark, Msg: "r"})
		shown.Flush()
		if got := string(bytes.ReplaceAll(out.Bytes(), []byte("<unknown>:0: "), nil)); got != c.want {
			t.Errorf("%s: got\n%swant\n%s", c.args, got, c.want)
		}
	}
}

// TestKeepsNames: names are printed for people, numbers for tools, unless the flag
// specifies otherwise.
func TestKeepsNames(t *testing.T) {
	t.Parallel()
	console, err := os.Open("/dev/zero") // a device of characters, as a terminal is
	if err != nil {
		t.Skip(err)
	}
	defer console.Close()
	for _, c := range []struct {
		flag         string
		out          any
		noFile, want bool
	}{
		{out: console, noFile: true, want: true}, {out: console}, {out: new(bytes.Buffer), noFile: true},
		{flag: "--keep-names", out: new(bytes.Buffer), want: true}, {flag: "--keep-names=false", out: console, noFile: true},
	} {
		o, tool := defaultOptions(), (&Env{Config: DefaultConfig()}).tool()
		if c.flag != "" {
			if _, _, err := parseArguments([]string{c.flag}, o.flags(tool), nil); err != nil {
				t.Fatal(err)
			}
		}
		if got := keepsNames(o.keepNames, c.out, c.noFile); got != c.want {
			t.Errorf("%+v: got %t", c, got)
		}
	}
}
