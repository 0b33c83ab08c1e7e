package lsp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/sourcegraph/jsonrpc2"
)

// maxMessage bounds the size of a message in bytes, so that a wrong header cannot take all
// memory.
const maxMessage = 1 << 28

// stream reads and writes messages with headers, as the protocol defines them. A message
// that is malformed is answered with an error, and reading goes on behind it.
type stream struct {
	in *bufio.Reader

	mu  sync.Mutex
	out io.Writer
}

func newStream(in io.Reader, out io.Writer) *stream {
	return &stream{in: bufio.NewReader(in), out: out}
}

// ReadObject implements jsonrpc2.ObjectStream. The error is the reader's.
func (s *stream) ReadObject(v any) error {
	for {
		body, err := s.body()
		var wrong malformed
		switch {
		case errors.As(err, &wrong):
		case err != nil:
			return err
		case !bytes.HasPrefix(bytes.TrimSpace(body), []byte("{")):
			wrong = "expected an object"
		default:
			if err = json.Unmarshal(body, v); err == nil {
				return nil
			}
			wrong = malformed(err.Error())
		}
		if err := s.WriteObject(refusal{Version: "2.0", Error: jsonrpc2.Error{Code: jsonrpc2.CodeParseError, Message: string(wrong)}}); err != nil {
			return err
		}
	}
}

// malformed describes what is wrong with a message.
type malformed string

func (m malformed) Error() string { return string(m) }

// refusal is the answer to a message whose id is not known.
type refusal struct {
	Version string         `json:"jsonrpc"`
	ID      any            `json:"id"` // null
	Error   jsonrpc2.Error `json:"error"`
}

// body reads the headers and the body of a message. After a malformed header the rest of
// the headers is skipped.
func (s *stream) body() ([]byte, error) {
	size, wrong := int64(-1), malformed("")
	for first := true; ; first = false {
		line, err := s.in.ReadSlice('\n')
		if err == bufio.ErrBufferFull {
			wrong = "expected a header, but got a line without end"
			continue
		}
		if err != nil {
			return nil, err
		}
		text := strings.TrimSpace(string(line))
		if text == "" {
			if first {
				continue // an empty line between messages
			}
			break
		}
		name, value, _ := strings.Cut(text, ":")
		if !strings.EqualFold(name, "Content-Length") {
			continue
		}
		n, err := strconv.ParseInt(strings.TrimSpace(value), 10, 64)
		if err != nil || n < 0 || n > maxMessage {
			wrong = malformed(fmt.Sprintf("expected a Content-Length from 0 to %d, but got '%s'", maxMessage, strings.TrimSpace(value)))
			continue
		}
		size = n
	}
	switch {
	case wrong != "":
		return nil, wrong
	case size < 0:
		return nil, malformed("expected a header Content-Length")
	}
	var body bytes.Buffer // grows with what arrives, not with what the header promises
	if _, err := io.CopyN(&body, s.in, size); err != nil {
		return nil, err
	}
	return body.Bytes(), nil
}

// WriteObject implements jsonrpc2.ObjectStream.
func (s *stream) WriteObject(v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err = fmt.Fprintf(s.out, "Content-Length: %d\r\n\r\n%s", len(body), body)
	return err
}

// Close does nothing, because the creator of the reader and the writer closes them.
func (s *stream) Close() error { return nil }
