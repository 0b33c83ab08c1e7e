package ere

import (
	"math/bits"
	"strings"
)

// set is a set of bytes.
type set [4]uint64

func (s *set) add(c byte)      { s[c>>6] |= 1 << (c & 63) }
func (s *set) has(c byte) bool { return s[c>>6]&(1<<(c&63)) != 0 }

func (s *set) count() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// only returns the only member of a set with one member.
func (s *set) only() byte {
	for i, w := range s {
		if w != 0 {
			return byte(i*64 + bits.TrailingZeros64(w))
		}
	}
	return 0
}

func (s *set) addOtherCase() {
	for c := byte('a'); c <= 'z'; c++ {
		if s.has(c) || s.has(c-'a'+'A') {
			s.add(c)
			s.add(c - 'a' + 'A')
		}
	}
}

// invert complements the set; a negated set never holds a newline.
func (s *set) invert() {
	for i := range s {
		s[i] = ^s[i]
	}
	s['\n'>>6] &^= 1 << ('\n' & 63)
}

// dot is '.', any byte but a newline. Read only.
var dot = &set{^uint64(1 << '\n'), ^uint64(0), ^uint64(0), ^uint64(0)}

const (
	lower = "abcdefghijklmnopqrstuvwxyz"
	upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digit = "0123456789"
	punct = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
)

// classMembers are the POSIX classes in the C locale. Read only.
var classMembers = map[string]string{
	"alnum":  upper + lower + digit,
	"alpha":  upper + lower,
	"blank":  " \t",
	"cntrl":  "\a\b\t\n\v\f\r\x01\x02\x03\x04\x05\x06\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f\x7f",
	"digit":  digit,
	"graph":  upper + lower + digit + punct,
	"lower":  lower,
	"print":  upper + lower + digit + punct + " ",
	"punct":  punct,
	"space":  "\t\n\v\f\r ",
	"upper":  upper,
	"xdigit": digit + "ABCDEFabcdef",
}

// collatingNames are the names of characters in [.name.] and [=name=], POSIX
// base definitions, table 6-1. Read only.
var collatingNames = map[string]byte{
	"NUL": 0, "SOH": 1, "STX": 2, "ETX": 3, "EOT": 4, "ENQ": 5, "ACK": 6,
	"BEL": '\a', "alert": '\a', "BS": '\b', "backspace": '\b', "HT": '\t', "tab": '\t',
	"LF": '\n', "newline": '\n', "VT": '\v', "vertical-tab": '\v', "FF": '\f', "form-feed": '\f',
	"CR": '\r', "carriage-return": '\r', "SO": 0x0e, "SI": 0x0f, "DLE": 0x10,
	"DC1": 0x11, "DC2": 0x12, "DC3": 0x13, "DC4": 0x14, "NAK": 0x15, "SYN": 0x16, "ETB": 0x17,
	"CAN": 0x18, "EM": 0x19, "SUB": 0x1a, "ESC": 0x1b,
	"IS4": 0x1c, "FS": 0x1c, "IS3": 0x1d, "GS": 0x1d, "IS2": 0x1e, "RS": 0x1e, "IS1": 0x1f, "US": 0x1f,
	"space": ' ', "exclamation-mark": '!', "quotation-mark": '"', "number-sign": '#',
	"dollar-sign": '$', "percent-sign": '%', "ampersand": '&', "apostrophe": '\'',
	"left-parenthesis": '(', "right-parenthesis": ')', "asterisk": '*', "plus-sign": '+',
	"comma": ',', "hyphen": '-', "hyphen-minus": '-', "period": '.', "full-stop": '.',
	"slash": '/', "solidus": '/',
	"zero": '0', "one": '1', "two": '2', "three": '3', "four": '4',
	"five": '5', "six": '6', "seven": '7', "eight": '8', "nine": '9',
	"colon": ':', "semicolon": ';', "less-than-sign": '<', "equals-sign": '=',
	"greater-than-sign": '>', "question-mark": '?', "commercial-at": '@',
	"left-square-bracket": '[', "backslash": '\\', "reverse-solidus": '\\',
	"right-square-bracket": ']', "circumflex": '^', "circumflex-accent": '^',
	"underscore": '_', "low-line": '_', "grave-accent": '`',
	"left-brace": '{', "left-curly-bracket": '{', "vertical-line": '|',
	"right-brace": '}', "right-curly-bracket": '}', "tilde": '~', "DEL": 0x7f,
}

