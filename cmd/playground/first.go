//go:build !js

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"optc/optmain"
)

// firstAnswer returns what the studio shows before optc is loaded, as JSON without the beginnings of elements: the
// examples, and the answer about the first of them.
func firstAnswer(ctx context.Context) ([]byte, error) {
	answer, err := studioAnswer(ctx)
	if err != nil {
		return nil, err
	}
	var list struct {
		Samples []json.RawMessage `json:"samples"`
	}
	var s struct{ A, B, Element, Shape, Target string }
	if err := json.Unmarshal(answer, &list); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(list.Samples[0], &s); err != nil {
		return nil, err
	}
	var args []string
	for _, f := range [][2]string{{"element", s.Element}, {"shape", s.Shape}, {"target", s.Target}} {
		if f[1] != "" {
			args = append(args, "--"+f[0]+"="+f[1])
		}
	}
	args = append(args, "--", s.A)
	if s.B != "" {
		args = append(args, s.B)
	}
	if answer, err = studioAnswer(ctx, args...); err != nil {
		return nil, err
	}
	return json.Marshal(map[string]any{"samples": list.Samples, "answer": answer})
}

// studioAnswer runs optc layout --format=studio.
func studioAnswer(ctx context.Context, args ...string) (json.RawMessage, error) {
	var stdout, stderr bytes.Buffer
	args = append([]string{"layout", "--format=studio"}, args...)
	if code := optmain.Run(ctx, optmain.DefaultConfig(), args, strings.NewReader(""), &stdout, &stderr); code != 0 {
		return nil, fmt.Errorf("optc %s: exit code %d\n%s", strings.Join(args, " "), code, stderr.String())
	}
	return io.ReadAll(&stdout)
}
