package optmain

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"optc/internal/base/flags"
)

// completionCommand is `optc completion`.
func completionCommand() *Command {
	return &Command{
		Name:  "completion",
		Title: "print a script that completes commands, flags, passes and topics in a shell",
		Usage: strings.Join(shellNames(), "|"),
		Run:   runs(runCompletion),
		flags: func(t *tool) []*flags.Flag { return new(completionOptions).flags() },
		words: func(*tool) []string { return shellNames() },
		Help:  "In bash: source <(optc completion bash). In zsh, where compinit has run: source <(optc completion zsh). In fish: optc completion fish | source. In PowerShell: optc completion powershell | Out-String | Invoke-Expression.",
	}
}

// shells maps a shell to the script that makes it ask the tool for completions, and offer files if
// the tool has none; %[1]s is the name of the tool.
var shells = map[string]string{
	// Bash splits words at = and :, and expects only the text after them.
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
	// PowerShell offers files itself if there are no completions.
	"powershell": `Register-ArgumentCompleter -Native -CommandName %[1]s -ScriptBlock {
  param($word, $tree, $cursor)
  $line = $tree.ToString().PadRight($cursor).Substring(0, $cursor)
  %[1]s completion --line $line | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`,
}

// shellNames are the shells in alphabetical order.
func shellNames() []string { return slices.Sorted(maps.Keys(shells)) }

// completionOptions are the flags of `optc completion`.
type completionOptions struct {
	line    string
	hasLine bool
}

func (o *completionOptions) flags() []*flags.Flag {
	return []*flags.Flag{{Name: "line", Value: "text", Help: "list the words that the last one of a command line may become, which is what the scripts ask for", Set: func(text string) error {
		o.line, o.hasLine = text, true
		return nil
	}}}
}

// runCompletion is `optc completion`: it prints a script that completes commands, flags,
// passes and topics, or answers the queries of such a script.
func runCompletion(t *tool, args []string) int {
	var o completionOptions
	files, code := t.arguments("completion", args, o.flags())
	switch {
	case code >= 0:
		return code
	case o.hasLine && len(files) == 0:
		return t.print(t.complete(o.line))
	case o.hasLine || len(files) != 1:
		return t.misused("completion", fmt.Sprintf("expected a shell, but got %d words", len(files)))
	case shells[files[0]] == "":
		return t.misused("completion", fmt.Sprintf("expected one of %s, but got '%s'", strings.Join(shellNames(), ", "), files[0]))
	}
	return t.print(fmt.Sprintf(shells[files[0]], t.Name))
}

// complete lists the completions, one per line, for the last word of a command line. It lists none
// if any file is accepted.
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

// candidates are the words that may follow the words before; last is the beginning of the wanted word.
func (t *tool) candidates(before []string, last string) (words []string) {
	c := &Command{flags: func(t *tool) []*flags.Flag { return defaultOptions().flags(t) }, passes: true, words: func(t *tool) []string { return t.commandNames() }}
	if len(before) > 0 {
		c.words = nil
		if command := t.command(before[0]); command != nil {
			c, before = command, before[1:]
		}
	}
	var list []*flags.Flag
	if c.flags != nil {
		list = c.flags(t)
	}
	if len(before) > 0 {
		if f := flags.Find(list, before[len(before)-1]); f != nil && f.NeedsValue() {
			return f.Values()
		}
	}
	name, _, hasValue := strings.Cut(last, "=")
	switch {
	case hasValue && flags.Find(list, name) != nil:
		words = flags.Find(list, name).Values()
		for i := range words {
			words[i] = name + "=" + words[i]
		}
	case hasValue && c.passes && t.Passes.Pass(strings.TrimLeft(name, "-")) != nil:
		for _, o := range t.Passes.Pass(strings.TrimLeft(name, "-")).OptionList() {
			words = append(words, name+"="+o.Name+"=")
		}
	case strings.HasPrefix(last, "-"):
		for _, f := range flags.Visible(list) {
			words = append(words, f.Dashed())
		}
		if c.passes {
			for _, n := range t.Passes.Names() {
				words = append(words, "--"+n)
			}
		}
	case c.words != nil && !(c.draws && last == ""):
		words = c.words(t)
	}
	return words
}
