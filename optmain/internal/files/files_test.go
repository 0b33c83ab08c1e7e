package files

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
)

func TestBounded(t *testing.T) {
	for _, c := range []struct{ content, size, limit int64 }{
		{0, 0, 10}, {1, 0, 10}, {10, 0, 10}, {11, 0, 10}, {10, 10, 10}, {11, 10, 10}, {3, 10, 10}, {10, 11, 10},
		{maxPiece, 0, 4 * maxPiece}, {maxPiece + 1, 0, 4 * maxPiece}, {maxPiece + 2, 0, 4 * maxPiece}, {4 * maxPiece, 0, 4 * maxPiece}, {4*maxPiece + 1, 0, 4 * maxPiece}, {3 * maxPiece, 5, 4 * maxPiece},
	} {
		content := bytes.Repeat([]byte("abcdefg"), int(c.content/7+1))[:c.content]
		data, err := bounded(iotest.HalfReader(bytes.NewReader(content)), c.size, c.limit)
		switch tooMuch := c.content > c.limit || c.size > c.limit; {
		case tooMuch && err != tooLarge(c.limit):
			t.Errorf("%d bytes of %d, limit %d: %v", c.content, c.size, c.limit, err)
		case !tooMuch && (err != nil || !bytes.Equal(data, content)):
			t.Errorf("%d bytes of %d, limit %d: %d bytes, %v", c.content, c.size, c.limit, len(data), err)
		}
	}
	failed := errors.New("unplugged")
	if data, err := bounded(io.MultiReader(strings.NewReader("abc"), iotest.ErrReader(failed)), 0, 10); err != failed || string(data) != "abc" {
		t.Errorf("%q, %v", data, err)
	}
}

// endless has no end.
type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

// TestBoundedEndless: an input without end takes about as much memory as the limit. It is not
// parallel, because it counts the bytes of the whole process.
func TestBoundedEndless(t *testing.T) {
	const limit = 16 << 20
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := bounded(endless{}, 0, limit)
	runtime.ReadMemStats(&after)
	if allocated := after.TotalAlloc - before.TotalAlloc; err != tooLarge(limit) || allocated > 2*limit {
		t.Errorf("%v after %d bytes", err, allocated)
	}
}
