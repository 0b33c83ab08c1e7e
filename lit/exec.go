package lit

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sort"
	"strings"

	"optc/diag"
	"optc/internal/base/lazyre"
	"optc/internal/base/output"
)

// shell executes the commands of a test.
type shell struct {
	ctx    context.Context
	runner *Runner
	test   *test
	dir    string
	env    map[string]string
	log    *bytes.Buffer // the text that the user gets if the test fails

	stdin          io.Reader
	stdout, stderr io.Writer

	observe func(Call) // if set, called after each call of FileCheck
	failed  string     // what is wrong with a command that failed and is not FileCheck, or ""
	broken  bool       // a command could not be run; nothing after it runs
}

// run executes a command line and returns its exit code. A command that cannot be run,
// for example because it does not exist, makes the line fail even if || or ; follows.
func (sh *shell) run(c *command) int {
	if c.op == "" {
		return sh.pipeline(c.pipeline)
	}
	code := sh.run(c.left)
	switch {
	case sh.broken, c.op == "&&" && code != 0, c.op == "||" && code == 0:
		return code
	}
	return sh.run(c.right)
}

// pipeline runs the calls in turn, each on the complete output of the previous call. Its
// exit code is the last nonzero exit code, as with pipefail.
func (sh *shell) pipeline(calls []simple) int {
	input := sh.stdin
	code := 0
	for i, s := range calls {
		var out bytes.Buffer
		last := i == len(calls)-1
		c, err := sh.call(s, input, &out, len(calls) == 1)
		if err != nil {
			fmt.Fprintf(sh.log, "%v\n", err)
			sh.failed, sh.broken = err.Error(), true
			return 127
		}
		if c != 0 || sh.test.settings.lastCode {
			code = c
		}
		if sh.broken {
			return code
		}
		if last {
			sh.stdout.Write(out.Bytes())
		}
		input = &out
	}
	return code
}

// call runs a command. out receives its standard output unless that is redirected.
func (sh *shell) call(s simple, in io.Reader, out *bytes.Buffer, alone bool) (code int, err error) {
	given, err := sh.expanded(s.words)
	if err != nil {
		return 0, err
	}
	words := sh.globbed(given)
	for i := range words {
		if words[i], err = sh.withFiles(words[i]); err != nil {
			return 0, err
		}
	}
	c, err := sh.unwrap(words, s.group != nil)
	if err != nil {
		return 0, err
	}
	inv := &Invocation{Context: sh.ctx, Dir: sh.dir, Env: c.env, Stdin: in, Stdout: out, Stderr: sh.stderr}
	if !sh.runner.Anywhere {
		inv.Within = sh.runner.TempDir
	}
	closers, err := sh.redirect(inv, s.redirects)
	defer func() {
		for _, c := range closers {
			if e := c.Close(); err == nil {
				err = e
			}
		}
	}()
	switch {
	case err != nil:
		return 0, err
	case s.group != nil:
		return c.result(sh.subshell(inv, s.group)), nil
	case len(c.args) == 0 && c.assigns:
		sh.env = c.env
		return 0, nil
	case len(c.args) == 0: // env without a command
		_, err := io.WriteString(inv.Stdout, strings.Join(append(environment(c.env), ""), "\n"))
		return 0, err
	}
	inv.Name, inv.Args = c.args[0], c.args[1:]
	tool, err := sh.lookup(inv, alone)
	if err != nil {
		return 0, err
	}
	if err := sh.ctx.Err(); err != nil {
		return 0, fmt.Errorf("the run was stopped: %w", err)
	}
	code, crashed := sh.guarded(tool, inv)
	if inv.refused != "" {
		if code, err = sh.refused(inv, code); err != nil {
			return 0, err
		}
	}
	if crashed && !c.crash {
		sh.broken = true
		return code, nil
	}
	code = c.result(code)
	if code != 0 && inv.Name != "FileCheck" && inv.Name != "filecheck" {
		sh.failed = fmt.Sprintf("'%s' fails with exit code %d", inv.Name, code)
	}
	return code, nil
}

// guarded calls a tool. A panic becomes exit code 134 with a stack in the log, the code of
// a process that aborts.
func (sh *shell) guarded(tool Tool, inv *Invocation) (code int, crashed bool) {
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintf(sh.log, "panic: %v\n%s", p, debug.Stack())
			code, crashed = panicked, true
		}
	}()
	return tool(inv), false
}

// panicked is the exit code of a process that aborts.
const panicked = 134

