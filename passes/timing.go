package passes

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"
)

// Timing measures how long phases of a program and the steps of its pipelines
// take. Its methods are safe for concurrent use.
type Timing struct {
	mu     sync.Mutex
	start  time.Time
	phases []*timer
	steps  map[any]*timer // timers by *Instance or *Pipeline (the first of a group)
	multi  bool           // some step ran on several workers
}

// timer adds up the time of a piece of work that several workers may do at once.
type timer struct {
	name     string
	total    time.Duration
	byWorker map[int]time.Duration
	children []*timer
}

// wall is the time from a user's point of view: the time of the busiest worker.
func (t *timer) wall() time.Duration {
	var longest time.Duration
	for _, d := range t.byWorker {
		longest = max(longest, d)
	}
	return longest
}

// NewTiming starts the clock.
func NewTiming() *Timing { return &Timing{start: time.Now(), steps: map[any]*timer{}} }

// Phase measures from now until the returned function is called. The times of phases with
// the same name are added up. A nil Timing measures nothing.
func (t *Timing) Phase(name string) (end func()) {
	if t == nil {
		return func() {}
	}
	begin := time.Now()
	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		i := slices.IndexFunc(t.phases, func(p *timer) bool { return p.name == name })
		if i < 0 {
			t.phases = append(t.phases, &timer{name: name, byWorker: map[int]time.Duration{}})
			i = len(t.phases) - 1
		}
		t.phases[i].add(0, time.Since(begin))
	}
}

func (t *timer) add(worker int, d time.Duration) {
	t.total += d
	t.byWorker[worker] += d
}

// Instrument returns the instrumentation that measures the steps of pipelines.
// They appear in the report between the phases before and after the run.
func (t *Timing) Instrument() *Instrumentation {
	i := &Instrumentation{}
	i.BeginRun = func(r *ManagerRun) {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.phases = append(t.phases, t.register(r.Pipeline.Steps)...)
	}
	begin := func(e *Event) { e.remember(i, time.Now()) }
	i.BeforePass, i.BeforePipeline = begin, begin
	end := func(e *Event) {
		d := time.Since(e.remembered(i).(time.Time))
		t.mu.Lock()
		defer t.mu.Unlock()
		if e.Instance != nil {
			t.timer(e).add(e.Worker, d)
			t.multi = t.multi || e.Worker > 0
			return
		}
		// Neighbouring pipelines share one walk and hence its time.
		for _, p := range e.Pipelines {
			t.steps[p].add(e.Worker, d/time.Duration(len(e.Pipelines)))
		}
	}
	i.AfterPass, i.AfterPipeline = end, end
	return i
}

// timer returns the timer of the pass of an event. A pass that runs as a part of another pass is
// listed below that pass after its first run.
func (t *Timing) timer(e *Event) *timer {
	if t.steps[e.Instance] == nil {
		outer := t.steps[e.Within]
		outer.children = append(outer.children, t.register([]Step{e.Instance})...)
	}
	return t.steps[e.Instance]
}

// register makes the timers of the steps of a pipeline.
func (t *Timing) register(steps []Step) []*timer {
	var list []*timer
	for _, s := range steps {
		if known := t.steps[s]; known != nil { // the pipeline runs again
			continue
		}
		c := &timer{byWorker: map[int]time.Duration{}}
		switch s := s.(type) {
		case *Instance:
			c.name = s.Pass.ClassName()
		case *Pipeline:
			c.name = "'" + s.Anchor + "' Pipeline"
			c.children = t.register(s.Steps)
		}
		t.steps[s] = c
		list = append(list, c)
	}
	return list
}

// Report writes the times as mlir-opt does: as a tree, or as a list by time with
// equal names added up.
func (t *Timing) Report(w io.Writer, list bool) { t.report(w, list, time.Since(t.start)) }

