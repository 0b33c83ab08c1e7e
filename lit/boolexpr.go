package lit

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"optc/internal/base/lazyre"
)

// conditionToken matches a token of a feature expression: an operator, or a feature name, which may
// contain regular expressions {{...}}.
var conditionToken = lazyre.New(`^\s*([()]|&&|\|\||!|(?:[-+=._a-zA-Z0-9]+|\{\{.+?\}\})+)\s*`)

// evaluate computes a feature expression: names with !, &&, || and parentheses. A name is
// true if it is a feature, or "true".
func evaluate(text string, features []string) (bool, error) {
	p := condition{features: features}
	for rest := text; rest != ""; {
		m := conditionToken().FindStringSubmatch(rest)
		if m == nil {
			return false, fmt.Errorf("cannot read '%s' in condition '%s'", rest, text)
		}
		p.tokens = append(p.tokens, m[1])
		rest = rest[len(m[0]):]
	}
	v, err := p.or()
	if err == nil && len(p.tokens) > 0 {
		err = fmt.Errorf("expected the end of the condition, but got '%s'", p.tokens[0])
	}
	if err != nil {
		return false, fmt.Errorf("%w in condition '%s'", err, text)
	}
	return v, nil
}

type condition struct {
	tokens   []string
	features []string
	depth    int
}

func (p *condition) accept(t string) bool {
	if len(p.tokens) == 0 || p.tokens[0] != t {
		return false
	}
	p.tokens = p.tokens[1:]
	return true
}

func (p *condition) or() (bool, error) {
	v, err := p.and()
	for err == nil && p.accept("||") {
		var w bool
		w, err = p.and()
		v = v || w
	}
	return v, err
}

func (p *condition) and() (bool, error) {
	v, err := p.not()
	for err == nil && p.accept("&&") {
		var w bool
		w, err = p.not()
		v = v && w
	}
	return v, err
}

func (p *condition) not() (bool, error) {
	const maxDepth = 100
	if p.depth++; p.depth > maxDepth {
		return false, fmt.Errorf("more than %d nested operators", maxDepth)
	}
	defer func() { p.depth-- }()
	switch {
	case p.accept("!"):
		v, err := p.not()
		return !v, err
	case p.accept("("):
		v, err := p.or()
		if err == nil && !p.accept(")") {
			err = fmt.Errorf("expected ')'")
		}
		return v, err
	case len(p.tokens) == 0 || slices.Contains([]string{"&&", "||", ")"}, p.tokens[0]):
		return false, fmt.Errorf("expected a feature, '!' or '('")
	}
	token := p.tokens[0]
	p.tokens = p.tokens[1:]
	return p.match(token)
}

// match reports whether a name, or a pattern, matches one of the features.
func (p *condition) match(token string) (bool, error) {
	var pattern strings.Builder
	for rest := token; rest != ""; {
		name, after, found := strings.Cut(rest, "{{")
		pattern.WriteString(regexp.QuoteMeta(name))
		if !found {
			break
		}
		var expr string
		expr, rest, _ = strings.Cut(after, "}}")
		pattern.WriteString("(?:" + expr + ")")
	}
	re, err := regexp.Compile("^(?:" + pattern.String() + ")$")
	if err != nil {
		return false, err
	}
	return re.MatchString("true") || slices.ContainsFunc(p.features, re.MatchString), nil
}
