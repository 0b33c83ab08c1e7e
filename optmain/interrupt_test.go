package optmain

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestInterrupt: an interrupted process takes its temporary files with it and
// leaves everything else. The test runs itself as that process.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	if dir := os.Getenv("OPTC_TEST_INTERRUPT"); dir != "" {
		temps := removeOnInterrupt()
		f, err := temps.createWhole(filepath.Join(dir, "out.mlir"))
		if err != nil {
			t.Fatal(err)
		}
		f.Write([]byte("half of the out"))
		os.Stdout.WriteString("ready\n")
		select {}
	}
	dir := t.TempDir()
	old := filepath.Join(dir, "out.mlir")
	if err := os.WriteFile(old, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestInterrupt$")
	cmd.Env = append(os.Environ(), "OPTC_TEST_INTERRUPT="+dir)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "ready\n" {
		t.Fatal(line, err)
	}
	if during, _ := filepath.Glob(filepath.Join(dir, "*")); len(during) != 2 {
		t.Errorf("during the work there are %v", during)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 130 {
		t.Errorf("exit code %d", code)
	}
	left, _ := filepath.Glob(filepath.Join(dir, "*"))
	if text, err := os.ReadFile(old); len(left) != 1 || string(text) != "old" {
		t.Errorf("left are %v, and the old file says %q (%v)", left, text, err)
	}
}
