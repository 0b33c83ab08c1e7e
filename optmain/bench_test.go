package optmain_test

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"optc/optmain"
)

// benchInput is a generated file. Equal seeds give equal files.
type benchInput struct {
	name string
	text func(seed uint64, size int) []byte
	size int // size in bytes, or in the unit that text counts
	// passes are the passes that are run on the input, one at a time, in addition to
	// reading and printing.
	passes []string
}

const (
	canonicalize = "--canonicalize"
	cse          = "--cse"
	sccp         = "--sccp"
	licm         = "--loop-invariant-code-motion"
	inline       = "--inline"
	symbolDCE    = "--symbol-dce"
)

// benchInputs omits inputs that upstream does not process: inlining and elimination of
// symbols where operations are not registered, and sccp on 100,000 symbols, which takes
// upstream minutes. Functions that are inlined are public, because the number of private
// functions that upstream forgets to erase depends on unrelated symbols.
var benchInputs = []benchInput{
	{name: "straight", text: func(_ uint64, size int) []byte { return straightLine(size) }, size: 360,
		passes: []string{canonicalize, cse}},
	{name: "mixed", text: mixed, size: 8 << 20, passes: []string{canonicalize, cse, sccp, licm}},
	{name: "plain", text: plain, size: 4 << 20, passes: []string{canonicalize, cse, sccp, licm, inline, symbolDCE}},
	{name: "distinct", text: distinct, size: 8 << 20, passes: []string{canonicalize, cse, sccp, inline}},
	{name: "repeated", text: repeated, size: 8 << 20},
	{name: "huge", text: huge, size: 6 << 20, passes: []string{canonicalize, cse, sccp, licm}},
	{name: "deep", text: deep, size: 12 << 20, passes: []string{canonicalize, cse, sccp, licm}},
	{name: "casts", text: casts, size: 6 << 20, passes: []string{canonicalize, cse, sccp, inline, symbolDCE}},
	{name: "symbols", text: func(seed uint64, size int) []byte { return symbols(seed, size, 8) }, size: 100_000,
		passes: []string{canonicalize, symbolDCE}},
	{name: "calls", text: func(seed uint64, size int) []byte { return symbols(seed, size, 1) }, size: 5_000,
		passes: []string{sccp, inline}},
	{name: "unindented", text: unindented, size: 8 << 20},
	{name: "hex", text: denseHex, size: 64 << 20},
	{name: "decimal", text: denseDecimal, size: 64 << 20},
	{name: "start", text: func(uint64, int) []byte { return []byte("module {\n}\n\n") }, size: 0},
}

// benchSeed is the seed of the inputs, which OPTC_BENCH_SEED changes.
func benchSeed(b *testing.B) uint64 {
	text := os.Getenv("OPTC_BENCH_SEED")
	if text == "" {
		return 1
	}
	seed, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		b.Fatal("OPTC_BENCH_SEED: ", err)
	}
	return seed
}

// write writes the input into the folder that OPTC_BENCH_KEEP names, or into a temporary
// folder.
func (in *benchInput) write(b *testing.B) (file string, text []byte) {
	folder := os.Getenv("OPTC_BENCH_KEEP")
	if folder == "" {
		folder = b.TempDir()
	}
	text = in.text(benchSeed(b), in.size)
	file = filepath.Join(folder, in.name+".mlir")
	if err := os.WriteFile(file, text, 0o644); err != nil {
		b.Fatal(err)
	}
	return file, text
}

// BenchmarkReadPrint reads, verifies and prints the inputs with one and two threads, also with
// passes in between. The command is built with a profile of this benchmark; see
// docs/performance.md.
func BenchmarkReadPrint(b *testing.B) {
	for _, in := range benchInputs {
		file, text := in.write(b)
		run := func(b *testing.B, flags ...string) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			args := append(flags, "--allow-unregistered-dialect", file)
			for b.Loop() {
				if code := optmain.Run(b.Context(), optmain.DefaultConfig(), args, nil, io.Discard, io.Discard); code != 0 {
					b.Fatal("exit code ", code)
				}
			}
		}
		for _, threads := range []int{1, 2} {
			name, flag := fmt.Sprintf("threads=%d", threads), fmt.Sprintf("--threads=%d", threads)
			b.Run(in.name+"/"+name, func(b *testing.B) { run(b, flag) })
			for _, pass := range in.passes {
				b.Run(in.name+pass+"/"+name, func(b *testing.B) { run(b, flag, pass) })
			}
		}
	}
}

// benchRow is an input with the flags of a kind of run, and the ratios of this project's runs to
// upstream's runs.
type benchRow struct {
	name            string
	flags           []string
	wall, cpu, peak []float64
	threads         []float64 // ratio of the wall time of one thread to the wall time of all threads
}

