package optmain

import (
	"fmt"
	"runtime/debug"
	"strings"

	"optc/internal/base/flags"
	"optc/optmain/internal/helptext"
	"optc/optmain/internal/reference"
)

// overview is the help without a topic: two screens.
func (t *tool) overview() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\nusage: %s [flags] [file]     transform a file (standard input without one)\n       %[1]s <command> …          see below\n\n", t.Name, t.Title, t.Name)
	fmt.Fprintf(&b, "  %s --canonicalize='max-iterations=3' --cse file.mlir\n", t.Name)
	fmt.Fprintf(&b, "  %s --pass-pipeline='builtin.module(func.func(canonicalize,cse))' file.mlir -o out.mlir\n", t.Name)
	if len(t.Commands) > 0 {
		fmt.Fprintf(&b, "\nCommands (%s help <command> says more):\n", t.Name)
		var rows helptext.Table
		for _, c := range t.Commands {
			rows.Add(c.Name, c.Title)
		}
		helptext.Columns(&b, 2, rows)
	}
	b.WriteString("\n")
	helptext.Wrap(&b, fmt.Sprintf("%s help with a name explains a pass, an operation, a type, an attribute, a target, a flag, an error code or a page. These names are lists: %s. "+
		"%[1]s help --search 'bank conflict' finds pages by the words of the field. %[1]s --help has all flags.", t.Name, listNames()), 0)
	return b.String()
}

// usage is the help of the main command.
func (t *tool) usage(list []*flags.Flag) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\nusage: %s [flags] [file]     transform a file (standard input without one)\n", t.Name, t.Title, t.Name)
	for _, c := range t.Commands {
		fmt.Fprintf(&b, "       %s %s\n", t.Name, strings.TrimSpace(c.Name+" "+c.Usage))
	}
	fmt.Fprintf(&b, "\nPasses run in the order of their flags, or as --pass-pipeline says:\n\n  %s --canonicalize='max-iterations=3' --cse file.mlir\n", t.Name)
	fmt.Fprintf(&b, "  %s --pass-pipeline='builtin.module(func.func(canonicalize,cse))' file.mlir -o out.mlir\n", t.Name)
	if len(t.Commands) > 0 {
		b.WriteString("\nCommands:\n")
		var rows helptext.Table
		for _, c := range t.Commands {
			rows.Add(c.Name, c.Title)
		}
		helptext.Columns(&b, 2, rows)
	}
	for i := 0; i < len(list); {
		heading, first := list[i].Group, i
		for i < len(list) && list[i].Group == heading {
			i++
		}
		if rows := flagRows(list[first:i]); len(rows) > 0 {
			fmt.Fprintf(&b, "\n%s:\n", heading)
			helptext.Columns(&b, 2, rows)
		}
	}
	b.WriteString("\nPasses (--help-passes has their options):\n")
	helptext.Columns(&b, 2, reference.PassRows(t.Passes))
	fmt.Fprintf(&b, "\nLists: %s help %s.\n", t.Name, listNames())
	return b.String()
}

// versionText is the answer to --version.
func (t *tool) versionText() string {
	return fmt.Sprintf("%s %s, text and passes as in MLIR of LLVM 22\n", t.Name, version())
}

// version is the version of the module together with the go command's information about the source:
// "v1.2.0", or "(devel), commit 1a2b3c4d of 2026-11-27T10:00:00Z, modified".
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	facts := map[string]string{}
	for _, s := range info.Settings {
		facts[s.Key] = s.Value
	}
	text := info.Main.Version
	if commit := facts["vcs.revision"]; commit != "" {
		text += fmt.Sprintf(", commit %.12s of %s", commit, facts["vcs.time"])
	}
	if facts["vcs.modified"] == "true" {
		text += ", modified"
	}
	return text
}
