package service

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"optc/diag"
	"optc/internal/base/lazyre"
	"optc/optmain/internal/report"
)

// Outcome is part of the result of every method that reads MLIR.
type Outcome struct {
	OK          bool                `json:"ok" doc:"whether there was no error"`
	Diagnostics []report.Diagnostic `json:"diagnostics,omitempty"`
}

// shell executes commands in a folder.
type shell struct {
	*Service
	ctx context.Context
	dir string
}

// shell makes a folder for commands; close removes it.
func (s *Service) shell(ctx context.Context) (*shell, error) {
	name, err := s.folder("request")
	if err != nil {
		return nil, err
	}
	return &shell{s, ctx, filepath.Join(s.dir, name)}, nil
}

func (sh *shell) close() { os.RemoveAll(sh.dir) }

// source writes the text of a request to a file of the folder.
func (sh *shell) source(from Source) (file string, err error) {
	name := cmp.Or(from.Name, "input.mlir")
	if name != filepath.Base(name) || strings.HasPrefix(name, "-") || strings.HasPrefix(name, ".") {
		return "", invalid("expected the name of a file without a folder, but got '%s'", name)
	}
	return name, os.WriteFile(filepath.Join(sh.dir, name), []byte(from.Text), 0o600)
}

// read returns a file that a command wrote.
func (sh *shell) read(name string) ([]byte, error) {
	return os.ReadFile(filepath.Join(sh.dir, name))
}

// answer is the output of a command.
type answer struct {
	Outcome
	out string // standard output
	log string // standard error without the diagnostics
}

// run executes a command. Diagnostics are lines of JSON, for commands that take
// --diagnostics=json, or text.
func (sh *shell) run(args ...string) *answer {
	var stdout, stderr bytes.Buffer
	code := sh.Run(sh.ctx, sh.dir, args, strings.NewReader(""), &stdout, &stderr)
	a := &answer{Outcome: Outcome{OK: code == 0}, out: stdout.String()}
	var log strings.Builder
	for line := range strings.Lines(stderr.String()) {
		var d report.Diagnostic
		if strings.HasPrefix(line, `{"severity":`) && json.Unmarshal([]byte(line), &d) == nil {
			d.Message = namesOfParameters(d.Message)
			a.Diagnostics = append(a.Diagnostics, d)
			continue
		}
		if _, msg, ok := strings.Cut(line, sh.Name+": error: "); ok {
			a.Diagnostics = append(a.Diagnostics, report.Diagnostic{Severity: "error", Message: namesOfParameters(strings.TrimSpace(msg))})
			continue
		}
		log.WriteString(line)
	}
	a.log = log.String()
	if !a.OK && len(a.Diagnostics) == 0 {
		a.Diagnostics = append(a.Diagnostics, report.Diagnostic{Severity: "error", Message: strings.TrimSpace(fmt.Sprintf("exit code %d %s", code, a.log))})
	}
	return a
}

// flagNamed matches the name of a flag in a message.
var flagNamed = lazyre.New(`\bflag '--([a-z-]+)'`)

// namesOfParameters names the parameters of a method in a message of the command that names its flags: --element-at is elementAt.
func namesOfParameters(message string) string {
	return flagNamed().ReplaceAllStringFunc(message, func(flag string) string {
		words := strings.Split(flagNamed().FindStringSubmatch(flag)[1], "-")
		for i := 1; i < len(words); i++ {
			words[i] = strings.ToUpper(words[i][:min(1, len(words[i]))]) + words[i][min(1, len(words[i])):]
		}
		return "parameter '" + strings.Join(words, "") + "'"
	})
}

// passArguments returns the arguments for a pipeline: "canonicalize,cse{top-down=true}", whose
// passes are nested as flags nest them, or a pipeline with anchors, such as
// "builtin.module(func.func(cse))" and "func.func(cse)".
func (s *Service) passArguments(pipeline string) ([]string, error) {
	pipeline = strings.TrimSpace(pipeline)
	var list []string
	depth, start, anchored := 0, 0, false
	for i, c := range pipeline {
		switch c {
		case '{', '[', '<':
			depth++
		case '}', ']', '>':
			depth--
		case '(':
			anchored = anchored || depth == 0
		case ',':
			if depth == 0 {
				list, start = append(list, pipeline[start:i]), i+1
			}
		}
	}
	list = append(list, pipeline[start:])
	if anchored {
		if !strings.HasPrefix(pipeline, "builtin.module(") && !strings.HasPrefix(pipeline, "any(") {
			pipeline = "builtin.module(" + pipeline + ")"
		}
		return []string{"--pass-pipeline=" + pipeline}, nil
	}
	var args []string
	for _, pass := range list {
		name, options, has := strings.Cut(strings.TrimSpace(pass), "{")
		switch {
		case !slices.Contains(s.Passes, name):
			return nil, invalid("unknown pass '%s'%s; expected passes with commas between them, such as canonicalize,cse", name, diag.DidYouMean(name, s.Passes))
		case has:
			args = append(args, "--"+name+"="+strings.TrimSuffix(options, "}"))
		default:
			args = append(args, "--"+name)
		}
	}
	return args, nil
}