// BenchmarkAgainstMLIROpt runs the command and mlir-opt-22 alternately on the inputs,
// requires the same output, and prints the medians of the ratios of wall time, processor
// time and peak memory, and the medians of the ratios of one thread to all threads. The
// row with the worst wall time comes first.
func BenchmarkAgainstMLIROpt(b *testing.B) {
	theirs, err := exec.LookPath("mlir-opt-22")
	if err != nil {
		b.Skip("mlir-opt-22 is not installed")
	}
	ours := filepath.Join(b.TempDir(), "optc")
	if out, err := exec.Command("go", "build", "-pgo=auto", "-o", ours, "optc/cmd/optc").CombinedOutput(); err != nil {
		b.Fatalf("go build: %v\n%s", err, out)
	}
	var rows []*benchRow
	for _, in := range benchInputs {
		file, _ := in.write(b)
		for _, pass := range append([]string{""}, in.passes...) {
			flags := strings.Fields(pass + " --allow-unregistered-dialect " + file)
			rows = append(rows, &benchRow{name: in.name + pass, flags: flags})
		}
	}
	got, want := filepath.Join(b.TempDir(), "ours"), filepath.Join(b.TempDir(), "theirs")
	for b.Loop() {
		for _, r := range rows {
			x := runCommand(b, got, ours, r.flags...)
			y := runCommand(b, want, theirs, r.flags...)
			requireSameFile(b, got, want, r.name)
			one := runCommand(b, got, ours, append(r.flags, "--threads=1")...)
			r.wall = append(r.wall, x.wall.Seconds()/y.wall.Seconds())
			r.cpu = append(r.cpu, x.cpu.Seconds()/y.cpu.Seconds())
			r.threads = append(r.threads, one.wall.Seconds()/x.wall.Seconds())
			if x.peak > 0 {
				r.peak = append(r.peak, float64(x.peak)/float64(y.peak))
			}
		}
	}
	slices.SortStableFunc(rows, func(x, y *benchRow) int { return cmp.Compare(median(y.wall), median(x.wall)) })
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(median(rows[0].wall), "worst-wall/theirs")
	var table strings.Builder
	fmt.Fprintf(&table, "%-40s %8s %8s %8s %8s\n", "ratios to mlir-opt-22", "wall", "cpu", "peak", "threads")
	for _, r := range rows {
		fmt.Fprintf(&table, "%-40s %8.3f %8.3f %8.3f %8.2f\n", r.name, median(r.wall), median(r.cpu), median(r.peak), median(r.threads))
	}
	fmt.Print("\n", table.String()) // the output of b.Log would be truncated
}

func requireSameFile(b *testing.B, got, want, row string) {
	if !sameFile(b, got, want) {
		b.Fatalf("%s: the outputs are not the same", row)
	}
}

func sameFile(b *testing.B, got, want string) bool {
	x, err := os.ReadFile(got)
	if err != nil {
		b.Fatal(err)
	}
	y, err := os.ReadFile(want)
	if err != nil {
		b.Fatal(err)
	}
	return bytes.Equal(x, y)
}

// usage is the cost of a run of a command. peak is in kilobytes, and 0 for runs that are
// too short to be observed.
type usage struct {
	wall, cpu time.Duration
	peak      int
}

// runCommand runs a command with an output file to its end.
func runCommand(b *testing.B, output, name string, args ...string) usage {
	u, err := tryCommand(output, name, time.Hour, args...)
	if err != nil {
		b.Fatalf("%s %s: %v", name, args, err)
	}
	return u
}

// tryCommand runs a command with an output file for a limited time. The file is new in every run,
// because a file system may flush a file that replaces another, and the disk is not to be measured.
// The peak is sampled while the command runs, because the system's figure for a finished child
// process includes the process that it was forked from.
func tryCommand(output, name string, limit time.Duration, args ...string) (u usage, err error) {
	os.Remove(output)
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, append(slices.Clone(args), "-o", output)...)
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return u, err
	}
	done := make(chan struct{})
	peak := make(chan int)
	go func() {
		most := 0
		for {
			most = max(most, peakMemory(cmd.Process.Pid))
			select {
			case <-done:
				peak <- most
				return
			case <-time.After(2 * time.Millisecond):
			}
		}
	}()
	err = cmd.Wait()
	u.wall = time.Since(start)
	close(done)
	if u.peak = <-peak; u.wall < 20*time.Millisecond {
		u.peak = 0
	}
	u.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	return u, err
}

// peakMemory returns the peak memory of a process in kilobytes, 0 if it is not
// known.
func peakMemory(pid int) int {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			n, _ := strconv.Atoi(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "kB")))
			return n
		}
	}
	return 0
}

// median returns 0 if nothing was measured.
func median(vs []float64) float64 {
	if len(vs) == 0 {
		return 0
	}
	slices.Sort(vs)
	return vs[len(vs)/2]
}
