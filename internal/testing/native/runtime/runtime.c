/* Runs the threads of a workgroup as coroutines on one thread of the machine. A coroutine runs
   until it ends or has to meet others: at a shuffle the lanes of its subgroup, at a barrier its
   workgroup. Each program runs once with its threads in ascending order and once in descending
   order; threads of a race give different results. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum { STACK = 1 << 18, MOST = 1024 };
enum { RUNS, SHUFFLES, WAITS, ENDED };

struct thread {
  ucontext_t context;
  char *stack;
  int state, site;
  int32_t mode, value, offset, width, got;
};

static struct thread threads[MOST];
static ucontext_t scheduler;
static int current, count;
static int64_t block[3], grid[3], place[3];
static int subgroup;
static void (*entry)(void **);
static void **arguments;

static void begin(void) {
  entry(arguments);
  threads[current].state = ENDED;
  swapcontext(&threads[current].context, &scheduler);
}

static void wait_at(int state, int site) {
  struct thread *t = &threads[current];
  t->state = state;
  t->site = site;
  swapcontext(&t->context, &scheduler);
}

int64_t optc_position(int32_t what, int32_t dim) {
  int64_t id[3] = {current % block[0], current / block[0] % block[1], current / (block[0] * block[1])};
  switch (what) {
  case 0: return id[dim];
  case 1: return place[dim];
  case 2: return block[dim];
  case 3: return grid[dim];
  default: return current % subgroup;
  }
}

void optc_barrier(int32_t site) { wait_at(WAITS, site); }

int32_t optc_shuffle(int32_t mode, int32_t value, int32_t offset, int32_t width, int32_t site) {
  struct thread *t = &threads[current];
  t->mode = mode;
  t->value = value;
  t->offset = offset;
  t->width = width;
  wait_at(SHUFFLES, site);
  return threads[current].got;
}

/* meets reports whether the threads [lo, hi) all wait in a state at the same site, but for those
   that have ended, if any may have ended. */
static int meets(int lo, int hi, int state, int may_end) {
  int site = -1;
  for (int i = lo; i < hi; i++) {
    struct thread *t = &threads[i];
    if (t->state == ENDED && may_end)
      continue;
    if (t->state != state || (site >= 0 && t->site != site))
      return 0;
    site = t->site;
  }
  return site >= 0;
}

static void exchange(int lo, int hi) {
  for (int i = lo; i < hi; i++) {
    struct thread *t = &threads[i];
    int lane = i - lo, from = t->offset;
    if (t->mode == 0)
      from = lane ^ t->offset;
    else if (t->mode == 1)
      from = lane + t->offset;
    else if (t->mode == 2)
      from = lane - t->offset;
    t->got = 0x5eadbeef;
    if (0 <= from && from < t->width && lo + from < hi && threads[lo + from].state == SHUFFLES)
      t->got = threads[lo + from].value;
  }
  for (int i = lo; i < hi; i++)
    if (threads[i].state == SHUFFLES)
      threads[i].state = RUNS;
}

/* run_block runs the threads of a workgroup, and returns 0, or the site at which a thread waits
   for others that do not come. */
static int run_block(int descending) {
  for (int i = 0; i < count; i++) {
    struct thread *t = &threads[i];
    if (!t->stack)
      t->stack = malloc(STACK);
    getcontext(&t->context);
    t->context.uc_stack.ss_sp = t->stack;
    t->context.uc_stack.ss_size = STACK;
    t->context.uc_link = NULL;
    t->state = RUNS;
    makecontext(&t->context, begin, 0);
  }
  for (;;) {
    int ended = 0, released = 0;
    for (int k = 0; k < count; k++) {
      current = descending ? count - 1 - k : k;
      if (threads[current].state == RUNS)
        swapcontext(&scheduler, &threads[current].context);
      ended += threads[current].state == ENDED;
    }
    if (ended == count)
      return 0;
    for (int lo = 0; lo < count; lo += subgroup) {
      int hi = lo + subgroup < count ? lo + subgroup : count;
      if (meets(lo, hi, SHUFFLES, 0)) {
        exchange(lo, hi);
        released = 1;
      }
    }
    if (meets(0, count, WAITS, 0)) {
      for (int i = 0; i < count; i++)
        threads[i].state = RUNS;
      released = 1;
    }
    if (!released)
      for (int i = 0; i < count; i++)
        if (threads[i].state != ENDED)
          return threads[i].site;
  }
}

struct program {
  void (*run)(void **);
  int64_t block[3], grid[3], arena;
  int subgroup, arguments;
  const int64_t *sizes;
};

extern const struct program programs[];
extern const int program_count;

static void read_all(void *to, size_t n) {
  if (fread(to, 1, n, stdin) != n)
    exit(3);
}

int main(void) {
  for (int p = 0; p < program_count; p++) {
    const struct program *x = &programs[p];
    void **given = malloc((x->arguments + 1) * sizeof *given), **args = malloc((x->arguments + 1) * sizeof *args);
    for (int i = 0; i < x->arguments; i++) {
      given[i] = malloc(x->sizes[i] + 1);
      args[i] = aligned_alloc(64, (x->sizes[i] + 64) / 64 * 64);
      read_all(given[i], x->sizes[i]);
    }
    args[x->arguments] = aligned_alloc(64, (x->arena + 64) / 64 * 64);
    entry = x->run;
    arguments = args;
    memcpy(block, x->block, sizeof block);
    memcpy(grid, x->grid, sizeof grid);
    subgroup = x->subgroup;
    count = (int)(block[0] * block[1] * block[2]);
    for (int descending = 0; descending < 2; descending++) {
      int32_t stuck = 0;
      for (int i = 0; i < x->arguments; i++)
        memcpy(args[i], given[i], x->sizes[i]);
      for (int64_t b = 0; b < grid[0] * grid[1] * grid[2] && !stuck; b++) {
        place[0] = b % grid[0];
        place[1] = b / grid[0] % grid[1];
        place[2] = b / (grid[0] * grid[1]);
        memset(args[x->arguments], 0xa5, x->arena);
        stuck = run_block(descending);
      }
      fwrite(&stuck, sizeof stuck, 1, stdout);
      for (int i = 0; i < x->arguments; i++)
        fwrite(args[i], 1, x->sizes[i], stdout);
    }
    for (int i = 0; i <= x->arguments; i++)
      free(args[i]);
    for (int i = 0; i < x->arguments; i++)
      free(given[i]);
    free(args);
    free(given);
  }
  return 0;
}