// refused calls the system's command instead of a built-in command that does not know its
// arguments.
func (sh *shell) refused(inv *Invocation, code int) (int, error) {
	file := ""
	if sh.runner.Commands {
		file = inPath(inv.Name, inv.Dir, inv.Env["PATH"])
	}
	if file == "" {
		fmt.Fprintln(inv.Stderr, inv.refused)
		return code, nil
	}
	return Program(file)(inv), nil
}

// subshell runs a command line in its own shell, so that its folder and variables end
// with it.
func (sh *shell) subshell(inv *Invocation, c *command) int {
	sub := *sh
	sub.env, sub.stdin, sub.stdout, sub.stderr = inv.Env, inv.Stdin, inv.Stdout, inv.Stderr
	code := sub.run(c)
	sh.failed, sh.broken = sub.failed, sub.broken
	return code
}

// lookup finds the command of a call.
func (sh *shell) lookup(inv *Invocation, alone bool) (Tool, error) {
	name := inv.Name
	if t, ok := sh.runner.Tools[name]; ok {
		return t, nil
	}
	if name == "FileCheck" || name == "filecheck" {
		return sh.filecheck, nil
	}
	if t, ok := builtins[name]; ok {
		return t, nil
	}
	if change, ok := stateBuiltins[name]; ok {
		if !alone {
			return nil, fmt.Errorf("'%s' cannot be part of a pipeline", name)
		}
		return func(inv *Invocation) int { return change(sh, inv) }, nil
	}
	file := inPath(name, inv.Dir, inv.Env["PATH"])
	if file != "" && sh.runner.Commands {
		return Program(file), nil
	}
	if file != "" {
		return nil, fmt.Errorf("unknown command '%s'; --tool %[1]s=%[1]s permits this program of the system, and --allow-commands every one", name)
	}
	var known []string
	for _, names := range [][]string{{"FileCheck", "not", "env"}, sortedKeys(sh.runner.Tools), sortedKeys(builtins), sortedKeys(stateBuiltins)} {
		known = append(known, names...)
	}
	hint := diag.DidYouMean(name, known).String()
	if hint == "" {
		hint = "; known are " + strings.Join(known, ", ")
	}
	return nil, fmt.Errorf("unknown command '%s'%s", name, hint)
}