func (t *Timing) report(w io.Writer, list bool, all time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	total, rest := t.sum(all)
	rule := "===" + strings.Repeat("-", 73) + "==="
	fmt.Fprintf(w, "%s\n%s... Execution time report ...\n%s\n", rule, strings.Repeat(" ", 25), rule)
	fmt.Fprintf(w, "  Total Execution Time: %.4f seconds\n\n", total.wall().Seconds())
	if t.multi {
		fmt.Fprint(w, "  ----User Time----")
	}
	fmt.Fprint(w, "  ----Wall Time----  ----Name----\n")

	row := func(r *timer, depth int) {
		cell := func(d, of time.Duration) { fmt.Fprintf(w, "  %8.4f (%5.1f%%)", d.Seconds(), percent(d, of)) }
		if t.multi {
			cell(r.total, total.total)
		}
		cell(r.wall(), total.wall())
		fmt.Fprintf(w, "  %s%s\n", strings.Repeat("  ", depth), r.name)
	}
	if list {
		for _, r := range flatten(t.phases) {
			row(r, 0)
		}
	} else {
		var tree func(timers []*timer, depth int)
		tree = func(timers []*timer, depth int) {
			for _, c := range timers {
				row(c, depth)
				tree(c.children, depth+1)
			}
		}
		tree(t.phases, 0)
	}
	row(rest, 0)
	row(total, 0)
}

// ReportJSON writes the data of Report as an array of objects with the times in seconds. In a tree
// each object lists the objects of its parts, with an empty object at the end, as mlir-opt does.
func (t *Timing) ReportJSON(w io.Writer, list bool) { t.reportJSON(w, list, time.Since(t.start)) }

func (t *Timing) reportJSON(w io.Writer, list bool, all time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	total, rest := t.sum(all)
	object := func(r *timer, depth int) {
		cell := func(name string, d, of time.Duration) {
			fmt.Fprintf(w, "%q: {\"duration\": %8.4f, \"percentage\": %5.1f}, ", name, d.Seconds(), percent(d, of))
		}
		fmt.Fprint(w, strings.Repeat("  ", depth), "{")
		if t.multi {
			cell("user", r.total, total.total)
		}
		cell("wall", r.wall(), total.wall())
		fmt.Fprintf(w, "\"name\": %q", r.name)
	}
	fmt.Fprint(w, "[\n")
	if list {
		for _, r := range flatten(t.phases) {
			object(r, 0)
			fmt.Fprint(w, "},\n")
		}
	} else {
		var tree func(timers []*timer, depth int)
		tree = func(timers []*timer, depth int) {
			for _, c := range timers {
				object(c, depth)
				fmt.Fprint(w, ", \"passes\": [\n")
				tree(c.children, depth+1)
				fmt.Fprintf(w, "%s{}]},\n", strings.Repeat("  ", depth))
			}
		}
		tree(t.phases, 0)
	}
	object(rest, 0)
	fmt.Fprint(w, "},\n")
	object(total, 0)
	fmt.Fprint(w, "}\n]\n")
}

// sum returns timers for the time since the start, and for the part of it that no phase
// has measured. The caller holds the lock.
func (t *Timing) sum(all time.Duration) (total, rest *timer) {
	total, rest = &timer{name: "Total"}, &timer{name: "Rest"}
	var wall time.Duration
	for _, p := range t.phases {
		total.total += p.total
		wall += p.wall()
	}
	left := max(0, all-wall)
	rest.total, rest.byWorker = left, map[int]time.Duration{0: left}
	total.total, total.byWorker = total.total+left, map[int]time.Duration{0: all}
	return total, rest
}

// percent returns the share of a time.
func percent(d, of time.Duration) float64 { return 100 * d.Seconds() / max(of.Seconds(), 1e-9) }

// flatten adds up timers with the same name and sorts by time, longest first.
func flatten(timers []*timer) []*timer {
	byName := map[string]*timer{}
	var list []*timer
	var visit func([]*timer)
	visit = func(timers []*timer) {
		for _, c := range timers {
			sum := byName[c.name]
			if sum == nil {
				sum = &timer{name: c.name, byWorker: map[int]time.Duration{}}
				byName[c.name] = sum
				list = append(list, sum)
			}
			sum.total += c.total
			for k, d := range c.byWorker {
				sum.byWorker[k] += d
			}
			visit(c.children)
		}
	}
	visit(timers)
	slices.SortStableFunc(list, func(a, b *timer) int { return cmp.Compare(b.wall(), a.wall()) })
	return list
}
