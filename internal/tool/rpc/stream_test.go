package rpc_test

import (
	"encoding/json"
	"io"
	"strings"
	"testing"

	"optc/internal/tool/rpc"
)

// TestStreams: a malformed message is answered, and the messages around it are read.
func TestStreams(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, in string
		open     func(in io.Reader, out io.Writer) *rpc.Stream
		want     []string // methods
		refusals int
	}{
		{name: "lines", in: "{\"method\":\"a\"}\n\n  \n{\"method\":\"b\"}", open: rpc.Lines, want: []string{"a", "b"}},
		{name: "wrong lines", in: "{\n[]\n{\"method\":\"a\"}\nnull\n", open: rpc.Lines, want: []string{"a"}, refusals: 3},
		{name: "headers", in: "Content-Length: 14\r\n\r\n{\"method\":\"a\"}Content-Length: 14\r\nX: y\r\n\r\n{\"method\":\"b\"}", open: rpc.Headers, want: []string{"a", "b"}},
		{name: "wrong header", in: "Content-Length: x\r\n\r\nContent-Length: 14\r\n\r\n{\"method\":\"a\"}", open: rpc.Headers, want: []string{"a"}, refusals: 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var out strings.Builder
			s := c.open(strings.NewReader(c.in), &out)
			var got []string
			for {
				var m struct {
					Method string `json:"method"`
				}
				err := s.ReadObject(&m)
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, m.Method)
			}
			if strings.Join(got, " ") != strings.Join(c.want, " ") || strings.Count(out.String(), "-32700") != c.refusals {
				t.Errorf("got %v and %s", got, out.String())
			}
		})
	}
	var out strings.Builder
	if err := rpc.Lines(strings.NewReader(""), &out).WriteObject(json.RawMessage(`{"a":"b"}`)); err != nil || out.String() != "{\"a\":\"b\"}\n" {
		t.Errorf("got %q, %v", out.String(), err)
	}
}
