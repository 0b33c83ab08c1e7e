package service

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"time"
)

// TestPanic: a panic in a request is its answer, as an error of JSON-RPC or as the result of a
// tool, and the server goes on.
func TestPanic(t *testing.T) {
	t.Parallel()
	c := Config{
		Name: "optc", Timeout: time.Minute, Jobs: 1,
		Run: func(context.Context, string, []string, io.Reader, io.Writer, io.Writer) int { panic("no run") },
	}
	for _, test := range []struct {
		serve    func(ctx context.Context, c Config, in io.Reader, out io.Writer) error
		messages string
		want     []string
	}{
		{Serve, `{"jsonrpc":"2.0","id":1,"method":"parse","params":{"text":"x"}}` + "\n" + `{"jsonrpc":"2.0","id":2,"method":"parse","params":{"text":"x"}}`, []string{
			`"id":1,"error":{"code":-32603,"message":"internal error in 'parse': no run, at optc/optmain/internal/service.TestPanic`,
			`"id":2,"error":{"code":-32603,"message":"internal error in 'parse': no run`,
		}},
		{ServeMCP, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"parse","arguments":{"text":"x"}}}`, []string{
			`"content":[{"type":"text","text":"internal error in 'parse': no run`, `"isError":true`,
		}},
	} {
		var out bytes.Buffer
		if err := test.serve(t.Context(), c, strings.NewReader(test.messages+"\n"), &out); err != nil {
			t.Error(err)
		}
		for _, want := range test.want {
			if !strings.Contains(out.String(), want) {
				t.Errorf("got %s\nwant %s", &out, want)
			}
		}
	}
}
