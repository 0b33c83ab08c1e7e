package lit

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"optc/internal/base/flags"
)

// options holds the values of the command's flags.
type options struct {
	verbose, update     bool
	anywhere, commands  bool
	strict              bool
	tools               map[string]Tool
	params              map[string]string
	pattern             string
	filter, filterOut   string
	shard, shards       int
	timeout             int // in seconds
	jsonFile, xunitFile string
	help                bool
}

// defaultOptions returns the values without any flag.
func defaultOptions() *options {
	return &options{shard: 1, shards: 1, timeout: 300, tools: map[string]Tool{}, params: map[string]string{}}
}

// flags declares the flags of the command, by name.
func (o *options) flags() []*flags.Flag {
	return []*flags.Flag{
		onOff("allow-commands", &o.commands, "let tests execute every command that their PATH has"),
		onOff("allow-outside", &o.anywhere, "let tests write outside of the temporary folder, and let their reduce and bisect execute commands of the system"),
		flags.Text("filter", "regexp", &o.filter, "run the tests whose name matches a regexp in any case, as lit does"),
		flags.Text("filter-out", "regexp", &o.filterOut, "do not run the tests whose name matches a regexp in any case"),
		numberFlag("num-shards", "n", &o.shards, "divide the tests into n parts, of which one is run"),
		flags.Text("output", "file", &o.jsonFile, "write the results as JSON to a file, as lit does"),
		{Name: "param", Value: "name=value", Help: "set a member of lit_config.params, which a lit.cfg.py reads; may be repeated", Set: func(text string) error {
			name, value, _ := strings.Cut(text, "=")
			o.params[name] = value
			return nil
		}},
		flags.Text("run", "regexp", &o.pattern, "run the tests whose name matches a regexp"),
		numberFlag("run-shard", "k", &o.shard, "run the k-th part, from 1"),
		onOff("strict", &o.strict, "reject tests that check nothing and directives that nothing reads also in a folder with a lit.cfg.py"),
		numberFlag("timeout", "seconds", &o.timeout, "stop a test that takes more seconds; the default is 300, 0 means no limit"),
		{Name: "tool", Value: "name=path", Help: "let tests execute a program by this name; may be repeated", Set: func(text string) error {
			name, tool, err := toolFlag(text)
			if err == nil {
				o.tools[name] = tool
			}
			return err
		}},
		onOff("update", &o.update, "rewrite the expectations of failing tests to the new output; a file stays as it is if a command of the test fails, "+
			"or if the new expectations would name a path of this machine"),
		onOff("v", &o.verbose, "print every test, not only the bad ones"),
		flags.Text("xunit-xml-output", "file", &o.xunitFile, "write the results to a file as JUnit does"),
	}
}

// Flag describes a flag of "optc test".
type Flag struct {
	Name  string
	Value string // names the value; "" for a switch
	Help  string
}

// Flags returns the flags of "optc test", for its help.
func Flags() (list []Flag) {
	for _, f := range defaultOptions().flags() {
		list = append(list, Flag{Name: f.Name, Value: f.Value, Help: f.Help})
	}
	return list
}

// numberFlag is a flag with any integer; its present value is the default.
func numberFlag(name, value string, v *int, help string) *flags.Flag {
	return &flags.Flag{Name: name, Value: value, Help: help, Default: strconv.Itoa(*v), Set: func(text string) error {
		n, err := strconv.ParseInt(text, 0, strconv.IntSize)
		switch {
		case errors.Is(err, strconv.ErrRange):
			return errors.New("value out of range")
		case err != nil:
			return errors.New("parse error")
		}
		*v = int(n)
		return nil
	}}
}

// onOff is a switch with the values of Go's package flag.
func onOff(name string, v *bool, help string) *flags.Flag {
	return &flags.Flag{Name: name, Help: help, Set: func(text string) error {
		on, err := strconv.ParseBool(text)
		if err != nil && text != "" {
			return errors.New("parse error")
		}
		*v = on || text == ""
		return nil
	}}
}

// parseArguments reads the arguments of the command: flags, then paths. Errors are
// worded as by Go's package flag.
func parseArguments(args []string) (o *options, paths []string, err error) {
	o = defaultOptions()
	list := o.flags()
	for _, name := range []string{"h", "help"} {
		list = append(list, &flags.Flag{Name: name, Hidden: true, Set: func(string) error {
			o.help = true
			return flags.ErrStop
		}})
	}
	paths, err = (&flags.Parser{Flags: list, FlagsFirst: true}).Parse(args)
	var wrong *flags.Error
	if errors.As(err, &wrong) {
		err = errors.New(worded(wrong))
	}
	return o, paths, err
}

// worded is a mistake in the arguments in the words of Go's package flag.
func worded(e *flags.Error) string {
	switch {
	case e.Flag == nil && (e.Name == "" || e.Name[0] == '-'):
		return "bad flag syntax: " + e.Arg
	case e.Flag == nil:
		return "flag provided but not defined: -" + e.Name
	case e.Err == nil:
		return "flag needs an argument: -" + e.Name
	case e.Flag.Value == "":
		return fmt.Sprintf("invalid boolean value %q for -%s: %v", e.Value, e.Name, e.Err)
	}
	return fmt.Sprintf("invalid value %q for flag -%s: %v", e.Value, e.Name, e.Err)
}

// usage writes how the command is called.
func usage(w io.Writer) {
	fmt.Fprintf(w, "usage: optc test %s\n\n%s\n\noptions:\n", Usage, Help)
	for _, f := range defaultOptions().flags() {
		line := "  -" + f.Name
		if f.Value != "" {
			line += " " + f.Value
		}
		if len(line) <= 4 {
			line += "\t"
		} else {
			line += "\n    \t"
		}
		line += f.Help
		if f.Default != "" {
			line += " (default " + f.Default + ")"
		}
		fmt.Fprintln(w, line)
	}
}
