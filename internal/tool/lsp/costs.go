package lsp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"optc/lower"
)

// showCosts runs the program of a document, and answers with the costs of its lines. From then on the
// inlay hints have these costs, until the document is closed or run again.
func (s *server) showCosts(ctx context.Context, p *costsParams) (any, error) {
	d := s.documents[p.TextDocument.URI]
	switch {
	case d == nil:
		return nil, fmt.Errorf("'%s' is not open", p.TextDocument.URI)
	case s.Costs == nil:
		return nil, errors.New("this server cannot run programs")
	}
	lines, err := s.Costs(ctx, d.text, p.Target)
	if err != nil {
		return nil, err
	}
	for i := range lines {
		lines[i].File = d.uri
	}
	d.costs = lines
	if s.refreshes {
		s.conn.DispatchCall(context.Background(), "workspace/inlayHint/refresh", nil) // the answer is null
	}
	return costsResult{lines}, nil
}

// costHints returns hints with the costs at the ends of the lines between two offsets. A line has its cost
// where its text has not changed since the run, also if it has moved.
func (d *document) costHints(from, to int) (hints []inlayHint) {
	if len(d.costs) == 0 {
		return nil
	}
	used := map[int]bool{}
	for _, c := range d.costs {
		at := d.lineOfCost(&c, used)
		if at < 0 {
			continue
		}
		used[at] = true
		if end := d.lineEnd(d.lines[at]); end >= from && d.lines[at] <= to {
			hints = append(hints, inlayHint{Position: d.position(end), Label: c.Summary(), PaddingLeft: true})
		}
	}
	return hints
}

// mostMoved is the number of lines around its old place in which a moved line is searched for.
const mostMoved = 1000

// lineOfCost returns the index of the line that a cost belongs to: among the lines with the cost's text
// that belong to no other cost, the one nearest to its old place, or -1.
func (d *document) lineOfCost(c *lower.LineCost, used map[int]bool) int {
	if c.Text == "" {
		return -1
	}
	for away := range mostMoved {
		for _, at := range slices.Compact([]int{c.Line - 1 + away, c.Line - 1 - away}) {
			if at >= 0 && at < len(d.lines) && !used[at] && strings.TrimSpace(d.text[d.lines[at]:d.lineEnd(d.lines[at])]) == c.Text {
				return at
			}
		}
	}
	return -1
}
