// Package service offers the functions of the command to other programs: to clients of JSON-RPC,
// such as the Python package, and to agents by the model context protocol. It exists so that both
// have the same methods, each of which is declared once, with its parameters, its result and their
// documentation.
//
// A method executes commands of the tool in a temporary folder, so that it has the results and
// the diagnostics of the command line.
package service

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"optc/diag"
	"optc/internal/tool/rpc"
)

// Config describes the tool, and bounds the resources that a client can use.
type Config struct {
	Name    string // name of the tool
	Version string
	// Run executes the tool in a folder and returns the exit code.
	Run     func(ctx context.Context, dir string, args []string, stdin io.Reader, stdout, stderr io.Writer) int
	Passes  []string      // names of passes and pipelines
	Timeout time.Duration // time limit for a request
	Jobs    int           // number of requests that execute at the same time; further requests wait
	// MaxPrograms bounds the programs that a client keeps; a new one replaces the oldest.
	MaxPrograms int
}

// Service is a connection to a client.
type Service struct {
	Config
	dir  string // folder for the requests and the programs
	jobs chan struct{}

	mu       sync.Mutex
	number   int
	programs []string          // names of their folders, oldest first
	running  map[string]func() // ends the request of an id
	// Texts that were cut for an agent, oldest first, and the number of texts that were cut so far.
	texts      []keptText
	textNumber int
	requests   sync.WaitGroup
}

// open returns a service and the function that ends it.
func open(c Config) (s *Service, end func(), err error) {
	dir, err := os.MkdirTemp("", c.Name+"-service")
	if err != nil {
		return nil, nil, err
	}
	s = &Service{Config: c, dir: dir, jobs: make(chan struct{}, max(1, c.Jobs)), running: map[string]func(){}}
	return s, func() {
		s.mu.Lock()
		for _, cancel := range s.running {
			cancel()
		}
		s.mu.Unlock()
		s.requests.Wait()
		os.RemoveAll(dir)
	}, nil
}

// Serve answers the requests of a client until it closes the connection or ctx ends. The
// notification cancel, with the id of a request, ends that request.
func Serve(ctx context.Context, c Config, in io.Reader, out io.Writer) error {
	return serve(ctx, c, in, out, func(s *Service) handler { return s.answer })
}

// handler answers a request, or takes a notification, whose result is not sent. The error
// errUnanswered is for a request that gets no answer.
type handler func(ctx context.Context, conn *jsonrpc2.Conn, r *jsonrpc2.Request) (any, error)

// Handle implements jsonrpc2.Handler.
func (h handler) Handle(ctx context.Context, conn *jsonrpc2.Conn, r *jsonrpc2.Request) {
	result, err := h(ctx, conn, r)
	if errors.Is(err, errUnanswered) {
		return
	}
	jsonrpc2.HandlerWithError(func(context.Context, *jsonrpc2.Conn, *jsonrpc2.Request) (any, error) { return result, err }).Handle(ctx, conn, r)
}

// errUnanswered is the result of a request that the client cancelled in the model context
// protocol.
var errUnanswered = errors.New("the request gets no answer")

