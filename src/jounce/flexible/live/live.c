/* Motor torque of a flexible arm tick by tick, while the reference of the tool comes in.

   Preceded by: bdf.c if WINDOW = 0, else collocation.c with WINDOW intervals of preview; derive.c; TICK [s]; MOTORS; FILTER scalars
   of the state of damped drives' spring filters; PUSHES wrenches on links; LIVE scalars of robot parameters that may change;
   wanted_2 and wanted, which convert outputs with two and with HIGHEST derivatives to tool targets; torque of a motion with HIGHEST
   derivatives; gate.c.

   The input of a tick has TAKEN scalars: outputs with HIGHEST derivatives, each wrench with HIGHEST - 2, and live parameters. */

enum { WIDTH = (GIVEN - PUSHES * 6 - LIVE) / 3, ASKED = ROWS * WIDTH + REST };

/* Convert the input of a tick to the input of `derive`. */
static void target_of(const double *restrict rows, double *restrict given)
{
    wanted(rows, given);
    memcpy(given + ROWS * WIDTH, rows + ROWS * M, sizeof(double) * REST);
}

#if WINDOW == 0
typedef struct {
    Past past;
    double filter[FILTER], motion[ROWS * N];
    Gate gate;
    double good; /* 1 while the state is valid; -code after a fault */
} Live;
#else
typedef struct {
    double s[WINDOW + 1][S], rows[WINDOW + 1][TAKEN];
    double motion[ROWS * N], filter[FILTER];
    double stable[S * S], unstable[S * S];  /* rows that extract the stable and the unstable component of a deviation */
    double bent[P];                         /* deflections at rest, the reference for the end of the preview */
    double soft[P * P];                     /* compliance of springs and gravity at rest */
    double end[3][3 * N];                   /* motion at the end of the preview with quasi-static deflections; latest first */
    double stages[WINDOW][3 * STAGE], given[WINDOW][3 * GIVEN];  /* indexed by slot, as `all` */
    Interval all[WINDOW];
    double U[(WINDOW + 1) * S * S], c[(WINDOW + 1) * S * 2];  /* workspace */
    double first, slot;                     /* number of rows of `stable`; slot of the interval that begins now */
    Gate gate;
    double good;                            /* 1 while the state is valid; -code after a fault */
} Live;

/* Outputs with two derivatives, and wrenches, at the Gauss points of an interval: Hermite polynomials through the rows at both
   ends. Live parameters have their values at the end of the interval. */
static void between(const double *before, const double *after, double *given)
{
    for (int j = 0; j < 3; ++j) {
        double y[3 * M] = {0.0}; /* all entries are set below, which static analysers do not see */
        for (int k = 0; k < 3; ++k) {
            for (int i = 0; i < M; ++i) {
                double x = 0.0;
                for (int l = 0; l < ROWS; ++l) x += HERMITE[j][k][l] * before[l * M + i] + HERMITE[j][k][ROWS + l] * after[l * M + i];
                y[k * M + i] = x;
            }
        }
        wanted_2(y, given + j * GIVEN);
        for (int p = 0; p < PUSHES; ++p) {
            const double *from = before + ROWS * M + p * 6 * PUSH, *to = after + ROWS * M + p * 6 * PUSH;
            for (int i = 0; i < 6; ++i) {
                double x = 0.0;
                for (int l = 0; l < PUSH; ++l) x += PUSHED[j][l] * from[l * 6 + i] + PUSHED[j][PUSH + l] * to[l * 6 + i];
                given[j * GIVEN + 3 * WIDTH + p * 6 + i] = x;
            }
        }
        memcpy(given + (j + 1) * GIVEN - LIVE, after + TAKEN - LIVE, sizeof(double) * LIVE);
    }
}

/* Compute the compliance of springs and gravity at rest. Return 0 if neither holds a joint. */
static int softness(Live *restrict s)
{
    double held[P * P], column[P];
    int pivots[P];
    Look at;
    look(s->stages[0], s->given[0], &at);
    for (int i = 0; i < P; ++i)
        for (int j = 0; j < P; ++j) held[i * P + j] = at.by_q[i * N + PASSIVE[j]];
    if (!factor_in_place(held, pivots, P)) return 0;
    for (int j = 0; j < P; ++j) {
        for (int i = 0; i < P; ++i) column[i] = i == j;
        substitute(held, pivots, column, P);
        for (int i = 0; i < P; ++i) s->soft[i * P + j] = column[i];
    }
    return 1;
}

/* Append the motion at the end of the preview with quasi-static deflections: springs deflected from rest by the load of this
   motion. Return a fault if the motors cannot reach the pose. */
