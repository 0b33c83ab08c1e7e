package filecheck

import (
	"math/big"
	"strings"
)

// blanks is the horizontal space that numeric blocks may contain.
const blanks = " \t"

func (s span) empty() bool            { return s.start == s.end }
func (s span) has(prefix string) bool { return strings.HasPrefix(s.String(), prefix) }
func (s span) drop(n int) span        { return span{s.src, s.start + n, s.end} }
func (s span) take(n int) span        { return span{s.src, s.start, s.start + n} }

func (s span) trimLeft() span {
	return s.drop(len(s.String()) - len(strings.TrimLeft(s.String(), blanks)))
}

func (s span) trimRight() span {
	return s.take(len(strings.TrimRight(s.String(), blanks)))
}

// consume removes prefix from the start of s if it is there.
func (s *span) consume(prefix string) bool {
	if !s.has(prefix) {
		return false
	}
	s.start += len(prefix)
	return true
}

// variable is a name as it is written in a pattern.
type variable struct {
	at     span
	pseudo bool // starts with '@'
}

func isNameStart(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

func isNameByte(c byte) bool { return isNameStart(c) || '0' <= c && c <= '9' }

// variable reads a variable name from the start of s.
func (p *patternParser) variable(s *span) (variable, error) {
	if s.empty() {
		return variable{}, p.errorAt(s.start, "empty variable name")
	}
	text := s.String()
	pseudo := text[0] == '@'
	i := 0
	if pseudo || text[0] == '$' {
		i++
	}
	if i == len(text) {
		kind := "global"
		if pseudo {
			kind = "pseudo"
		}
		return variable{}, p.errorAt(s.end, "empty %s variable name", kind)
	}
	if !isNameStart(text[i]) {
		return variable{}, p.errorAt(s.start, "invalid variable name")
	}
	for i < len(text) && isNameByte(text[i]) {
		i++
	}
	v := variable{s.take(i), pseudo}
	*s = s.drop(i)
	return v, nil
}

// operandKind restricts the form of an operand. A legacy expression is [[@LINE+1]],
// without a '#'.
type operandKind byte

const (
	anyOperand operandKind = iota
	lineVariable
	legacyLiteral
)

// maxPrecision bounds the digits of a number; LLVM's regular expressions allow
// 255.
const maxPrecision = 10000

// maxExpressionDepth bounds the nesting of parentheses and calls.
const maxExpressionDepth = 200

// operand reads a parenthesis, call, variable or literal from the start of s.
func (p *patternParser) operand(s *span, kind operandKind, maybeConstraint bool) (expr, error) {
	if p.depth++; p.depth > maxExpressionDepth {
		return nil, p.errorAt(s.start, "expression is nested too deeply")
	}
	defer func() { p.depth-- }()
	if s.has("(") {
		if kind != anyOperand {
			return nil, p.errorAt(s.start, "parenthesized expression not permitted here")
		}
		return p.parenthesis(s)
	}
	if kind != legacyLiteral {
		rest := *s
		v, err := p.variable(&rest)
		if err == nil {
			*s = rest
			if s.trimLeft().has("(") {
				if kind != anyOperand {
					return nil, p.errorAt(v.at.start, "unexpected function call")
				}
				return p.call(s, v.at)
			}
			return p.numberUse(v)
		}
		if kind == lineVariable {
			return nil, err
		}
	}
	if lit, rest, ok := readInteger(*s, kind == legacyLiteral); ok {
		l := literal{span{s.src, s.start, rest.start}, lit}
		*s = rest
		return l, nil
	}
	if maybeConstraint {
		return nil, p.errorAt(s.start, "invalid matching constraint or operand format")
	}
	return nil, p.errorAt(s.start, "invalid operand format")
}

// readInteger reads an integer with an optional sign; unless decimal is set, the
// prefixes 0x, 0b, 0o and 0 choose the radix.
func readInteger(s span, decimal bool) (v *big.Int, rest span, ok bool) {
	rest = s
	negative := rest.consume("-")
	radix := 10
	if !decimal {
		switch {
		case rest.consume("0x"), rest.consume("0X"):
			radix = 16
		case rest.consume("0b"), rest.consume("0B"):
			radix = 2
		case rest.consume("0o"):
			radix = 8
		case rest.has("0") && len(rest.String()) > 1 && '0' <= rest.String()[1] && rest.String()[1] <= '9':
			radix = 8
			rest = rest.drop(1)
		}
	}
	digits := "0123456789abcdef"[:radix]
	text := strings.ToLower(rest.String())
	n := len(text) - len(strings.TrimLeft(text, digits))
	if n == 0 && (radix == 10 || rest.empty()) {
		return nil, s, false
	}
	// A prefix without digits of its radix is treated as zero, as in LLVM.
	v, ok = new(big.Int).SetString("0"+text[:n], radix)
	if negative && ok {
		v.Neg(v)
	}
	return v, rest.drop(n), ok
}

// parenthesis reads "(expr)".
func (p *patternParser) parenthesis(s *span) (expr, error) {
	s.consume("(")
	*s = s.trimLeft()
	if s.empty() {
		return nil, p.errorAt(s.start, "missing operand in expression")
	}
	x, err := p.operand(s, anyOperand, false)
	*s = s.trimLeft()
	for err == nil && !s.empty() && !s.has(")") {
		x, err = p.binary(*s, s, x, false)
		*s = s.trimLeft()
	}
	if err != nil {
		return nil, err
	}
	if !s.consume(")") {
		return nil, p.errorAt(s.start, "missing ')' at end of nested expression")
	}
	return x, nil
}

// binary reads "op operand" after left. whole starts with the left operand of
// the outermost expression, for messages.
func (p *patternParser) binary(whole span, s *span, left expr, legacy bool) (expr, error) {
	*s = s.trimLeft()
	if s.empty() {
		return left, nil
	}
	at := s.start
	op, ok := operators[s.String()[0]]
	if !ok {
		return nil, p.errorAt(at, "unsupported operation '%c'", s.String()[0])
	}
	*s = s.drop(1).trimLeft()
	if s.empty() {
		return nil, p.errorAt(s.start, "missing operand in expression")
	}
	kind := anyOperand
	if legacy {
		kind = legacyLiteral
	}
	right, err := p.operand(s, kind, false)
	if err != nil {
		return nil, err
	}
	return binary{at: span{whole.src, whole.start, s.start}, op: op, left: left, right: right}, nil
}

// call reads the arguments of function name.
func (p *patternParser) call(s *span, name span) (expr, error) {
	fn, ok := functions[name.String()]
	if !ok {
		return nil, p.errorAt(name.start, "call to undefined function '%s'", name)
	}
	*s = s.trimLeft()
	s.consume("(")
	*s = s.trimLeft()
	var args []expr
	for !s.empty() && !s.has(")") {
		if s.has(",") {
			return nil, p.errorAt(s.start, "missing argument")
		}
		whole := *s
		arg, err := p.operand(s, anyOperand, false)
		for err == nil && !s.empty() {
			*s = s.trimLeft()
			if s.has(",") || s.has(")") {
				break
			}
			arg, err = p.binary(whole, s, arg, false)
		}
		if err != nil {
			return nil, err
		}
		args = append(args, arg)
		*s = s.trimLeft()
		if !s.consume(",") {
			break
		}
		*s = s.trimLeft()
		if s.has(")") {
			return nil, p.errorAt(s.start, "missing argument")
		}
	}
	if !s.consume(")") {
		return nil, p.errorAt(s.start, "missing ')' at end of call expression")
	}
	if len(args) != 2 {
		return nil, p.errorAt(name.start, "function '%s' takes 2 arguments but %d given", name, len(args))
	}
	return binary{at: *s, op: fn, left: args[0], right: args[1]}, nil
}

// numberUse makes the expression for a numeric variable. A variable that is not defined
// yet is created without a value, because the error is only reported when the value is
// needed.
func (p *patternParser) numberUse(v variable) (expr, error) {
	name := v.at.String()
	if v.pseudo && name != "@LINE" {
		return nil, p.errorAt(v.at.start, "invalid pseudo numeric variable '%s'", name)
	}
	n := p.vars.numbers[name]
	if n == nil {
		n = &number{name: name, form: format{kind: unsigned}}
		p.vars.numbers[name] = n
	}
	if n.line != 0 && n.line == p.pat.line {
		return nil, p.errorAt(v.at.start, "numeric variable '%s' defined earlier in the same CHECK directive", name)
	}
	return numberUse{v.at, n}, nil
}

// numericBlock reads the text between "[[#" and "]]": an optional format, an optional
// definition and an optional expression. It returns a nil expression if there is no
// expression and a nil number if no number is defined.
func (p *patternParser) numericBlock(s span, legacy bool) (x expr, form format, def *number, err error) {
	explicit, precision, s, err := p.formatSpec(s)
	if err != nil {
		return nil, form, nil, err
	}
	var name span
	defEnd := strings.IndexByte(s.String(), ':')
	if defEnd >= 0 {
		name = s.take(defEnd)
		s = s.drop(defEnd + 1)
	}
	s = s.trimLeft()
	constraint := s.consume("==")
	s = s.trimLeft()
	if s.empty() {
		if constraint {
			return nil, form, nil, p.errorAt(s.start, "empty numeric expression should not have a constraint")
		}
	} else if x, err = p.wholeExpression(s.trimRight(), !constraint, legacy); err != nil {
		return nil, form, nil, err
	}
	form = explicit
	if form.kind == noFormat && x != nil {
		if form, err = x.implied(p); err != nil {
			return nil, form, nil, err
		}
	}
	if form.kind == noFormat {
		form = format{kind: unsigned, precision: precision}
	}
	if defEnd >= 0 {
		if def, err = p.numberDefinition(name.trimLeft(), form); err != nil {
			return nil, form, nil, err
		}
	}
	return x, form, def, nil
}

func (p *patternParser) wholeExpression(s span, maybeConstraint, legacy bool) (expr, error) {
	whole := s
	kind := anyOperand
	if legacy {
		kind = lineVariable
	}
	x, err := p.operand(&s, kind, maybeConstraint)
	for err == nil && !s.empty() {
		x, err = p.binary(whole, &s, x, legacy)
		if err == nil && legacy && !s.empty() {
			return nil, p.errorAt(s.start, "unexpected characters at end of expression '%s'", s)
		}
	}
	return x, err
}

// formatSpec reads "%[#][.precision][udxX]," if s starts with it. A ',' after a
// '(' separates arguments instead.
func (p *patternParser) formatSpec(s span) (f format, precision uint, rest span, err error) {
	end := strings.IndexByte(s.String(), ',')
	if call := strings.IndexByte(s.String(), '('); end < 0 || call >= 0 && call < end {
		return f, 0, s, nil
	}
	spec := s.take(end).trimLeft().trimRight()
	rest = s.drop(end + 1)
	if !spec.consume("%") {
		return f, 0, s, p.errorAt(spec.start, "invalid matching format specification in expression")
	}
	flag := spec.start
	alternate := spec.consume("#")
	if spec.consume(".") {
		v, after, ok := readInteger(spec, true)
		if !ok || v.Sign() < 0 || v.Cmp(bigInt(maxPrecision)) > 0 {
			return f, 0, s, p.errorAt(spec.start, "invalid precision in format specifier")
		}
		precision, spec = uint(v.Uint64()), after
	}
	if !spec.empty() {
		switch spec.String()[0] {
		case 'u':
			f = format{unsigned, precision, false}
		case 'd':
			f = format{signed, precision, false}
		case 'x':
			f = format{hexLower, precision, alternate}
		case 'X':
			f = format{hexUpper, precision, alternate}
		default:
			return f, 0, s, p.errorAt(spec.start, "invalid format specifier in expression")
		}
		spec = spec.drop(1)
	}
	if alternate && f.kind != hexLower && f.kind != hexUpper {
		return f, 0, s, p.errorAt(flag, "alternate form only supported for hex values")
	}
	if spec = spec.trimLeft(); !spec.empty() {
		return f, 0, s, p.errorAt(spec.start, "invalid matching format specification in expression")
	}
	return f, precision, rest, nil
}

// numberDefinition reads the name before ':' and returns its variable.
func (p *patternParser) numberDefinition(s span, form format) (*number, error) {
	v, err := p.variable(&s)
	if err != nil {
		return nil, err
	}
	name := v.at.String()
	if v.pseudo {
		return nil, p.errorAt(v.at.start, "definition of pseudo numeric variable unsupported")
	}
	if p.vars.isString[name] {
		return nil, p.errorAt(v.at.start, "string variable with name '%s' already exists", name)
	}
	if s = s.trimLeft(); !s.empty() {
		return nil, p.errorAt(s.start, "unexpected characters after numeric variable name")
	}
	n := p.vars.numbers[name]
	if n == nil {
		return &number{name: name, form: form, line: p.pat.line}, nil
	}
	if n.form != form {
		return nil, p.errorAt(s.start, "format different from previous variable definition")
	}
	return n, nil
}
