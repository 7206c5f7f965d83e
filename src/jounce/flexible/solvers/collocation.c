/* Collocation at three Gauss points per interval, the algorithm of jounce/flexible/solvers/collocation.py: one Newton step of all
   intervals.

   Preceded by: N joints, P of them motorless, M driven and as many outputs of the tool; GIVEN scalars of tool targets and wrenches
   at an instant; PASSIVE and DRIVEN, indices of motorless and driven joints; `look`.

   A stage stores q, v and a of all joints, which Newton's method changes together. For changes x of deflections, w of their rates
   and da_e of their accelerations,

       dq_g = n0 + N x,    dv_g = p0 + N w + B x,    da_g = b0 + N da_e + C x + 2 B w,    da_e = al + F (x, w)

   g: driven joints, e: motorless ones. N, B, C follow from e, ed, edd = 0 of the tool, F from the load of motorless joints. */

enum { S = 2 * P, S3 = 3 * P, STAGE = 3 * N, RIGHT = PADDED(S + 1), WIDE_STAGE = PADDED(P + RIGHT), WIDE = PADDED(S3 + RIGHT) };

#define ROOT 3.872983346207417
static const double GAUSS[3][3] = {
    {5.0 / 36.0, 2.0 / 9.0 - ROOT / 15.0, 5.0 / 36.0 - ROOT / 30.0},
    {5.0 / 36.0 + ROOT / 24.0, 2.0 / 9.0, 5.0 / 36.0 - ROOT / 24.0},
    {5.0 / 36.0 + ROOT / 30.0, 2.0 / 9.0 + ROOT / 15.0, 5.0 / 36.0},
};
static const double SUAG[3][3] = { /* the inverse of GAUSS */
    {5.0, 4.0 * ROOT / 3.0 - 4.0, 5.0 - 4.0 * ROOT / 3.0},
    {-2.5 - 5.0 * ROOT / 6.0, 2.0, -2.5 + 5.0 * ROOT / 6.0},
    {5.0 + 4.0 * ROOT / 3.0, -4.0 - 4.0 * ROOT / 3.0, 5.0},
};
static const double WEIGHT[3] = {5.0 / 18.0, 4.0 / 9.0, 5.0 / 18.0};

typedef struct {
    double N_[M * P], B[M * P], C[M * P], n0[M], p0[M], b0[M];
} Stage;

typedef struct {
    double by[P * RIGHT]; /* derivatives by x and w, then the column al */
} Force; /* F of a stage, not used after the interval is condensed */

typedef struct {
    Stage at[3];
    double rq[3][P], rv[3][P];      /* residuals of deflections and rates at the stages */
    double w[S3 * RIGHT];           /* change of the rates by that of s; last column: at constant s */
    double onward[S * S], gap[S];   /* d s' = onward d s + gap */
} Interval;

/* Add share * A (n, M) B (M, P) to C (n, P), and share * A b to c (n). One function for all stages, so that it is compiled once. */
static NOINLINE void add_wide(
    double *restrict C, const int wc, const double share, const double *restrict A, const int wa, const double *restrict B, const int n)
{
    add_product(C, wc, share, A, wa, B, P, n, M, P);
}

static NOINLINE void add_column(
    double *restrict c, const int wc, const double share, const double *restrict A, const int wa, const double *restrict b, const int n)
{
    add_product(c, wc, share, A, wa, b, 1, n, M, 1);
}

