package ir

// AppendQuoted appends s as an MLIR string literal: printable ASCII characters except the
// quote and the backslash are unchanged, all other bytes become \XX.
func AppendQuoted(dst []byte, s string) []byte {
	const digits = "0123456789ABCDEF"
	dst = append(dst, '"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\':
			dst = append(dst, '\\', '\\')
		case c == '"' || c < ' ' || c > '~':
			dst = append(dst, '\\', digits[c>>4], digits[c&15])
		default:
			dst = append(dst, c)
		}
	}
	return append(dst, '"')
}

// IsBareIdentifier reports whether s needs no quotes as a keyword:
// (letter|[_]) (letter|digit|[_$.])*.
func IsBareIdentifier(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if isLetter(c) || c == '_' || i > 0 && (isDigit(c) || c == '$' || c == '.') {
			continue
		}
		return false
	}
	return s != ""
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }

// AppendKeywordOrString appends s unchanged if it is a bare identifier, and quoted
// otherwise.
func AppendKeywordOrString(dst []byte, s string) []byte {
	if IsBareIdentifier(s) {
		return append(dst, s...)
	}
	return AppendQuoted(dst, s)
}

// AppendAttrName appends the name of an attribute; names that are not bare
// identifiers are quoted.
func AppendAttrName(dst []byte, name string) []byte { return AppendKeywordOrString(dst, name) }

// AppendSymbol appends @name, quoted where needed.
func AppendSymbol(dst []byte, name string) []byte {
	return AppendKeywordOrString(append(dst, '@'), name)
}
