RUN: split-file %s %t
RUN: count 2 < %t/first.txt
RUN: cat %t/first.txt %t/dir/second.txt | FileCheck %t/checks.txt
RUN: split-file --leading-lines %s %t.lines && cat %t.lines/first.txt | FileCheck %t/lines.txt

//--- first.txt
alpha
beta
#--- dir/second.txt
gamma
//--- checks.txt
CHECK: alpha
CHECK-NEXT: beta
CHECK-NEXT: gamma
CHECK-NOT: {{.}}
//--- lines.txt
CHECK-COUNT-4: {{^$}}
CHECK: alpha
