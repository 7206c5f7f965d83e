/* Threads that stay awake for a moment: waking a sleeping one costs more than a small batch takes.

   parallel(run, jobs, count) calls run(jobs[0]) here and offers the other jobs to helpers. A helper that has not begun by the time the
   first job is done is not waited for: jobs must be such that any subset of them does all the work. */
#include <pthread.h>
#include <sched.h>
#include <stddef.h>
#include <time.h>

#define MOST 256
#define AWAKE 1000000 /* ns that a helper looks for work before it sleeps */

typedef void *(*task)(void *);
enum { NOTHING, OFFERED, CLAIMED };

typedef struct {
    int state, asleep;
    void *job;
    task run;
    pthread_mutex_t guard;
    pthread_cond_t call;
} helper;

static helper helpers[MOST];
static int alive;
static pthread_mutex_t in_use = PTHREAD_MUTEX_INITIALIZER;

static long long now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static int offered(helper *h) { return __atomic_load_n(&h->state, __ATOMIC_SEQ_CST) == OFFERED; }

static void wait_for_work(helper *h)
{
    const long long until = now() + AWAKE;
    for (int turn = 1; !offered(h); ++turn)
        if (turn % 64 == 0 && now() > until) {
            pthread_mutex_lock(&h->guard);
            __atomic_store_n(&h->asleep, 1, __ATOMIC_SEQ_CST);
            while (!offered(h)) pthread_cond_wait(&h->call, &h->guard);
            __atomic_store_n(&h->asleep, 0, __ATOMIC_SEQ_CST);
            pthread_mutex_unlock(&h->guard);
        }
}

static void *help(void *given)
{
    helper *h = given;
    for (;;) {
        int expected = OFFERED;
        wait_for_work(h);
        if (__atomic_compare_exchange_n(&h->state, &expected, CLAIMED, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
            h->run(h->job);
            __atomic_store_n(&h->state, NOTHING, __ATOMIC_SEQ_CST);
        }
    }
    return NULL;
}

static void after_fork(void) /* the child has this thread only */
{
    alive = 0;
    pthread_mutex_init(&in_use, NULL);
}

__attribute__((constructor)) static void begin(void) { pthread_atfork(NULL, NULL, after_fork); }

static int hire(void)
{
    helper *h = &helpers[alive];
    pthread_t thread;
    h->state = NOTHING;
    h->asleep = 0;
    pthread_mutex_init(&h->guard, NULL);
    pthread_cond_init(&h->call, NULL);
    if (pthread_create(&thread, NULL, help, h) != 0)
        return 0;
    pthread_detach(thread);
    return ++alive;
}

void parallel(task run, void **jobs, int count)
{
    if (pthread_mutex_trylock(&in_use) != 0) { /* somebody else's helpers: do it alone */
        run(jobs[0]);
        return;
    }
    if (count > MOST)
        count = MOST;
    while (alive < count - 1 && hire()) {
    }
    if (count > alive + 1)
        count = alive + 1;
    for (int k = 0; k < count - 1; ++k) {
        helper *h = &helpers[k];
        h->run = run;
        h->job = jobs[k + 1];
        __atomic_store_n(&h->state, OFFERED, __ATOMIC_SEQ_CST);
        if (__atomic_load_n(&h->asleep, __ATOMIC_SEQ_CST)) {
            pthread_mutex_lock(&h->guard);
            pthread_cond_signal(&h->call);
            pthread_mutex_unlock(&h->guard);
        }
    }
    run(jobs[0]);
    for (int k = 0; k < count - 1; ++k) {
        int expected = OFFERED;
        if (!__atomic_compare_exchange_n(&helpers[k].state, &expected, NOTHING, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
            while (__atomic_load_n(&helpers[k].state, __ATOMIC_SEQ_CST) == CLAIMED) sched_yield();
    }
    pthread_mutex_unlock(&in_use);
}
