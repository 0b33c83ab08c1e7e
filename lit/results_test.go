package lit_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"optc/lit"
)

// TestResults runs tests in two parts and reads the results of each.
func TestResults(t *testing.T) {
	t.Parallel()
	r := folder(t, map[string]string{
		"a/good.mlir":    "// RUN: echo x | FileCheck %s\n// CHECK: x\n",
		"a/bad.mlir":     "// RUN: echo 'x \x01' | FileCheck %s\n// CHECK: y\n",
		"b/missing.mlir": "// RUN: echo x | FileCheck %s\n// REQUIRES: nothing\n// CHECK: x\n",
		"b/other.mlir":   "// RUN: echo x | FileCheck %s\n// CHECK: x\n",
	})
	codes := map[string]string{}
	for part := range 2 {
		dir := t.TempDir()
		j, x := filepath.Join(dir, "r.json"), filepath.Join(dir, "r.xml")
		var stdout, stderr bytes.Buffer
		code := lit.Command(t.Context(), []string{"--num-shards=2", "--run-shard", []string{"1", "2"}[part], "--output", j, "--xunit-xml-output", x, r.Root}, r.Tools, &stdout, &stderr, nil)
		var report struct {
			Version []int `json:"__version__"`
			Elapsed float64
			Tests   []struct{ Name, Code, Output string }
		}
		data, err := os.ReadFile(j)
		if err != nil {
			t.Fatal(err, stderr.String())
		}
		if err := json.Unmarshal(data, &report); err != nil || len(report.Tests) != 2 || len(report.Version) != 3 {
			t.Fatalf("%v in\n%s", err, data)
		}
		bad := 0
		for _, test := range report.Tests {
			codes[test.Name] = test.Code
			if test.Code == "FAIL" {
				bad++
				if !strings.Contains(test.Output, "repeat with") {
					t.Errorf("output %q", test.Output)
				}
			}
		}
		if (code != 0) != (bad > 0) {
			t.Errorf("exit code %d with %d bad tests", code, bad)
		}
		var suite struct {
			Tests    int `xml:"tests,attr"`
			Failures int `xml:"failures,attr"`
			Cases    []struct {
				Class string `xml:"classname,attr"`
			} `xml:"testcase"`
		}
		data, err = os.ReadFile(x)
		if err != nil {
			t.Fatal(err)
		}
		if err := xml.Unmarshal(data, &suite); err != nil || suite.Tests != 2 || suite.Failures != bad || len(suite.Cases) != 2 || !strings.HasPrefix(suite.Cases[0].Class, "lit.") {
			t.Errorf("%v, %+v in\n%s", err, suite, data)
		}
	}
	want := map[string]string{"a/bad.mlir": "FAIL", "a/good.mlir": "PASS", "b/missing.mlir": "UNSUPPORTED", "b/other.mlir": "PASS"}
	for name, code := range want {
		if codes[name] != code {
			t.Errorf("%s: %s, want %s", name, codes[name], code)
		}
	}
	var stderr bytes.Buffer
	if code := lit.Command(t.Context(), []string{"--num-shards=2", "--run-shard=3", r.Root}, nil, &stderr, &stderr, nil); code != 2 || !strings.Contains(stderr.String(), "got 3 of 2") {
		t.Errorf("exit code %d: %s", code, &stderr)
	}
}
