package lsp

import (
	"encoding/json"

	"optc/lower"
)

// The structures of the protocol, as far as they are used. They have the names of the
// specification, which explains them.
type (
	position struct {
		Line      int `json:"line"`
		Character int `json:"character"`
	}
	span struct {
		Start position `json:"start"`
		End   position `json:"end"`
	}
	location struct {
		URI   string `json:"uri"`
		Range span   `json:"range"`
	}
	textDocument struct {
		URI     string `json:"uri"`
		Version *int   `json:"version,omitempty"`
		Text    string `json:"text,omitempty"`
	}
	initializeParams struct {
		Capabilities struct {
			General struct {
				PositionEncodings []string `json:"positionEncodings"`
			} `json:"general"`
			Workspace struct {
				InlayHint struct {
					RefreshSupport bool `json:"refreshSupport"`
				} `json:"inlayHint"`
			} `json:"workspace"`
		} `json:"capabilities"`
	}
	documentParams struct {
		TextDocument textDocument `json:"textDocument"`
	}
	positionParams struct {
		TextDocument textDocument `json:"textDocument"`
		Position     position     `json:"position"`
	}
	rangeParams struct {
		TextDocument textDocument `json:"textDocument"`
		Range        span         `json:"range"`
	}
	changeParams struct {
		TextDocument   textDocument `json:"textDocument"`
		ContentChanges []struct {
			Range *span  `json:"range"`
			Text  string `json:"text"`
		} `json:"contentChanges"`
	}
	referenceParams struct {
		positionParams
		Context struct {
			IncludeDeclaration bool `json:"includeDeclaration"`
		} `json:"context"`
	}
	renameParams struct {
		positionParams
		NewName string `json:"newName"`
	}
	publishParams struct {
		URI         string       `json:"uri"`
		Version     *int         `json:"version,omitempty"`
		Diagnostics []diagnostic `json:"diagnostics"`
	}
	diagnostic struct {
		Range    span      `json:"range"`
		Severity int       `json:"severity"`
		Code     string    `json:"code,omitempty"`
		Source   string    `json:"source"`
		Message  string    `json:"message"`
		Related  []related `json:"relatedInformation,omitempty"`
	}
	related struct {
		Location location `json:"location"`
		Message  string   `json:"message"`
	}
	markup struct {
		Kind  string `json:"kind"`
		Value string `json:"value"`
	}
	hover struct {
		Contents markup `json:"contents"`
		Range    span   `json:"range"`
	}
	documentSymbol struct {
		Name           string           `json:"name"`
		Detail         string           `json:"detail,omitempty"`
		Kind           int              `json:"kind"`
		Range          span             `json:"range"`
		SelectionRange span             `json:"selectionRange"`
		Children       []documentSymbol `json:"children,omitempty"`
	}
	completionList struct {
		IsIncomplete bool             `json:"isIncomplete"`
		Items        []completionItem `json:"items"`
	}
	completionItem struct {
		Label    string   `json:"label"`
		Kind     int      `json:"kind"`
		Detail   string   `json:"detail,omitempty"`
		TextEdit textEdit `json:"textEdit"`
	}
	textEdit struct {
		Range   span   `json:"range"`
		NewText string `json:"newText"`
	}
	workspaceEdit struct {
		Changes map[string][]textEdit `json:"changes"`
	}
	foldingRange struct {
		StartLine int    `json:"startLine"`
		EndLine   int    `json:"endLine"`
		Kind      string `json:"kind,omitempty"`
	}
	codeAction struct {
		Title       string        `json:"title"`
		Kind        string        `json:"kind"`
		Diagnostics []diagnostic  `json:"diagnostics,omitempty"`
		Preferred   bool          `json:"isPreferred,omitempty"`
		Edit        workspaceEdit `json:"edit"`
	}
	inlayHint struct {
		Position position `json:"position"`
		Label    string   `json:"label"`
		Kind     int      `json:"kind,omitempty"`
		// PaddingLeft separates the hint from the text before it.
		PaddingLeft bool `json:"paddingLeft,omitempty"`
	}
	semanticTokens struct {
		Data []uint32 `json:"data"`
	}
	// pipelineParams requests the IR of a document after a pipeline of passes.
	pipelineParams struct {
		TextDocument textDocument `json:"textDocument"`
		Pipeline     string       `json:"pipeline"`
	}
	// costsParams requests a run of the program of a document, and the costs of its lines.
	costsParams struct {
		TextDocument textDocument `json:"textDocument"`
		Target       string       `json:"target"`
	}
	costsResult struct {
		Lines []lower.LineCost `json:"lines"`
	}
	messageParams struct {
		Type    int    `json:"type"`
		Message string `json:"message"`
	}
	// bytecodeParams are the parameters that mlir-lsp-server uses.
	bytecodeParams struct {
		URI string `json:"uri"`
	}
	outputResult struct {
		Output string `json:"output"`
	}
)

// The numbers of the kinds of symbols, completions, messages and severities that the server uses.
const (
	symbolClass    = 5
	symbolFunction = 12
	symbolVariable = 13

	completeFunction = 3
	completeVariable = 6
	completeClass    = 7
	completeKeyword  = 14
	completeConstant = 21

	inlayType = 1

	messageError = 1
)

// capabilities is the answer to initialize.
func capabilities(encoding, name string) any {
	return map[string]any{
		"serverInfo": map[string]any{"name": name},
		"capabilities": map[string]any{
			"positionEncoding":           encoding,
			"textDocumentSync":           map[string]any{"openClose": true, "change": 2},
			"hoverProvider":              true,
			"definitionProvider":         true,
			"referencesProvider":         true,
			"documentHighlightProvider":  true,
			"documentSymbolProvider":     true,
			"documentFormattingProvider": true,
			"foldingRangeProvider":       true,
			"inlayHintProvider":          true,
			"renameProvider":             map[string]any{"prepareProvider": true},
			"codeActionProvider":         map[string]any{"codeActionKinds": []string{"quickfix"}},
			"completionProvider":         map[string]any{"triggerCharacters": []string{"%", "@", "#", "!", "^", ".", "-"}},
			"semanticTokensProvider": map[string]any{
				"legend": map[string]any{"tokenTypes": tokenTypes, "tokenModifiers": []string{}},
				"full":   true, "range": true,
			},
		},
	}
}

// decode reads parameters.
func decode[P any](raw *json.RawMessage) (*P, error) {
	p := new(P)
	if raw == nil {
		return p, nil
	}
	return p, json.Unmarshal(*raw, p)
}
