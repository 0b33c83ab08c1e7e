package sim

// A thread that waits for others usually does not keep a goroutine, because switching between
// goroutines takes longer than executing twenty operations. The operation that waits returns
// errWaits. Each function of the simulator on the stack, up to the call of the thread's function,
// notes its place and returns errWaits as well. When the thread continues, the same functions are
// called again, continue at their places, and execute the operation again, which now gets the
// values of the other threads.
//
// Operations with regions take part if they use [Frame.Carry], [Frame.Pause] and [Frame.Resume]. In
// all other functions, and in functions that are called, the thread is pinned to its goroutine.

// errWaits is returned by an operation that waits for other threads.
var errWaits = waiting{}

type waiting struct{}

func (waiting) Error() string { return "waits for other threads" }

// waits reports whether an error is errWaits.
func waits(err error) bool {
	_, ok := err.(waiting)
	return ok
}

// pauses holds the places at which the functions of a waiting thread were interrupted.
type pauses struct {
	places      []int64 // the innermost first
	pinned      int     // number of active operations and calls that cannot be interrupted
	interrupted *Frame  // frame of the thread's function
}

// usualPlaces is the number of places of a thread that waits inside of two loops.
const usualPlaces = 16

// pause notes the place at which a function is interrupted.
func (p *pauses) pause(place int64) { p.places = append(p.places, place) }

// resumes reports whether the function that is called was interrupted.
func (p *pauses) resumes() bool { return len(p.places) > 0 }

// resume returns the place at which the function was interrupted.
func (p *pauses) resume() int64 {
	last := len(p.places) - 1
	place := p.places[last]
	p.places = p.places[:last]
	return place
}

// Pause returns an error of [Frame.Carry] after it noted the place of the operation, for
// Resume, if the error interrupts the thread.
func (f *Frame) Pause(err error, place uint64) error {
	if waits(err) {
		f.pause(int64(place))
	}
	return err
}

// Resume returns the place of the operation if the thread was interrupted in it. The operation
// then carries the same body as before, whose arguments are still set.
func (f *Frame) Resume() (place uint64, ok bool) {
	if f.resumes() {
		return uint64(f.resume()), true
	}
	return 0, false
}

// proceed continues the call of a thread's function.
func (m *Machine) proceed() ([]Value, error) {
	mark, f := m.resume(), m.interrupted
	results, err := f.enter(f.code.whole)
	results, err = m.endFrame(f, results, err)
	return m.endCall(mark, results, err)
}
