/* Backward differentiation of a flexible arm's equation, the algorithm of jounce/flexible/solvers/bdf.py: forms of index 3, 2 and
   1.

   Preceded by: N joints, P of them motorless, M driven and as many outputs of the tool; GIVEN scalars of tool targets and wrenches
   at an instant; MOTOR[i], index of the motor of joint i, or -1; `look`. */

#define MOST_ORDER 6
#define MOST_SIZE (N + 2 * M)

typedef struct {
    double q[MOST_ORDER][N], v[MOST_ORDER][N]; /* the latest first */
    double a[N];
} Past;

/* Convert a Jacobian row by q, v and a to the unknowns: q; from index 2 on also velocities, from index 1 on also accelerations of
   driven joints, where these are no differences. */
static void by_unknowns(
    const double *restrict by_q, const double *restrict by_v, const double *restrict by_a, const double double_v, const int index,
    const double r, double *restrict row)
{
    for (int i = 0; i < N; ++i) {
        const int motor = MOTOR[i];
        const double free_a = by_a ? by_a[i] : 0.0;
        double along_v = by_v ? double_v * by_v[i] : 0.0;
        double along_q = by_q[i];
        if (index < 2 && motor >= 0) row[N + M + motor] = free_a;
        else along_v += r * free_a;
        if (index < 3 && motor >= 0) row[N + motor] = along_v;
        else along_q += r * along_v;
        row[i] = along_q;
    }
}

/* Newton's method at one instant, with v = r q + past and a = r v + fast unless they are unknowns. u: unknowns; motion: q, v, a (N
   each), both as results; matrix (size, size + 1): of the last step. Return the number of steps; 0: too many; -1: singular. */
static int newton(
    const int index, const int scaled, const int most, const double tolerance, const double r, const double *restrict past,
    const double *restrict fast, const double *restrict given, double *restrict u, double *restrict motion, double *restrict matrix)
{
    const int size = N + M * (3 - index), wide = size + 1;
    Look at;
    double across[MOST_SIZE], work[MOST_SIZE * (MOST_SIZE + 1)];
    for (int count = 1; count <= most + 1; ++count) {
        for (int i = 0; i < N; ++i) {
            const int motor = MOTOR[i];
            motion[i] = u[i];
            motion[N + i] = index < 3 && motor >= 0 ? u[N + motor] : r * u[i] + past[i];
            motion[2 * N + i] = index < 2 && motor >= 0 ? u[N + M + motor] : r * motion[N + i] + fast[i];
        }
        if (count > 1) { /* the previous step */
            double step = 0.0, largest = 0.0;
            for (int i = 0; i < N; ++i) {
                const double x = fabs(work[i * wide + size] / across[i]);
                step = x > step ? x : step;
                largest = fabs(u[i]) > largest ? fabs(u[i]) : largest;
            }
            if (!isfinite(step) || !isfinite(largest)) return 0;
            if (step <= tolerance * (1.0 + largest)) return count - 1;
            if (count > most) return 0;
        }
        look(motion, given, &at);
        memset(work, 0, sizeof(double) * (size_t)(size * wide));
        double *row = work;
        for (int k = 0; k < P; ++k, row += wide) {
            by_unknowns(at.by_q + k * N, at.by_v + k * N, at.by_a + k * N, 1.0, index, r, row);
            row[size] = at.load[k];
        }
        for (int level = 0; level < 4 - index; ++level) {
            for (int k = 0; k < M; ++k, row += wide) {
                const double *J = at.J + (size_t)k * N, *by_v = level ? J + (level - 1) * M * N : NULL;
                by_unknowns(J + level * M * N, by_v, level > 1 ? J : NULL, level > 1 ? 2.0 : 1.0, index, r, row);
                row[size] = at.e[level * M + k];
            }
        }
        for (int j = 0; j < size; ++j) across[j] = 1.0;
        if (scaled && !scale_in_place(work, across, size, wide)) return -1;
        memcpy(matrix, work, sizeof(double) * (size_t)(size * wide));
        if (index == 3 ? !solve_in_place(work, N, N + 1) : !solve_in_place(work, size, wide)) return -1;
        for (int i = 0; i < size; ++i) u[i] -= work[i * wide + size] / across[i];
    }
    return 0;
}

/* Take one step from a history. c (order + 1): weights of the difference formula; ahead (order): of the prediction. */
static int step(
    Past *restrict s, const int index, const int order, const int scaled, const int most, const double tolerance,
    const double *restrict c, const double *restrict ahead, const double *restrict given, double *restrict motion,
    double *restrict matrix)
{
    double past[N], fast[N], u[MOST_SIZE];
    for (int i = 0; i < N; ++i) {
        double x = 0.0, y = 0.0, guess = 0.0, speed = 0.0;
        for (int k = 0; k < order; ++k) {
            x += c[k + 1] * s->q[k][i];
            y += c[k + 1] * s->v[k][i];
            guess += ahead[k] * s->q[k][i];
            speed += ahead[k] * s->v[k][i];
        }
        past[i] = x;
        fast[i] = y;
        u[i] = guess;
        if (MOTOR[i] >= 0 && index < 3) u[N + MOTOR[i]] = speed;
        if (MOTOR[i] >= 0 && index < 2) u[N + M + MOTOR[i]] = s->a[i];
    }
    const int count = newton(index, scaled, most, tolerance, c[0], past, fast, given, u, motion, matrix);
    if (count <= 0) return count;
    for (int k = order - 1; k > 0; --k) {
        memcpy(s->q[k], s->q[k - 1], sizeof s->q[k]);
        memcpy(s->v[k], s->v[k - 1], sizeof s->v[k]);
    }
    memcpy(s->q[0], motion, sizeof s->q[0]);
    memcpy(s->v[0], motion + N, sizeof s->v[0]);
    memcpy(s->a, motion + 2 * N, sizeof s->a);
    return count;
}
