package optmain

import "strings"

// versionCommand is `optc version`.
func versionCommand() *Command {
	return &Command{
		Name:  "version",
		Title: "show the version",
		Run:   runs(runVersion),
	}
}

// runVersion is `optc version`.
func runVersion(t *tool, args []string) int {
	files, code := t.arguments("version", args, nil)
	switch {
	case code >= 0:
		return code
	case len(files) > 0:
		return t.misused("version", "expected no file, but got "+strings.Join(files, ", "))
	}
	return t.print(t.versionText())
}
