package conformance

import "time"

// Verdicts are the lanes over texts that mlir-opt rejects, or may reject: both reject the
// text, the first error is at the same place, and its message is the same. A text counts
// in a lane only if it agrees in the previous lane.
var Verdicts = []string{"verdict", "place", "message"}

// verdicts compares the verdicts about texts.
func (o *Oracle) verdicts(what string, parts []*Part) []*Outcome {
	outcomes := make([]*Outcome, len(Verdicts))
	for i, name := range Verdicts {
		outcomes[i] = &Outcome{Lane: what + ": " + name}
	}
	start := time.Now()
	answers := o.Run(texts(parts), "--mlir-print-op-generic")
	outcomes[0].Theirs = time.Since(start)
	for i, p := range parts {
		want := answers[i]
		if want.Crash != "" {
			continue
		}
		start := time.Now()
		got := Ours(p.Text, "--mlir-print-op-generic")
		outcomes[0].Ours += time.Since(start)
		level, kind := disagreement(want, got)
		if level < len(Verdicts) {
			// In a batch there is a line before and a line after the text.
			want = o.alone(p.Text, "--mlir-print-op-generic")
			level, kind = disagreement(want, got)
		}
		for k, r := range outcomes[:min(level+1, len(outcomes))] {
			declared := p.declares("differs", Verdicts[k])
			if k == level && declared {
				r.Declared++
				continue
			}
			r.Inputs++
			if k < level && !declared {
				r.Same++
				continue
			}
			if k < level {
				kind = asDeclared
			}
			r.Differences = append(r.Differences, &Difference{Part: p, Kind: kind, Input: p.Text, Want: verdict(want),
				Got: verdict(got)})
		}
	}
	return outcomes
}

// disagreement returns the first of Verdicts in which two answers differ, or
// their number if they agree.
func disagreement(want, got Answer) (level int, kind string) {
	switch {
	case got.Crash != "":
		return 0, got.Crash
	case want.Out == "" && got.Out != "":
		return 0, "accepted: " + want.Errors[0].Text
	case want.Out != "" && got.Out == "":
		return 0, "rejected: " + got.Errors[0].Text
	case want.Out != "":
		return len(Verdicts), ""
	case want.Errors[0].Place != got.Errors[0].Place:
		return 1, "place: " + want.Errors[0].Text + "\n      ours: " + got.Errors[0].Text
	case want.Errors[0].Text != got.Errors[0].Text:
		return 2, "message: " + want.Errors[0].Text + "\n      ours: " + got.Errors[0].Text
	}
	return len(Verdicts), ""
}

// verdict is an answer in one line.
func verdict(a Answer) string {
	switch {
	case a.Crash != "":
		return a.Crash
	case a.Out != "":
		return "accepted"
	}
	return a.Errors[0].String()
}
