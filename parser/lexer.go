package parser

import "strings"

// tokenKind is the class of a token. Words are a single class, whether the grammar uses them as
// keywords or not; integer types such as i32 are words too.
type tokenKind uint8

const (
	tokEOF   tokenKind = iota
	tokError           // the lexer or the parser has stopped
	tokWord
	tokInt    // 12, 0x1F
	tokFloat  // 1.5e3
	tokString // "text"
	tokValue  // %name
	tokBlock  // ^name
	tokHash   // #name
	tokBang   // !name
	tokAt     // @name, @"name"
	tokArrow  // ->
	tokEllipsis
	tokMetaBegin // {-#
	tokMetaEnd   // #-}
	tokLParen
	tokRParen
	tokLBrace
	tokRBrace
	tokLSquare
	tokRSquare
	tokLess
	tokGreater
	tokComma
	tokColon
	tokEqual
	tokQuestion
	tokPlus
	tokMinus
	tokStar
	tokSlash
	tokBar
)

// punctuation is the spelling of the tokens with a single spelling.
var punctuation = [...]string{
	tokArrow: "->", tokEllipsis: "...", tokMetaBegin: "{-#", tokMetaEnd: "#-}",
	tokLParen: "(", tokRParen: ")", tokLBrace: "{", tokRBrace: "}", tokLSquare: "[", tokRSquare: "]",
	tokLess: "<", tokGreater: ">", tokComma: ",", tokColon: ":", tokEqual: "=", tokQuestion: "?",
	tokPlus: "+", tokMinus: "-", tokStar: "*", tokSlash: "/", tokBar: "|",
}

// token is a piece of the source, text[lo:hi].
type token struct {
	kind   tokenKind
	lo, hi int
}

// Character classes.
const (
	isLetter byte = 1 << iota
	isDigit
	isHex
	isWordPart   // letters, digits, _ $ .
	isSuffixPart // word parts and -
)

const (
	classDigit     = isDigit | isHex | isWordPart | isSuffixPart
	classLetter    = isLetter | isWordPart | isSuffixPart
	classHexLetter = classLetter | isHex
	classPart      = isWordPart | isSuffixPart
)

var charClass = [256]byte{
	'0': classDigit, '1': classDigit, '2': classDigit, '3': classDigit, '4': classDigit,
	'5': classDigit, '6': classDigit, '7': classDigit, '8': classDigit, '9': classDigit,
	'a': classHexLetter, 'b': classHexLetter, 'c': classHexLetter, 'd': classHexLetter, 'e': classHexLetter, 'f': classHexLetter,
	'A': classHexLetter, 'B': classHexLetter, 'C': classHexLetter, 'D': classHexLetter, 'E': classHexLetter, 'F': classHexLetter,
	'g': classLetter, 'h': classLetter, 'i': classLetter, 'j': classLetter, 'k': classLetter,
	'l': classLetter, 'm': classLetter, 'n': classLetter, 'o': classLetter, 'p': classLetter,
	'q': classLetter, 'r': classLetter, 's': classLetter, 't': classLetter, 'u': classLetter,
	'v': classLetter, 'w': classLetter, 'x': classLetter, 'y': classLetter, 'z': classLetter,
	'G': classLetter, 'H': classLetter, 'I': classLetter, 'J': classLetter, 'K': classLetter,
	'L': classLetter, 'M': classLetter, 'N': classLetter, 'O': classLetter, 'P': classLetter,
	'Q': classLetter, 'R': classLetter, 'S': classLetter, 'T': classLetter, 'U': classLetter,
	'V': classLetter, 'W': classLetter, 'X': classLetter, 'Y': classLetter, 'Z': classLetter,
	'_': classPart, '$': classPart, '.': classPart,
	'-': isSuffixPart,
}

// singleToken maps a byte to the token that consists of this byte.
var singleToken = [256]tokenKind{
	'(': tokLParen, ')': tokRParen, '{': tokLBrace, '}': tokRBrace, '[': tokLSquare, ']': tokRSquare,
	'<': tokLess, '>': tokGreater, ',': tokComma, ':': tokColon, '=': tokEqual, '?': tokQuestion,
	'+': tokPlus, '-': tokMinus, '*': tokStar, '|': tokBar, '/': tokSlash,
}

