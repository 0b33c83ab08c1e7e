package files

import "strings"

// WriteDepfile writes a rule for make and ninja that makes the outputs depend on every file that
// was read. Without a name it writes nothing.
func (s *Set) WriteDepfile(name string, outputs ...string) error {
	if name == "" {
		return nil
	}
	return s.Write(name, []byte(escaped(outputs)+": "+escaped(s.read)+"\n"))
}

// inRules escapes the special characters of rules (GNU make manual, "Rule Syntax"; ninja
// manual, "depfile").
var inRules = strings.NewReplacer(" ", `\ `, "#", `\#`, "$", "$$")

func escaped(names []string) string {
	list := make([]string, len(names))
	for i, n := range names {
		list[i] = inRules.Replace(n)
	}
	return strings.Join(list, " ")
}
