package filecheck

import (
	"fmt"
	"strings"

	"optc/diag"
)

// DumpMode says when the input is dumped with annotations. Larger values win
// when the option is repeated.
type DumpMode int

// The modes of --dump-input.
const (
	DumpFail DumpMode = iota // the default, LLVM's too
	DumpNever
	DumpAlways
	DumpHelp
)

// DumpFilter says which input lines a dump shows, besides their context. Larger
// values win when the option is repeated.
type DumpFilter int

// The filters of --dump-input-filter.
const (
	FilterDefault DumpFilter = iota // FilterAll with DumpAlways, else FilterError
	FilterError
	FilterAnnotation
	FilterAnnotationFull
	FilterAll
)

// Options are the settings of a check. The zero value is what the command uses
// without flags.
type Options struct {
	CheckPrefixes    []string // default CHECK
	CommentPrefixes  []string // default COM and RUN
	ImplicitCheckNot []string // patterns that must not occur between matches
	Defines          []string // "NAME=text" or "#[format,]NAME=expression"

	AllowEmpty          bool
	AllowUnusedPrefixes bool
	AllowDAGOverlap     bool
	MatchFullLines      bool
	StrictWhitespace    bool
	IgnoreCase          bool
	EnableVarScope      bool
	Verbose             bool // report matches
	VeryVerbose         bool // report also what was tried and discarded
	Color               bool
	DumpInput           DumpMode
	DumpInputFilter     DumpFilter
	DumpInputContext    int // lines; 0 for the default of 5, negative for none
	DumpInputLabelWidth int // least width of the label column

	// Strict turns suspicious lines of the check file into errors: see strict.go.
	Strict bool
	// KnownPrefixes are prefixes that other checks of the same file use.
	KnownPrefixes []string
}

// flag is one command-line option.
type flag struct {
	name   string
	value  string // name of the value in the help; "" for a switch
	hidden bool
	help   string
	set    func(o *command, value string) error
}

func flagSwitch(name, help string, field func(o *Options) *bool) flag {
	return flag{name: name, help: help, set: func(c *command, v string) error {
		switch v {
		case "", "true", "TRUE", "True", "1":
			*field(&c.opts) = true
		case "false", "FALSE", "False", "0":
			*field(&c.opts) = false
		default:
			return fmt.Errorf("'%s' is invalid value for boolean argument! Try 0 or 1", v)
		}
		return nil
	}}
}

// flags are the options of the command in the order of its help.
var flags = []flag{
	{name: "D", value: "VAR=VALUE", help: "define a variable; #VAR=VALUE defines a numeric one", set: func(c *command, v string) error {
		c.opts.Defines = append(c.opts.Defines, v)
		return nil
	}},
	flagSwitch("allow-deprecated-dag-overlap", "let matches of consecutive -DAG directives overlap", func(o *Options) *bool { return &o.AllowDAGOverlap }),
	flagSwitch("allow-empty", "accept an empty input", func(o *Options) *bool { return &o.AllowEmpty }),
	flagSwitch("allow-unused-prefixes", "accept prefixes that no directive uses", func(o *Options) *bool { return &o.AllowUnusedPrefixes }),
	{name: "check-prefix", value: "string", help: "prefix of directives (default CHECK); may be repeated", set: func(c *command, v string) error {
		c.opts.CheckPrefixes = append(c.opts.CheckPrefixes, v)
		return nil
	}},
	{name: "check-prefixes", value: "list", help: "like --check-prefix, with several prefixes separated by commas", set: func(c *command, v string) error {
		c.opts.CheckPrefixes = append(c.opts.CheckPrefixes, strings.Split(v, ",")...)
		return nil
	}},
	flagSwitch("color", "use colors", func(o *Options) *bool { return &o.Color }),
	{name: "comment-prefixes", value: "list", hidden: true, help: "prefixes of comments that hide directives (default COM,RUN)", set: func(c *command, v string) error {
		c.opts.CommentPrefixes = append(c.opts.CommentPrefixes, strings.Split(v, ",")...)
		return nil
	}},
	{name: "dump-input", value: "mode", help: "dump the annotated input: help, always, fail (default) or never", set: func(c *command, v string) error {
		m, err := choose(v, dumpModes)
		if m == DumpHelp || c.opts.DumpInput != DumpHelp && (!c.dumpSet || m == DumpAlways || c.opts.DumpInput == DumpNever) {
			c.opts.DumpInput = m
		}
		c.dumpSet = true
		return err
	}},
	{name: "dump-input-context", value: "N", help: "lines shown before and after each line of the filter (default 5)", set: func(c *command, v string) error {
		n, err := parseUint(v)
		if n == 0 && c.opts.DumpInputContext == 0 {
			n = -1
		}
		if c.opts.DumpInputContext <= 0 || n > c.opts.DumpInputContext {
			c.opts.DumpInputContext = n
		}
		return err
	}},
	{name: "dump-input-filter", value: "value", help: "lines shown: all, annotation-full, annotation or error", set: func(c *command, v string) error {
		f, err := choose(v, dumpFilters)
		c.opts.DumpInputFilter = max(c.opts.DumpInputFilter, f)
		return err
	}},
	{name: "dump-input-label-width", value: "N", hidden: true, help: "least width of the label column", set: func(c *command, v string) error {
		n, err := parseUint(v)
		c.opts.DumpInputLabelWidth = n
		return err
	}},
	flagSwitch("enable-var-scope", "forget variables without $ at each -LABEL", func(o *Options) *bool { return &o.EnableVarScope }),
	flagSwitch("ignore-case", "match without regard to case", func(o *Options) *bool { return &o.IgnoreCase }),
	{name: "implicit-check-not", value: "pattern", help: "pattern that must not occur between matches; may be repeated", set: func(c *command, v string) error {
		c.opts.ImplicitCheckNot = append(c.opts.ImplicitCheckNot, v)
		return nil
	}},
	{name: "input-file", value: "filename", help: "file to check (default: standard input)", set: func(c *command, v string) error {
		c.input = v
		return nil
	}},
	flagSwitch("match-full-lines", "let each positive match cover a whole line, spaces aside", func(o *Options) *bool { return &o.MatchFullLines }),
	flagSwitch("strict", "reject misspelt directives, with a suggestion", func(o *Options) *bool { return &o.Strict }),
	flagSwitch("strict-whitespace", "do not treat all horizontal space as equal", func(o *Options) *bool { return &o.StrictWhitespace }),
	flagSwitch("v", "report matches", func(o *Options) *bool { return &o.Verbose }),
	flagSwitch("vv", "report also what was tried and discarded", func(o *Options) *bool { return &o.VeryVerbose }),
}