func serve(ctx context.Context, c Config, in io.Reader, out io.Writer, protocol func(s *Service) handler) error {
	s, end, err := open(c)
	if err != nil {
		return err
	}
	defer end()
	conn := jsonrpc2.NewConn(ctx, draining{rpc.Lines(in, out), s}, concurrent{s, protocol(s)}, jsonrpc2.SetLogger(log.New(io.Discard, "", 0)))
	defer conn.Close()
	select {
	case <-conn.DisconnectNotify():
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// draining is a stream that ends only after the executing requests have ended, so that a client
// that closes its input after its last request still gets the answers.
type draining struct {
	*rpc.Stream
	service *Service
}

// ReadObject implements jsonrpc2.ObjectStream.
func (d draining) ReadObject(v any) error {
	err := d.Stream.ReadObject(v)
	if err != nil {
		d.service.requests.Wait()
	}
	return err
}

// concurrent answers each request in a goroutine; notifications are taken in order.
type concurrent struct {
	service *Service
	handler jsonrpc2.Handler
}

// Handle implements jsonrpc2.Handler.
func (c concurrent) Handle(ctx context.Context, conn *jsonrpc2.Conn, r *jsonrpc2.Request) {
	if r.Notif {
		c.handler.Handle(ctx, conn, r)
		return
	}
	ctx, cancel := context.WithTimeoutCause(context.WithoutCancel(ctx), c.service.Timeout, errTimeout)
	c.service.begin(r.ID.String(), cancel)
	go func() {
		defer cancel()
		defer c.service.finish(r.ID.String())
		c.handler.Handle(ctx, conn, r)
	}()
}

var errTimeout = errors.New("the request took too long")

func (s *Service) begin(id string, cancel func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running[id] = cancel
	s.requests.Add(1)
}

func (s *Service) finish(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.running, id)
	s.requests.Done()
}

// cancel ends a request, if it is executing.
func (s *Service) cancel(id jsonrpc2.ID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if end := s.running[id.String()]; end != nil {
		end()
	}
}

// answer handles a message of JSON-RPC.
func (s *Service) answer(ctx context.Context, _ *jsonrpc2.Conn, r *jsonrpc2.Request) (any, error) {
	var params json.RawMessage
	if r.Params != nil {
		params = *r.Params
	}
	switch {
	case r.Method == "cancel":
		var p struct {
			ID jsonrpc2.ID `json:"id"`
		}
		if err := json.Unmarshal(params, &p); err == nil {
			s.cancel(p.ID)
		}
		return nil, nil
	case r.Method == "schema":
		return json.RawMessage(Schema()), nil
	case r.Notif:
		return nil, nil
	}
	result, err := s.call(ctx, r.Method, params)
	var wrong *InvalidParams
	var internal *rpc.Internal
	switch {
	case errors.As(err, &wrong):
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
	case errors.Is(err, errNoMethod):
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: err.Error()}
	case errors.As(err, &internal):
		return nil, internal.Answer()
	case errors.Is(err, errCancelled):
		return nil, &jsonrpc2.Error{Code: codeCancelled, Message: err.Error()}
	case err != nil:
		return nil, &jsonrpc2.Error{Code: codeFailed, Message: err.Error()}
	}
	return result, nil
}

// The codes of requests that are right and have no result; a cancelled request has the code that language servers give it.
const (
	codeFailed    = -32000
	codeCancelled = -32800
)

var errCancelled = errors.New("the request was cancelled")

var errNoMethod = errors.New("unknown method")

// call executes a method as soon as one of the jobs is free.
func (s *Service) call(ctx context.Context, name string, params json.RawMessage) (any, error) {
	for _, m := range Methods() {
		if m.Name != name {
			continue
		}
		select {
		case s.jobs <- struct{}{}:
			defer func() { <-s.jobs }()
		case <-ctx.Done():
			return nil, ended(ctx)
		}
		result, err := rpc.Guard(name, func() (any, error) { return m.call(ctx, s, params) })
		if ctx.Err() != nil {
			return nil, ended(ctx)
		}
		return result, err
	}
	var names []string
	for _, m := range Methods() {
		names = append(names, m.Name)
	}
	return nil, fmt.Errorf("%w '%s'%s; the method 'schema' describes them", errNoMethod, name, diag.DidYouMean(name, names))
}

// ended is the error of a request that was cancelled or took too long.
func ended(ctx context.Context) error {
	if errors.Is(context.Cause(ctx), errTimeout) {
		return errTimeout
	}
	return errCancelled
}

// folder makes a folder inside of the service's folder.
func (s *Service) folder(kind string) (name string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.number++
	name = kind + strconv.Itoa(s.number)
	return name, os.Mkdir(filepath.Join(s.dir, name), 0o700)
}