// lexer splits text into tokens. It stores no position: callers pass an offset, so that
// going back costs nothing.
type lexer struct {
	text string
	// msg is the reason of the last tokError.
	msg string
	// passed, if not nil, is called with the parts of large strings that have been read.
	passed func(from, to int)
}

// windows calls f with consecutive parts of the text between two offsets until it returns
// false, and calls passed with the parts that have been read.
func (l *lexer) windows(from, to int, f func(from, to int) bool) {
	const window = 4 << 20
	for from < to {
		end := min(to, from+window)
		if !f(from, end) {
			return
		}
		if l.passed != nil && end-from == window {
			l.passed(from, end)
		}
		from = end
	}
}

// find returns the offset of the next character c, or -1.
func (l *lexer) find(i int, c byte) int {
	at := -1
	l.windows(i, len(l.text), func(from, to int) bool {
		if n := strings.IndexByte(l.text[from:to], c); n >= 0 {
			at = from + n
		}
		return at < 0
	})
	return at
}

// at returns the byte at i, or 0 after the end.
func (l *lexer) at(i int) byte {
	if i < len(l.text) {
		return l.text[i]
	}
	return 0
}

// skipBlanks returns the offset of the first character that is not white space.
func (l *lexer) skipBlanks(i int) int {
	for c := l.at(i); c == ' ' || c == '\n' || c == '\t' || c == '\r'; c = l.at(i) {
		i++
	}
	return i
}

// span returns the end of the run of characters of a class that starts at i.
func (l *lexer) span(i int, c byte) int {
	for i < len(l.text) && charClass[l.text[i]]&c != 0 {
		i++
	}
	return i
}

func (l *lexer) fail(lo int, msg string) token {
	l.msg = msg
	return token{tokError, lo, lo}
}

// lex returns the token at or after offset i.
func (l *lexer) lex(i int) token {
	text := l.text
	for {
		if i >= len(text) {
			return token{tokEOF, len(text), len(text)}
		}
		c := text[i]
		if c > '/' || c != ' ' && c != '\n' && c != '\t' && c != '\r' && c != 0 && c != '/' {
			break
		}
		if c == '/' {
			if l.at(i+1) != '/' {
				return token{tokSlash, i, i + 1}
			}
			i = l.skipComment(i)
			continue
		}
		i++
	}
	c := text[i]
	switch {
	case charClass[c]&isLetter != 0 || c == '_':
		return token{tokWord, i, l.span(i+1, isWordPart)}
	case charClass[c]&isDigit != 0:
		return l.number(i)
	}
	switch c {
	case '%':
		return l.suffixed(i, tokValue, "invalid SSA name")
	case '^':
		return l.suffixed(i, tokBlock, "invalid block name")
	case '!':
		return l.suffixed(i, tokBang, "invalid type identifier")
	case '#':
		if l.at(i+1) == '-' && l.at(i+2) == '}' {
			return token{tokMetaEnd, i, i + 3}
		}
		return l.suffixed(i, tokHash, "invalid attribute name")
	case '@':
		return l.symbol(i)
	case '"':
		return l.str(i)
	case '-':
		if l.at(i+1) == '>' {
			return token{tokArrow, i, i + 2}
		}
	case '{':
		if l.at(i+1) == '-' && l.at(i+2) == '#' {
			return token{tokMetaBegin, i, i + 3}
		}
	case '.':
		if l.at(i+1) == '.' && l.at(i+2) == '.' {
			return token{tokEllipsis, i, i + 3}
		}
		return l.fail(i+1, "expected three consecutive dots for an ellipsis")
	}
	if k := singleToken[c]; k != 0 {
		return token{k, i, i + 1}
	}
	return l.fail(i, "unexpected character")
}

// skipComment returns the offset after a comment that starts at i.
func (l *lexer) skipComment(i int) int {
	for i < len(l.text) && l.text[i] != '\n' && l.text[i] != '\r' {
		i++
	}
	return i
}

