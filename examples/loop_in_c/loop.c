/* Controller, observer and plant of a robot with elastic joints in one program: reads loop.bin, writes where the run ends, and says how
   much of real time a tick takes. Compiled with TICKS, STATE (of the observer), RATE [Hz], GAIN [1/s] and PUSHED [s]. */
#define _POSIX_C_SOURCE 199309L
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "controller.h"
#include "observer.h"
#include "plant.h"

enum { N = 7, WANTED = 5 * N, GAINS = 4 * N, STEPS = 10 }; /* joints; q to its snap; steps of the plant between two ticks */
static double wanted[TICKS][WANTED], taken[2][TICKS];

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); /* of this program alone: others that run beside it do not count */
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* y = (q, qd, theta, thetad) */
static void rate(const double *y, const double *tau_m, const double *wrench, double *out)
{
    double motion[5 * N], pivots[N];
    memcpy(motion, y, sizeof(double) * 4 * N);
    memcpy(motion + 4 * N, tau_m, sizeof(double) * N);
    memcpy(out, y + N, sizeof(double) * N);
    memcpy(out + 2 * N, y + 3 * N, sizeof(double) * N);
    plant(motion, wrench, out + N, out + 3 * N, pivots);
}

static void runge_kutta(double *y, const double *tau_m, const double *wrench, const double h)
{
    double k[4][4 * N], at[4 * N];
    rate(y, tau_m, wrench, k[0]);
    for (int s = 1; s < 4; ++s) {
        for (int i = 0; i < 4 * N; ++i) at[i] = y[i] + (s < 3 ? 0.5 : 1.0) * h * k[s - 1][i];
        rate(at, tau_m, wrench, k[s]);
    }
    for (int i = 0; i < 4 * N; ++i) y[i] += h / 6.0 * (k[0][i] + 2.0 * (k[1][i] + k[2][i]) + k[3][i]);
}

int main(int count, char **names)
{
    double law[13 * N], state[STATE], next[STATE], y[4 * N] = {0}, external[N] = {0}, gain[N], K[N], ends[2 * N];
    FILE *in = count == 3 ? fopen(names[1], "rb") : NULL, *out = count == 3 ? fopen(names[2], "wb") : NULL;
    if (!in || !out || fread(wanted, sizeof wanted, 1, in) != 1 || fread(law + 9 * N, sizeof(double), GAINS, in) != GAINS ||
        fread(K, sizeof K, 1, in) != 1 || fread(state, sizeof state, 1, in) != 1 || fread(y, sizeof(double), N, in) != N || fread(y + 2 * N, sizeof(double), N, in) != N)
        return 1;
    for (int i = 0; i < N; ++i) gain[i] = GAIN;
    const double period = 1.0 / RATE;
    for (int tick = 0; tick < TICKS; ++tick) {
        const double push[6] = {0.0, 0.0, 0.0, tick * period >= PUSHED ? 10.0 : 0.0, 0.0, 0.0};
        double tau_m[N], qdd[N], jerk[N], seen[2 * N], rejected;
        const double begin = now();
        memcpy(law, y, sizeof(double) * 2 * N); /* links, then joint torque and its rate, as sensors give them */
        for (int i = 0; i < N; ++i) {
            law[2 * N + i] = K[i] * (y[2 * N + i] - y[i]);
            law[3 * N + i] = K[i] * (y[3 * N + i] - y[N + i]);
        }
        memcpy(law + 4 * N, wanted[tick], sizeof wanted[tick]);
        controller(law, tau_m, qdd, jerk);
        memcpy(seen, y, sizeof(double) * N);
        memcpy(seen + N, y + 2 * N, sizeof(double) * N);
        observer(seen, state, gain, &period, next, external, &rejected);
        if (rejected != 0.0) return 2; /* a reading that is none: a machine would count them, and stop */
        memcpy(state, next, sizeof state);
        taken[0][tick] = now() - begin;
        for (int s = 0; s < STEPS; ++s) runge_kutta(y, tau_m, push, period / STEPS);
        taken[1][tick] = now() - begin;
    }
    double sum[2] = {0.0, 0.0}, most[2] = {0.0, 0.0};
    for (int what = 0; what < 2; ++what)
        for (int tick = 0; tick < TICKS; ++tick) {
            sum[what] += taken[what][tick];
            most[what] = taken[what][tick] > most[what] ? taken[what][tick] : most[what];
        }
    printf("%d ticks at %g Hz: controller and observer %.2f us a tick (worst %.1f), with the plant %.2f us (worst %.1f)\n", TICKS, RATE,
           1e6 * sum[0] / TICKS, 1e6 * most[0], 1e6 * sum[1] / TICKS, 1e6 * most[1]);
    printf("share of real time: %.3f %% for controller and observer, %.2f %% with the plant\n", 100.0 * RATE * sum[0] / TICKS,
           100.0 * RATE * sum[1] / TICKS);
    memcpy(ends, y, sizeof(double) * N);
    memcpy(ends + N, external, sizeof external);
    if (fwrite(ends, sizeof ends, 1, out) != 1) return 1;
    return fclose(out) || fclose(in);
}
