package passes

import (
	"errors"
	"io"
	"strings"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"optc/diag"
	"optc/ir"
)

// The grammar of pipelines, MLIR's notation.
//
//	Pipeline = Anchor "(" [ Step { "," Step } ] ")" .
//	Step     = Pass [ "{" { Option } "}" ] | Pipeline .
//	Option   = Name [ "=" Value ] .
//	Value    = text without white space, brackets and quotes balanced .

type stepText struct {
	Pos     lexer.Position
	Name    string      `parser:"@Name"`
	Options *optionList `parser:"( '{' @@"`
	Nested  *stepList   `parser:"| '(' @@ ')' )?"`
}

type stepList struct {
	Steps []*stepText `parser:"(@@ (',' @@)*)?"`
}

type optionList struct {
	Options []*optionText `parser:"@@* '}'"`
}

type optionText struct {
	Pos   lexer.Position
	Name  string  `parser:"@Name"`
	Value *string `parser:"('=' @Value)?"`
}

var (
	pipelineParser = sync.OnceValue(func() *participle.Parser[stepList] {
		return participle.MustBuild[stepList](participle.Lexer(pipelineLexer{}))
	})
	optionParser = sync.OnceValue(func() *participle.Parser[optionList] {
		return participle.MustBuild[optionList](participle.Lexer(pipelineLexer{inOptions: true}))
	})
)

// PipelineError is a mistake in the text of a pipeline.
type PipelineError struct {
	Text   string // the whole pipeline
	Offset int    // where the mistake is
	Msg    string
}

// Error renders the message, the line of the pipeline and a caret below the place.
func (e *PipelineError) Error() string {
	lo := strings.LastIndexByte(e.Text[:e.Offset], '\n') + 1
	line, _, _ := strings.Cut(e.Text[lo:], "\n")
	return e.Msg + "\n" + line + "\n" + strings.Repeat(" ", e.Offset-lo) + "^"
}

// Parse reads a pipeline, which must begin with the anchor of the outermost
// operation. The error is a *PipelineError.
func (r *Registry) Parse(text string) (*Pipeline, error) {
	steps, err := r.parseSteps(text)
	if err != nil {
		return nil, err
	}
	if len(steps) == 1 {
		if p, ok := steps[0].(*Pipeline); ok {
			return p, nil
		}
	}
	return nil, &PipelineError{Text: text,
		Msg: "expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'"}
}

// ParseSteps reads a comma-separated list of passes and pipelines.
func (r *Registry) ParseSteps(text string) ([]Step, error) { return r.parseSteps(text) }

func (r *Registry) parseSteps(text string) ([]Step, error) {
	list, err := pipelineParser().ParseString("", text)
	if err != nil {
		return nil, pipelineError(text, err)
	}
	b := pipelineBuilder{registry: r, text: text}
	steps := b.steps(list, AnyOp)
	if b.err != nil {
		return nil, b.err
	}
	return steps, nil
}

// Instance makes a step of the named pass or pipeline with the options that
// text spells, without braces: "max-iterations=3 top-down=false". The error is a
// *PipelineError.
func (r *Registry) Instance(name, text string) ([]Step, error) {
	list, err := optionParser().ParseString("", text+"}")
	if err != nil {
		return nil, pipelineError(text, err)
	}
	b := pipelineBuilder{registry: r, text: text}
	steps := b.named(&stepText{Name: name, Options: list})
	if b.err != nil {
		return nil, b.err
	}
	return steps, nil
}

func pipelineError(text string, err error) error {
	var lexical *PipelineError
	if errors.As(err, &lexical) {
		return lexical
	}
	var unexpected *participle.UnexpectedTokenError
	if errors.As(err, &unexpected) {
		at := min(unexpected.Unexpected.Pos.Offset, len(text))
		msg := ""
		switch found := unexpected.Unexpected; {
		case found.EOF():
			msg = "expected ')' or '}' before the end of the pipeline"
		case found.Value == ")":
			msg = "unexpected ')', which closes nothing or ends an incomplete list"
		case found.Type == tokenName:
			msg = "expected ',' or ')', but got '" + found.Value + "'"
		default:
			msg = "expected the name of a pass or pipeline, but got '" + found.Value + "'"
		}
		return &PipelineError{Text: text, Offset: at, Msg: msg}
	}
	return &PipelineError{Text: text, Msg: err.Error()}
}

// pipelineBuilder turns parsed text into steps; it keeps the first error.
type pipelineBuilder struct {
	registry *Registry
	text     string
	err      error
}

func (b *pipelineBuilder) fail(offset int, msg string) {
	if b.err == nil {
		b.err = &PipelineError{Text: b.text, Offset: offset, Msg: msg}
	}
}

