package service

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/sourcegraph/jsonrpc2"

	"optc/diag"
	"optc/docs"
)

// mostAnswer is the size of a result for an agent, in bytes of JSON. A message holds it twice, as text and as structured content.
const mostAnswer = 9_000

// mostKept is the number of long texts that are kept so that the tool more can continue them.
const mostKept = 64

// moreTool is the name of the tool that continues a text that was cut.
const moreTool = "more"

type moreParams struct {
	ID   string `json:"id" doc:"name of the text, as the answer that was cut says"`
	From int    `json:"from,omitempty" doc:"byte from which the text continues"`
}

type moreResult struct {
	Text string `json:"text" doc:"the next part of the text"`
	Next int    `json:"next,omitempty" doc:"byte from which to ask for more; absent at the end"`
}

// bounded returns a result as JSON of at most mostAnswer bytes: its longest lists and texts are cut, and kept for the tool more.
func (s *Service) bounded(result any) (text []byte, structured any, err error) {
	if text, err = json.Marshal(result); err != nil || len(text) <= mostAnswer {
		return text, result, err
	}
	var tree any
	if err := json.Unmarshal(text, &tree); err != nil {
		return nil, nil, err
	}
	for len(text) > mostAnswer {
		long, list := longest(&tree, nil), longestList("", &tree, nil)
		switch {
		case list != nil && (long == nil || list.bytes > len(long.text)):
			s.cutList(list, len(text)-mostAnswer)
		case long != nil && len(long.text) >= 500:
			s.cutText(long, len(text)-mostAnswer)
		default:
			// Many small members: the JSON itself is the text.
			end := whole(string(text), mostAnswer*3/4)
			return fmt.Appendf(nil, "%s\n%s", text[:end], s.moreOf(string(text), end)), nil, nil
		}
		if text, err = json.Marshal(tree); err != nil {
			return nil, nil, err
		}
	}
	return text, tree, nil
}

// cutText shortens a text by at least so many bytes, or to 200.
func (s *Service) cutText(long *longText, excess int) {
	const note = 100 // bytes of the sentence about the rest
	keep := whole(long.text, max(min(len(long.text)-excess-note, len(long.text)*7/8), 200))
	long.set(long.text[:keep] + "\n" + s.moreOf(long.text, keep))
}

// cutList shortens a list by at least so many bytes, or to four elements. A member beside the list describes how to get the rest.
func (s *Service) cutList(list *longList, excess int) {
	keep := max(len(list.elements)*max(list.bytes-excess, 0)/list.bytes-1, 4)
	rest, err := json.Marshal(list.elements[keep:])
	if err != nil {
		return // the elements come from JSON
	}
	list.set(list.elements[:keep:keep], fmt.Sprintf("%d more elements of '%s', as JSON: %s", len(list.elements)-keep, list.name, s.moreOf(string(rest), 0)))
}

// moreOf keeps a text and returns the sentence that describes how to get its continuation.
func (s *Service) moreOf(text string, from int) string {
	return fmt.Sprintf("… %d bytes more: tool '%s' with id '%s' and from %d", len(text)-from, moreTool, s.keepText(text), from)
}

// longList is a list in a tree of JSON, a member of an object.
type longList struct {
	name     string
	elements []any
	bytes    int
	set      func(elements []any, note string)
}

// longestList returns the list with the most bytes among the members of objects below a node, or best if that is
// longer. A list of few elements is not cut itself; lists in it may be.
func longestList(name string, node *any, best *longList) *longList {
	const few = 16
	switch v := (*node).(type) {
	case []any:
		for i := range v {
			best = longestList(name, &v[i], best)
		}
	case map[string]any:
		for _, name := range sortedNames(v) {
			child := v[name]
			if list, ok := child.([]any); ok && len(list) > few {
				if data, err := json.Marshal(list); err == nil && (best == nil || len(data) > best.bytes) {
					best = &longList{name: name, elements: list, bytes: len(data), set: func(elements []any, note string) {
						v[name] = elements
						v[name+"_more"] = note
					}}
				}
				continue
			}
			best = longestList(name, &child, best)
		}
	}
	return best
}

// whole returns the last boundary of a character that is at most n.
func whole(text string, n int) int {
	for n = min(n, len(text)); n > 0 && n < len(text) && text[n]&0xC0 == 0x80; n-- {
	}
	return n
}

// longText is a text in a tree of JSON.
type longText struct {
	text string
	set  func(string)
}

// longest returns the longest text below a node, or best if that is longer.
func longest(node *any, best *longText) *longText {
	switch v := (*node).(type) {
	case string:
		if best == nil || len(v) > len(best.text) {
			return &longText{v, func(text string) { *node = text }}
		}
	case []any:
		for i := range v {
			best = longest(&v[i], best)
		}
	case map[string]any:
		for _, name := range sortedNames(v) {
			child := v[name]
			if found := longest(&child, best); found != best {
				if _, isText := child.(string); isText {
					found = &longText{found.text, func(text string) { v[name] = text }}
				}
				best = found
			}
		}
	}
	return best
}

func sortedNames[V any](m map[string]V) (names []string) {
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// keepText keeps a text for the tool more and returns its name.
func (s *Service) keepText(text string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.textNumber++
	id := strconv.Itoa(s.textNumber)
	s.texts = append(s.texts, keptText{id, text})
	if len(s.texts) > mostKept {
		s.texts = s.texts[1:]
	}
	return id
}

// keptText is a text that was cut.
type keptText struct{ id, text string }

// more returns a part of a text that was cut.
func (s *Service) more(raw json.RawMessage) (any, error) {
	p := new(moreParams)
	if err := decode(raw, p); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.texts, func(t keptText) bool { return t.id == p.ID })
	if i < 0 {
		return nil, invalid("there is no text '%s'; the last %d texts that were cut are kept", p.ID, mostKept)
	}
	text := s.texts[i].text
	if p.From < 0 || p.From > len(text) {
		return nil, invalid("expected a byte from 0 to %d, but got %d", len(text), p.From)
	}
	return partOf(text, p.From, mostAnswer*3/4), nil
}

