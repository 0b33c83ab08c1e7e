package conformance

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var tensors = flag.Int("mlir.tensors", 24, "random tensor programs that "+Runner+" executes")

// TestJudgeTensors executes the named operations of the project's tests and random tensor programs
// in the simulator and on this machine.
func TestJudgeTensors(t *testing.T) {
	t.Parallel()
	j, ok := FindJudge()
	if !ok {
		t.Skip("skipped: " + Tool + " or " + Runner + " is not installed")
	}
	texts := namedOperations(t)
	for i := range *tensors {
		texts = append(texts, randomLinalg(*seed+uint64(i)))
	}
	var cases []*Case
	for i, text := range texts {
		trial, err := NewTrial(fmt.Sprint("program ", i), text, uint64(i))
		if err != nil {
			t.Fatalf("program %d: %v\n%s", i, err, text)
		}
		if trial.Ran() > 0 {
			cases = append(cases, &Case{Trial: trial, Text: text})
		} else {
			t.Logf("program %d is not executed: %s%s", i, trial.Unknown, trial.Undefined)
		}
	}
	if err := j.Judge(cases); err != nil {
		t.Fatal(err)
	}
	judged := 0
	for _, c := range cases {
		judged += c.Judged
		if c.Wrong != "" {
			t.Errorf("%s: %s\n%s", c.Trial.Name, c.Wrong, c.Text)
		}
		if c.Refused != "" {
			t.Logf("%s is not lowered: %s", c.Trial.Name, c.Refused)
		}
	}
	measured = append(measured, fmt.Sprintf("tensor programs: %d generated, %d executed by both", len(texts), judged))
	if judged*10 < len(texts)*9 {
		t.Errorf("only %d of %d programs were executed by both", judged, len(texts))
	}
}

// namedOperations returns a module for each function of the test of the named operations, with
// static shapes.
func namedOperations(t *testing.T) (texts []string) {
	t.Helper()
	data, err := os.ReadFile("../../../test/lit/linalg/named.mlir")
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range strings.Split(string(data), "\nfunc.func ")[1:] {
		body, _, _ := strings.Cut(part, "\n}\n")
		if !strings.Contains(body, "?") {
			texts = append(texts, "module {\n  func.func "+body+"\n  }\n}\n")
		}
	}
	return texts
}
