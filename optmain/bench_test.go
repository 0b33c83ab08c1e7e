package optmain_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
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

// benchInput is a generated file.
type benchInput struct {
	name   string
	text   func() []byte
	passes bool // is compared with --canonicalize --cse as well
}

var benchInputs = []benchInput{
	{"straight", func() []byte { return straightLine(720) }, true},
	{"mixed", func() []byte { return mixed(1, 13<<20) }, true},
	{"distinct", func() []byte { return distinct(12 << 20) }, false},
	{"repeated", func() []byte { return repeated(12 << 20) }, false},
	{"hex", func() []byte { return denseHex(64 << 20) }, false},
	{"decimal", func() []byte { return denseDecimal(64 << 20) }, false},
	{"start", func() []byte { return []byte("module {\n}\n\n") }, false},
}

// denseHex returns a constant of random bytes whose text has that many bytes.
func denseHex(size int) []byte {
	r := rand.New(rand.NewPCG(1, 0))
	const digits = "0123456789ABCDEF"
	n := size / 8
	b := append(make([]byte, 0, size+200), "module {\n  \"acme.constant\"() {value = dense<\"0x"...)
	for range 8 * n {
		b = append(b, digits[r.IntN(16)])
	}
	return fmt.Appendf(b, "\"> : tensor<%dxi32>} : () -> ()\n}\n\n", n)
}

// denseDecimal returns a constant of random numbers whose text has about that many
// bytes.
func denseDecimal(size int) []byte {
	r := rand.New(rand.NewPCG(1, 0))
	b := append(make([]byte, 0, size+200), "module {\n  \"acme.constant\"() {value = dense<["...)
	n := 0
	for ; len(b) < size; n++ {
		if n > 0 {
			b = append(b, ", "...)
		}
		b = strconv.AppendInt(b, r.Int64N(1<<31)-1<<30, 10)
	}
	return fmt.Appendf(b, "]> : tensor<%dxi32>} : () -> ()\n}\n\n", n)
}

// write writes the input into the folder that OPTC_BENCH_KEEP names, or into one
// that goes with the benchmark.
func (in *benchInput) write(b *testing.B) (file string, text []byte) {
	folder := os.Getenv("OPTC_BENCH_KEEP")
	if folder == "" {
		folder = b.TempDir()
	}
	text = in.text()
	file = filepath.Join(folder, in.name+".mlir")
	if err := os.WriteFile(file, text, 0o644); err != nil {
		b.Fatal(err)
	}
	return file, text
}

// BenchmarkReadPrint reads, verifies and prints the inputs with one and two
// threads, some of them also with passes in between. The profile that the command is
// built with is that of this benchmark, see docs/performance.md.
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
			if in.passes {
				b.Run(in.name+"-passes/"+name, func(b *testing.B) { run(b, flag, "--canonicalize", "--cse") })
			}
		}
	}
}

// BenchmarkAgainstMLIROpt runs the command and mlir-opt-22 in turn on the inputs,
// requires the same output, and reports medians of the ratios of wall time,
// processor time and peak memory, and those of one thread to two threads.
func BenchmarkAgainstMLIROpt(b *testing.B) {
	theirs, err := exec.LookPath("mlir-opt-22")
	if err != nil {
		b.Skip("mlir-opt-22 is not installed")
	}
	ours := filepath.Join(b.TempDir(), "optc")
	if out, err := exec.Command("go", "build", "-o", ours, "optc/cmd/optc").CombinedOutput(); err != nil {
		b.Fatalf("go build: %v\n%s", err, out)
	}
	for _, in := range benchInputs {
		compare := func(b *testing.B, flags ...string) {
			file, _ := in.write(b)
			got, want := filepath.Join(b.TempDir(), "ours"), filepath.Join(b.TempDir(), "theirs")
			flags = append(flags, "--allow-unregistered-dialect", file)
			var wall, cpu, peak, threads []float64
			for b.Loop() {
				x := runCommand(b, got, ours, flags...)
				y := runCommand(b, want, theirs, flags...)
				one := runCommand(b, got, ours, append(flags, "--threads=1")...)
				wall = append(wall, x.wall.Seconds()/y.wall.Seconds())
				cpu = append(cpu, x.cpu.Seconds()/y.cpu.Seconds())
				threads = append(threads, one.wall.Seconds()/x.wall.Seconds())
				if x.peak > 0 {
					peak = append(peak, float64(x.peak)/float64(y.peak))
				}
			}
			requireSameFile(b, got, want)
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(median(wall), "wall/theirs")
			b.ReportMetric(median(cpu), "cpu/theirs")
			if len(peak) > 0 {
				b.ReportMetric(median(peak), "peak/theirs")
			}
			b.ReportMetric(median(threads), "threads")
		}
		b.Run(in.name, func(b *testing.B) { compare(b) })
		if in.passes {
			b.Run(in.name+"-passes", func(b *testing.B) { compare(b, "--canonicalize", "--cse") })
		}
	}
}

func requireSameFile(b *testing.B, got, want string) {
	x, err := os.ReadFile(got)
	if err != nil {
		b.Fatal(err)
	}
	y, err := os.ReadFile(want)
	if err != nil {
		b.Fatal(err)
	}
	if !bytes.Equal(x, y) {
		b.Fatal("the outputs are not the same")
	}
}

// usage is what a run of a command cost. peak is in kilobytes, 0 after runs that
// are too short to be watched.
type usage struct {
	wall, cpu time.Duration
	peak      int
}

// runCommand runs a command with an output file to its end. The file is new in
// every run: a file system may flush what replaces another file, and the disk is
// not what is measured. The peak is watched while the command runs, because what
// the system accounts to a finished child includes the process that it was forked
// from.
func runCommand(b *testing.B, output, name string, args ...string) (u usage) {
	os.Remove(output)
	cmd := exec.Command(name, append(slices.Clone(args), "-o", output)...)
	start := time.Now()
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
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
	err := cmd.Wait()
	u.wall = time.Since(start)
	close(done)
	if u.peak = <-peak; u.wall < 20*time.Millisecond {
		u.peak = 0
	}
	if err != nil {
		b.Fatalf("%s: %v", name, err)
	}
	u.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	return u
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

func median(vs []float64) float64 {
	slices.Sort(vs)
	return vs[len(vs)/2]
}
