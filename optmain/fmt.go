package optmain

import (
	"fmt"
	"io"

	"optc/internal/base/flags"
	"optc/internal/base/textdiff"
	"optc/internal/tool/lsp"
)

// fmtCommand is `optc fmt`.
func fmtCommand() *Command {
	return &Command{
		Name:  "fmt",
		Title: "indent files; comments, names and the division into lines are kept",
		Usage: "[-w | --check | --diff] [<files and folders>]",
		Run:   runs(runFmt),
		flags: func(*tool) []*flags.Flag { return new(fmtOptions).flags() },
		Help: "Each line is indented by two spaces per open bracket that ends a line before it, and spaces at the ends of lines are removed, as editors do by the language server. " +
			"Of a folder all .mlir files are formatted. Without files, standard input is.",
	}
}

// fmtOptions are the options of `optc fmt`.
type fmtOptions struct{ write, check, diff bool }

func (o *fmtOptions) flags() []*flags.Flag {
	return []*flags.Flag{
		flags.Switch("w", &o.write, "write the result to the file instead of standard output"),
		flags.Switch("check", &o.check, "list the files that are not formatted, and fail if there are any"),
		flags.Switch("diff", &o.diff, "print what would change"),
	}
}

// runFmt is `optc fmt`.
func runFmt(t *tool, args []string) int {
	var o fmtOptions
	names, code := t.arguments("fmt", args, append(o.flags(), t.inputFlag()))
	if code >= 0 {
		return code
	}
	if o.write && (o.check || o.diff) || o.check && o.diff {
		return t.fail(fmt.Errorf("flags '-w', '--check' and '--diff' exclude each other"))
	}
	if len(names) == 0 {
		if o.write {
			return t.misused("fmt", "expected files or folders to write, but got none")
		}
		names = []string{"-"}
	}
	list, err := t.files.Sources(names)
	if err != nil {
		return t.fail(err)
	}
	for _, name := range list {
		text, shown, err := t.readText(name)
		if err != nil {
			return t.fail(err)
		}
		done := t.show("formatting '" + shown + "'")
		better := lsp.Format(text)
		done()
		switch {
		case o.check && better != text:
			fmt.Fprintln(t.stdout, shown)
			code = 1
		case o.check:
		case o.diff:
			io.WriteString(t.stdout, textdiff.Unified(shown, shown, text, better))
		case !o.write:
			io.WriteString(t.stdout, better)
		case better != text:
			if err := t.files.Write(name, []byte(better)); err != nil {
				return t.fail(err)
			}
		}
	}
	return max(code, 0)
}
