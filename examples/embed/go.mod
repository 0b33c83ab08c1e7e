module example.com/embed

go 1.26

require optc v0.0.0

require (
	github.com/alecthomas/participle/v2 v2.1.4 // indirect
	github.com/sergi/go-diff v1.4.0 // indirect
	github.com/sourcegraph/jsonrpc2 v0.2.3 // indirect
)

replace optc => ../..
