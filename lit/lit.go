// Package lit runs tests that are written as comments in the files they test:
//
//	// RUN: optc %s --canonicalize | FileCheck %s
//
// It reads and executes tests as LLVM's lit does with its internal shell, but inside of the
// process: every command is a Go function, so that hundreds of tests take less time than starting a
// process for each would. A folder that passes with this package also passes with lit.
//
// In addition to lit's behaviour, the check files are read strictly (see
// optc/internal/tool/filecheck), a test that checks nothing, or has directives that no command
// reads, is an error, and the expectations of a failing test can be rewritten to the new output
// (see Runner.Update).
package lit

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"optc/internal/base/output"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"
)

// Tool is a command inside the process. It returns an exit code.
type Tool func(inv *Invocation) int

// Invocation is a call of a Tool.
type Invocation struct {
	Context context.Context   // context of the run; a tool that works for a long time returns when it ends
	Name    string            // name by which it was called
	Args    []string          // without the name
	Dir     string            // working directory, absolute
	Within  string            // folder outside of which nothing may be written; "" is any
	Env     map[string]string // environment of the test
	Stdin   io.Reader
	Stdout  io.Writer
	Stderr  io.Writer

	refused string // why a command that is built in cannot do what it is asked for, or ""
}

// refuse notes that a built-in command does not know its arguments, before it reads or writes
// anything, so that the system's command can run instead. It returns false.
func (inv *Invocation) refuse(format string, args ...any) bool {
	inv.refused = fmt.Sprintf(inv.Name+": "+format, args...)
	return false
}

// Errorf prints a message that starts with the tool's name and returns 1.
func (inv *Invocation) Errorf(format string, args ...any) int {
	fmt.Fprintf(inv.Stderr, inv.Name+": "+format+"\n", args...)
	return 1
}

// Path makes a file name absolute.
func (inv *Invocation) Path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(inv.Dir, name)
}

// Output is Path for a file or folder to write.
func (inv *Invocation) Output(name string) (path string, err error) {
	path = inv.Path(name)
	return path, output.Within(inv.Within, path)
}

// Status is the result of a test.
type Status int

// The results, in lit's words.
const (
	Pass        Status = iota
	FlakyPass          // passed when it was run again, as the test permits
	XFail              // failed, as the test expects
	Unsupported        // not run: a feature is missing
	Fail
	XPass      // passed although the test expects a failure
	Unresolved // the test itself is wrong
	Timeout    // stopped, it took too long
)

var statusNames = [...]string{"PASS", "FLAKYPASS", "XFAIL", "UNSUPPORTED", "FAIL", "XPASS", "UNRESOLVED", "TIMEOUT"}

func (s Status) String() string { return statusNames[s] }

// Bad reports whether the status makes the whole run fail.
func (s Status) Bad() bool { return s >= Fail }

// Result is the outcome of a test.
type Result struct {
	Name   string // relative to the root, with slashes
	Status Status
	Report string // commands and messages of a bad result; the reason if not run
	// Elapsed is the time that RunAll took for the test.
	Elapsed time.Duration
}

// Runner holds the settings that all tests of a folder share. Its fields must not change
// while tests run.
type Runner struct {
	Root          string            // folder of the tests, absolute
	TempDir       string            // absolute folder of %t
	Tools         map[string]Tool   // in addition to the built-in tools
	Substitutions [][2]string       // additional ones, e.g. {"%{spec}", "..."}
	Features      []string          // names that REQUIRES and UNSUPPORTED can test
	Env           map[string]string // environment of the tools
	Suffixes      []string          // suffixes of test files; default .mlir
	// Anywhere permits tests to write outside of TempDir, and tools to execute commands of the system;
	// tests see it as the feature system-commands.
	Anywhere bool
	// Commands permits tests to execute every command of the system that the PATH of their environment
	// has. Without it they execute Tools and the built-in commands.
	Commands bool
	// Timeout is the time that a test may take; 0 means no limit.
	Timeout time.Duration
	// Observe, if set, is called after each call of FileCheck, by several tests
	// at once.
	Observe func(Call)
	// Repeat returns the command that runs a test again, for reports.
	Repeat func(name string) string

	config *configuration // set by Configure, or nil
	dirs   sync.Map       // directories that exist already
}

