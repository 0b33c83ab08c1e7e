package optmain

import (
	"bufio"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWatch: a command runs again when its file changes, and ends with the context.
func TestWatch(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "a.mlir")
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("func.func private @first()\n")
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	in, out := io.Pipe()
	done := make(chan int)
	go func() {
		c := DefaultConfig()
		c.Dir = dir
		code := Run(ctx, c, []string{"--watch", "a.mlir"}, strings.NewReader(""), out, out)
		out.Close()
		done <- code
	}()
	lines := bufio.NewScanner(in)
	until := func(want string) {
		t.Helper()
		for lines.Scan() {
			if strings.Contains(lines.Text(), want) {
				return
			}
		}
		t.Fatalf("the command ended before %q", want)
	}
	until("@first")
	until("exit code 0; waiting for a change of 1 file")
	write("func.func private @second() wrong\n")
	until("error")
	until("exit code 1; waiting")
	write("func.func private @third()\n")
	until("@third")
	until("waiting")
	stop()
	for lines.Scan() {
	}
	<-done
	for _, args := range []string{"reduce a.mlir -- x --watch", "a.mlir"} {
		if _, ok := cutWatch(fields(args)); ok {
			t.Errorf("%s: watched", args)
		}
	}
}
