package lsp

import (
	"context"
	"encoding/json"
	"sync"

	"github.com/sourcegraph/jsonrpc2"

	"optc/internal/tool/rpc"
)

// queue handles messages in their order, one after the other, and reads the next messages
// meanwhile, so that a client can cancel a request that executes or waits.
type queue struct {
	handler jsonrpc2.Handler
	waiting chan message
	handled sync.WaitGroup // the messages that were read

	mu     sync.Mutex
	cancel map[jsonrpc2.ID]func() // ends the request of an id
}

// message is a request or a notification with its context.
type message struct {
	ctx     context.Context
	conn    *jsonrpc2.Conn
	request *jsonrpc2.Request
	end     func()
}

// maxWaiting is the number of messages that are read ahead.
const maxWaiting = 1 << 10

// newQueue returns a queue that works until the stream of its messages ends.
func newQueue(h jsonrpc2.Handler) *queue {
	q := &queue{handler: h, waiting: make(chan message, maxWaiting), cancel: map[jsonrpc2.ID]func(){}}
	go func() {
		for m := range q.waiting {
			q.handle(m)
		}
	}()
	return q
}

// Handle implements jsonrpc2.Handler.
func (q *queue) Handle(ctx context.Context, conn *jsonrpc2.Conn, r *jsonrpc2.Request) {
	if r.Method == "$/cancelRequest" {
		q.cancelRequest(r)
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	m := message{ctx: ctx, conn: conn, request: r, end: cancel}
	if !r.Notif {
		q.mu.Lock()
		q.cancel[r.ID] = cancel
		q.mu.Unlock()
	}
	q.handled.Add(1)
	q.waiting <- m
}

func (q *queue) handle(m message) {
	defer q.handled.Done()
	defer m.end()
	q.handler.Handle(m.ctx, m.conn, m.request)
	if !m.request.Notif {
		q.mu.Lock()
		delete(q.cancel, m.request.ID)
		q.mu.Unlock()
	}
}

// cancelRequest ends a request that executes or waits; any other id is ignored.
func (q *queue) cancelRequest(r *jsonrpc2.Request) {
	var p struct {
		ID jsonrpc2.ID `json:"id"`
	}
	if r.Params == nil || json.Unmarshal(*r.Params, &p) != nil {
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if cancel := q.cancel[p.ID]; cancel != nil {
		cancel()
	}
}

// draining is a stream that ends after all of its messages are handled.
type draining struct {
	*rpc.Stream
	queue *queue
}

// ReadObject implements jsonrpc2.ObjectStream.
func (d draining) ReadObject(v any) error {
	err := d.Stream.ReadObject(v)
	if err != nil {
		d.queue.handled.Wait()
		close(d.queue.waiting)
	}
	return err
}
