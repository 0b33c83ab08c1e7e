package probe

import (
	"fmt"
	"strings"
)

// inLLVM returns the kernels in LLVM IR, for AMD's chips.
func inLLVM(lanes int) string {
	var b strings.Builder
	fmt.Fprintf(&b, `target triple = "amdgcn-amd-amdhsa"

@memory = internal addrspace(3) global [%d x i8] poison, align 16

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.ds.bpermute(i32, i32)
declare void @llvm.amdgcn.s.barrier()
declare i64 @llvm.readcyclecounter()
declare i32 @llvm.vector.reduce.or.v1i32(<1 x i32>)
declare i32 @llvm.vector.reduce.or.v2i32(<2 x i32>)
declare i32 @llvm.vector.reduce.or.v4i32(<4 x i32>)
`, lanes*rowBytes)
	for i, a := range accesses {
		b.WriteString(kernelInLLVM(a.name, i, lanes, a.inLLVM))
	}
	b.WriteString(kernelInLLVM("exchange", len(accesses), lanes, exchangeInLLVM))
	fmt.Fprintf(&b, "\nattributes #0 = { \"amdgpu-flat-work-group-size\"=\"%d,%d\" }\n", threads, threads)
	return b.String()
}

// inLLVM returns access i of an iteration, which makes %sum.i: all words of the value, so that loads have registers of their own.
func (a access) inLLVM(i int, sum string) string {
	t := vectorInLLVM(a.words)
	if a.store {
		return fmt.Sprintf("  store volatile %s zeroinitializer, ptr addrspace(3) %%at, align %d\n  %%sum.%d = xor %s %s, zeroinitializer\n", t, 4*a.words, i, t, sum)
	}
	return fmt.Sprintf("  %%value.%d = load volatile %s, ptr addrspace(3) %%at, align %d\n  %%sum.%d = xor %s %s, %%value.%d\n", i, t, 4*a.words, i, t, sum, i)
}

// vectorInLLVM returns a vector type.
func vectorInLLVM(words int) string { return fmt.Sprintf("<%d x i32>", words) }

// exchangeInLLVM returns exchange i of an iteration with the neighbouring lane.
func exchangeInLLVM(i int, sum string) string {
	return fmt.Sprintf("  %%sent.%[1]d = bitcast <1 x i32> %[2]s to i32\n  %%got.%[1]d = call i32 @llvm.amdgcn.ds.bpermute(i32 %%partner, i32 %%sent.%[1]d)\n"+
		"  %%sum.%[1]d = bitcast i32 %%got.%[1]d to <1 x i32>\n", i, sum)
}

// kernelInLLVM is as [entryInPTX]. A counter of cycles has 20 bits at least.
func kernelInLLVM(name string, number, lanes int, body func(i int, sum string) string) string {
	repetitions := fmt.Sprintf("add i32 0, %d", repeats)
	on, limit := "icmp sge i32 %offset, 0", "%number"
	if name == "exchange" {
		repetitions, limit = fmt.Sprintf("mul i32 %%pattern.next, %d", repeats), fmt.Sprint(exchanged)
	}
	count := 1
	if number < len(accesses) {
		count = accesses[number].words
	}
	words := vectorInLLVM(count)
	var b strings.Builder
	sum := "%sum"
	for i := range unrolled {
		b.WriteString(body(i, sum))
		sum = fmt.Sprintf("%%sum.%d", i)
	}
	return fmt.Sprintf(`
define amdgpu_kernel void @%[1]s(ptr addrspace(1) %%patterns, ptr addrspace(1) %%cycles, i32 %%number) #0 {
entry:
  %%thread = call i32 @llvm.amdgcn.workitem.id.x()
  %%lane = and i32 %%thread, %[2]d
  %%neighbour = xor i32 %%lane, 1
  %%partner = shl i32 %%neighbour, 2
  %%row = mul i32 %%number, %[3]d
  %%times = getelementptr i32, ptr addrspace(1) %%cycles, i32 %%row
  %%mine = getelementptr i32, ptr addrspace(1) %%patterns, i32 %%lane
  br label %%clear
clear: ; the memory gets zeros
  %%turn = phi i32 [ 0, %%entry ], [ %%turn.next, %%clear ]
  %%first = mul i32 %%turn, %[4]d
  %%word = add i32 %%first, %%thread
  %%cell = getelementptr i32, ptr addrspace(3) @memory, i32 %%word
  store volatile i32 0, ptr addrspace(3) %%cell, align 4
  %%turn.next = add i32 %%turn, 1
  %%cleared = icmp eq i32 %%turn.next, %[5]d
  br i1 %%cleared, label %%next, label %%clear
next: ; a pattern
  %%pattern = phi i32 [ 0, %%clear ], [ %%pattern.next, %%after ]
  %%pattern.next = add i32 %%pattern, 1
  %%index = mul i32 %%pattern, %[6]d
  %%from = getelementptr i32, ptr addrspace(1) %%mine, i32 %%index
  %%offset = load i32, ptr addrspace(1) %%from, align 4
  %%on = %[7]s
  %%at = getelementptr i8, ptr addrspace(3) @memory, i32 %%offset
  %%times.pattern = getelementptr i32, ptr addrspace(1) %%times, i32 %%pattern
  %%repetitions = %[8]s
  call void asm sideeffect "", "v"(i32 %%offset) ; waits for it
  call void @llvm.amdgcn.s.barrier()
  %%start = call i64 @llvm.readcyclecounter()
  br i1 %%on, label %%repeat, label %%waited
repeat:
  %%left = phi i32 [ %%repetitions, %%next ], [ %%left.next, %%repeat ]
  %%sum = phi %[12]s [ zeroinitializer, %%next ], [ %[9]s, %%repeat ]
%[10]s  %%left.next = sub i32 %%left, 1
  %%done = icmp eq i32 %%left.next, 0
  br i1 %%done, label %%read, label %%repeat
read: ; all values are 0; the store that never happens waits for the last access
  %%last = load volatile i32, ptr addrspace(3) %%at, align 4
  %%any = call i32 @llvm.vector.reduce.or.v%[13]di32(%[12]s %[9]s)
  %%all = or i32 %%any, %%last
  %%never = icmp ne i32 %%all, 0
  br i1 %%never, label %%store, label %%waited
store:
  store i32 %%all, ptr addrspace(1) %%times.pattern, align 4
  br label %%waited
waited:
  call void @llvm.amdgcn.s.barrier()
  %%end = call i64 @llvm.readcyclecounter()
  %%leader = icmp eq i32 %%thread, 0
  br i1 %%leader, label %%note, label %%after
note:
  %%elapsed = sub i64 %%end, %%start
  %%elapsed.low = trunc i64 %%elapsed to i32
  %%elapsed.20 = and i32 %%elapsed.low, 1048575
  store i32 %%elapsed.20, ptr addrspace(1) %%times.pattern, align 4
  br label %%after
after:
  %%more = icmp ult i32 %%pattern.next, %[11]s
  br i1 %%more, label %%next, label %%end.kernel
end.kernel:
  ret void
}
`, name, lanes-1, number, threads, lanes*rowBytes/4/threads, lanes, on, repetitions, sum, b.String(), limit, words, count)
}
