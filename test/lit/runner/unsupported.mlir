REQUIRES: no-such-feature
RUN: not true