func (b *pipelineBuilder) steps(list *stepList, anchor string) []Step {
	var steps []Step
	for _, t := range list.Steps {
		if t.Nested != nil {
			steps = append(steps, On(ir.Kind(t.Name), b.steps(t.Nested, t.Name)...))
			continue
		}
		for _, s := range b.named(t) {
			if inst, ok := s.(*Instance); ok && anchor != AnyOp && !inst.Pass.RunsOn(anchor) {
				b.fail(t.Pos.Offset, "can't add pass '"+inst.Pass.Name+"' restricted to '"+
					strings.Join(ir.KindNames(inst.Pass.Anchor), "' or '")+"' on a pipeline intended to run on '"+anchor+
					"', did you intend to nest?")
			}
			steps = append(steps, s)
		}
	}
	return steps
}

func (b *pipelineBuilder) named(t *stepText) []Step {
	if p := b.registry.Pass(t.Name); p != nil {
		inst := Use(p)
		b.options(t, inst.options)
		return []Step{inst}
	}
	if p := b.registry.Pipeline(t.Name); p != nil {
		options := Use(&Pass{Options: p.Options}).options
		b.options(t, options)
		if b.err != nil {
			return nil
		}
		return p.Build(options)
	}
	b.fail(t.Pos.Offset, "'"+t.Name+"' does not refer to a registered pass or pass pipeline"+
		diag.DidYouMean(t.Name, b.registry.Names()))
	return nil
}

func (b *pipelineBuilder) options(t *stepText, into any) {
	if t.Options == nil {
		return
	}
	for _, o := range t.Options.Options {
		value := ""
		if o.Value != nil {
			value = *o.Value
		}
		if err := setOption(b.registry, into, t.Name, o.Name, value); err != nil {
			b.fail(o.Pos.Offset, err.(*diag.Error).Msg)
			return
		}
	}
}

// pipelineLexer cuts pipelines into tokens for participle. Outside of options a
// name ends at punctuation or white space; an option's value extends to the next
// white space or brace, nested brackets and quotes included.
type pipelineLexer struct{ inOptions bool }

const (
	tokenName lexer.TokenType = iota + 1
	tokenValue
	tokenPunct
)

// maxNesting bounds how deeply pipelines and option values may nest.
const maxNesting = 64

// Symbols implements lexer.Definition.
func (pipelineLexer) Symbols() map[string]lexer.TokenType {
	return map[string]lexer.TokenType{"EOF": lexer.EOF, "Name": tokenName, "Value": tokenValue, "Punct": tokenPunct}
}

// Lex implements lexer.Definition.
func (d pipelineLexer) Lex(name string, r io.Reader) (lexer.Lexer, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return d.LexString(name, string(text))
}

// LexString implements lexer.StringDefinition.
func (d pipelineLexer) LexString(_ string, text string) (lexer.Lexer, error) {
	if at, ok := tooDeep(text); ok {
		return nil, &PipelineError{Text: text, Offset: at, Msg: "brackets nest too deeply"}
	}
	return &pipelineTokens{text: text, inOptions: d.inOptions}, nil
}

// tooDeep finds the place where more than maxNesting brackets are open.
func tooDeep(text string) (at int, ok bool) {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '(', '{', '[':
			if depth++; depth > maxNesting {
				return i, true
			}
		case ')', '}', ']':
			depth--
		}
	}
	return 0, false
}

type pipelineTokens struct {
	text      string
	pos       int
	inOptions bool
	value     bool // an option's value comes next
}

// Next implements lexer.Lexer.
func (t *pipelineTokens) Next() (lexer.Token, error) {
	for !t.value && t.pos < len(t.text) && strings.IndexByte(" \t\r\n", t.text[t.pos]) >= 0 {
		t.pos++
	}
	token := lexer.Token{Type: lexer.EOF, Pos: lexer.Position{Offset: t.pos}}
	if t.pos == len(t.text) {
		return token, nil
	}
	lo := t.pos
	switch c := t.text[lo]; {
	case t.value:
		t.value = false
		token.Type = tokenValue
		for t.pos < len(t.text) && strings.IndexByte(" \t\r\n}", t.text[t.pos]) < 0 {
			t.pos = balanced(t.text, t.pos)
		}
	case strings.IndexByte("(){},=", c) >= 0:
		token.Type = tokenPunct
		t.pos++
		switch c {
		case '{':
			t.inOptions = true
		case '}':
			t.inOptions = false
		case '=':
			t.value = t.inOptions
		}
	default:
		token.Type = tokenName
		for t.pos < len(t.text) && strings.IndexByte("(){},= \t\r\n", t.text[t.pos]) < 0 {
			t.pos++
		}
	}
	token.Value = t.text[lo:t.pos]
	return token, nil
}
