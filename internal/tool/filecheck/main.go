package filecheck

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"optc/diag"
)

// command holds the settings from the arguments of the command.
type command struct {
	name      string
	opts      Options
	dumpSet   bool
	checkFile string
	input     string
	help      bool
	version   bool
}

// Invocation is a call of the command inside a process. Relative file names
// start from Dir.
type Invocation struct {
	Name   string   // how the command was called, for messages
	Args   []string // without the name
	Dir    string
	Env    func(name string) string // only FILECHECK_OPTS is read
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer
	// Options are the settings before the arguments are read.
	Options Options
}

// Main runs the command and returns its exit code: 0 if the input matches, 1 if
// it does not, 2 for mistakes in the check file and unreadable files.
func Main(inv Invocation) int {
	c := command{name: inv.Name, opts: inv.Options, input: "-"}
	args := append(strings.Fields(inv.Env("FILECHECK_OPTS")), inv.Args...)
	if err := c.parseFlags(args); err != nil {
		fmt.Fprintf(inv.Stderr, "%s: %v\n", c.name, err)
		return exitMismatch // as LLVM's command line library
	}
	switch {
	case c.help:
		c.printHelp(inv.Stdout)
		return exitMatch
	case c.version:
		fmt.Fprintln(inv.Stdout, "optc filecheck, with the directives of LLVM 22")
		return exitMatch
	case c.opts.DumpInput == DumpHelp:
		io.WriteString(inv.Stdout, dumpHelp)
		return exitMatch
	case c.checkFile == "":
		return fail(inv.Stderr, "<check-file> not specified")
	}
	if err := c.opts.validate(); err != nil {
		return fail(inv.Stderr, "%v", err)
	}
	checks, err := readFile(inv, c.checkFile)
	if err != nil {
		return fail(inv.Stderr, "Could not open check file '%s': %s", c.checkFile, reason(err))
	}
	input := func() (string, error) { return readFile(inv, c.input) }
	return c.run(inv, checks, input)
}

// ParseArgs reads the arguments of the command. Standard input is "-".
func ParseArgs(args []string) (o Options, checkFile, inputFile string, err error) {
	c := command{name: "FileCheck", input: "-"}
	err = c.parseFlags(args)
	return c.opts, c.checkFile, c.input, err
}

func (c *command) run(inv Invocation, checks string, readInput func() (string, error)) int {
	ch := newChecker(c.opts, inv.Stderr)
	if code := ch.read(ch.source(c.checkFile, checks)); code != exitMatch {
		return code
	}
	text, err := readInput()
	if err != nil {
		return fail(inv.Stderr, "Could not open input file '%s': %s", c.input, reason(err))
	}
	name := displayName(c.input)
	if text == "" && !c.opts.AllowEmpty {
		return fail(inv.Stderr, "FileCheck error: '%s' is empty.\nFileCheck command line:  %s", name, strings.Join(append([]string{c.name}, inv.Args...), " "))
	}
	ch.input = ch.source(c.input, text)
	return ch.finish(c.checkFile)
}

func displayName(file string) string {
	if file == "-" {
		return "<stdin>"
	}
	return file
}

// source makes a source of a file's contents.
func (c *checker) source(file, text string) *source {
	return &source{name: displayName(file), text: canonical(text, c.opts.StrictWhitespace)}
}

// finish matches and dumps, and returns the exit code.
func (c *checker) finish(checkFile string) int {
	code := exitMatch
	if !c.check() {
		code = exitMismatch
	}
	if c.opts.DumpInput == DumpAlways || code == exitMismatch && c.opts.DumpInput == DumpFail {
		fmt.Fprintf(c.out.w, "\nInput file: %s\nCheck file: %s\n\n-dump-input=help explains the following input dump.\n\n", c.input.name, checkFile)
		c.dump()
	}
	return code
}

// Run checks the text input against the directives of the text checks, prints messages to
// w, and returns the exit code of the command. The names are used in messages.
func Run(checkName, checks, inputName, input string, o Options, w io.Writer) int {
	if err := o.validate(); err != nil {
		return fail(w, "%v", err)
	}
	c := newChecker(o, w)
	if code := c.read(c.source(checkName, checks)); code != exitMatch {
		return code
	}
	if input == "" && !o.AllowEmpty {
		return fail(w, "FileCheck error: '%s' is empty.", inputName)
	}
	c.input = c.source(inputName, input)
	return c.finish(checkName)
}

// validate checks the prefixes and definitions.
func (o *Options) validate() error {
	for _, d := range o.Defines {
		switch eq := strings.IndexByte(d, '='); {
		case eq < 0:
			return llvmErrorf("Missing equal sign in command-line definition '-D%s'", d)
		case eq == 0:
			return llvmErrorf("Missing variable name in command-line definition '-D%s'", d)
		}
	}
	used := map[string]bool{}
	if len(o.CheckPrefixes) == 0 {
		used["CHECK"] = true
	}
	if len(o.CommentPrefixes) == 0 {
		for _, p := range defaultCommentPrefixes {
			used[p] = true
		}
	}
	if err := validatePrefixes("check", used, o.CheckPrefixes); err != nil {
		return err
	}
	return validatePrefixes("comment", used, o.CommentPrefixes)
}

func validatePrefixes(kind string, used map[string]bool, prefixes []string) error {
	for _, p := range prefixes {
		if p == "" {
			return fmt.Errorf("error: supplied %s prefix must not be the empty string", kind)
		}
		for i := range len(p) {
			if !isWordByte(p[i]) {
				return fmt.Errorf("error: supplied %s prefix must start with a letter and contain only alphanumeric characters, hyphens, and underscores: '%s'", kind, p)
			}
		}
		if used[p] {
			return fmt.Errorf("error: supplied %s prefix must be unique among check and comment prefixes: '%s'", kind, p)
		}
		used[p] = true
	}
	return nil
}

func readFile(inv Invocation, name string) (string, error) {
	if name == "-" {
		b, err := io.ReadAll(inv.Stdin)
		return string(b), err
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(inv.Dir, name)
	}
	b, err := os.ReadFile(name)
	return string(b), err
}

// reason is the system's message of a file error, capitalised as in C.
func reason(err error) string {
	s := diag.WithoutPath(err).Error()
	return strings.ToUpper(s[:1]) + s[1:]
}