/* Linearise a stage at its motion (q, v, a). Return 0 if the motors do not determine the tool's motion. */
static NOINLINE int linearise(const double *restrict motion, const double *restrict given, Stage *restrict out, Force *restrict force)
{
    Look at;
    look(motion, given, &at);
    double inverse[M * 2 * M];
    for (int i = 0; i < M; ++i) {
        for (int j = 0; j < M; ++j) {
            inverse[i * 2 * M + j] = at.J[i * N + DRIVEN[j]];
            inverse[i * 2 * M + M + j] = i == j;
        }
    }
    if (!solve_in_place(inverse, M, 2 * M)) return 0;
    /* Jacobian columns, motorless joints before motors */
    double J[3][M * N], by[3][P * N];
    const double *slopes[3] = {at.by_q, at.by_v, at.by_a};
    for (int k = 0; k < 3; ++k) {
        for (int i = 0; i < M; ++i) {
            for (int j = 0; j < P; ++j) J[k][i * N + j] = at.J[(k * M + i) * N + PASSIVE[j]];
            for (int j = 0; j < M; ++j) J[k][i * N + P + j] = at.J[(k * M + i) * N + DRIVEN[j]];
        }
        for (int i = 0; i < P; ++i) {
            for (int j = 0; j < P; ++j) by[k][i * N + j] = slopes[k][i * N + PASSIVE[j]];
            for (int j = 0; j < M; ++j) by[k][i * N + P + j] = slopes[k][i * N + DRIVEN[j]];
        }
    }
    double right[M * P], left[M];
#define SOLVED(matrix, column)                                                            \
    memset(out->matrix, 0, sizeof out->matrix);                                           \
    memset(out->column, 0, sizeof out->column);                                           \
    add_wide(out->matrix, P, -1.0, inverse + M, 2 * M, right, M);                         \
    add_column(out->column, 1, -1.0, inverse + M, 2 * M, left, M)
    for (int i = 0; i < M; ++i) memcpy(right + i * P, J[0] + i * N, sizeof(double) * P);
    memcpy(left, at.e, sizeof left);
    SOLVED(N_, n0);
    for (int i = 0; i < M; ++i) memcpy(right + i * P, J[1] + i * N, sizeof(double) * P);
    memcpy(left, at.e + M, sizeof left);
    add_wide(right, P, 1.0, J[1] + P, N, out->N_, M);
    add_column(left, 1, 1.0, J[1] + P, N, out->n0, M);
    SOLVED(B, p0);
    for (int i = 0; i < M; ++i) memcpy(right + i * P, J[2] + i * N, sizeof(double) * P);
    memcpy(left, at.e + 2 * M, sizeof left);
    add_wide(right, P, 1.0, J[2] + P, N, out->N_, M);
    add_wide(right, P, 2.0, J[1] + P, N, out->B, M);
    add_column(left, 1, 1.0, J[2] + P, N, out->n0, M);
    add_column(left, 1, 2.0, J[1] + P, N, out->p0, M);
    SOLVED(C, b0);
#undef SOLVED
    /* load + by_q dq + by_v dv + by_a da = 0 */
    ALIGNED double A[P * WIDE_STAGE];
    memset(A, 0, sizeof A);
    for (int i = 0; i < P; ++i) {
        double *row = A + i * WIDE_STAGE;
        for (int j = 0; j < P; ++j) {
            row[j] = by[2][i * N + j];
            row[P + j] = -by[0][i * N + j];
            row[2 * P + j] = -by[1][i * N + j];
        }
        row[3 * P] = -at.load[i];
    }
    add_wide(A, WIDE_STAGE, 1.0, by[2] + P, N, out->N_, P);
    add_wide(A + P, WIDE_STAGE, -1.0, by[0] + P, N, out->N_, P);
    add_wide(A + P, WIDE_STAGE, -1.0, by[1] + P, N, out->B, P);
    add_wide(A + P, WIDE_STAGE, -1.0, by[2] + P, N, out->C, P);
    add_wide(A + 2 * P, WIDE_STAGE, -1.0, by[1] + P, N, out->N_, P);
    add_wide(A + 2 * P, WIDE_STAGE, -2.0, by[2] + P, N, out->B, P);
    add_column(A + 3 * P, WIDE_STAGE, -1.0, by[0] + P, N, out->n0, P);
    add_column(A + 3 * P, WIDE_STAGE, -1.0, by[1] + P, N, out->p0, P);
    add_column(A + 3 * P, WIDE_STAGE, -1.0, by[2] + P, N, out->b0, P);
    if (!solve_in_place(A, P, WIDE_STAGE)) return 0;
    for (int i = 0; i < P; ++i) memcpy(force->by + i * RIGHT, A + i * WIDE_STAGE + P, sizeof(double) * RIGHT);
    return 1;
}

/* Eliminate the stages of an interval of length h between s and s': positions of stages are h GAUSS times their rates. Return the
   gap to s' before the step; -1 if a matrix is singular. */