// partOf returns a part of a text of at most some bytes.
func partOf(text string, from, most int) *moreResult {
	from = whole(text, from)
	end := from + whole(text[from:], most)
	r := &moreResult{Text: text[from:end]}
	if end < len(text) {
		r.Next = end
	}
	return r
}

// pageURI begins the names of the pages as resources.
const pageURI = "optc://docs/"

// resources lists the pages of the documentation.
func resources() map[string]any {
	list := []map[string]any{}
	for _, name := range docs.Pages() {
		text, _ := docs.Page(name)
		title, _, _ := strings.Cut(strings.TrimPrefix(text, "# "), "\n")
		list = append(list, map[string]any{"uri": pageURI + name, "name": name, "title": title, "mimeType": "text/markdown", "size": len(text)})
	}
	return map[string]any{"resources": list}
}

// readResource returns a page, from the byte that ?from=… gives.
func readResource(uri string) (any, error) {
	u, err := url.Parse(uri)
	name, isPage := strings.CutPrefix(strings.TrimSuffix(uri, "?"+queryOf(u)), pageURI)
	text, ok := docs.Page(name)
	if err != nil || !isPage || !ok {
		return nil, &jsonrpc2.Error{Code: -32002, Message: fmt.Sprintf("there is no resource '%s'%s", uri, diag.DidYouMean(name, docs.Pages()))}
	}
	from, err := strconv.Atoi(u.Query().Get("from"))
	if u.Query().Has("from") && (err != nil || from < 0 || from > len(text)) {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: fmt.Sprintf("expected a byte from 0 to %d, but got '%s'", len(text), u.Query().Get("from"))}
	}
	part := partOf(text, from, 2*mostAnswer)
	if part.Next > 0 {
		part.Text += fmt.Sprintf("\n\n… the page continues at %s%s?from=%d", pageURI, name, part.Next)
	}
	return map[string]any{"contents": []map[string]any{{"uri": uri, "mimeType": "text/markdown", "text": part.Text}}}, nil
}

func queryOf(u *url.URL) string {
	if u == nil {
		return ""
	}
	return u.RawQuery
}

// prompt is a question for agents, with arguments in its text.
type prompt struct {
	Name, Description string
	Arguments         [][2]string // names and descriptions
	Text              string      // with {name} in place of each argument
}

// prompts are the prompts of the service.
var prompts = []prompt{
	{
		Name: "slow_conversion", Description: "Say why a change of layout is slow, and what avoids it.",
		Arguments: [][2]string{{"from", "layout of the threads before"}, {"to", "layout of the threads after"}, {"target", "device, such as sm_80"}},
		Text: "Call the tool layout with layout {from}, second {to} and target {target}. Say which of the ways costs the fewest cycles, which digits move, and whether banks conflict. " +
			"Then call it with buffer true and name the swizzle or padding that avoids conflicts, in the spelling of the two layouts.",
	},
	{
		Name: "explain_error", Description: "Explain an error, and mend the MLIR that has it.",
		Arguments: [][2]string{{"code", "code in brackets at the end of the message, such as sim.race"}, {"text", "the MLIR"}},
		Text:      "Call the tool explain with topic {code}. Change as little as possible of this MLIR so that the tool parse, and run where it applies, report no error, and say what was wrong:\n\n{text}",
	},
	{
		Name: "kernel_to_gpu", Description: "Take a kernel to a GPU.",
		Arguments: [][2]string{{"text", "the MLIR of the kernel"}, {"target", "device, such as sm_80 or gfx942"}},
		Text:      "Check this kernel with the tool verify and the passes gpu. If layouts are open, choose them with the tool tune for {target}. Then call export for {target}, and say how main.cpp loads kernel.ptx, or how build.sh compiles the files:\n\n{text}",
	},
}

// listPrompts describes the prompts.
func listPrompts() map[string]any {
	list := []map[string]any{}
	for _, p := range prompts {
		arguments := []map[string]any{}
		for _, a := range p.Arguments {
			arguments = append(arguments, map[string]any{"name": a[0], "description": a[1], "required": true})
		}
		list = append(list, map[string]any{"name": p.Name, "description": p.Description, "arguments": arguments})
	}
	return map[string]any{"prompts": list}
}

// getPrompt returns a prompt with its arguments.
func getPrompt(name string, raw json.RawMessage) (any, error) {
	wrong := func(format string, args ...any) (any, error) {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: fmt.Sprintf(format, args...)}
	}
	i := slices.IndexFunc(prompts, func(p prompt) bool { return p.Name == name })
	if i < 0 {
		var names []string
		for _, p := range prompts {
			names = append(names, p.Name)
		}
		return wrong("there is no prompt '%s'%s", name, diag.DidYouMean(name, names))
	}
	given := map[string]string{}
	if len(raw) > 0 {
		if err := json.Unmarshal(raw, &given); err != nil {
			return wrong("the arguments of a prompt are texts: %v", err)
		}
	}
	var pairs []string
	for _, a := range prompts[i].Arguments {
		if given[a[0]] == "" {
			return wrong("expected the argument '%s': %s", a[0], a[1])
		}
		pairs = append(pairs, "{"+a[0]+"}", given[a[0]])
	}
	return map[string]any{"description": prompts[i].Description, "messages": []map[string]any{
		{"role": "user", "content": mcpText{"text", strings.NewReplacer(pairs...).Replace(prompts[i].Text)}},
	}}, nil
}