var dumpModes = map[string]DumpMode{"help": DumpHelp, "always": DumpAlways, "fail": DumpFail, "never": DumpNever}

var dumpFilters = map[string]DumpFilter{
	"all": FilterAll, "annotation-full": FilterAnnotationFull, "annotation": FilterAnnotation, "error": FilterError,
}

func choose[T any](v string, choices map[string]T) (T, error) {
	c, ok := choices[v]
	if !ok {
		return c, fmt.Errorf("Cannot find option named '%s'!", v)
	}
	return c, nil
}

func parseUint(v string) (int, error) {
	n := 0
	for i := range len(v) {
		if v[i] < '0' || v[i] > '9' || n > 1<<27 {
			n = -1
			break
		}
		n = n*10 + int(v[i]-'0')
	}
	if v == "" || n < 0 {
		return 0, fmt.Errorf("'%s' value invalid for uint argument!", v)
	}
	return n, nil
}

// parseFlags reads the arguments. Its errors are those of LLVM's command line
// library.
func (c *command) parseFlags(args []string) error {
	var positional []string
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if arg == "--" {
			positional = append(positional, args[i+1:]...)
			break
		}
		if len(arg) < 2 || arg[0] != '-' {
			positional = append(positional, arg)
			continue
		}
		name, value, hasValue := strings.Cut(strings.TrimPrefix(arg[1:], "-"), "=")
		f := lookupFlag(name)
		if f == nil && strings.HasPrefix(name, "D") {
			f, value, hasValue = &flags[0], strings.TrimLeft(arg, "-")[1:], true
		}
		switch {
		case name == "help" || name == "h" || name == "help-hidden":
			c.help = true
			return nil
		case name == "version":
			c.version = true
			return nil
		case f == nil:
			return c.unknownFlag(arg)
		case f.name == "D":
			value = strings.TrimLeft(arg, "-")[1:]
			if value == "" {
				return fmt.Errorf("for the -D option: requires a value!")
			}
		case f.value != "" && !hasValue:
			if i++; i == len(args) {
				return fmt.Errorf("for the --%s option: requires a value!", f.name)
			}
			value = args[i]
		}
		if err := f.set(c, value); err != nil {
			dashes := "--"
			if len(f.name) == 1 {
				dashes = "-"
			}
			return fmt.Errorf("for the %s%s option: %w", dashes, f.name, err)
		}
	}
	if len(positional) > 1 {
		return fmt.Errorf("Too many positional arguments specified!\nCan specify at most 1 positional arguments: See: %s --help", c.name)
	}
	if len(positional) == 1 {
		c.checkFile = positional[0]
	}
	return nil
}

func lookupFlag(name string) *flag {
	for i := range flags {
		if flags[i].name == name {
			return &flags[i]
		}
	}
	return nil
}

func (c *command) unknownFlag(arg string) error {
	names := make([]string, len(flags))
	for i, f := range flags {
		names[i] = "--" + f.name
	}
	hint := ""
	name, _, _ := strings.Cut(arg, "=")
	if near := diag.Suggest(name, names); near != "" {
		hint = fmt.Sprintf("\n%s: Did you mean '%s'?", c.name, near)
	}
	return fmt.Errorf("Unknown command line argument '%s'.  Try: '%s --help'%s", arg, c.name, hint)
}
