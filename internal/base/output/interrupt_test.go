package output

import (
	"bufio"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// TestInterrupt: an interrupted process removes its temporary files and leaves all other files. The
// test runs itself as that process.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	if dir := os.Getenv("OUTPUT_TEST_INTERRUPT"); dir != "" {
		RemoveOnInterrupt()
		f, err := Create(filepath.Join(dir, "out.mlir"))
		if err != nil {
			t.Fatal(err)
		}
		f.Write([]byte("half of the out"))
		os.Stdout.WriteString("ready\n")
		select {}
	}
	dir := t.TempDir()
	write(t, dir, map[string]string{"out.mlir": "old"})
	line, code := interrupted(t, "TestInterrupt", "OUTPUT_TEST_INTERRUPT="+dir, os.Interrupt, func() {
		if during, _ := filepath.Glob(filepath.Join(dir, "*")); len(during) != 2 {
			t.Errorf("during the work there are %v", during)
		}
	})
	if line != "ready\n" || code != 130 {
		t.Errorf("got %q, exit code %d", line, code)
	}
	check(t, dir, map[string]string{"out.mlir": "old"})
}

// TestInterruptible: the first interrupt ends the work, which then writes the results found so far;
// a second interrupt would end the process. The exit code names the signal.
func TestInterruptible(t *testing.T) {
	t.Parallel()
	if dir := os.Getenv("OUTPUT_TEST_WORK"); dir != "" {
		RemoveOnInterrupt()
		ctx, stop := Interruptible(t.Context(), 0)
		os.Stdout.WriteString("ready\n")
		<-ctx.Done()
		if context.Cause(ctx) == ErrInterrupted && WriteFile(filepath.Join(dir, "best"), []byte("best")) == nil {
			stop()
			os.Exit(ExitCode(1))
		}
	}
	dir := t.TempDir()
	line, code := interrupted(t, "TestInterruptible", "OUTPUT_TEST_WORK="+dir, os.Interrupt, func() {})
	if line != "ready\n" || code != 130 {
		t.Errorf("got %q, exit code %d", line, code)
	}
	check(t, dir, map[string]string{"best": "best"})
}

// TestImpatience: work that does not end after an interrupt ends with the process.
func TestImpatience(t *testing.T) {
	t.Parallel()
	if os.Getenv("OUTPUT_TEST_PATIENCE") != "" {
		RemoveOnInterrupt()
		_, stop := Interruptible(t.Context(), time.Hour) // that has ended
		stop()
		Interruptible(t.Context(), time.Millisecond)
		os.Stdout.WriteString("ready\n")
		select {}
	}
	if line, code := interrupted(t, "TestImpatience", "OUTPUT_TEST_PATIENCE=1", os.Interrupt, func() {}); line != "ready\n" || code != 130 {
		t.Errorf("got %q, exit code %d", line, code)
	}
}

// TestInterruptFolder interrupts a process that replaces a folder over and over: the folder is
// always complete.
func TestInterruptFolder(t *testing.T) {
	t.Parallel()
	if dir := os.Getenv("OUTPUT_TEST_FOLDER"); dir != "" {
		RemoveOnInterrupt()
		for n := range 100_000 { // in case no interrupt arrives
			text := Bytes{byte('a' + n%2)}
			if err := WriteFolder(dir, map[string]io.WriterTo{"x": text, "y": text, "last": text}, "last", 0); err != nil {
				t.Fatal(err)
			}
			if n == 100 {
				os.Stdout.WriteString("ready\n")
			}
		}
	}
	for range 5 {
		dir := filepath.Join(t.TempDir(), "out")
		if line, code := interrupted(t, "TestInterruptFolder", "OUTPUT_TEST_FOLDER="+dir, syscall.SIGTERM, func() {}); line != "ready\n" || code != 143 {
			t.Errorf("got %q, exit code %d", line, code)
		}
		text, err := os.ReadFile(filepath.Join(dir, "x"))
		if err != nil {
			t.Fatal(err)
		}
		check(t, dir, map[string]string{"x": string(text), "y": string(text), "last": string(text)})
		check(t, filepath.Dir(dir), map[string]string{"out": ""})
	}
}

// interrupted runs a test as a separate process and sends it a signal after its first
// line of output.
func interrupted(t *testing.T, test, env string, s os.Signal, during func()) (line string, code int) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^"+test+"$")
	cmd.Env = append(os.Environ(), env)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, _ = bufio.NewReader(out).ReadString('\n')
	during()
	if err := cmd.Process.Signal(s); err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	return line, cmd.ProcessState.ExitCode()
}