// has reports whether a command is executed inside of this process.
func (r *Runner) has(name string) bool {
	_, tool := r.Tools[name]
	_, built := builtins[name]
	_, state := stateBuiltins[name]
	return tool || built || state || slices.Contains([]string{"FileCheck", "filecheck", "not", "env"}, name)
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// globbed expands the file patterns of words.
func (sh *shell) globbed(words []word) []string {
	out := make([]string, 0, len(words))
	for _, w := range words {
		if w.glob {
			inv := Invocation{Dir: sh.dir}
			if files, err := filepath.Glob(inv.Path(w.text)); err == nil && len(files) > 0 {
				out = append(out, files...)
				continue
			}
		}
		out = append(out, w.text)
	}
	return out
}

// readFile begins a substitution that is replaced by the contents of a file at the time
// when its command runs: %{readfile:name}.
const readFile = "%{readfile:"

// withFiles replaces the names of input files in a word by the contents of the files.
func (sh *shell) withFiles(word string) (string, error) {
	before, after, found := strings.Cut(word, readFile)
	if !found {
		return word, nil
	}
	name, rest, ok := strings.Cut(after, "}")
	if !ok {
		return "", fmt.Errorf("'%s' lacks its '}'", word)
	}
	inv := Invocation{Dir: sh.dir}
	data, err := os.ReadFile(inv.Path(name))
	if err != nil {
		return "", fmt.Errorf("%%{readfile:%s}: %w", name, err)
	}
	rest, err = sh.withFiles(rest)
	return before + string(data) + rest, err
}

// called is a command without the words before its name.
type called struct {
	args      []string
	env       map[string]string
	assigns   bool // variables are set before the name
	negations int  // number of negations by not and !
	crash     bool // not --crash
	bang      bool // whether one of the negations is !
}

// result is the exit code of the whole command if the named command exits with code. A command that
// is ended by a signal also fails under not, but not under !.
func (c *called) result(code int) int {
	crashed := code < 0 || code == panicked
	switch {
	case c.crash && crashed:
		return 0
	case c.crash:
		return 1
	case c.negations == 0 || c.negations == 1 && !c.bang && crashed:
		return code
	case (code != 0) == (c.negations%2 == 1):
		return 0
	}
	return 1
}

// assignment is a word that sets a variable for the command after it.
var assignment = lazyre.New(`^[A-Za-z_][A-Za-z_0-9]*=`)

// unwrap removes assignments and the words env, not and ! from the front of a command. group
// reports that the command is a command line in parentheses.
func (sh *shell) unwrap(args []string, group bool) (c called, err error) {
	c.env = sh.env
	for len(args) > 0 {
		switch {
		case assignment().MatchString(args[0]):
			name, value, _ := strings.Cut(args[0], "=")
			c.env = maps.Clone(c.env)
			if c.env == nil {
				c.env = map[string]string{}
			}
			c.env[name] = value
			c.assigns, args = true, args[1:]
			continue
		case args[0] == "env":
			c.env = maps.Clone(c.env)
			if c.env == nil {
				c.env = map[string]string{}
			}
			if args, err = setEnv(c.env, args[1:]); err != nil || len(args) == 0 {
				c.assigns = false
				return c, err
			}
			continue
		case args[0] == "not", args[0] == "!":
			c.bang = c.bang || args[0] == "!"
			if args = args[1:]; len(args) > 0 && !c.bang && args[0] == "--crash" {
				c.crash, args = true, args[1:]
			}
			if len(args) == 0 && !group {
				return c, errors.New("'not' requires a command")
			}
			c.negations++
			continue
		}
		break
	}
	c.args = args
	return c, nil
}

// setEnv applies the arguments of env up to the command.
func setEnv(env map[string]string, args []string) ([]string, error) {
	for len(args) > 0 {
		switch name, value, assigns := strings.Cut(args[0], "="); {
		case args[0] == "-i":
			clear(env)
		case args[0] == "-u" && len(args) > 1:
			delete(env, args[1])
			args = args[1:]
		case strings.HasPrefix(args[0], "-"):
			return nil, fmt.Errorf("env: unknown option '%s'", args[0])
		case assigns:
			env[name] = value
		default:
			return args, nil
		}
		args = args[1:]
	}
	return nil, nil
}

// redirect opens the files of redirections and connects them to inv. The caller must close all
// files, also after an error.
func (sh *shell) redirect(inv *Invocation, list []redirect) (open []io.Closer, err error) {
	stdout := inv.Stdout
	file := func(name word, flag int) (*os.File, error) {
		given, err := sh.expanded([]word{name})
		if err != nil {
			return nil, err
		}
		names := sh.globbed(given)
		if len(names) != 1 {
			return nil, fmt.Errorf("redirection to %d files", len(names))
		}
		path := inv.Path(names[0])
		if flag != os.O_RDONLY {
			if err := output.Within(inv.Within, path); err != nil {
				return nil, err
			}
		}
		f, err := os.OpenFile(path, flag, 0o644)
		if err == nil {
			open = append(open, f)
		}
		return f, err
	}
	const write, add = os.O_WRONLY | os.O_CREATE | os.O_TRUNC, os.O_WRONLY | os.O_CREATE | os.O_APPEND
	for _, r := range list {
		var f *os.File
		switch r.op {
		case "<":
			if f, err = file(r.target, os.O_RDONLY); err == nil {
				inv.Stdin = f
			}
		case ">", "1>", ">>", "1>>":
			flag := write
			if strings.HasSuffix(r.op, ">>") {
				flag = add
			}
			if f, err = file(r.target, flag); err == nil {
				inv.Stdout = f
			}
		case "2>", "2>>":
			flag := write
			if r.op == "2>>" {
				flag = add
			}
			if f, err = file(r.target, flag); err == nil {
				inv.Stderr = f
			}
		case "&>":
			if f, err = file(r.target, write); err == nil {
				inv.Stdout, inv.Stderr = f, f
			}
		case ">&", "1>&", "2>&":
			err = sh.duplicate(inv, r, stdout, func() (*os.File, error) { return file(r.target, write) })
		default:
			err = fmt.Errorf("unsupported redirection '%s'", r.op)
		}
		if err != nil {
			return open, err
		}
	}
	return open, nil
}

// duplicate connects an output to the other output, or both to a file.
func (sh *shell) duplicate(inv *Invocation, r redirect, stdout io.Writer, file func() (*os.File, error)) error {
	switch {
	case r.op == "2>&" && r.target.text == "1":
		inv.Stderr = inv.Stdout
	case (r.op == ">&" || r.op == "1>&") && r.target.text == "2":
		inv.Stdout = inv.Stderr
	case r.op == ">&" && strings.Trim(r.target.text, "0123456789") != "":
		f, err := file()
		if err != nil {
			return err
		}
		inv.Stdout, inv.Stderr = f, f
	default:
		return fmt.Errorf("unsupported redirection '%s%s'", r.op, r.target.text)
	}
	return nil
}
