package rpc

import (
	"fmt"
	"runtime/debug"

	"github.com/sourcegraph/jsonrpc2"

	"optc/internal/base/panics"
)

// Internal is the error of a request that panicked: a mistake of the tool, never of the client.
type Internal struct{ msg string }

func (e *Internal) Error() string { return e.msg }

// Answer is the error as the answer to the request.
func (e *Internal) Answer() *jsonrpc2.Error {
	return &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: e.msg}
}

// Guard calls f for a request. A panic becomes an error of type *Internal, so that it does not
// end the server.
func Guard(request string, f func() (any, error)) (result any, err error) {
	defer func() {
		if r := recover(); r != nil {
			reason, site := panics.Describe(r, debug.Stack())
			result, err = nil, &Internal{fmt.Sprintf("internal error in '%s': %v, %s; please report it", request, reason, site)}
		}
	}()
	return f()
}
