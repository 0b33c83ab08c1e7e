package optmain

import (
	"fmt"
	"slices"
	"strings"
)

// shells are those that completion knows, with the script that makes the shell ask the
// tool for words, and offer files where there are none; %[1]s is the name of the tool.
var shells = map[string]string{
	// Bash takes a word to end at = and :, and wants what stands behind them.
	"bash": `_%[1]s() {
  local line="${COMP_LINE:0:COMP_POINT}" word="${COMP_WORDS[COMP_CWORD]}" IFS=$'\n'
  local whole="${line##*[[:space:]]}"
  [[ $word == [=:] ]] && word=
  COMPREPLY=($(%[1]s completion --line "$line"))
  COMPREPLY=("${COMPREPLY[@]#"${whole%%"$word"}"}")
  [[ $COMPREPLY == *[=\<] ]] && compopt -o nospace
}
complete -o default -F _%[1]s %[1]s
`,
	"zsh": `#compdef %[1]s
_%[1]s() {
  local -a found
  found=(${(f)"$(%[1]s completion --line "${(j: :)words[1,CURRENT-1]} $PREFIX")"})
  if (( $#found )); then compadd -- $found; else _files; fi
}
compdef _%[1]s %[1]s
`,
	"fish": `function __%[1]s_words
  set -l found (%[1]s completion --line (commandline -cp))
  if set -q found[1]
    printf '%%s\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c %[1]s -f -a '(__%[1]s_words)'
`,
}

// shellNames are the shells in alphabetical order.
func shellNames() []string { return []string{"bash", "fish", "zsh"} }

// completionOptions are the flags of `optc completion`.
type completionOptions struct {
	line    string
	hasLine bool
}

func (o *completionOptions) flags() []*flag {
	return []*flag{{name: "line", value: "text", help: "list the words that the last one of a command line may become, which is what the scripts ask for", set: func(text string) error {
		o.line, o.hasLine = text, true
		return nil
	}}}
}

// runCompletion is `optc completion`: it prints a script that completes commands, flags,
// passes and topics, or answers such a script.
func runCompletion(e *Env, args []string) int {
	t := e.tool()
	defer t.stderr.flush()
	var o completionOptions
	files, code := t.arguments("completion", args, o.flags())
	switch {
	case code >= 0:
		return code
	case o.hasLine && len(files) == 0:
		return t.print(t.complete(o.line))
	case o.hasLine || len(files) != 1 || shells[files[0]] == "":
		return t.usageError("completion")
	}
	return t.print(fmt.Sprintf(shells[files[0]], t.Name))
}

// complete lists the words, one a line, that the last word of a command line may become.
// There are none where any file may stand.
func (t *tool) complete(line string) string {
	words := strings.Fields(line)
	if len(words) == 0 || strings.TrimRight(line, " \t") != line {
		words = append(words, "")
	}
	before, last := words[min(1, len(words)-1):len(words)-1], words[len(words)-1]
	list := t.candidates(before, last)
	last = strings.TrimLeft(last, `'"`)
	list = slices.DeleteFunc(list, func(w string) bool { return !strings.HasPrefix(w, last) })
	slices.Sort(list)
	list = append(slices.Compact(list), "")
	return strings.Join(list, "\n")
}

// candidates are the words that may stand behind others; last is what is there of the word.
func (t *tool) candidates(before []string, last string) (list []string) {
	c := &Command{flags: func(*tool) []*flag { return defaultOptions().flags() }, passes: true, words: func(t *tool) []string { return t.commandNames() }}
	if len(before) > 0 {
		c.words = nil
		if command := t.command(before[0]); command != nil {
			c, before = command, before[1:]
		}
	}
	var flags []*flag
	if c.flags != nil {
		flags = c.flags(t)
	}
	find := func(dashed string) *flag {
		i := slices.IndexFunc(flags, func(f *flag) bool { return strings.TrimLeft(dashed, "-") == f.name })
		if i < 0 || !strings.HasPrefix(dashed, "-") {
			return nil
		}
		return flags[i]
	}
	if len(before) > 0 {
		if f := find(before[len(before)-1]); f != nil && f.value != "" && !f.optional {
			return f.values(t)
		}
	}
	name, _, hasValue := strings.Cut(last, "=")
	switch {
	case hasValue && find(name) != nil:
		list = find(name).values(t)
		for i := range list {
			list[i] = name + "=" + list[i]
		}
	case hasValue && c.passes && t.Passes.Pass(strings.TrimLeft(name, "-")) != nil:
		for _, o := range t.Passes.Pass(strings.TrimLeft(name, "-")).OptionList() {
			list = append(list, name+"="+o.Name+"=")
		}
	case strings.HasPrefix(last, "-"):
		for _, f := range flags {
			if !f.hidden {
				list = append(list, f.dashed())
			}
		}
		if c.passes {
			for _, n := range t.Passes.Names() {
				list = append(list, "--"+n)
			}
		}
	case c.words != nil && !(c.draws && last == ""):
		list = c.words(t)
	}
	return list
}

// values are the values that a shell offers.
func (f *flag) values(t *tool) []string {
	if f.words == nil {
		return nil
	}
	return slices.Clone(f.words(t))
}

// drawnWords are the beginnings of the types and attributes that have a picture.
func (t *tool) drawnWords() (list []string) {
	for _, name := range t.newContext(defaultOptions()).Drawn() {
		if strings.ContainsRune("!#", rune(name[0])) {
			list = append(list, name+"<")
		}
	}
	return list
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
