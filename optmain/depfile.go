package optmain

import (
	"errors"
	"strings"
)

// depfileFlag is the flag for the file that tells a build system what was read.
func depfileFlag(name *string) *flag {
	return textFlag("depfile", "file", name, "write what the output depends on, as a rule for ninja and make")
}

// errDepfile is the error about a depfile without a target.
var errDepfile = errors.New("flag '--depfile' needs '-o', the file that depends on what is read")

// writeDepfile writes a rule that makes outputs depend on every file that was read; an
// empty name writes nothing.
func (t *tool) writeDepfile(name string, outputs ...string) error {
	if name == "" {
		return nil
	}
	return t.writeFile(name, []byte(escaped(outputs)+": "+escaped(t.inputs)+"\n"))
}

// inRules escapes what has a meaning in the rules of make and ninja (GNU make manual,
// "Rule Syntax"; ninja manual, "depfile").
var inRules = strings.NewReplacer(" ", `\ `, "#", `\#`, "$", "$$")

func escaped(names []string) string {
	list := make([]string, len(names))
	for i, n := range names {
		list[i] = inRules.Replace(n)
	}
	return strings.Join(list, " ")
}
