package optmain_test

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// surveyRow is a shape with the flags of a run, and its cost at n, 2n, 4n and 8n.
type surveyRow struct {
	*surveyShape
	flags        []string
	bytecode     bool // the input and the output are bytecode
	ours, theirs [4]usage
	failed       string // why upstream has no figures
}

func (r *surveyRow) String() string {
	name := strings.Join(append([]string{r.name}, r.flags...), " ")
	if r.bytecode {
		name += " bytecode"
	}
	return name
}

// cpuRatio and peakRatio compare the largest inputs.
func (r *surveyRow) cpuRatio() float64 { return r.ours[3].cpu.Seconds() / r.theirs[3].cpu.Seconds() }

func (r *surveyRow) peakRatio() float64 { return float64(r.ours[3].peak) / float64(r.theirs[3].peak) }

// exponent returns e such that the time grows as n to the power of e between 2n and 8n,
// beyond the time that the program takes for an empty input.
func exponent(us [4]usage, empty time.Duration) float64 {
	const least = 0.002 // seconds
	t := func(k int) float64 { return max(least, (us[k].cpu - empty).Seconds()) }
	return math.Log(t(3)/t(1)) / math.Log(4)
}

// cliff reports why a row needs attention, "" if it does not.
func (r *surveyRow) cliff(ours, theirs float64) string {
	switch {
	case r.failed != "":
		return "upstream " + r.failed
	case ours > 1.15 && ours > theirs:
		return "grows faster"
	case r.cpuRatio() > 0.5:
		return "time"
	case r.peakRatio() > 0.8:
		return "memory"
	}
	return ""
}

// BenchmarkSurvey searches for cliffs: it runs the command and mlir-opt-22 in turn on the
// shapes of surveyShapes at n, 2n, 4n and 8n, and prints the exponents and the ratios of
// processor time and peak memory, the worst row first. OPTC_SURVEY is a regular expression
// for the names of shapes.
func BenchmarkSurvey(b *testing.B) {
	theirs, err := exec.LookPath("mlir-opt-22")
	if err != nil {
		b.Skip("mlir-opt-22 is not installed")
	}
	ours := filepath.Join(b.TempDir(), "optc")
	if out, err := exec.Command("go", "build", "-o", ours, "optc/cmd/optc").CombinedOutput(); err != nil {
		b.Fatalf("go build: %v\n%s", err, out)
	}
	chosen, err := regexp.Compile(os.Getenv("OPTC_SURVEY"))
	if err != nil {
		b.Fatal("OPTC_SURVEY: ", err)
	}
	var rows []*surveyRow
	for i := range surveyShapes {
		s := &surveyShapes[i]
		if !chosen.MatchString(s.name) {
			continue
		}
		for _, flags := range s.flags {
			rows = append(rows, &surveyRow{surveyShape: s, flags: strings.Fields(flags)})
		}
		rows = append(rows, &surveyRow{surveyShape: s, bytecode: true})
	}
	empty := &surveyRow{surveyShape: &surveyShape{name: "empty", text: func(int) string { return "module {\n}\n" }}}
	for b.Loop() {
		empty.measure(b, ours, theirs)
		for _, r := range rows {
			r.measure(b, ours, theirs)
		}
	}
	b.ReportMetric(0, "ns/op")
	printSurvey(rows, empty)
}

func printSurvey(rows []*surveyRow, empty *surveyRow) {
	slices.SortStableFunc(rows, func(x, y *surveyRow) int { return cmp.Compare(y.cpuRatio(), x.cpuRatio()) })
	var table strings.Builder
	fmt.Fprintf(&table, "%-44s %5s %5s %6s %6s %7s %7s\n", "shape", "e", "e'", "cpu", "peak", "s", "s'")
	for _, r := range rows {
		e, f := exponent(r.ours, empty.ours[0].cpu), exponent(r.theirs, empty.theirs[0].cpu)
		fmt.Fprintf(&table, "%-44s %5.2f %5.2f %6.3f %6.3f %7.3f %7.3f %s\n", r, e, f, r.cpuRatio(), r.peakRatio(),
			r.ours[3].cpu.Seconds(), r.theirs[3].cpu.Seconds(), r.cliff(e, f))
	}
	fmt.Print("\n", table.String())
}

// measure keeps the least cost of each size.
func (r *surveyRow) measure(b *testing.B, ours, theirs string) {
	folder := b.TempDir()
	got, want := filepath.Join(folder, "ours"), filepath.Join(folder, "theirs")
	for k := range 4 {
		if r.failed != "" {
			return
		}
		input := filepath.Join(folder, "in.mlir")
		if err := os.WriteFile(input, []byte(r.text(r.n<<k)), 0o644); err != nil {
			b.Fatal(err)
		}
		flags := append(slices.Clone(r.flags), "--allow-unregistered-dialect")
		if r.bytecode {
			flags = append(flags, "--emit-bytecode")
			coded := filepath.Join(folder, "in.mlirbc")
			if _, err := tryCommand(coded, ours, time.Minute, append(slices.Clone(flags), input)...); err != nil {
				r.failed = "was not encoded"
				return
			}
			input = coded
		}
		flags = append(flags, input)
		u, err := tryCommand(got, ours, time.Minute, flags...)
		if err != nil {
			b.Errorf("%v with %d: %v", r, r.n<<k, err)
			r.failed = "was not run"
			return
		}
		if r.ours[k].cpu == 0 || u.cpu < r.ours[k].cpu {
			r.ours[k] = u
		}
		v, err := tryCommand(want, theirs, time.Minute, flags...)
		if err != nil {
			r.failed = err.Error()
			return
		}
		if r.theirs[k].cpu == 0 || v.cpu < r.theirs[k].cpu {
			r.theirs[k] = v
		}
		if !r.bytecode && !r.differs && !sameFile(b, got, want) {
			r.failed = "writes another text"
		}
	}
}
