package lsp_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/sourcegraph/jsonrpc2"
)

// TestCancelRequest: a request that is cancelled while it waits or executes is answered with
// RequestCancelled, and others are answered as before.
func TestCancelRequest(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&text, "func.func @f%d(%%a: i32) -> i32 {\n  %%0 = arith.addi %%a, %%a : i32\n  return %%0 : i32\n}\n", i)
	}
	c := open(t, text.String())
	send := func(id uint64) jsonrpc2.Waiter {
		w, err := c.conn.DispatchCall(t.Context(), "optc/runPipeline", map[string]any{
			"textDocument": map[string]any{"uri": uri}, "pipeline": "builtin.module(canonicalize,cse)",
		}, jsonrpc2.PickID(jsonrpc2.ID{Num: id}))
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	first, second, third := send(1001), send(1002), send(1003)
	c.notify("$/cancelRequest", map[string]any{"id": 1002})
	c.notify("$/cancelRequest", map[string]any{"id": 7}) // no such request
	for i, w := range []jsonrpc2.Waiter{first, second, third} {
		err := w.Wait(t.Context(), nil)
		var answered *jsonrpc2.Error
		if cancelled := errors.As(err, &answered) && answered.Code == -32800; cancelled != (i == 1) || !cancelled && err != nil {
			t.Errorf("request %d: %v", i, err)
		}
	}
	executing := send(1004)
	c.notify("$/cancelRequest", map[string]any{"id": 1004})
	if err := executing.Wait(t.Context(), nil); err != nil && !strings.Contains(err.Error(), "cancelled") {
		t.Error(err)
	}
	c.call("textDocument/documentSymbol", map[string]any{"textDocument": map[string]any{"uri": uri}}, nil)
}
