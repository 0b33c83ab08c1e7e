package codelet

import (
	_ "embed"
	"maps"
	"slices"
	"strings"
	"sync"
)

//go:embed headers.txt
var headerTexts string

// headers are the headers whose macros are known. A line "== name name …" begins the text of
// the headers with these names.
var headers = sync.OnceValue(func() map[string]string {
	texts := map[string]string{}
	var names []string
	for line := range strings.Lines(headerTexts) {
		if list, is := strings.CutPrefix(line, "== "); is {
			names = strings.Fields(list)
		}
		for _, name := range names {
			if strings.HasPrefix(line, "#define") {
				texts[name] += line
			} else if _, known := texts[name]; !known {
				texts[name] = ""
			}
		}
	}
	return texts
})

// headerOf returns the header of C++ that defines a macro, or "".
func headerOf(macro string) string {
	for _, name := range slices.Sorted(maps.Keys(headers())) {
		text := headers()[name]
		if !strings.HasSuffix(name, ".h") && (strings.Contains(text, "#define "+macro+" ") || strings.Contains(text, "#define "+macro+"(")) {
			return name
		}
	}
	return ""
}
