package parser

import (
	"strings"
	"testing"
)

func BenchmarkLexer(b *testing.B) {
	text := strings.Repeat("    %123 = vec.add %122, %121 : vector<4x8xf32>\n", 20000)
	b.SetBytes(int64(len(text)))
	l := lexer{text: text}
	for b.Loop() {
		for t := l.lex(0); t.kind != tokEOF; t = l.lex(t.hi) {
		}
	}
}

func BenchmarkScan(b *testing.B) {
	text := strings.Repeat("    %123 = vec.add %122, %121 : vector<4x8xf32>\n", 20000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		scanItems(nil, lexer{text: text}, new(sourceFile).ended)
	}
}