static double condense(
    Interval *restrict at, const Force *restrict force, const double h, const double *restrict s, const double *restrict ends,
    const double *restrict motion)
{
    ALIGNED double A[S3 * WIDE];
    memset(A, 0, sizeof A);
    for (int j = 0; j < 3; ++j) {
        for (int u = 0; u < P; ++u) {
            double x = s[u] - motion[j * STAGE + PASSIVE[u]], y = s[P + u] - motion[j * STAGE + N + PASSIVE[u]];
            for (int l = 0; l < 3; ++l) {
                x += h * GAUSS[j][l] * motion[l * STAGE + N + PASSIVE[u]];
                y += h * GAUSS[j][l] * motion[l * STAGE + 2 * N + PASSIVE[u]];
            }
            at->rq[j][u] = x;
            at->rv[j][u] = y;
        }
    }
    double pushed[3][P]; /* h (al + F_q rq) */
    for (int l = 0; l < 3; ++l) {
        for (int u = 0; u < P; ++u) {
            const double *F = force[l].by + u * RIGHT;
            pushed[l][u] = h * (F[S] + dot(F, at->rq[l], P));
        }
    }
    for (int j = 0; j < 3; ++j) {
        for (int u = 0; u < P; ++u) {
            double *restrict row = A + (j * P + u) * WIDE;
            for (int l = 0; l < 3; ++l) {
                const double *restrict F = force[l].by + u * RIGHT, a = h * GAUSS[j][l];
                for (int k = 0; k < 3; ++k) {
                    const double b = a * h * GAUSS[l][k];
                    for (int v = 0; v < P; ++v) row[k * P + v] -= b * F[v];
                }
                for (int v = 0; v < P; ++v) row[l * P + v] -= a * F[P + v];
                for (int v = 0; v < P; ++v) row[S3 + v] += a * F[v];
            }
            row[j * P + u] += 1.0;
            row[S3 + P + u] += 1.0;
            row[S3 + S] = at->rv[j][u];
            for (int l = 0; l < 3; ++l) row[S3 + S] += GAUSS[j][l] * pushed[l][u];
        }
    }
    if (!solve_in_place(A, S3, WIDE)) return -1.0;
    for (int i = 0; i < S3; ++i) memcpy(at->w + i * RIGHT, A + i * WIDE + S3, sizeof(double) * RIGHT);
    /* s' = s + h sum b (v, a), where da_e = al + F (x, w) is GAUSS^-1 of the stages: h sum b da = LAST (w - d s_v - rv) */
    static const double LAST[3] = {5.0 / 3.0, -4.0 / 3.0, 5.0 / 3.0};
    memset(at->onward, 0, sizeof at->onward);
    double residual = 0.0;
    for (int u = 0; u < P; ++u) {
        double *restrict slow = at->onward + u * S, *restrict fast = at->onward + (P + u) * S;
        double gap = s[u] - ends[u], push = s[P + u] - ends[P + u];
        for (int l = 0; l < 3; ++l) {
            gap += h * WEIGHT[l] * motion[l * STAGE + N + PASSIVE[u]];
            push += h * WEIGHT[l] * motion[l * STAGE + 2 * N + PASSIVE[u]];
        }
        residual = fabs(gap) > residual ? fabs(gap) : residual;
        residual = fabs(push) > residual ? fabs(push) : residual;
        for (int l = 0; l < 3; ++l) {
            const double *restrict w = at->w + (l * P + u) * RIGHT;
            for (int v = 0; v < S; ++v) slow[v] += h * WEIGHT[l] * w[v];
            for (int v = 0; v < S; ++v) fast[v] += LAST[l] * w[v];
            gap += h * WEIGHT[l] * w[S];
            push += LAST[l] * (w[S] - at->rv[l][u]);
        }
        slow[u] += 1.0;
        fast[P + u] -= 1.0; /* 1 - sum LAST */
        at->gap[u] = gap;
        at->gap[P + u] = push;
    }
    return isfinite(residual) ? residual : -1.0;
}