// number: digits, 0x followed by hex digits, or digits . digits? exponent?. 0x without
// hex digit is the integer 0. In a shape such as 0xf32, where the x separates, the f is
// read as a hex digit; the shape parser corrects this.
func (l *lexer) number(i int) token {
	if l.text[i] == '0' && l.at(i+1) == 'x' {
		if charClass[l.at(i+2)]&isHex == 0 {
			return token{tokInt, i, i + 1}
		}
		return token{tokInt, i, l.span(i+2, isHex)}
	}
	hi := l.span(i+1, isDigit)
	if l.at(hi) != '.' {
		return token{tokInt, i, hi}
	}
	hi = l.span(hi+1, isDigit)
	if l.at(hi)|0x20 == 'e' {
		j := hi + 1
		if c := l.at(j); c == '-' || c == '+' {
			j++
		}
		if charClass[l.at(j)]&isDigit != 0 {
			hi = l.span(j+1, isDigit)
		}
	}
	return token{tokFloat, i, hi}
}

// suffixed: a sigil, followed either by digits only, or by a letter or [$._-] and more of
// these and digits.
func (l *lexer) suffixed(i int, k tokenKind, msg string) token {
	switch c := charClass[l.at(i+1)]; {
	case c&isDigit != 0:
		return token{k, i, l.span(i+2, isDigit)}
	case c&isSuffixPart != 0:
		return token{k, i, l.span(i+2, isSuffixPart)}
	}
	return l.fail(i, msg)
}

// symbol: @name or @"name".
func (l *lexer) symbol(i int) token {
	c := l.at(i + 1)
	if c == '"' {
		t := l.str(i + 1)
		if t.kind == tokError {
			return t
		}
		return token{tokAt, i, t.hi}
	}
	if charClass[c]&isLetter == 0 && c != '_' {
		return l.fail(i+1, "@ identifier expected to start with letter or '_'")
	}
	return token{tokAt, i, l.span(i+2, isWordPart)}
}

// str: a string literal, with \" \\ \n \t and \XX as escapes.
func (l *lexer) str(lo int) token {
	text := l.text
	i := lo + 1
	// Most strings, and all large ones, contain no escapes.
	end := -1
	l.windows(i, len(text), func(from, to int) bool {
		part := text[from:to]
		if n := strings.IndexByte(part, '"'); n >= 0 {
			part, end = part[:n], from+n
		}
		if hasSpecial(part) {
			end = -1
			return false
		}
		return end < 0
	})
	if end >= 0 {
		return token{tokString, lo, end + 1}
	}
	for ; i < len(text); i++ {
		switch text[i] {
		case '"':
			return token{tokString, lo, i + 1}
		case '\n', '\v', '\f':
			return l.fail(i, "expected '\"' in string literal")
		case '\\':
			switch c := l.at(i + 1); {
			case c == '"' || c == '\\' || c == 'n' || c == 't':
				i++
			case charClass[c]&isHex != 0 && charClass[l.at(i+2)]&isHex != 0:
				i += 2
			default:
				return l.fail(i, "unknown escape in string literal")
			}
		}
	}
	return l.fail(len(text), "expected '\"' in string literal")
}

// hasSpecial reports whether a string needs closer examination: it contains escapes or
// characters that are not allowed in strings.
func hasSpecial(s string) bool {
	for _, c := range []byte{'\\', '\n', '\v', '\f'} {
		if strings.IndexByte(s, c) >= 0 {
			return true
		}
	}
	return false
}

// unquote returns the value of a string literal including its quotes, without
// a copy when there is no escape.
func unquote(lit string) string {
	s := lit[1 : len(lit)-1]
	i := strings.IndexByte(s, '\\')
	if i < 0 {
		return s
	}
	b := append(make([]byte, 0, len(s)), s[:i]...)
	for ; i < len(s); i++ {
		if s[i] != '\\' {
			b = append(b, s[i])
			continue
		}
		i++
		switch c := s[i]; c {
		case '"', '\\':
			b = append(b, c)
		case 'n':
			b = append(b, '\n')
		case 't':
			b = append(b, '\t')
		default:
			b = append(b, hexValue(c)<<4|hexValue(s[i+1]))
			i++
		}
	}
	return string(b)
}

// hexValue is the value of a hex digit.
func hexValue(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c | 0x20 - 'a' + 10
}

// isIntegerType reports whether a word is i, si or ui followed by digits, and returns
// where the digits begin.
func isIntegerType(w string) (digits int, ok bool) {
	if w[0] == 's' || w[0] == 'u' {
		digits = 1
	}
	if digits+1 >= len(w) || w[digits] != 'i' {
		return 0, false
	}
	digits++
	for i := digits; i < len(w); i++ {
		if charClass[w[i]]&isDigit == 0 {
			return 0, false
		}
	}
	return digits, true
}
