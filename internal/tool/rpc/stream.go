// Package rpc reads and writes the messages of JSON-RPC 2.0, with headers as the language server
// protocol has them, or a message per line as the model context protocol has them. It exists
// because a client may send any bytes: a message that is malformed or too large is answered with an
// error, and reading continues after it.
package rpc

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

// MaxMessage bounds the size of a message in bytes, so that a client cannot take all memory.
const MaxMessage = 1 << 28

// Stream is a connection to a client.
type Stream struct {
	in    *bufio.Reader
	body  func(in *bufio.Reader) ([]byte, error)
	write func(out io.Writer, body []byte) error

	mu  sync.Mutex
	out io.Writer
}

// Headers returns a stream of messages with headers that specify their size.
func Headers(in io.Reader, out io.Writer) *Stream {
	return &Stream{in: bufio.NewReader(in), out: out, body: afterHeaders, write: func(out io.Writer, body []byte) error {
		_, err := fmt.Fprintf(out, "Content-Length: %d\r\n\r\n%s", len(body), body)
		return err
	}}
}

// Lines returns a stream of messages, each of which is a line.
func Lines(in io.Reader, out io.Writer) *Stream {
	return &Stream{in: bufio.NewReader(in), out: out, body: line, write: func(out io.Writer, body []byte) error {
		_, err := out.Write(append(body, '\n'))
		return err
	}}
}

// ReadObject implements jsonrpc2.ObjectStream. The error is the reader's.
func (s *Stream) ReadObject(v any) error {
	for {
		body, err := s.body(s.in)
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

// malformed describes the fault of a message.
type malformed string

func (m malformed) Error() string { return string(m) }

// refusal is the answer to a message whose id is not known.
type refusal struct {
	Version string         `json:"jsonrpc"`
	ID      any            `json:"id"` // null
	Error   jsonrpc2.Error `json:"error"`
}

// afterHeaders reads the headers and the body of a message. After a malformed header the rest of
// the headers is skipped.
func afterHeaders(in *bufio.Reader) ([]byte, error) {
	size, wrong := int64(-1), malformed("")
	for first := true; ; first = false {
		line, err := in.ReadSlice('\n')
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
		if err != nil || n < 0 || n > MaxMessage {
			wrong = malformed(fmt.Sprintf("expected a Content-Length from 0 to %d, but got '%s'", MaxMessage, strings.TrimSpace(value)))
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
	var body bytes.Buffer // grows with the bytes that arrive, not with the length that the header promises
	if _, err := io.CopyN(&body, in, size); err != nil {
		return nil, err
	}
	return body.Bytes(), nil
}

// line reads a line and keeps at most MaxMessage bytes of it. Empty lines are skipped.
func line(in *bufio.Reader) ([]byte, error) {
	var body []byte
	size := 0
	for {
		part, err := in.ReadSlice('\n')
		if size += len(part); size <= MaxMessage {
			body = append(body, part...)
		}
		switch {
		case err == bufio.ErrBufferFull:
		case err != nil && (err != io.EOF || len(bytes.TrimSpace(body)) == 0):
			return nil, err
		case size > MaxMessage:
			return nil, malformed(fmt.Sprintf("expected a line of at most %d bytes, but got %d", MaxMessage, size))
		case len(bytes.TrimSpace(body)) > 0:
			return body, nil
		default:
			body, size = body[:0], 0
		}
	}
}

// WriteObject implements jsonrpc2.ObjectStream.
func (s *Stream) WriteObject(v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.write(s.out, body)
}

// Close does nothing, because the creator of the reader and the writer closes them.
func (s *Stream) Close() error { return nil }
