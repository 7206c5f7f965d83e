/* Explicit Runge-Kutta method of order 8 with error estimates of orders 5 and 3 and dense output of order 7, [Hairer1993] II.5 and
   II.10, around `rate`. Preceded by its coefficients, sizes and `core`. */
enum { FINISHED, MORE, FAILED, DOUBTFUL, REFUSED };

typedef struct {
    double t, step, until, tolerance, longest; /* time; length of the next step; end of the call [s] */
    double *y;                                 /* (SIZE) current state */
    const double *torque;                      /* (3, M) torque between ticks: goal, gap at `since`, rate of the lag [1/s] */
    double since;
    const double *ripple; /* (ripples, 2, M): periods per turn of the motor behind the gear, fraction of the torque */
    long long ripples;
    const double *begins, *pieces; /* or Chebyshev polynomials in time: (signals + 1), (signals, DEGREE + 1, WIDTH) */
    long long signals;
    long long piece;
    int (*outside)(void); /* fills `inputs` for time and state in `seen`; returns 0 to continue. NULL: constant `inputs` */
    double *seen, *inputs; /* (1 + NQ + N), (GIVEN) */
    const double *times;  /* (count) increasing: output times, from the `done`-th on */
    double *states;       /* (count, SIZE) */
    long long count, done;
    long long most, trusting, evaluations; /* steps before the function returns; 1: pivots are not checked */
    const double *values; /* of the robot: the last input of the rate */
} Job;

/* Write to x (STATE + M): torques (WIDTH = M), or motion of the motors with acceleration in place of torques (WIDTH = 3 M). */
static void torque_at(Job *job, const double t, const double *y, double *x_all)
{
    double *tau = x_all + STATE;
    if (job->signals) {
        double *to = x_all + STATE + M - WIDTH;
        while (job->piece + 1 < job->signals && t >= job->begins[job->piece + 1]) ++job->piece;
        while (job->piece > 0 && t < job->begins[job->piece]) --job->piece;
        const double a = job->begins[job->piece], b = job->begins[job->piece + 1];
        const double *c = job->pieces + job->piece * (DEGREE + 1) * WIDTH;
        double x = (2.0 * t - a - b) / (b - a);
        x = x > 1.0 ? 1.0 : x < -1.0 ? -1.0 : x;
        double later[WIDTH], last[WIDTH];
        for (int i = 0; i < WIDTH; ++i) later[i] = last[i] = 0.0;
        for (int k = DEGREE; k > 0; --k)
            for (int i = 0; i < WIDTH; ++i) {
                const double now = c[k * WIDTH + i] + 2.0 * x * later[i] - last[i];
                last[i] = later[i];
                later[i] = now;
            }
        for (int i = 0; i < WIDTH; ++i) to[i] = c[i] + x * later[i] - last[i];
        return;
    }
    for (int i = 0; i < M; ++i) {
        tau[i] = job->torque[i];
        if (job->torque[M + i] != 0.0) tau[i] += job->torque[M + i] * exp(-job->torque[2 * M + i] * (t - job->since));
    }
    const double *theta = y + NQ + N;
    double more[M];
    for (int i = 0; i < M; ++i) more[i] = 0.0;
    for (long long k = 0; k < job->ripples; ++k)
        for (int i = 0; i < M; ++i)
            more[i] += job->ripple[(2 * k + 1) * M + i] * cos(job->ripple[2 * k * M + i] * theta[i]);
    for (int i = 0; i < M; ++i) tau[i] += tau[i] * more[i];
}

static int rate(Job *job, const double t, const double *y, double *out)
{
    double x[STATE + M + GIVEN], pivots[N];
    memcpy(x, y, sizeof(double) * STATE);
    torque_at(job, t, y, x);
    if (GIVEN) {
        if (job->outside) {
            job->seen[0] = t;
            memcpy(job->seen + 1, y, sizeof(double) * (NQ + N));
            if (job->outside()) return REFUSED;
        }
        memcpy(x + STATE + M, job->inputs, sizeof(double) * GIVEN);
    }
    look(x, job->values, out, pivots);
    ++job->evaluations;
    if (job->trusting) return FINISHED;
    double least = pivots[0], most = pivots[0];
    int sound = 1;
    for (int i = 0; i < N; ++i) {
        least = pivots[i] < least ? pivots[i] : least;
        most = pivots[i] > most ? pivots[i] : most;
        sound &= pivots[i] == pivots[i];
    }
    if (sound && least > SMALL_PIVOT * most) return FINISHED;
    for (int i = 0; i < STATE; ++i)
        if (!(fabs(y[i]) < DIVERGED)) return FINISHED; /* this step was too long; the motion need not diverge */
    return DOUBTFUL;
}

