package filecheck

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"optc/diag"
	"optc/internal/base/flags"
)

// flags declares the flags of the command in the order of its help.
func (c *command) flags() []*flags.Flag {
	o := &c.opts
	return []*flags.Flag{
		{Name: "D", Value: "VAR=VALUE", Joined: true, Help: "define a variable; #VAR=VALUE defines a numeric one", Set: func(v string) error {
			o.Defines = append(o.Defines, v)
			return nil
		}},
		flags.Switch("allow-deprecated-dag-overlap", &o.AllowDAGOverlap, "let matches of consecutive -DAG directives overlap"),
		flags.Switch("allow-empty", &o.AllowEmpty, "accept an empty input"),
		flags.Switch("allow-unused-prefixes", &o.AllowUnusedPrefixes, "accept prefixes that no directive uses"),
		flags.Repeated("check-prefix", "string", &o.CheckPrefixes, "prefix of directives (default CHECK); may be repeated"),
		flags.List("check-prefixes", "list", &o.CheckPrefixes, "like --check-prefix, with several prefixes separated by commas"),
		flags.Switch("color", &o.Color, "use colors"),
		hiddenFlag(flags.List("comment-prefixes", "list", &o.CommentPrefixes, "prefixes of comments that hide directives (default COM,RUN)")),
		{Name: "dump-input", Value: "mode", Help: "dump the annotated input: help, always, fail (default) or never", Set: c.setDumpInput},
		{Name: "dump-input-context", Value: "N", Help: "lines shown before and after each line of the filter (default 5)", Set: func(v string) error {
			n, err := parseUint(v)
			if n == 0 && o.DumpInputContext == 0 {
				n = -1
			}
			if o.DumpInputContext <= 0 || n > o.DumpInputContext {
				o.DumpInputContext = n
			}
			return err
		}},
		{Name: "dump-input-filter", Value: "value", Help: "lines shown: all, annotation-full, annotation or error", Set: func(v string) error {
			f, err := chooseWord(v, dumpFilters)
			o.DumpInputFilter = max(o.DumpInputFilter, f)
			return err
		}},
		{Name: "dump-input-label-width", Value: "N", Hidden: true, Help: "least width of the label column", Set: func(v string) error {
			n, err := parseUint(v)
			o.DumpInputLabelWidth = n
			return err
		}},
		flags.Switch("enable-var-scope", &o.EnableVarScope, "forget variables without $ at each -LABEL"),
		flags.Switch("ignore-case", &o.IgnoreCase, "match without regard to case"),
		flags.Repeated("implicit-check-not", "pattern", &o.ImplicitCheckNot, "pattern that must not occur between matches; may be repeated"),
		flags.Text("input-file", "filename", &c.input, "file to check (default: standard input)"),
		flags.Switch("match-full-lines", &o.MatchFullLines, "let each positive match cover a whole line, spaces aside"),
		flags.Switch("strict", &o.Strict, "reject misspelt directives, with a suggestion"),
		flags.Switch("strict-whitespace", &o.StrictWhitespace, "do not treat all horizontal space as equal"),
		flags.Switch("v", &o.Verbose, "report matches"),
		flags.Switch("vv", &o.VeryVerbose, "report also what was tried and discarded"),
	}
}

// Flags returns the flags of the command, for the help of a command that contains it.
func Flags() []*flags.Flag { return new(command).flags() }

// hiddenFlag leaves a flag out of the help.
func hiddenFlag(f *flags.Flag) *flags.Flag {
	f.Hidden = true
	return f
}

// setDumpInput sets the mode of --dump-input. Of several modes help wins, then always.
func (c *command) setDumpInput(v string) error {
	m, err := chooseWord(v, dumpModes)
	if m == DumpHelp || c.opts.DumpInput != DumpHelp && (!c.dumpSet || m == DumpAlways || c.opts.DumpInput == DumpNever) {
		c.opts.DumpInput = m
	}
	c.dumpSet = true
	return err
}

// parseFlags reads the arguments. Its errors are worded as by LLVM's command line
// library.
func (c *command) parseFlags(args []string) error {
	declared := c.flags()
	stop := func(v *bool) func(string) error {
		return func(string) error {
			*v = true
			return flags.ErrStop
		}
	}
	all := append(slices.Clip(declared),
		&flags.Flag{Name: "help", Set: stop(&c.help)},
		&flags.Flag{Name: "h", Set: stop(&c.help)},
		&flags.Flag{Name: "help-hidden", Set: stop(&c.help)},
		&flags.Flag{Name: "version", Set: stop(&c.version)},
	)
	files, err := (&flags.Parser{Flags: all}).Parse(args)
	var wrong *flags.Error
	switch {
	case errors.As(err, &wrong):
		return c.worded(wrong, declared)
	case len(files) > 1 && !c.help && !c.version:
		return llvmErrorf("Too many positional arguments specified!\nCan specify at most 1 positional arguments: See: %s --help", c.name)
	case len(files) == 1:
		c.checkFile = files[0]
	}
	return nil
}

// llvmErrorf returns an error in the words of LLVM, which break the rules of Go for the
// first letter and for the end.
func llvmErrorf(format string, args ...any) error { return fmt.Errorf(format, args...) }

// worded is a mistake in the arguments in the words of LLVM.
func (c *command) worded(e *flags.Error, declared []*flags.Flag) error {
	switch {
	case e.Flag == nil:
		names := make([]string, len(declared))
		for i, f := range declared {
			names[i] = "--" + f.Name
		}
		hint := ""
		given, _, _ := strings.Cut(e.Arg, "=")
		if near := diag.Suggest(given, names); near != "" {
			hint = fmt.Sprintf("\n%s: Did you mean '%s'?", c.name, near)
		}
		return llvmErrorf("Unknown command line argument '%s'.  Try: '%s --help'%s", e.Arg, c.name, hint)
	case e.Err == nil:
		return llvmErrorf("for the %s option: requires a value!", e.Flag.Dashed())
	case e.Flag.Value == "":
		return llvmErrorf("for the %s option: '%s' is invalid value for boolean argument! Try 0 or 1", e.Flag.Dashed(), e.Value)
	}
	return fmt.Errorf("for the %s option: %w", e.Flag.Dashed(), e.Err)
}

// printHelp writes the help of the command.
func (c *command) printHelp(w io.Writer) {
	fmt.Fprintf(w, "usage: %s [options] <check-file>\n\nChecks that the input contains what the directives of <check-file> ask for.\n\noptions:\n", c.name)
	for _, f := range flags.Visible(c.flags()) {
		spelling := "--" + f.Name
		if len(f.Name) <= 2 {
			spelling = "-" + f.Name
		}
		switch {
		case f.Joined:
			spelling += "<" + f.Value + ">"
		case f.Value != "":
			spelling += "=<" + f.Value + ">"
		}
		fmt.Fprintf(w, "  %-32s %s\n", spelling, f.Help)
	}
	fmt.Fprintf(w, "\nOptions are also read from the environment variable FILECHECK_OPTS.\n")
}