// bracket reads a set after its '['.
func (p *parser) bracket() (*node, error) {
	if p.eat("[:<:]]") {
		return newNode(opBOW), nil
	}
	if p.eat("[:>:]]") {
		return newNode(opEOW), nil
	}
	s := new(set)
	negated := p.eat("^")
	if p.eat("]") {
		s.add(']')
	} else if p.eat("-") {
		s.add('-')
	}
	for p.more() && !p.see(']') && !p.seeText("-]") {
		if err := p.bracketTerm(s); err != nil {
			return nil, err
		}
	}
	if p.eat("-") {
		s.add('-')
	}
	if !p.eat("]") {
		return nil, errBrackets
	}
	if p.ignoreCase {
		s.addOtherCase()
	}
	if negated {
		s.invert()
	}
	return setNode(s), nil
}

// bracketTerm reads a class, an equivalence class, a character or a range.
func (p *parser) bracketTerm(s *set) error {
	switch {
	case p.see('-'):
		return errRange
	case p.eat("[:"):
		if err := p.bracketName(errClass); err != nil {
			return err
		}
		start := p.pos
		for p.more() && (strings.IndexByte(lower, p.s[p.pos]) >= 0 || strings.IndexByte(upper, p.s[p.pos]) >= 0) {
			p.pos++
		}
		members, ok := classMembers[p.s[start:p.pos]]
		if !ok {
			return errClass
		}
		for i := range len(members) {
			s.add(members[i])
		}
		return p.bracketEnd(":]", errClass)
	case p.eat("[="):
		if err := p.bracketName(errCollating); err != nil {
			return err
		}
		c, err := p.collating("=]")
		if err != nil {
			return err
		}
		s.add(c)
		return p.bracketEnd("=]", errCollating)
	}
	first, err := p.symbol()
	if err != nil {
		return err
	}
	last := first
	if p.see('-') && p.pos+1 < len(p.s) && p.s[p.pos+1] != ']' {
		p.pos++
		if p.eat("-") {
			last = '-'
		} else if last, err = p.symbol(); err != nil {
			return err
		}
	}
	// The ends of a range are signed characters.
	if int8(first) > int8(last) {
		return errRange
	}
	for c := int(int8(first)); c <= int(int8(last)); c++ {
		s.add(byte(c))
	}
	return nil
}

// bracketName checks that a name can start here.
func (p *parser) bracketName(bad error) error {
	if !p.more() {
		return errBrackets
	}
	if p.see('-') || p.see(']') {
		return bad
	}
	return nil
}

func (p *parser) bracketEnd(end string, bad error) error {
	if !p.more() {
		return errBrackets
	}
	if !p.eat(end) {
		return bad
	}
	return nil
}

// symbol reads a character or [.name.].
func (p *parser) symbol() (byte, error) {
	if !p.more() {
		return 0, errBrackets
	}
	if !p.eat("[.") {
		c := p.s[p.pos]
		p.pos++
		return c, nil
	}
	c, err := p.collating(".]")
	if err == nil && !p.eat(".]") {
		err = errCollating
	}
	return c, err
}

// collating reads a collating element up to, not including, end.
func (p *parser) collating(end string) (byte, error) {
	i := strings.Index(p.s[p.pos:], end)
	if i < 0 {
		return 0, errBrackets
	}
	name := p.s[p.pos : p.pos+i]
	p.pos += i
	if c, ok := collatingNames[name]; ok {
		return c, nil
	}
	if len(name) == 1 {
		return name[0], nil
	}
	return 0, errCollating
}
