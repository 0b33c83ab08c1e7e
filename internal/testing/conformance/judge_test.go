package conformance

import (
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

var (
	judged = flag.Int("mlir.judged", 50, "random functions that "+Runner+" executes")
	after  = flag.Int("mlir.after", 2, "pipelines after which it executes each of them; they take turns")
)

// TestJudge executes random functions before and after every pass, in the simulator
// and on this machine.
func TestJudge(t *testing.T) {
	t.Parallel()
	j, ok := FindJudge()
	if !ok {
		t.Skip("skipped: " + Tool + " or " + Runner + " is not installed")
	}
	var cases []*Case
	functions, turn := 0, 0
	pipelines := Pipelines()
	for s := *seed; functions < *judged; s++ {
		text := randomHostModule(s, *size)
		trial, err := NewTrial(fmt.Sprint("seed ", s), text, s)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", s, err, text)
		}
		if trial.Ran() == 0 {
			continue
		}
		functions += trial.Ran()
		cases = append(cases, &Case{Trial: trial, Text: text})
		seen := map[string]bool{}
		for i, p := range pipelines {
			text, wrong := trial.After(p)
			if wrong != "" {
				t.Errorf("%s: %s\n%s", trial.Name, wrong, trial.Text)
			}
			if (i-turn+len(pipelines))%len(pipelines) < *after && text != "" && !seen[text] {
				seen[text] = true
				cases = append(cases, &Case{Trial: trial, Pipeline: p.Text, Text: text})
			}
		}
		turn = (turn + *after) % len(pipelines)
	}
	if err := j.Judge(cases); err != nil {
		t.Fatal(err)
	}
	before, ran, refused := 0, 0, map[string]int{}
	for _, c := range cases {
		ran += c.Judged
		if c.Pipeline == "" {
			before += c.Judged
		}
		if c.Wrong != "" {
			t.Errorf("%s: %s: %s\n%s", c.Trial.Name, c.Pipeline, c.Wrong, c.Text)
		}
		if c.Refused != "" {
			refused[c.Refused]++
		}
	}
	t.Logf("%d of %d functions executed, %d times before and after pipelines", before, functions, ran)
	for _, why := range slices.Sorted(maps.Keys(refused)) {
		t.Logf("%d modules are not lowered: %s", refused[why], why)
	}
	if before*2 < functions {
		t.Errorf("too many modules cannot be lowered")
	}
}

// The judge notices a function that differs from the function that the simulator
// executed: in a result, and in memory.
func TestJudgeNotices(t *testing.T) {
	t.Parallel()
	j, ok := FindJudge()
	if !ok {
		t.Skip("skipped: " + Tool + " or " + Runner + " is not installed")
	}
	const text = `module {
  func.func @f(%a: i8, %v: vector<2x2xf16>, %m: memref<4xi32>, %t: tensor<3xi1>) -> (i8, vector<2x2xf16>, tensor<3xi1>) {
    %c1 = arith.constant 1 : index
    %x = memref.load %m[%c1] : memref<4xi32>
    %y = arith.addi %x, %x : i32
    memref.store %y, %m[%c1] : memref<4xi32>
    %b = arith.ori %a, %a : i8
    %w = arith.addf %v, %v : vector<2x2xf16>
    return %b, %w, %t : i8, vector<2x2xf16>, tensor<3xi1>
  }
}
`
	trial, err := NewTrial("a function", text, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range [][2]string{{"", ""}, {"arith.ori", "arith.subi"}, {"arith.addf", "arith.mulf"}, {"arith.addi", "arith.subi"}} {
		c := &Case{Trial: trial, Text: strings.Replace(text, change[0], change[1], 1)}
		if err := j.Judge([]*Case{c}); err != nil || c.Refused != "" {
			t.Fatal(err, c.Refused)
		}
		if noticed := c.Wrong != ""; noticed != (change[0] != "") {
			t.Errorf("%s instead of %s: %q", change[1], change[0], c.Wrong)
		}
	}
}
