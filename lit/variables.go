package lit

import (
	"fmt"
	"strings"
)

// The internal shell of lit passes $NAME on as it is written. A test format that requires an external shell, as
// lit.formats.ShTest(execute_external=True) does, expects the value of the variable.

// expanded replaces $NAME and ${NAME} in words, if the configuration asks for it. As in a shell, a word without quotes becomes a word
// for each part between spaces, and none if nothing is left.
func (sh *shell) expanded(words []word) ([]word, error) {
	if !sh.test.settings.external {
		return words, nil
	}
	var out []word
	for _, w := range words {
		if len(w.vars) == 0 {
			out = append(out, w)
			continue
		}
		text, err := sh.substituted(w)
		if err != nil {
			return nil, err
		}
		if w.quoted {
			out = append(out, word{text: text, glob: w.glob, quoted: true})
			continue
		}
		for _, part := range strings.Fields(text) {
			out = append(out, word{text: part, glob: w.glob})
		}
	}
	return out, nil
}

// substituted returns the text of a word with the values of its variables; a variable that is not set is empty.
func (sh *shell) substituted(w word) (string, error) {
	var b strings.Builder
	from := 0
	for _, at := range w.vars {
		b.WriteString(w.text[from:at])
		name, end := "", at+1
		switch rest := w.text[at+1:]; {
		case strings.HasPrefix(rest, "{"):
			inner, _, ok := strings.Cut(rest[1:], "}")
			if !ok || !isVariable(inner) {
				return "", fmt.Errorf("expected a variable such as ${NAME}, but got '%s'", w.text[at:])
			}
			name, end = inner, at+len(inner)+3
		case strings.HasPrefix(rest, "("), strings.HasPrefix(rest, "?"), strings.HasPrefix(rest, "$"), strings.HasPrefix(rest, "@"):
			return "", fmt.Errorf("'%s' is not supported; variables such as $NAME are", w.text[at:at+2])
		default:
			for end < len(w.text) && isVariable(w.text[at+1:end+1]) {
				end++
			}
			name = w.text[at+1 : end]
		}
		if name == "" {
			b.WriteByte('$')
		}
		b.WriteString(sh.env[name])
		from = end
	}
	return b.String() + w.text[from:], nil
}

// isVariable reports whether a text is the name of a variable.
func isVariable(text string) bool {
	for i, c := range []byte(text) {
		if c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return text != ""
}
