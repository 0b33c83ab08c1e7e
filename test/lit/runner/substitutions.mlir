What the RUN lines can refer to.

DEFINE: %{text} = one \
DEFINE:           two
DEFINE: %{check} = FileCheck %s --check-prefix
RUN: echo %{text} 50%% %(line) %(line+1) | %{check}=A
REDEFINE: %{text} = three
RUN: echo %{text} %{s:basename} %basename_t | %{check}=B
RUN: echo '%{text}' "%{text} \"\\" three\ four | \
RUN:   %{check}=C
RUN: echo %if no-such-feature %{yes%} %else %{no%} | %{check}=D

A: one two 50% 6 7
B: three substitutions.mlir substitutions.mlir{{$}}
C{LITERAL}: three three "\ three four
D: no
