package passes

import (
	"errors"
	"iter"
	"strings"

	"optc/diag"
	"optc/grammar"
	"optc/ir"
)

// The grammar of pipelines, MLIR's notation.
//
//	Pipeline = Anchor "(" [ Step { "," Step } ] ")" .
//	Step     = Pass [ "{" { Option } "}" ] | Pipeline .
//	Option   = Name [ "=" Value ] .
//	Value    = text without white space, brackets and quotes balanced .

type stepText struct {
	Pos     grammar.Position
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
	Pos   grammar.Position
	Name  string  `parser:"@Name"`
	Value *string `parser:"('=' @Value)?"`
}

var (
	pipelineGrammar = grammar.Of[stepList]{What: "pipeline", Start: "the name of a pass or pipeline", Lexer: pipelineLexer(false)}
	optionGrammar   = grammar.Of[optionList]{What: "options", Start: "the name of an option", Lexer: pipelineLexer(true)}
)

// PipelineError is a mistake in the text of a pipeline.
type PipelineError struct {
	Text   string // the whole pipeline
	Offset int    // offset of the mistake
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
	steps, err := r.ParseSteps(text)
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

// ParseSteps reads a comma-separated list of passes and pipelines. The error is a
// *PipelineError.
func (r *Registry) ParseSteps(text string) ([]Step, error) {
	list, err := parsePipeline(&pipelineGrammar, text, "")
	if err != nil {
		return nil, err
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
	list, err := parsePipeline(&optionGrammar, text, "}")
	if err != nil {
		return nil, err
	}
	b := pipelineBuilder{registry: r, text: text}
	steps := b.named(&stepText{Name: name, Options: list})
	if b.err != nil {
		return nil, b.err
	}
	return steps, nil
}

// parsePipeline reads text followed by end. The error is a *PipelineError in text.
func parsePipeline[T any](g *grammar.Of[T], text, end string) (*T, error) {
	if at, ok := tooDeep(text); ok {
		return nil, &PipelineError{Text: text, Offset: at, Msg: "brackets nest too deeply"}
	}
	list, err := g.Parse(text + end)
	if err == nil {
		return list, nil
	}
	out := &PipelineError{Text: text, Msg: err.Error()}
	var e *grammar.Error
	if errors.As(err, &e) {
		out.Offset = min(e.Offset, len(text))
		switch {
		case e.Reason != "":
		case e.Found == "":
			out.Msg = "expected '" + closing(text) + "' before the end of the pipeline"
		case e.Found == ")":
			out.Msg = "unexpected ')', which closes nothing or ends an incomplete list"
		case strings.Contains(pipelinePunctuation, e.Found):
			out.Msg = "expected the name of a pass or pipeline, but got '" + e.Found + "'"
		default:
			out.Msg = "expected ',' or ')', but got '" + e.Found + "'"
		}
	}
	return nil, out
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
		diag.DidYouMean(t.Name, b.registry.Names()).String())
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

// tooDeep finds the place at which more brackets are open than a grammar allows.
func tooDeep(text string) (at int, ok bool) {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '(', '{', '[':
			if depth++; depth > grammar.MaxNesting {
				return i, true
			}
		case ')', '}', ']':
			depth--
		}
	}
	return 0, false
}

// closing returns the bracket that closes the last bracket that text leaves open.
func closing(text string) string {
	var open []byte
	for i := range len(text) {
		switch c := text[i]; c {
		case '(', '{', '[':
			open = append(open, c)
		case ')', '}', ']':
			open = open[:max(0, len(open)-1)]
		}
	}
	if len(open) == 0 {
		return ")"
	}
	return map[byte]string{'(': ")", '{': "}", '[': "]"}[open[len(open)-1]]
}

const (
	pipelineSpace       = " \t\r\n"
	pipelinePunctuation = "(){},="
)

// pipelineLexer cuts pipelines into tokens. Outside of options a name ends at
// punctuation or white space; an option's value extends to the next white space or
// brace, nested brackets and quotes included.
func pipelineLexer(inOptions bool) *grammar.Lexer {
	const name, value, punctuation = 0, 1, 2
	return &grammar.Lexer{
		Classes: []string{name: "Name", value: "Value", punctuation: "Punctuation"},
		Tokens: func(text string) iter.Seq2[grammar.Token, error] {
			return func(yield func(grammar.Token, error) bool) {
				inOptions, next := inOptions, name
				for hi := 0; ; {
					if next == name {
						hi = len(text) - len(strings.TrimLeft(text[hi:], pipelineSpace))
					}
					if hi == len(text) {
						return
					}
					t := grammar.Token{Class: next, Lo: hi}
					next = name
					switch c := text[hi]; {
					case t.Class == value:
						for hi < len(text) && strings.IndexByte(pipelineSpace+"}", text[hi]) < 0 {
							hi = balanced(text, hi)
						}
					case strings.IndexByte(pipelinePunctuation, c) >= 0:
						t.Class = punctuation
						hi++
						switch {
						case c == '{':
							inOptions = true
						case c == '}':
							inOptions = false
						case c == '=' && inOptions:
							next = value
						}
					default:
						for hi < len(text) && strings.IndexByte(pipelinePunctuation+pipelineSpace, text[hi]) < 0 {
							hi++
						}
					}
					t.Hi = hi
					if !yield(t, nil) {
						return
					}
				}
			}
		},
	}
}
