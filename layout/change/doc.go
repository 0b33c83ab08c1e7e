// Package change plans changes of layout: elements are spread over threads in one way and are needed in another way.
//
// # A picture
//
// Three lanes hold the rows of 3×3 elements, and need the columns:
//
//	             register 0  1  2                register 0  1  2
//	lane 0                a  b  c       lane 0            a  d  g
//	lane 1                d  e  f   →   lane 1            b  e  h
//	lane 2                g  h  i       lane 2            c  f  i
//
// Lanes can exchange registers. In round j, lane t reads from lane (t+j) mod 3:
//
//	            round 0        round 1        round 2
//	lane 0      a (its own)    d of lane 1    g of lane 2
//	lane 1      e (its own)    h of lane 2    b of lane 0
//	lane 2      i (its own)    c of lane 0    f of lane 1
//
// Two rounds are shuffles, and no plan has fewer, because each lane needs two elements from other lanes and a shuffle brings one
// ([Rounds]).
//
// The elements can also go through memory: each lane writes its rows and reads its columns. The address is a sum with a term for
// each digit of the change. If 3 banks of memory serve a cell each at the same time, these terms decide whether lanes wait:
//
//	address = 3·row + column     lane t reads the addresses 0+t, 3+t, 6+t: banks 0, 1, 2 at the same time
//	                             lane t writes the addresses 3t, 3t+1, 3t+2: bank 0 three times, then 1, then 2
//	address = 4·row + column     lane t writes 4t, 4t+1, 4t+2: banks 0, 1, 2 at the same time, and so are the reads
//
// [FindBuffer] chooses the terms, by padding as here or by exclusive or. [FindWays] compares both ways.
//
// # From a change to its parts
//
//	maps before and after  →  [Steps]    digits that both layouts have
//	                       →  [Blocks]   parts of several digits, where the layouts have no common digits
//	steps                  →  [PlanRounds], [PlanListed]   shuffles
//	blocks                 →  [FindBuffer]                 addresses
//	maps, bit by bit       →  [FindMemory]                 addresses, where digits turn each other
//
// [Banks] counts the cycles that a memory with banks takes for some addresses, and [AccessMemory] the accesses, sectors and cycles of
// threads whose elements are in a memory.
package change
