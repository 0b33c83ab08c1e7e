package okk

import (
	"cmp"
	"slices"
)

// LifeIndex finds the lives that meet a life, among the lives that were added, without
// looking at the others.
//
// The lives are the leaves of a tree, in the order of their first use. A node holds the
// latest last use below it, so that a search leaves out the nodes whose lives all end
// before the wanted life begins:
//
//	                 9
//	        4                 9
//	    4       3         9       ·
//	[0, 4]  [1, 3]    [2, 9]  [5, 7], not added
type LifeIndex struct {
	lives   []Life
	order   []int   // lives by first use
	place   []int   // of each life in the order
	latest  []int64 // last use by node; node i has the children 2i and 2i+1, leaves come last
	leaves  int
	visited int // nodes, by all searches
}

// NewLifeIndex returns an index to which lives can be added.
func NewLifeIndex(lives []Life) *LifeIndex {
	x := &LifeIndex{lives: lives, order: make([]int, len(lives)), place: make([]int, len(lives)), leaves: 1}
	for x.leaves < len(lives) {
		x.leaves *= 2
	}
	for i := range x.order {
		x.order[i] = i
	}
	slices.SortStableFunc(x.order, func(i, j int) int { return cmp.Compare(lives[i].First, lives[j].First) })
	for at, i := range x.order {
		x.place[i] = at
	}
	x.latest = slices.Repeat([]int64{-1}, 2*x.leaves)
	return x
}

// Add adds a life by its number.
func (x *LifeIndex) Add(i int) {
	last := x.lives[i].Last
	for node := x.leaves + x.place[i]; node > 0 && x.latest[node] < last; node /= 2 {
		x.latest[node] = last
	}
}

// Meeting returns the numbers of the added lives that meet a life, by their first use.
func (x *LifeIndex) Meeting(l Life) (list []int) {
	var search func(node, first, count int)
	search = func(node, first, count int) {
		if x.visited++; x.latest[node] < l.First || x.lives[x.order[first]].First > l.Last {
			return
		}
		if count == 1 {
			list = append(list, x.order[first])
			return
		}
		half := count / 2
		search(2*node, first, half)
		if first+half < len(x.order) {
			search(2*node+1, first+half, half)
		}
	}
	if len(x.lives) > 0 {
		search(1, 0, x.leaves)
	}
	return list
}