static int at_the_end(Live *restrict s, const double *restrict rows)
{
    double given[ASKED], motion[3 * N], e[M], load[P], J[M * N], mass[P * N], own[M * M];
    int pivots[M];
    target_of(rows, given);
    memcpy(motion, s->end[0], sizeof(double) * N);
    for (int i = 0; i < P; ++i) motion[PASSIVE[i]] = s->bent[i];
    memset(motion + N, 0, sizeof(double) * 2 * N);
    for (int k = 0; k < NEWTON; ++k) {
        first(motion, given, e, J, mass);
        for (int i = 0; i < M; ++i)
            for (int j = 0; j < M; ++j) own[i * M + j] = J[i * N + DRIVEN[j]];
        if (!factor_in_place(own, pivots, M)) return SINGULAR;
        substitute(own, pivots, e, M);
        for (int i = 0; i < M; ++i) motion[DRIVEN[i]] -= e[i];
    }
    if (is_singular(&s->gate, J, 1)) return SINGULAR;
    for (int k = 1; k < 3; ++k) {
        missing(k, HIGHEST, motion, given, e, load);
        substitute(own, pivots, e, M);
        for (int i = 0; i < M; ++i) motion[k * N + DRIVEN[i]] = -e[i];
    }
    missing(2, HIGHEST, motion, given, e, load);
    memmove(s->end[1], s->end[0], sizeof(double) * 2 * 3 * N);
    for (int i = 0; i < P; ++i) {
        double x = s->bent[i];
        for (int j = 0; j < P; ++j) x -= s->soft[i * P + j] * load[j];
        const int u = PASSIVE[i];
        motion[u] = x;
        motion[N + u] = (1.5 * x - 2.0 * s->end[1][u] + 0.5 * s->end[2][u]) / TICK;
        motion[2 * N + u] = (motion[N + u] - s->end[1][N + u]) / TICK;
    }
    memcpy(s->end[0], motion, sizeof motion);
    for (int i = 0; i < 3 * N; ++i)
        if (!isfinite(motion[i])) return UNSOLVED;
    return FINE;
}

/* Take one Newton step of all intervals of the preview; only the first interval and those 0, 1, 3, 7, ... ticks old are
   re-linearised. */
static int receded(Live *restrict s, const int every)
{
    const int known = (int)s->first, rows = S - known, slot = (int)s->slot;
    double gap[WINDOW * 2 * S], ds[(WINDOW + 1) * 2 * S], A[S * (S + 2)];
    Force force[3];
    for (int i = 0; i < WINDOW; ++i) {
        const int age = WINDOW - 1 - i, at = (slot + i) % WINDOW;
        if (every || i == 0 || (age & (age + 1)) == 0) {
            for (int j = 0; j < 3; ++j)
                if (!linearise(s->stages[at] + j * STAGE, s->given[at] + j * GIVEN, &s->all[at].at[j], &force[j])) return 0;
            if (!(condense(&s->all[at], force, TICK, s->s[i], s->s[i + 1], s->stages[at]) >= 0.0)) return 0;
        }
    }
    for (int i = 0; i < rows; ++i) {
        double x = 0.0;
        for (int v = 0; v < P; ++v)
            x += s->unstable[i * S + v] * (s->end[0][PASSIVE[v]] - s->s[WINDOW][v])
                 + s->unstable[i * S + P + v] * (s->end[0][N + PASSIVE[v]] - s->s[WINDOW][P + v]);
        s->c[(WINDOW * rows + i) * 2] = x;
        s->c[(WINDOW * rows + i) * 2 + 1] = 0.0;
    }
    memcpy(s->U + WINDOW * rows * S, s->unstable, sizeof(double) * (size_t)(rows * S));
    if (!orthonormal(s->U + WINDOW * rows * S, s->c + WINDOW * rows * 2, rows)) return 0;
    for (int i = WINDOW - 1; i >= 0; --i) {
        const Interval *at = &s->all[(slot + i) % WINDOW];
        for (int u = 0; u < S; ++u) {
            gap[(i * S + u) * 2] = at->gap[u];
            gap[(i * S + u) * 2 + 1] = 0.0;
        }
        if (!swept_back(s->U + (i + 1) * rows * S, s->c + (i + 1) * rows * 2, at->onward, gap + i * 2 * S, rows, s->U + i * rows * S,
                s->c + i * rows * 2)) return 0;
    }
    for (int i = 0; i < known; ++i) { /* the component along stable zeros has decayed forward in time and keeps its value */
        memcpy(A + i * (S + 2), s->stable + i * S, sizeof(double) * S);
        A[i * (S + 2) + S] = A[i * (S + 2) + S + 1] = 0.0;
    }
    for (int i = 0; i < rows; ++i) {
        memcpy(A + (known + i) * (S + 2), s->U + i * S, sizeof(double) * S);
        A[(known + i) * (S + 2) + S] = s->c[2 * i];
        A[(known + i) * (S + 2) + S + 1] = 0.0;
    }
    if (!solve_in_place(A, S, S + 2)) return 0;
    for (int v = 0; v < S; ++v) {
        ds[2 * v] = A[v * (S + 2) + S];
        ds[2 * v + 1] = 0.0;
    }
    for (int i = 0; i < WINDOW; ++i) {
        const int at = (slot + i) % WINDOW;
        Interval *part = &s->all[at];
        double one[S];
        swept_on(ds + i * 2 * S, part->onward, gap + i * 2 * S, s->U + (i + 1) * rows * S, s->c + (i + 1) * rows * 2, rows,
            ds + (i + 1) * 2 * S);
        for (int v = 0; v < S; ++v) one[v] = ds[(i * S + v) * 2];
        moved(part, TICK, one, 1.0, s->stages[at]);
        /* the linearised equations are satisfied now, and remain so in intervals that are not re-linearised */
        memset(part->rq, 0, sizeof part->rq);
        memset(part->rv, 0, sizeof part->rv);
        memset(part->gap, 0, sizeof part->gap);
        for (int r = 0; r < S3; ++r) part->w[r * RIGHT + S] = 0.0;
        for (int j = 0; j < 3; ++j) {
            Stage *stage = &part->at[j];
            memset(stage->n0, 0, sizeof stage->n0);
            memset(stage->p0, 0, sizeof stage->p0);
            memset(stage->b0, 0, sizeof stage->b0);
        }
    }
    for (int i = 0; i <= WINDOW; ++i)
        for (int v = 0; v < S; ++v) s->s[i][v] += ds[(i * S + v) * 2];
    /* rows that extract the unstable component follow the motion of the arm */
    memcpy(s->unstable, s->U + (WINDOW - 1) * rows * S, sizeof(double) * (size_t)(rows * S));
    return 1;
}
#endif

