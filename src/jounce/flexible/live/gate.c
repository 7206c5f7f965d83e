/* The gate of a live arm: rows that jump, poses that are nearly singular and torques beyond their bounds are no success; a safe torque
   is handed out instead, until the arm begins anew. gate.py has the same in Python.

   From the text before: N joints, M outputs, MOTORS, ROWS, TAKEN; TICK [s]; ANGLES, the first output that is an angle; UNIT[k] =
   TICK^(2 - k); resting, the motor torques at rest in a pose, or under accelerations from there. */

enum { FINE, NOT_FINITE, NOT_BEGUN, JUMP, SINGULAR, UNSOLVED, TORQUE, TORQUE_RATE, FAULTS };
static const double TURN = 6.283185307179586, ROUNDED = 1e-6, PLAUSIBLE = 10.0, RISE = 2e-3;

typedef struct {
    double torque[MOTORS], change[MOTORS]; /* limits of torque, and of its change in a tick; 0: none is stated */
    double distance, jump;                 /* least distance from a singular pose; largest jump of an acceleration */
    double stop;                           /* ticks within which joints are braked after a fault; 0: torque holds them */
    double shaped;                         /* 1: rows follow the outputs that come in through the filter */
    double lag;                            /* inertia by stiffness of what bends most [s^2] */
    double along[M], across[M];            /* size of the Jacobian's rows, and of its columns then */
    double inertia[MOTORS * M];            /* of motors i under acceleration of driven joints j */
    double filter[ROWS * ROWS];            /* one tick of outputs that return to zero, with derivatives */
} Bounds;

typedef struct {
    Bounds bounds;
    double taken[TAKEN];                    /* by the last tick that went well */
    double tau[MOTORS];                     /* handed out last */
    double peak[MOTORS];                   /* largest torque that rows asked for, of an arm far from singular poses */
    double torque[MOTORS], change[MOTORS];  /* bounds of this tick */
    double still[MOTORS], slow[MOTORS];     /* after a fault: torque that holds, and torque that brakes */
    double stopping;                        /* ticks that are left to brake */
    double where, value;                    /* entry of rows or of torque at which a fault was seen, and what it was */
} Gate;

/* How far driven joints are from a singular pose: of the tool's Jacobian J (M, N) by driven joints, rows and columns measured by their
   sizes in other poses, the least distance of a column from all that the others span. About 1: they are orthogonal; 0: singular. */
static double distance(const Bounds *restrict b, const double *restrict J)
{
    enum { BOTH = PADDED(2 * M) };
    ALIGNED double A[M * BOTH];
    double largest = 0.0;
    memset(A, 0, sizeof A);
    for (int i = 0; i < M; ++i) {
        for (int j = 0; j < M; ++j) A[i * BOTH + j] = J[i * N + DRIVEN[j]] / (b->along[i] * b->across[j]);
        A[i * BOTH + M + i] = 1.0;
    }
    if (!solve_in_place(A, M, BOTH)) return 0.0;
    for (int i = 0; i < M; ++i) {
        double square = 0.0;
        for (int j = 0; j < M; ++j) square += A[i * BOTH + M + j] * A[i * BOTH + M + j];
        if (!isfinite(square)) return 0.0;
        largest = square > largest ? square : largest;
    }
    return 1.0 / sqrt(largest);
}

/* Whether the pose is too near a singular one. end: of the preview. */
static int is_singular(Gate *restrict g, const double *restrict J, const int end)
{
    if (!(g->bounds.distance > 0.0)) return 0;
    const double x = distance(&g->bounds, J);
    if (x >= g->bounds.distance) return 0;
    g->where = end;
    g->value = x;
    return 1;
}

/* What a tick takes, with outputs (M) that come in made rows that follow them: (s / a + 1)^ROWS y = outputs, exact while these stay
   as they are. Angles take the shorter way. */
static void shape(const Gate *restrict g, double *restrict taken)
{
    for (int i = 0; i < M; ++i) {
        double z[ROWS];
        for (int k = 0; k < ROWS; ++k) z[k] = g->taken[k * M + i];
        double goal = taken[i];
        if (i >= ANGLES) goal = z[0] - remainder(z[0] - goal, TURN);
        z[0] -= goal;
        for (int k = 0; k < ROWS; ++k) {
            double x = 0.0;
            for (int l = 0; l < ROWS; ++l) x += g->bounds.filter[k * ROWS + l] * z[l];
            taken[k * M + i] = x;
        }
        taken[i] += goal;
    }
}

/* Whether rows are not those of one motion since the last tick: Taylor's polynomials from there, the highest derivative linear in
   between, miss a row by more than that derivative changes, and by more than a jump of the acceleration that is allowed. */
