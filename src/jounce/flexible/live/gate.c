/* Gate of a live arm: refuses ticks whose rows jump, whose pose is nearly singular or whose torque exceeds its bounds, and returns
   a safe torque until the arm begins anew. gate.py is the same algorithm in Python.

   Preceded by: N joints, M outputs, MOTORS, ROWS, TAKEN; TICK [s]; ANGLES, index of the first output that is an angle; UNIT[k] =
   TICK^(2 - k); resting, which computes motor torques at rest in a pose, or under accelerations from rest. */

enum { FINE, NOT_FINITE, NOT_BEGUN, JUMP, SINGULAR, UNSOLVED, TORQUE, TORQUE_RATE, FAULTS };
static const double TURN = 6.283185307179586, ROUNDED = 1e-6, PLAUSIBLE = 10.0, RISE = 2e-3;

typedef struct {
    double torque[MOTORS], change[MOTORS]; /* limits of torque and of its change in a tick; 0: none stated */
    double distance, jump;                 /* least distance from a singular pose; largest jump of an acceleration */
    double stop;                           /* ticks in which joints are braked after a fault; 0: the torque holds them at once */
    double shaped;                         /* 1: rows are computed from outputs by the reference filter */
    double lag;                            /* largest ratio of inertia to stiffness [s^2] */
    double along[M], across[M];            /* typical sizes of the Jacobian's rows, then of its scaled columns */
    double inertia[MOTORS * M];            /* torque of motor i per acceleration of driven joint j */
    double filter[ROWS * ROWS];            /* transition of one tick of the reference filter */
} Bounds;

typedef struct {
    Bounds bounds;
    double taken[TAKEN];                    /* input of the last successful tick */
    double tau[MOTORS];                     /* torque returned last */
    double peak[MOTORS];                   /* largest torque that rows required so far, estimated far from singular poses */
    double torque[MOTORS], change[MOTORS];  /* bounds of this tick */
    double still[MOTORS], slow[MOTORS];     /* after a fault: torque that holds the arm, and torque that brakes it */
    double stopping;                        /* remaining ticks of braking */
    double where, value;                    /* entry of rows or torque that caused a fault, and its value */
} Gate;

/* Return the distance of a pose from a singular one: for the tool's Jacobian J (M, N) by driven joints, scaled by typical sizes of
   rows and columns, the least distance of a column from the span of the others. About 1 if columns are orthogonal, 0 if J is
   singular. */
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

/* Return 1 if the pose is too near a singular one. end: 1 at the end of the preview, 0 now. */
static int is_singular(Gate *restrict g, const double *restrict J, const int end)
{
    if (!(g->bounds.distance > 0.0)) return 0;
    const double x = distance(&g->bounds, J);
    if (x >= g->bounds.distance) return 0;
    g->where = end;
    g->value = x;
    return 1;
}

/* Replace the outputs (M) of a tick by rows that follow them through the filter (s / a + 1)^ROWS y = outputs, exact for outputs
   that are constant within the tick. Angles take the shorter way. */
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

/* Return 1 if rows do not continue the motion of the last tick: Taylor polynomials from there, the highest derivative linear in
   between, differ from a row by more than the change of that derivative and the accepted jump of the acceleration explain. */
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

/* Set the bounds of torque and of its change in this tick: limits if stated, else PLAUSIBLE times the torque that rows, and
   wrenches in a pose q, have required so far. Velocity, acceleration and snap of joints are estimated from outputs by the typical
   size of the Jacobian. */
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

/* Clip x to a distance `most` from a centre. */
INLINE double within(const double x, const double centre, const double most)
{
    return x > centre + most ? centre + most : x < centre - most ? centre - most : x;
}

/* Return FINE and store the torque if it is within its bounds; an excess by rounding is clipped. */
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

/* Write the torque after a fault: towards the braking torque while joints are stopped, then the holding torque, at the allowed
   rate. */
static void safe(Gate *restrict g, double *restrict tau)
{
    const double *const goal = g->stopping > 0.0 ? g->slow : g->still;
    for (int i = 0; i < MOTORS; ++i)
        g->tau[i] = tau[i] = within(within(goal[i], 0.0, g->torque[i]), g->tau[i], g->change[i]);
    if (g->stopping > 0.0) g->stopping -= 1.0;
}

/* Compute the torques of `safe` after a fault in a motion (q, qd: N each), with the wrenches on links. */
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
