module optc

go 1.26

require (
	github.com/alecthomas/participle/v2 v2.1.4
	github.com/google/go-cmp v0.7.0
	github.com/sergi/go-diff v1.4.0
)

require github.com/sourcegraph/jsonrpc2 v0.2.3