/* Change stages and motion for a change ds of s, by a fraction of the step; return the largest full change of a deflection. */
static double moved(const Interval *restrict at, const double h, const double *restrict ds, const double share, double *restrict motion)
{
    double w[S3], x[S3], largest = 0.0;
    for (int i = 0; i < S3; ++i) {
        const double *restrict row = at->w + i * RIGHT;
        w[i] = row[S] + dot(row, ds, S);
    }
    for (int j = 0; j < 3; ++j) {
        for (int u = 0; u < P; ++u) {
            double sum = ds[u] + at->rq[j][u];
            for (int l = 0; l < 3; ++l) sum += h * GAUSS[j][l] * w[l * P + u];
            x[j * P + u] = sum;
            largest = fabs(sum) > largest ? fabs(sum) : largest;
        }
    }
    for (int j = 0; j < 3; ++j) {
        const Stage *restrict stage = &at->at[j];
        double *restrict q = motion + j * STAGE, da[P];
        for (int u = 0; u < P; ++u) {
            double sum = 0.0; /* w = d s_v + rv + h GAUSS da */
            for (int l = 0; l < 3; ++l) sum += SUAG[j][l] * (w[l * P + u] - ds[P + u] - at->rv[l][u]);
            da[u] = sum / h;
        }
        for (int i = 0; i < M; ++i) {
            const double *restrict n = stage->N_ + i * P, *restrict b = stage->B + i * P, *restrict c = stage->C + i * P;
            const double *restrict u = x + j * P, *restrict v = w + j * P;
            q[DRIVEN[i]] += share * (stage->n0[i] + dot(n, u, P));
            q[N + DRIVEN[i]] += share * (stage->p0[i] + dot(n, v, P) + dot(b, u, P));
            q[2 * N + DRIVEN[i]] += share * (stage->b0[i] + dot(n, da, P) + dot(c, u, P) + 2.0 * dot(b, v, P));
        }
        for (int u = 0; u < P; ++u) {
            q[PASSIVE[u]] += share * x[j * P + u];
            q[N + PASSIVE[u]] += share * w[j * P + u];
            q[2 * N + PASSIVE[u]] += share * da[u];
        }
    }
    return largest;
}

/* Orthonormalise rows (count, S) together with their right-hand sides in c (count, 2). Return 0 if the rows are dependent. */
static int orthonormal(double *restrict rows, double *restrict c, const int count)
{
    for (int i = 0; i < count; ++i) {
        double *restrict row = rows + i * S;
        const double first = dot(row, row, S);
        for (int twice = 0; twice < 2; ++twice) {
            for (int k = 0; k < i; ++k) {
                const double *restrict other = rows + k * S, share = dot(row, other, S);
                for (int v = 0; v < S; ++v) row[v] -= share * other[v];
                for (int r = 0; r < 2; ++r) c[2 * i + r] -= share * c[2 * k + r];
            }
        }
        const double square = dot(row, row, S);
        if (!(square > 0.0) || !isfinite(square) || square < 1e-28 * first) return 0;
        const double inverse = 1.0 / sqrt(square);
        for (int v = 0; v < S; ++v) row[v] *= inverse;
        for (int r = 0; r < 2; ++r) c[2 * i + r] *= inverse;
    }
    return 1;
}

/* Propagate the conditions rows d s' = c from the end of an interval to its beginning, for two right-hand sides; gap (S, 2). */
static int swept_back(
    const double *restrict after, const double *restrict c_after, const double *restrict onward, const double *restrict gap,
    const int count, double *restrict rows, double *restrict c)
{
    for (int i = 0; i < count; ++i) {
        double *restrict row = rows + i * S;
        for (int v = 0; v < S; ++v) row[v] = 0.0;
        c[2 * i] = c_after[2 * i];
        c[2 * i + 1] = c_after[2 * i + 1];
        for (int l = 0; l < S; ++l) {
            const double x = after[i * S + l];
            const double *restrict from = onward + l * S;
            for (int v = 0; v < S; ++v) row[v] += x * from[v];
            c[2 * i] -= x * gap[2 * l];
            c[2 * i + 1] -= x * gap[2 * l + 1];
        }
    }
    return orthonormal(rows, c, count);
}

/* Propagate ds' = onward ds + gap and correct the component in the rows; two right-hand sides, the second one a probe. */
static void swept_on(
    const double *restrict ds, const double *restrict onward, const double *restrict gap, const double *restrict rows,
    const double *restrict c, const int count, double *restrict out)
{
    double before[2][S], after[2][S];
    for (int v = 0; v < S; ++v)
        for (int r = 0; r < 2; ++r) before[r][v] = ds[2 * v + r];
    for (int u = 0; u < S; ++u)
        for (int r = 0; r < 2; ++r) after[r][u] = gap[2 * u + r] + dot(onward + u * S, before[r], S);
    for (int i = 0; i < count; ++i) {
        const double *restrict row = rows + i * S;
        for (int r = 0; r < 2; ++r) {
            const double share = c[2 * i + r] - dot(row, after[r], S);
            for (int v = 0; v < S; ++v) after[r][v] += row[v] * share;
        }
    }
    for (int v = 0; v < S; ++v)
        for (int r = 0; r < 2; ++r) out[2 * v + r] = after[r][v];
}