static int is_jump(Gate *restrict g, const double *restrict rows)
{
    for (int i = 0; i < M; ++i) {
        const double before = g->taken[HIGHEST * M + i], after = rows[HIGHEST * M + i], change = after - before;
        const double largest = fabs(before) > fabs(after) ? fabs(before) : fabs(after);
        const double spread = 2.0 * fabs(change) + 0.1 * largest;
        double factor = 1.0;
        for (int k = HIGHEST - 1; k >= 0; --k) {
            const int m = HIGHEST - k;
            double x = before + change / (m + 1);
            factor *= TICK / m;
            for (int j = m; j > 0; --j) x = g->taken[(k + j - 1) * M + i] + x * TICK / j;
            double miss = rows[k * M + i] - x;
            if (WINDOW == 0 && k == 0 && i >= ANGLES) miss = remainder(miss, TURN);
            const double allowed = factor * spread + g->bounds.jump * UNIT[k] + 1e-13 * fabs(rows[k * M + i]);
            if (!(fabs(miss) <= allowed)) {
                g->where = k * M + i;
                g->value = miss;
                return 1;
            }
        }
    }
    return 0;
}

/* Bounds of torque and of its change in this tick: limits, where there are; else PLAUSIBLE times what rows, and wrenches in a pose q,
   have asked for so far. Velocity, acceleration and snap of outputs are taken as those of joints by the Jacobian's usual size. */
static void expect(Gate *restrict g, const double *restrict q, const double *restrict taken)
{
    const Bounds *const b = &g->bounds;
    const double qdd[N] = {0.0};
    double still[MOTORS], v = 0.0, a = 0.0, snap = 0.0;
    for (int i = 0; i < M; ++i) {
        const double speed = taken[M + i] / b->along[i], rate = taken[2 * M + i] / b->along[i], high = taken[4 * M + i] / b->along[i];
        v += speed * speed;
        a += rate * rate;
        snap += high * high;
    }
    v = sqrt(v);
    a = sqrt(a) + b->lag * sqrt(snap);
    resting(q, qdd, taken + ROWS * M, still);
    for (int i = 0; i < MOTORS; ++i) {
        double x = fabs(still[i]);
        for (int j = 0; j < M; ++j) x += b->inertia[i * M + j] * (a / b->across[j] + (v / b->across[j]) * (v / b->across[j]));
        if (x > g->peak[i] && isfinite(x)) g->peak[i] = x;
        g->torque[i] = b->torque[i] > 0.0 ? b->torque[i] : PLAUSIBLE * g->peak[i];
        g->change[i] = b->change[i] > 0.0 ? b->change[i] : g->torque[i] * TICK / RISE;
    }
}

/* x within `most` of a centre. */
INLINE double within(const double x, const double centre, const double most)
{
    return x > centre + most ? centre + most : x < centre - most ? centre - most : x;
}

/* FINE, and the torque is handed out, if it is within its bounds; what is beyond them by rounding is cut off. */
static int bounded(Gate *restrict g, double *restrict tau)
{
    for (int i = 0; i < MOTORS; ++i) {
        const double bound = g->torque[i], most = g->change[i], change = tau[i] - g->tau[i];
        const int high = !(fabs(tau[i]) <= bound * (1.0 + ROUNDED)), fast = !(fabs(change) <= most * (1.0 + ROUNDED));
        if (high || fast) {
            g->where = i;
            g->value = high ? tau[i] : change / TICK;
            return high ? TORQUE : TORQUE_RATE;
        }
        tau[i] = within(within(tau[i], g->tau[i], most), 0.0, bound);
    }
    memcpy(g->tau, tau, sizeof g->tau);
    return FINE;
}

/* Torque after a fault: towards the one that brakes while joints are to be stopped, then the one that holds, as fast as it may. */
static void safe(Gate *restrict g, double *restrict tau)
{
    const double *const goal = g->stopping > 0.0 ? g->slow : g->still;
    for (int i = 0; i < MOTORS; ++i)
        g->tau[i] = tau[i] = within(within(goal[i], 0.0, g->torque[i]), g->tau[i], g->change[i]);
    if (g->stopping > 0.0) g->stopping -= 1.0;
}

/* After a fault in a motion (q, qd: N each), with what acts on links: the torques of `safe`. */
static void brake(Gate *restrict g, const double *restrict motion, const double *restrict rest)
{
    double qdd[N] = {0.0};
    resting(motion, qdd, rest, g->still);
    for (int i = 0; i < MOTORS; ++i)
        if (!isfinite(g->still[i])) g->still[i] = g->tau[i];
    g->stopping = g->bounds.stop;
    if (!(g->bounds.stop > 0.0)) return;
    for (int j = 0; j < M; ++j) qdd[DRIVEN[j]] = -motion[N + DRIVEN[j]] / (g->bounds.stop * TICK);
    resting(motion, qdd, rest, g->slow);
    for (int i = 0; i < MOTORS; ++i)
        if (!isfinite(g->slow[i])) g->slow[i] = g->still[i];
}
