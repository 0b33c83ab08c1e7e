package optmain

import (
	"fmt"
	"slices"
	"strings"
)

// shells are those that completion knows, with the script that makes the shell ask for
// words; %[1]s is the name of the tool, %[2]s all words that begin with no file.
var shells = map[string]string{
	"bash": `_%[1]s() {
  COMPREPLY=($(compgen -W "%[2]s" -- "${COMP_WORDS[COMP_CWORD]}") $(compgen -f -- "${COMP_WORDS[COMP_CWORD]}"))
}
complete -o filenames -F _%[1]s %[1]s
`,
	"zsh": `#compdef %[1]s
_%[1]s() {
  compadd -- %[2]s
  _files
}
compdef _%[1]s %[1]s
`,
	"fish": `complete -c %[1]s -a "%[2]s"
`,
}

// shellNames are the shells in alphabetical order.
func shellNames() []string { return []string{"bash", "fish", "zsh"} }

// runCompletion is `optc completion`: it prints a script that completes commands, flags
// and passes.
func runCompletion(e *Env, args []string) int {
	t := e.tool()
	defer t.stderr.flush()
	files, code := t.arguments("completion", args, nil)
	switch {
	case code >= 0:
		return code
	case len(files) != 1 || shells[files[0]] == "":
		return t.usageError("completion")
	}
	return t.print(fmt.Sprintf(shells[files[0]], t.Name, strings.Join(t.words(), " ")))
}

// words are the words of a command line that are no files.
func (t *tool) words() (list []string) {
	for _, c := range t.Commands {
		list = append(list, c.Name)
	}
	flags := defaultOptions().flags()
	for _, c := range t.Commands {
		if c.flags != nil {
			flags = append(flags, c.flags(t)...)
		}
	}
	for _, f := range flags {
		if !f.hidden {
			list = append(list, f.dashed())
		}
	}
	for _, n := range t.Passes.Names() {
		list = append(list, "--"+n)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// runVersion is `optc version`.
func runVersion(e *Env, args []string) int {
	t := e.tool()
	defer t.stderr.flush()
	files, code := t.arguments("version", args, nil)
	switch {
	case code >= 0:
		return code
	case len(files) > 0:
		return t.usageError("version")
	}
	return t.print(t.versionText())
}