/* Start at rest in q (N) with the state of the spring filters; with a preview, with rows (count, S) and (S - count, S) that extract
   the components of a deviation along stable and unstable zeros; rows (TAKEN): input of a tick at rest; bounds: of the gate. */
static int from_rest(
    Live *restrict s, const double *restrict q, const double *restrict filter, const double *restrict stable, const int count,
    const double *restrict unstable, const double *restrict rows, const double *restrict bounds)
{
    const double qdd[N] = {0.0};
    memset(s, 0, sizeof *s);
    memcpy(&s->gate.bounds, bounds, sizeof s->gate.bounds);
    memcpy(s->gate.taken, rows, sizeof s->gate.taken);
    resting(q, qdd, rows + ROWS * M, s->gate.tau);
    for (int i = 0; i < MOTORS; ++i) { /* at least the torque at 1 rad/s^2 or m/s^2 */
        for (int j = 0; j < M; ++j) {
            const double x = fabs(s->gate.tau[i]) + s->gate.bounds.inertia[i * M + j];
            if (x > s->gate.peak[i]) s->gate.peak[i] = x;
        }
    }
    expect(&s->gate, q, rows);
    memcpy(s->filter, filter, sizeof s->filter);
    memcpy(s->motion, q, sizeof(double) * N);
    s->good = 1.0;
#if WINDOW == 0
    (void)stable, (void)count, (void)unstable;
    for (int k = 0; k < MOST_ORDER; ++k) memcpy(s->past.q[k], q, sizeof s->past.q[k]);
    return 1;
#else
    s->first = count;
    memcpy(s->stable, stable, sizeof(double) * (size_t)(count * S));
    memcpy(s->unstable, unstable, sizeof(double) * (size_t)((S - count) * S));
    for (int i = 0; i < P; ++i) s->bent[i] = q[PASSIVE[i]];
    for (int k = 0; k < 3; ++k) memcpy(s->end[k], q, sizeof(double) * N);
    for (int i = 0; i <= WINDOW; ++i) {
        memcpy(s->rows[i], rows, sizeof s->rows[i]);
        for (int u = 0; u < P; ++u) s->s[i][u] = q[PASSIVE[u]];
    }
    for (int i = 0; i < WINDOW; ++i) {
        between(s->rows[i], s->rows[i + 1], s->given[i]);
        for (int j = 0; j < 3; ++j) memcpy(s->stages[i] + j * STAGE, q, sizeof(double) * N);
    }
    s->good = softness(s) && receded(s, 1);
    return s->good == 1.0;
#endif
}

