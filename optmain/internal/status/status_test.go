package status

import (
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestLine: the state appears after a while, gets out of the way of output, and is not drawn
// into an unfinished line.
func TestLine(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var screen strings.Builder
		shows := func(want string) {
			t.Helper()
			synctest.Wait()
			if got := strings.ReplaceAll(screen.String(), clearLine, "|"); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
			screen.Reset()
		}
		l := New(&screen, 20)
		out := l.Writer(&screen)
		end := l.Begin("optc check")
		time.Sleep(Quiet - 1)
		shows("")
		time.Sleep(time.Nanosecond)
		shows("|2 s: optc check")
		done := l.Doing(func() string { return "reading 'a.mlir'" })
		time.Sleep(Interval)
		shows("|3 s: reading 'a.mli") // of 20 columns, the last one remains free
		io.WriteString(out, "half of a line")
		shows("|half of a line")
		time.Sleep(Interval)
		shows("")
		io.WriteString(out, ", the other half\n")
		time.Sleep(Interval)
		shows(", the other half\n|5 s: reading 'a.mli")
		typed := l.Reader(typist{shows})
		typed.Read(nil)
		done()
		time.Sleep(Interval)
		shows("|8 s: optc check")
		l.Interrupt()
		shows("|")
		l.Begin("optc")
		time.Sleep(Quiet)
		shows("|2 s: optc")
		end()
		time.Sleep(Quiet)
		shows("|")
	})
}

// typist is somebody who takes two seconds.
type typist struct{ shows func(string) }

func (p typist) Read([]byte) (int, error) {
	p.shows("|")
	time.Sleep(2 * time.Second)
	p.shows("")
	return 0, io.EOF
}

// TestNil: without a terminal nothing is shown.
func TestNil(t *testing.T) {
	t.Parallel()
	var l *Line
	defer l.Begin("optc")()
	defer l.Doing(nil)()
	l.Hide()
	l.Interrupt()
}
