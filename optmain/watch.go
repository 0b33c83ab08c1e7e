package optmain

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"time"

	"optc/lower"
	"optc/optmain/internal/files"
)

// cutWatch removes the flag --watch; ok is false if it is not there. Arguments after "--" are not
// for the tool.
func cutWatch(args []string) (rest []string, ok bool) {
	i := slices.Index(args, watchFlag)
	if end := slices.Index(args, "--"); i < 0 || end >= 0 && end < i {
		return args, false
	}
	return slices.Delete(slices.Clone(args), i, i+1), true
}

// pause is the time between two looks at the files.
const pause = 200 * time.Millisecond

// watch runs a command again each time a file that it reads changes, until the context ends. A
// command that reads no file is run once.
func (e *Env) watch(args []string, run func(args []string) int) int {
	names := slices.Clone(args)
	for {
		state := e.state(names) // before the run, so that a change during it counts
		e.files = nil
		code := run(args)
		for _, s := range e.files {
			names = append(names, s.Inputs()...)
		}
		slices.Sort(names)
		names = slices.Compact(names)
		for name, now := range e.state(names) {
			if _, known := state[name]; !known {
				state[name] = now
			}
		}
		if len(state) == 0 || e.Context.Err() != nil {
			return code
		}
		fmt.Fprintf(e.Stderr, "%s: exit code %d; waiting for a change of %s\n", e.Name, code, lower.Noun{One: "file", Many: "files"}.Count(len(state)))
		for maps.Equal(state, e.state(names)) {
			select {
			case <-e.Context.Done():
				return code
			case <-time.After(pause):
			}
		}
	}
}

// fileState is the state that changes when a file is written.
type fileState struct {
	size int64
	time time.Time
}

// state returns the state of the files that were read, and of the files among the arguments, which
// an error may have kept from being read.
func (e *Env) state(names []string) map[string]fileState {
	set := &files.Set{Dir: e.Dir}
	states := map[string]fileState{}
	for _, name := range names {
		info, err := os.Stat(set.Path(name))
		if err == nil && info.Mode().IsRegular() {
			states[name] = fileState{info.Size(), info.ModTime()}
		}
	}
	return states
}
