package lit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"optc/diag"
)

// Usage lists the arguments of "optc test", and Help describes the command.
const (
	Usage = "[-v] [-run regexp] [-update] [--tool name=path] [options] [paths]"
	Help  = `Runs the tests in the given files and folders (default: the current folder).
A test is a .mlir file with RUN lines as for LLVM's lit; the commands optc,
FileCheck, split-file, diff, not, sed, grep and others run inside this process. No
other command is executed unless --tool or --allow-commands permits it, and nothing
that is built in writes outside of a temporary folder that is removed at the end,
unless --allow-outside permits it; -update rewrites tests. In or below a folder with
a lit.cfg.py, this file and lit.local.cfg decide on suffixes, exclusions, features,
substitutions and environments. They are read as data, and never executed.`
)

// Command is the subcommand "optc test". It runs the tests below the paths in args and returns 0 if
// all pass, 1 if some do not, and 2 for wrong arguments or when ctx ends. Progress, if not nil, is
// called after each test.
func Command(ctx context.Context, args []string, tools map[string]Tool, stdout, stderr io.Writer, progress func(done, total, bad int)) int {
	o, paths, err := parseArguments(args)
	switch {
	case err != nil:
		fmt.Fprintf(stderr, "optc test: %v\n", err)
		usage(stderr)
		return 2
	case o.help:
		usage(stdout)
		return 0
	}
	selects, err := o.selection()
	if err != nil {
		fmt.Fprintf(stderr, "optc test: %v\n", err)
		return 2
	}
	if o.shards < 1 || o.shard < 1 || o.shard > o.shards {
		fmt.Fprintf(stderr, "optc test: --run-shard expects a number from 1 to that of --num-shards, but got %d of %d\n", o.shard, o.shards)
		return 2
	}
	if o.timeout < 0 {
		fmt.Fprintf(stderr, "optc test: --timeout expects a number of seconds, but got %d\n", o.timeout)
		return 2
	}
	if len(paths) == 0 {
		paths = []string{"."}
	}
	all := maps.Clone(tools)
	maps.Copy(all, o.tools)
	s := suite{ctx: ctx, tools: all, selects: selects, options: *o, stdout: stdout, progress: progress, start: time.Now()}
	err = s.runAll(paths)
	for _, n := range s.notes {
		fmt.Fprintln(stderr, n)
	}
	if err != nil {
		fmt.Fprintf(stderr, "optc test: %v\n", err)
		return 2
	}
	code := s.summary()
	seconds := time.Since(s.start).Seconds()
	for _, report := range []struct {
		file  string
		write func(string, []Result, float64) error
	}{{o.jsonFile, writeJSON}, {o.xunitFile, writeXUnit}} {
		if report.file == "" {
			continue
		}
		if err := report.write(report.file, s.results, seconds); err != nil {
			fmt.Fprintf(stderr, "optc test: cannot write '%s': %v\n", report.file, diag.WithoutPath(err))
			return 2
		}
	}
	return code
}

// suite is a run of the command.
type suite struct {
	options
	ctx      context.Context
	tools    map[string]Tool
	selects  func(name string) bool
	stdout   io.Writer
	progress func(done, total, bad int) // or nil
	start    time.Time

	results []Result
	notes   []string // about configurations

	total, done, updated int
	counts               [len(statusNames)]int
}

// runAll runs the tests of each path; all directories %t are below one temporary
// directory.
func (s *suite) runAll(paths []string) error {
	temp, err := os.MkdirTemp("", "optc-test-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	found := false
	for i, path := range paths {
		abs, err := filepath.Abs(path)
		if err != nil {
			return err
		}
		root := abs
		if info, err := os.Stat(abs); err == nil && !info.IsDir() {
			root = filepath.Dir(abs)
		}
		configured := suiteFolder(root)
		if configured != "" {
			root = configured
		}
		r := &Runner{
			Root: root, TempDir: filepath.Join(temp, fmt.Sprint(i)), Tools: s.tools, Env: Environment(), Timeout: time.Duration(s.timeout) * time.Second, Anywhere: s.anywhere, Commands: s.commands,
			Repeat: func(name string) string {
				return "optc test -v " + shownPath(path, abs, filepath.Join(root, filepath.FromSlash(name)))
			},
		}
		if configured != "" {
			if err := r.Configure(s.params, s.strict); err != nil {
				return err
			}
		}
		names, err := r.Discover(abs)
		if err != nil {
			return fmt.Errorf("cannot read '%s': %s", path, diag.SystemMessage(err))
		}
		selected := names[:0]
		for _, n := range names {
			if s.selects(n) {
				selected = append(selected, n)
			}
		}
		found = found || len(selected) > 0
		selected = shard(selected, s.shard, s.shards)
		s.total += len(selected)
		err = r.RunAll(s.ctx, selected, func(res Result) { s.report(r, res) })
		s.notes = append(s.notes, r.Notes()...)
		if err != nil {
			return err
		}
	}
	if !found {
		return errors.New("no tests found: expected .mlir files below the given paths")
	}
	return nil
}

// shownPath returns the file of a test as the user would write it, who gave path for abs.
func shownPath(path, abs, file string) string {
	rel, err := filepath.Rel(abs, file)
	if err != nil || rel == "." {
		return path
	}
	return filepath.Join(path, rel)
}

// selection returns the function that reports whether a test is to be run.
func (o *options) selection() (func(name string) bool, error) {
	match, err := regexp.Compile(o.pattern)
	if err != nil {
		return nil, fmt.Errorf("-run: %w", err)
	}
	in, err := regexp.Compile("(?i)" + o.filter)
	if err != nil {
		return nil, fmt.Errorf("-filter: %w", err)
	}
	out, err := regexp.Compile("(?i)" + o.filterOut)
	if err != nil {
		return nil, fmt.Errorf("-filter-out: %w", err)
	}
	return func(name string) bool {
		return match.MatchString(name) && in.MatchString(name) && (o.filterOut == "" || !out.MatchString(name))
	}, nil
}

func (s *suite) report(r *Runner, res Result) {
	if s.update && res.Status == Fail {
		changed, again := r.Update(s.ctx, res.Name)
		if changed {
			s.updated++
			fmt.Fprintf(s.stdout, "UPDATED: %s\n", res.Name)
		}
		res = again
	}
	s.done++
	s.results = append(s.results, res)
	s.counts[res.Status]++
	if res.Status.Bad() || s.verbose {
		fmt.Fprintf(s.stdout, "%s: %s\n", res.Status, res.Name)
		if res.Report != "" {
			fmt.Fprintf(s.stdout, "%s\n", strings.TrimRight(res.Report, "\n"))
		}
	}
	if s.progress != nil {
		s.progress(s.done, s.total, s.bad())
	}
}

func (s *suite) bad() int {
	n := 0
	for status, count := range s.counts {
		if Status(status).Bad() {
			n += count
		}
	}
	return n
}

// summary prints the counts and returns the exit code.
func (s *suite) summary() int {
	var parts []string
	for status, count := range s.counts {
		if count > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", count, Status(status)))
		}
	}
	if s.updated > 0 {
		parts = append(parts, fmt.Sprintf("%d updated", s.updated))
	}
	tests := "tests"
	if s.total == 1 {
		tests = "test"
	}
	fmt.Fprintf(s.stdout, "%d %s in %.2fs: %s\n", s.total, tests, time.Since(s.start).Seconds(), strings.Join(parts, ", "))
	if s.bad() > 0 {
		return 1
	}
	return 0
}
