package lsp_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/lower"
)

// costs finds that each addition takes three cycles.
func costs(_ context.Context, text, target string) (list []lower.LineCost, err error) {
	if target != "sm_80" {
		return nil, errors.New("unknown target")
	}
	for i, line := range strings.Split(text, "\n") {
		if strings.Contains(line, "arith.addi") {
			list = append(list, lower.LineCost{File: "<stdin>", Line: i + 1, Text: strings.TrimSpace(line), Instructions: 32, Cycles: 3})
		}
	}
	return list, nil
}

// TestCostHints: after a run, hints at the ends of lines have their costs; they move with their lines, and
// a line that changes loses its cost.
func TestCostHints(t *testing.T) {
	t.Parallel()
	c := open(t, "func.func @f(%x: i32) {\n  %0 = arith.addi %x, %x : i32\n  %1 = arith.addi %x, %x : i32\n  %2 = arith.addi %0, %1 : i32\n  return\n}\n")
	hints := func() (list []string) {
		for _, h := range about[[]struct {
			Label    string
			Position place
		}](c, "textDocument/inlayHint") {
			if !strings.HasPrefix(h.Label, ":") {
				list = append(list, strings.Repeat("|", h.Position.Line)+h.Label)
			}
		}
		return list
	}
	if got := hints(); got != nil {
		t.Errorf("before the run: %v", got)
	}
	document := map[string]any{"uri": uri}
	var answer struct{ Lines []lower.LineCost }
	c.call("optc/costs", map[string]any{"textDocument": document, "target": "sm_80"}, &answer)
	if len(answer.Lines) != 3 || answer.Lines[0].File != uri || answer.Lines[0].Line != 2 {
		t.Errorf("got %+v", answer)
	}
	const cost = "3 cycles, 32 instructions"
	if diff := cmp.Diff([]string{"|" + cost, "||" + cost, "|||" + cost}, hints()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	c.change("  %0", "\n\n  %0")
	c.change("%1 = arith.addi", "%1 = arith.muli")
	if diff := cmp.Diff([]string{"|||" + cost, "|||||" + cost}, hints()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if err := c.conn.Call(t.Context(), "optc/costs", map[string]any{"textDocument": document, "target": "x"}, nil); err == nil || !strings.Contains(err.Error(), "unknown target") {
		t.Errorf("got %v", err)
	}
}
