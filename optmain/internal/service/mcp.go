package service

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"time"

	"github.com/sourcegraph/jsonrpc2"
)

// The versions of the model context protocol that the service speaks, newest first. The parts of
// the protocol that the service uses are the same in all of them.
var mcpVersions = []string{"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}

// ServeMCP offers the methods as tools of the model context protocol, until the client closes
// the connection or ctx ends.
func ServeMCP(ctx context.Context, c Config, in io.Reader, out io.Writer) error {
	return serve(ctx, c, in, out, func(s *Service) handler { return s.answerMCP })
}

// mcpTool describes a method as a tool.
type mcpTool struct {
	Name         string      `json:"name"`
	Description  string      `json:"description"`
	InputSchema  *jsonSchema `json:"inputSchema"`
	OutputSchema *jsonSchema `json:"outputSchema"`
}

// mcpContent is the result of a tool.
type mcpContent struct {
	Content    []mcpText `json:"content"`
	Structured any       `json:"structuredContent,omitempty"`
	IsError    bool      `json:"isError"`
}

type mcpText struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

// answerMCP handles a message of the model context protocol.
func (s *Service) answerMCP(ctx context.Context, conn *jsonrpc2.Conn, r *jsonrpc2.Request) (any, error) {
	var p struct {
		ProtocolVersion string          `json:"protocolVersion"`
		RequestID       jsonrpc2.ID     `json:"requestId"`
		Name            string          `json:"name"`
		URI             string          `json:"uri"`
		Arguments       json.RawMessage `json:"arguments"`
		Meta            struct {
			ProgressToken json.RawMessage `json:"progressToken"`
		} `json:"_meta"`
	}
	if r.Params != nil {
		if err := json.Unmarshal(*r.Params, &p); err != nil {
			return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
		}
	}
	switch r.Method {
	case "initialize":
		version := mcpVersions[0]
		if slices.Contains(mcpVersions, p.ProtocolVersion) {
			version = p.ProtocolVersion
		}
		return map[string]any{
			"protocolVersion": version,
			"capabilities":    map[string]any{"tools": map[string]any{}, "resources": map[string]any{}, "prompts": map[string]any{}},
			"serverInfo":      map[string]any{"name": s.Name, "version": s.Version},
		}, nil
	case "ping":
		return map[string]any{}, nil
	case "notifications/cancelled":
		s.cancel(p.RequestID)
		return nil, nil
	case "tools/list":
		tools := []mcpTool{}
		for _, m := range Methods() {
			tools = append(tools, mcpTool{Name: m.Name, Description: m.Title, InputSchema: schemaOf(m.Params), OutputSchema: schemaOf(m.Result).brief()})
		}
		tools = append(tools, mcpTool{
			Name: moreTool, Description: "continue a text that was cut because an answer is short",
			InputSchema: schemaOf(reflect.TypeFor[moreParams]()), OutputSchema: schemaOf(reflect.TypeFor[moreResult]()),
		})
		return map[string]any{"tools": tools}, nil
	case "resources/list":
		return resources(), nil
	case "resources/templates/list":
		return map[string]any{"resourceTemplates": []any{}}, nil
	case "resources/read":
		return readResource(p.URI)
	case "prompts/list":
		return listPrompts(), nil
	case "prompts/get":
		return getPrompt(p.Name, p.Arguments)
	case "tools/call":
		defer showProgress(conn, p.Name, p.Meta.ProgressToken)()
		return s.callTool(ctx, p.Name, p.Arguments)
	}
	if r.Notif {
		return nil, nil
	}
	return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: "unknown method '" + r.Method + "'"}
}

// showProgress notifies the client every second that a tool executes, until end is called.
// Without a token the client wants no notifications.
func showProgress(conn *jsonrpc2.Conn, tool string, token json.RawMessage) (end func()) {
	if token == nil {
		return func() {}
	}
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for seconds := 0; ; seconds++ {
			conn.Notify(context.Background(), "notifications/progress", map[string]any{
				"progressToken": token, "progress": seconds, "message": fmt.Sprintf("'%s' has taken %d s", tool, seconds),
			})
			select {
			case <-tick.C:
			case <-done:
				return
			}
		}
	}()
	return func() {
		close(done)
		<-ended
	}
}

// callTool executes a method. A fault in its parameters is a result, which an agent reads; only a
// tool that does not exist is an error of the protocol.
func (s *Service) callTool(ctx context.Context, name string, params json.RawMessage) (any, error) {
	var result any
	var err error
	if name == moreTool {
		result, err = s.more(params)
	} else {
		result, err = s.call(ctx, name, params)
	}
	if errors.Is(err, errNoMethod) {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
	}
	if errors.Is(err, errCancelled) {
		return nil, errUnanswered
	}
	if err != nil {
		return mcpContent{Content: []mcpText{{"text", err.Error()}}, IsError: true}, nil
	}
	text, structured, err := s.bounded(result)
	if err != nil {
		return mcpContent{Content: []mcpText{{"text", err.Error()}}, IsError: true}, nil
	}
	return mcpContent{Content: []mcpText{{"text", string(text)}}, Structured: structured, IsError: failed(result)}, nil
}

// failed reports whether a result describes a fault in the input.
func failed(result any) bool {
	ok := reflect.ValueOf(result).Elem().FieldByName("OK")
	return ok.IsValid() && !ok.Bool()
}
