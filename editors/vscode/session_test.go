package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"encoding/xml"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/optmain"
)

// asTool makes the test program optc, for the extension that starts it.
const asTool = "VSCODE_TEST_AS_OPTC"

func TestMain(m *testing.M) {
	if os.Getenv(asTool) != "" {
		os.Exit(optmain.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// TestSession: what a user of the extension sees, in an editor that consists of mock objects.
func TestSession(t *testing.T) {
	t.Parallel()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("skipped: no node")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), node, filepath.Join("testdata", "session.js"), self)
	c.Env = append(os.Environ(), asTool+"=1")
	var errs bytes.Buffer
	c.Stderr = &errs
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, out, errs.String())
	}
	want := `diagnostic: 1:18 use of undeclared SSA value name
fix: change '%argumnt' to '%argument', %argument
diagnostic: none
hover: operation 'arith.addi': integer addition
completion: %argument %0
definition: 0:13
references: 3
rename: 3 places
formatting: 1
symbols: f
pipeline: mlir: %0 = arith.addi %argument, %argument : i32
costs: 14 cycles, 128 bytes, 4 sectors, 32 instructions; 14 cycles, 128 bytes, 4 sectors, 32 instructions
restarted
warning: optc: optc ended by SIGKILL and was started again
diagnostic: use of undeclared SSA value name
warning: optc: optc ended by SIGKILL and was started again
warning: optc: optc ended by SIGKILL and was started again
warning: optc: optc ended by SIGKILL and was started again
error: optc: optc ended by SIGKILL, 5 times in a short time; the command "Restart the language server" starts it again
`
	if diff := cmp.Diff(want, string(out)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestPackage: the package contains the files of the extension, and the editor finds the files that it needs.
func TestPackage(t *testing.T) {
	t.Parallel()
	data, err := pack()
	if err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if files[f.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
		switch filepath.Ext(f.Name) {
		case ".json":
			if !json.Valid(files[f.Name]) {
				t.Errorf("%s is not JSON", f.Name)
			}
		case ".xml", ".vsixmanifest":
			if err := xml.Unmarshal(files[f.Name], new(struct{})); err != nil {
				t.Errorf("%s: %v", f.Name, err)
			}
		}
	}
	var about struct {
		Main        string
		Contributes struct {
			Languages []struct{ Configuration string }
			Grammars  []struct{ Path string }
		}
	}
	if err := json.Unmarshal(files["extension/package.json"], &about); err != nil {
		t.Fatal(err)
	}
	named := []string{about.Main, "./protocol.js"}
	for _, l := range about.Contributes.Languages {
		named = append(named, l.Configuration)
	}
	for _, g := range about.Contributes.Grammars {
		named = append(named, g.Path)
	}
	for _, name := range named {
		if files["extension/"+strings.TrimPrefix(name, "./")] == nil {
			t.Errorf("the package lacks %s", name)
		}
	}
	types := string(files["[Content_Types].xml"])
	for name := range files {
		if ext := strings.TrimPrefix(filepath.Ext(name), "."); ext != "xml" && !strings.Contains(types, `Extension="`+ext+`"`) {
			t.Errorf("%s has no media type", name)
		}
	}
	if !slices.Contains(named, "./extension.js") {
		t.Error("the extension does not start")
	}
}