/* Solve the equations of one tick; return a fault or FINE. rows (TAKEN): input; tau (MOTORS): motor torques now. */
static int solved(Live *restrict s, const double *restrict rows, double *restrict tau)
{
    double given[ASKED], J[M * N];
#if WINDOW == 0
    double matrix[MOST_SIZE * (MOST_SIZE + 1)], rates[P], now[3 * N], copied[GIVEN];
    const double *here = given;
    target_of(rows, given);
    if (REST > 0) { /* fewer derivatives of the outputs, and wrenches without derivatives */
        memcpy(copied, given, sizeof(double) * 3 * WIDTH);
        for (int p = 0; p < PUSHES; ++p) memcpy(copied + 3 * WIDTH + p * 6, rows + ROWS * M + p * 6 * PUSH, sizeof(double) * 6);
        memcpy(copied + GIVEN - LIVE, rows + TAKEN - LIVE, sizeof(double) * LIVE);
        here = copied;
    }
    if (step(&s->past, 3, ORDER, 1, NEWTON, TOLERANCE, DIFFERENCE, AHEAD, here, now, matrix) <= 0) return UNSOLVED;
    const double *taken = rows;
    memcpy(s->motion, now, sizeof(double) * N);
    for (int i = 0; i < P; ++i) rates[i] = now[N + PASSIVE[i]];
#else
    memmove(s->rows[0], s->rows[1], sizeof(double) * WINDOW * TAKEN);
    memcpy(s->rows[WINDOW], rows, sizeof s->rows[WINDOW]);
    memmove(s->s[0], s->s[1], sizeof(double) * WINDOW * S);
    const int last = (int)s->slot;
    s->slot = (last + 1) % WINDOW;
    const int code = at_the_end(s, rows);
    if (code != FINE) return code;
    for (int i = 0; i < P; ++i) {
        s->s[WINDOW][i] = s->end[0][PASSIVE[i]];
        s->s[WINDOW][P + i] = s->end[0][N + PASSIVE[i]];
    }
    for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 3 * N; ++i) s->stages[last][j * STAGE + i] = s->end[1][i] + NODE[j] * (s->end[0][i] - s->end[1][i]);
    between(s->rows[WINDOW - 1], s->rows[WINDOW], s->given[last]);
    if (!receded(s, 0)) return UNSOLVED;
    const double *rates = s->s[0] + P;
    for (int i = 0; i < P; ++i) s->motion[PASSIVE[i]] = s->s[0][i];
    const double *taken = s->rows[0];
    target_of(taken, given);
#endif
    if (!derive(HIGHEST, POSE_STEPS, POSE, 0.5, rates, given, s->motion, J)) return UNSOLVED;
    if (is_singular(&s->gate, J, 0)) return SINGULAR;
    torque(s->motion, s->filter, taken + ROWS * M, tau);
    return bounded(&s->gate, tau);
}

/* Return the fault that persists until `from_rest`; FINE while ticks succeed; NOT_BEGUN if the memory is not a state, NaN
   included. */
static int fault(const Live *restrict s)
{
    if (s->good == 1.0) return FINE;
    return s->good < 0.0 && s->good > -FAULTS ? (int)-s->good : NOT_BEGUN;
}

/* Run one tick. rows (TAKEN): input, of now or of the end of the preview; tau (MOTORS): motor torques now. Return FINE, or a fault
   with a safe torque: after NOT_FINITE (an input is not finite) the state is unchanged, any other fault persists until
   `from_rest`. */
static int tick(Live *restrict s, const double *restrict rows, double *restrict tau)
{
    double taken[TAKEN], before[ROWS * N];
    Gate *const gate = &s->gate;
    const int before_this = fault(s);
    if (before_this == NOT_BEGUN) memset(tau, 0, sizeof(double) * MOTORS);
    else if (before_this != FINE) safe(gate, tau);
    if (before_this != FINE) return before_this;
    for (int i = 0; i < TAKEN; ++i) {
        if (isfinite(rows[i])) continue;
        memcpy(tau, gate->tau, sizeof gate->tau);
        return NOT_FINITE;
    }
    memcpy(taken, rows, sizeof taken);
    memcpy(before, s->motion, sizeof before);
    if (gate->bounds.shaped == 1.0) shape(gate, taken);
    int code = JUMP;
    if (!is_jump(gate, taken)) {
        expect(gate, s->motion, taken);
        code = solved(s, taken, tau);
    }
    if (code == FINE) {
        memcpy(gate->taken, taken, sizeof taken);
        return FINE;
    }
#if WINDOW == 0
    const double *const rest = gate->taken + ROWS * M;
#else
    const double *const rest = s->rows[0] + ROWS * M;
#endif
    s->good = -code;
    memcpy(s->motion, before, sizeof before);
    brake(gate, before, rest);
    safe(gate, tau);
    return code;
}
