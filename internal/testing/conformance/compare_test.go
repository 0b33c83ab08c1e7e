package conformance

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

func itoa(n int) string { return strconv.Itoa(n) }

// Outcome is the result of a lane over many parts.
type Outcome struct {
	Lane         string
	Passes       bool // of the lane
	Inputs, Same int
	Declared     int // parts that are known to differ, or that mlir-opt hangs on
	Differences  []*Difference
	Theirs, Ours time.Duration // all workers together
}

func (r *Outcome) add(o *Outcome) {
	r.Inputs, r.Same, r.Declared = r.Inputs+o.Inputs, r.Same+o.Same, r.Declared+o.Declared
	r.Differences = append(r.Differences, o.Differences...)
	r.Theirs, r.Ours = r.Theirs+o.Theirs, r.Ours+o.Ours
}

// batchSize is the number of texts per process of mlir-opt.
const batchSize = 100

// parallel calls f for batches of items on several goroutines and adds up the
// outcomes, which f returns in the same order each time.
func parallel[T any](items []T, workers int, f func([]T) []*Outcome) (sum []*Outcome) {
	if len(items) == 0 {
		return f(nil)
	}
	var mu sync.Mutex
	var wg sync.WaitGroup
	next := make(chan []T)
	for range workers {
		wg.Go(func() {
			for some := range next {
				outcomes := f(some)
				mu.Lock()
				if sum == nil {
					sum = make([]*Outcome, len(outcomes))
					for i, o := range outcomes {
						sum[i] = &Outcome{Lane: o.Lane, Passes: o.Passes}
					}
				}
				for i, o := range outcomes {
					sum[i].add(o)
				}
				mu.Unlock()
			}
		})
	}
	for lo := 0; lo < len(items); lo += batchSize {
		next <- items[lo:min(lo+batchSize, len(items))]
	}
	close(next)
	wg.Wait()
	return sum
}

// sorted holds parts, sorted by mlir-opt's reaction to them.
type sorted struct {
	accepted []*Part
	within   []*Part // accepted parts that use only the upstream dialects
	foreign  []*Part // accepted, and of other dialects as well
	rejected []*Part // without a dialect that only mlir-opt knows
	reading  time.Duration
}

// read makes mlir-opt print the generic form of parts. Parts that mlir-opt accepts here
// rarely crash it later, so that the lanes need few processes.
func (o *Oracle) read(parts []*Part, workers int) (s sorted) {
	answers := make(map[*Part]Answer, len(parts))
	var mu sync.Mutex
	s.reading = parallel(parts, workers, func(parts []*Part) []*Outcome {
		start := time.Now()
		some := o.Run(texts(parts), "--mlir-print-op-generic")
		mu.Lock()
		defer mu.Unlock()
		for i, p := range parts {
			answers[p] = some[i]
		}
		return []*Outcome{{Theirs: time.Since(start)}}
	})[0].Theirs
	for _, p := range parts {
		a := answers[p]
		p.Generic = a.Out
		switch {
		case a.Out != "":
			s.accepted = append(s.accepted, p)
			if p.Within(Upstream) {
				s.within = append(s.within, p)
			} else {
				s.foreign = append(s.foreign, p)
			}
		case a.Crash == "" && !Mentions(p.Text, o.Foreign):
			s.rejected = append(s.rejected, p)
		}
	}
	return s
}

// Compare runs all lanes over the parts with that many processes at a time. The outcomes
// are in the order of Lanes, followed by the outcomes of Verdicts over the parts that
// mlir-opt rejects.
func (o *Oracle) Compare(parts []*Part, workers int) (outcomes []*Outcome) {
	s := o.read(parts, workers)
	for i := range Lanes {
		if !chosenLanes().MatchString(Lanes[i].Name) {
			outcomes = append(outcomes, &Outcome{Lane: Lanes[i].Name})
			continue
		}
		read := s.within
		if Lanes[i].Generic {
			read = s.accepted
		}
		if name := Lanes[i].Of; name != "" {
			read = slices.DeleteFunc(slices.Clone(read), func(p *Part) bool { return !strings.Contains(p.Generic, `"`+name) })
		}
		outcomes = append(outcomes, parallel(read, workers, func(parts []*Part) []*Outcome {
			return []*Outcome{o.lane(&Lanes[i], parts)}
		})...)
	}
	outcomes[0].Theirs += s.reading
	return append(outcomes, o.CompareVerdicts("rejected", s.rejected, workers)...)
}

func texts(parts []*Part) []string {
	s := make([]string, len(parts))
	for i, p := range parts {
		s[i] = p.Text
	}
	return s
}

// asDeclared is the kind of a difference between a part and its notes.
const asDeclared = "identical, but there is a note that it differs"

// lane runs a lane over parts. A part that crashes mlir-opt, or makes it report an error
// in a pass, is not counted.
func (o *Oracle) lane(l *Lane, parts []*Part) *Outcome {
	r := &Outcome{Lane: l.Name, Passes: l.Passes}
	given := len(parts)
	parts = slices.DeleteFunc(slices.Clone(parts), func(p *Part) bool { return p.declares("hangs", l.Name) })
	r.Declared = given - len(parts)
	inputs := make([]string, len(parts))
	for i, p := range parts {
		inputs[i] = l.input(p)
	}
	start := time.Now()
	answers := o.Run(inputs, l.Flags...)
	r.Theirs = time.Since(start)
	for i, want := range answers {
		if want.Out == "" {
			continue
		}
		r.Inputs++
		start := time.Now()
		got := Ours(inputs[i], l.Flags...)
		r.Ours += time.Since(start)
		if l.Same != nil {
			want.Out, got.Out = l.Same(want.Out), l.Same(got.Out)
		}
		d, declared := compare(parts[i], inputs[i], want, got), parts[i].declares("differs", l.Name)
		switch {
		case d == nil && declared:
			d = &Difference{Part: parts[i], Kind: asDeclared, Input: inputs[i], Want: want.Out, Got: got.Out}
		case d == nil:
			r.Same++
			continue
		case declared:
			r.Inputs--
			r.Declared++
			continue
		}
		r.Differences = append(r.Differences, d)
	}
	return r
}
