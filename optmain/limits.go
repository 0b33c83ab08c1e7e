package optmain

import (
	"context"
	"fmt"
	"time"

	"optc/internal/base/flags"
	"optc/sim"
)

// limits holds the flags that bound executed code.
type limits struct{ steps, megabytes, seconds *int }

func (l *limits) flags(steps, bytes int64) []*flags.Flag {
	return []*flags.Flag{
		flags.Number("max-steps", &l.steps, 1, fmt.Sprintf("operations that a thread may execute in one piece of code before the run is taken to be endless; an iteration of a loop of a program, or a call in it, counts as 256; the default is %d", steps)),
		flags.Number("max-memory", &l.megabytes, 1, fmt.Sprintf("memory in MiB that executed code may hold at a time; the default is %d", bytes>>20)),
	}
}

// timeFlag bounds a whole run.
func (l *limits) timeFlag() *flags.Flag {
	return flags.Number("max-seconds", &l.seconds, 1, fmt.Sprintf("time that the run may take; the default is %d", defaultSeconds))
}

// defaultSeconds is one hour.
const defaultSeconds = 3600

// values returns the bounds that were given; other bounds are 0.
func (l *limits) values() (v sim.Limits) {
	if l.steps != nil {
		v.MaxSteps = int64(*l.steps)
	}
	if l.megabytes != nil {
		v.MaxMemory = int64(*l.megabytes) << 20
	}
	return v
}

// context returns a context that ends when the run has taken its time.
func (l *limits) context(parent context.Context) (context.Context, context.CancelFunc) {
	seconds := defaultSeconds
	if l.seconds != nil {
		seconds = *l.seconds
	}
	cause := fmt.Errorf("it took more than %d seconds; --max-seconds allows more", seconds)
	return context.WithTimeoutCause(parent, time.Duration(seconds)*time.Second, cause)
}