// features are the names that REQUIRES and UNSUPPORTED can test.
func (r *Runner) features() []string {
	if !r.Anywhere {
		return r.Features
	}
	return append(slices.Clone(r.Features), systemCommands)
}

// systemCommands is the feature of a run whose tools may execute commands of the system.
const systemCommands = "system-commands"

// Discover returns the names of all tests below path, which is relative to Root or
// absolute and may name a single file. Folders named Output, and folders whose names start
// with a dot, contain no tests. The same holds for folders named Inputs, or after Configure
// for the files and folders that the configuration excludes.
func (r *Runner) Discover(path string) ([]string, error) {
	if !filepath.IsAbs(path) {
		path = filepath.Join(r.Root, path)
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	var names []string
	nameOf := func(file string) (string, error) {
		name, err := filepath.Rel(r.Root, file)
		return filepath.ToSlash(name), err
	}
	if !info.IsDir() {
		name, err := nameOf(path)
		return []string{name}, err
	}
	err = filepath.WalkDir(path, func(file string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := nameOf(file)
		if err != nil || file == path {
			return err
		}
		s, err := r.settings(name)
		base := d.Name()
		hidden := strings.HasPrefix(base, ".") || base == "Output" || slices.Contains(s.excludes, base)
		switch {
		case err != nil:
			return err
		case d.IsDir() && hidden:
			return filepath.SkipDir
		case !d.IsDir() && !hidden && slices.ContainsFunc(s.suffixes, func(suffix string) bool { return strings.HasSuffix(base, suffix) }):
			names = append(names, name)
		}
		return nil
	})
	sort.Strings(names)
	return names, err
}

// Run executes the test with the given name. It is safe for concurrent use. A test
// during which ctx ends is unresolved.
func (r *Runner) Run(ctx context.Context, name string) Result {
	text, err := os.ReadFile(filepath.Join(r.Root, filepath.FromSlash(name)))
	if err != nil {
		return Result{Name: name, Status: Unresolved, Report: err.Error() + "\n"}
	}
	s, err := r.settings(name)
	var t *test
	switch {
	case err != nil:
	case s.unsupported:
		return Result{Name: name, Status: Unsupported, Report: "the configuration says config.unsupported = True"}
	default:
		t, err = parseTest(name, string(text))
	}
	if err != nil {
		return Result{Name: name, Status: Unresolved, Report: fmt.Sprintf("%s: %v\n", name, err)}
	}
	t.settings = s
	return r.run(ctx, t)
}

func (r *Runner) run(ctx context.Context, t *test) Result {
	res := Result{Name: t.name}
	reason, err := t.unsupported(t.settings.features)
	if err != nil || reason != "" {
		res.Status, res.Report = Unsupported, reason
		if err != nil {
			res.Status, res.Report = Unresolved, fmt.Sprintf("%s: %v\n", t.name, err)
		}
		return res
	}
	expectFail, err := t.expectedToFail(t.settings.features)
	if err == nil {
		err = r.prepare(t)
	}
	if err != nil {
		res.Status, res.Report = Unresolved, fmt.Sprintf("%s: %v\n", t.name, err)
		return res
	}
	if t.retries < 0 {
		t.retries = t.settings.retries
	}
	ok, report, late := r.limited(ctx, t)
	for tries := t.retries; tries > 0 && !ok && !late && ctx.Err() == nil; tries-- {
		if ok, report, late = r.limited(ctx, t); ok {
			res.Status = FlakyPass
		}
	}
	switch {
	case late:
		res.Status, res.Report = Timeout, report
	case ctx.Err() != nil:
		res.Status, res.Report = Unresolved, fmt.Sprintf("%s: the run was stopped: %v\n", t.name, ctx.Err())
		return res
	case ok && expectFail:
		res.Status, res.Report = XPass, "the test passed, but has XFAIL\n"
	case expectFail:
		res.Status = XFail
	case !ok:
		res.Status, res.Report = Fail, report
	}
	if res.Status.Bad() && r.Repeat != nil {
		res.Report += "repeat with: " + r.Repeat(t.name) + "\n"
	}
	return res
}

// prepare makes the directory of %t, expands and parses the commands, and makes the
// checks that need the whole test.
func (r *Runner) prepare(t *test) error {
	file := filepath.FromSlash(t.name)
	t.dir = filepath.Join(r.TempDir, filepath.Dir(file))
	out := filepath.Join(t.dir, "Output")
	if _, done := r.dirs.Load(out); !done {
		if err := os.MkdirAll(out, 0o755); err != nil {
			return err
		}
		r.dirs.Store(out, true)
	}
	source := filepath.Join(r.Root, file)
	if t.settings.inSource {
		t.dir = filepath.Dir(source)
	}
	if err := t.expand(r.Substitutions, source, filepath.Join(out, filepath.Base(file))); err != nil {
		return err
	}
	for i := range t.runs {
		tree, err := parseShell(t.runs[i].expanded)
		if err != nil {
			return fmt.Errorf("line %d: %w", t.runs[i].line, err)
		}
		t.runs[i].tree = tree
	}
	if t.settings.asLit {
		return nil
	}
	return t.lint()
}

// grace is the time that a command may take to stop when the time of its test is over. A
// command that takes longer is abandoned.
const grace = time.Second

// limited runs the commands until a command fails or the time of the test is over.
func (r *Runner) limited(ctx context.Context, t *test) (ok bool, report string, late bool) {
	if r.Timeout == 0 {
		ok, report = r.execute(ctx, t)
		return ok, report, false
	}
	mine, stop := context.WithTimeout(ctx, r.Timeout)
	defer stop()
	type outcome struct {
		ok     bool
		report string
	}
	done := make(chan outcome, 1)
	go func() {
		ok, report := r.execute(mine, t)
		done <- outcome{ok, report}
	}()
	var o outcome
	select {
	case o = <-done:
	case <-mine.Done():
		select {
		case o = <-done:
		case <-time.After(grace):
		}
	}
	if mine.Err() != nil && ctx.Err() == nil { // also what "not" calls a success is none
		return false, fmt.Sprintf("%sthe test took more than %v\n", o.report, r.Timeout), true
	}
	return o.ok, o.report, false
}

// execute runs the commands until a command fails.
func (r *Runner) execute(ctx context.Context, t *test) (ok bool, report string) {
	sh := &shell{ctx: ctx, runner: r, test: t, dir: t.dir, env: t.settings.env, observe: r.Observe}
	for _, run := range t.runs {
		var log bytes.Buffer
		sh.log, sh.stdin, sh.stdout, sh.stderr = &log, strings.NewReader(""), &log, &log
		code := sh.run(run.tree)
		if code == 0 {
			continue
		}
		return false, fmt.Sprintf("# RUN: at line %d\n%s\n%s# exit code %d\n", run.line, run.expanded, &log, code)
	}
	return true, ""
}

// RunAll executes tests on all processors and calls done with each result, in the order
// of names, from one goroutine at a time. When ctx ends, it returns ctx's error after the
// result of the last test that was started.
func (r *Runner) RunAll(ctx context.Context, names []string, done func(Result)) error {
	results := make([]chan Result, len(names))
	for i := range results {
		results[i] = make(chan Result, 1)
	}
	next := make(chan int)
	for range min(runtime.GOMAXPROCS(0), len(names)) {
		go func() {
			for i := range next {
				start := time.Now()
				res := r.Run(ctx, names[i])
				res.Elapsed = time.Since(start)
				results[i] <- res
			}
		}()
	}
	go func() {
		for i := range names {
			if ctx.Err() != nil {
				close(results[i])
				continue
			}
			next <- i
		}
		close(next)
	}()
	for _, c := range results {
		if res, begun := <-c; begun {
			done(res)
		}
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("the tests were stopped: %w", err)
	}
	return nil
}