/* Write the states at output times within a step with derivatives K; the last three stages are evaluated here. */
static int between(Job *job, const double h, const double end, const double *y, const double *after, double K[16][SIZE])
{
    const double t = job->t;
    double F[7][SIZE], at[SIZE];
    int found;
    for (int s = 13; s < 16; ++s) {
        for (int i = 0; i < SIZE; ++i) at[i] = 0.0;
        for (int j = 0; j < s; ++j)
            for (int i = 0; i < SIZE; ++i) at[i] += A_MORE[s - 13][j] * K[j][i];
        for (int i = 0; i < SIZE; ++i) at[i] = y[i] + h * at[i];
        if ((found = rate(job, t + C_MORE[s - 13] * h, at, K[s]))) return found;
    }
    for (int i = 0; i < SIZE; ++i) {
        const double moved = after[i] - y[i];
        F[0][i] = moved;
        F[1][i] = h * K[0][i] - moved;
        F[2][i] = 2.0 * moved - h * (K[12][i] + K[0][i]);
    }
    for (int k = 0; k < 4; ++k) {
        for (int i = 0; i < SIZE; ++i) F[3 + k][i] = 0.0;
        for (int j = 0; j < 16; ++j)
            for (int i = 0; i < SIZE; ++i) F[3 + k][i] += h * D[k][j] * K[j][i];
    }
    while (job->done < job->count && job->times[job->done] < end) {
        const double x = (job->times[job->done] - t) / h;
        double *out = job->states + job->done * SIZE;
        for (int i = 0; i < SIZE; ++i) {
            double sum = 0.0;
            for (int k = 6; k >= 0; --k) sum = (sum + F[k][i]) * (k % 2 ? 1.0 - x : x);
            out[i] = y[i] + sum;
        }
        ++job->done;
    }
    return FINISHED;
}

/* Take one step, repeated until its error is allowed. */
static int step(Job *job, double K[16][SIZE], int *known)
{
    double at[SIZE], after[SIZE];
    double *y = job->y;
    const double t = job->t, least = 16.0 * DBL_EPSILON * (fabs(t) > job->until - t ? fabs(t) : job->until - t);
    const double wanted = job->step < job->longest ? job->step : job->longest;
    int found, rejected = 0;
    if (!*known && (found = rate(job, t, y, K[0]))) return found;
    for (double h = wanted;;) {
        const int last = t + h * (1.0 + 1e-9) >= job->until;
        if (last) h = job->until - t;
        for (int s = 1; s < 12; ++s) {
            for (int i = 0; i < SIZE; ++i) at[i] = 0.0;
            for (int j = 0; j < s; ++j) {
                if (A[s][j] == 0.0) continue;
                for (int i = 0; i < SIZE; ++i) at[i] += A[s][j] * K[j][i];
            }
            for (int i = 0; i < SIZE; ++i) at[i] = y[i] + h * at[i];
            if ((found = rate(job, t + C[s] * h, at, K[s]))) return found;
        }
        double five = 0.0, three = 0.0;
        for (int i = 0; i < SIZE; ++i) {
            double sum = 0.0, e5 = 0.0, e3 = 0.0;
            for (int j = 0; j < 12; ++j) {
                sum += B[j] * K[j][i];
                e5 += E5[j] * K[j][i];
                e3 += E3[j] * K[j][i];
            }
            after[i] = y[i] + h * sum;
            const double size = fabs(y[i]) > fabs(after[i]) ? fabs(y[i]) : fabs(after[i]);
            const double scale = job->tolerance * (1.0 + size);
            five += e5 / scale * (e5 / scale);
            three += e3 / scale * (e3 / scale);
        }
        const double both = five + 0.01 * three;
        const double error = both > 0.0 ? h * five / sqrt(both * SIZE) : both; /* nan stays nan */
        if (error < 1.0) {
            double factor = error > 0.0 ? 0.9 * pow(error, -0.125) : 10.0;
            factor = factor > 10.0 ? 10.0 : factor;
            factor = rejected && factor > 1.0 ? 1.0 : factor;
            const double next = h * factor;
            *known = 0;
            const double end = last ? job->until : t + h;
            const int inside = job->done < job->count && job->times[job->done] < end;
            if (!last || inside) {
                if ((found = rate(job, end, after, K[12]))) return found;
                *known = 1;
            }
            if (inside && (found = between(job, h, end, y, after, K))) return found;
            for (; job->done < job->count && job->times[job->done] <= end; ++job->done)
                memcpy(job->states + job->done * SIZE, after, sizeof after);
            memcpy(y, after, sizeof after);
            if (*known) memcpy(K[0], K[12], sizeof K[0]);
            job->t = end;
            job->step = last && !rejected && next < wanted ? wanted : next;
            return FINISHED;
        }
        rejected = 1;
        double factor = error < 1e300 ? 0.9 * pow(error, -0.125) : 0.2;
        h *= factor > 0.2 ? factor : 0.2;
        if (h < least) return FAILED;
    }
}

/* Integrate until `until`, or for a number of steps. */
long long motion_rate_integrate(Job *job)
{
    double K[16][SIZE];
    int found = FINISHED, known = 0;
    for (long long k = 0; job->t < job->until; ++k) {
        if (k == job->most) return MORE;
        if ((found = step(job, K, &known))) return found;
        for (int i = 0; i < STATE; ++i)
            if (!(fabs(job->y[i]) < DIVERGED)) return FAILED;
    }
    return FINISHED;
}
