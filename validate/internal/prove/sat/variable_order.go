package sat

// variableOrder is the order in which a search decides variables: a heap whose first variable is the most active one; of equally
// active variables the one with the lower number comes first.
type variableOrder struct {
	activity []float64
	weight   float64 // weight of a contradiction; later ones weigh more
	heap     []int
	at       []int // position of a variable in the heap; -1: none
}

// add adds the next variable.
func (o *variableOrder) add() {
	o.activity, o.at = append(o.activity, 0), append(o.at, -1)
	if o.weight == 0 {
		o.weight = 1
	}
	o.push(len(o.at) - 1)
}

// raise increases the activity of a variable because of a contradiction.
func (o *variableOrder) raise(v int) {
	if o.activity[v] += o.weight; o.at[v] >= 0 {
		o.moveUp(o.at[v])
	}
}

// grow makes the next contradiction weigh more than the last one.
func (o *variableOrder) grow() {
	const most = 1e100
	if o.weight *= 1.05; o.weight < most {
		return
	}
	for v := range o.activity {
		o.activity[v] /= most
	}
	o.weight /= most
}

// push adds a variable to the heap if it is not there.
func (o *variableOrder) push(v int) {
	if o.at[v] >= 0 {
		return
	}
	o.at[v] = len(o.heap)
	o.heap = append(o.heap, v)
	o.moveUp(o.at[v])
}

// pop removes the first variable from the heap.
func (o *variableOrder) pop() int {
	v, last := o.heap[0], len(o.heap)-1
	o.swap(0, last)
	o.heap, o.at[v] = o.heap[:last], -1
	for i := 0; ; {
		n := 2*i + 1
		if n+1 < last && o.precedes(n+1, n) {
			n++
		}
		if n >= last || !o.precedes(n, i) {
			return v
		}
		o.swap(i, n)
		i = n
	}
}

// moveUp moves a variable to its place in the heap.
func (o *variableOrder) moveUp(i int) {
	for ; i > 0 && o.precedes(i, (i-1)/2); i = (i - 1) / 2 {
		o.swap(i, (i-1)/2)
	}
}

// precedes compares the variables at two places of the heap.
func (o *variableOrder) precedes(i, j int) bool {
	a, b := o.heap[i], o.heap[j]
	if o.activity[a] != o.activity[b] {
		return o.activity[a] > o.activity[b]
	}
	return a < b
}

// swap exchanges two places of the heap.
func (o *variableOrder) swap(i, j int) {
	o.heap[i], o.heap[j] = o.heap[j], o.heap[i]
	o.at[o.heap[i]], o.at[o.heap[j]] = i, j
}
