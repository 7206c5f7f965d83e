/* Small dense algebra for solvers of fixed size: no allocation, matrices row by row. Sizes that are constants where a function is
   called are constants inside it, too, if it is INLINE. */
#include <math.h>
#include <stddef.h>
#include <string.h>

#if defined(__GNUC__)
#define INLINE static inline __attribute__((always_inline, unused))
#define APART static __attribute__((noinline, unused)) /* of large matrices: compiled once for all sizes, and no slower */
#define ALIGNED __attribute__((aligned(64))) /* rows of a multiple of eight numbers then begin where lines of the cache do */
#else
#define INLINE static inline
#define APART static
#define ALIGNED
#endif

/* The largest multiple of a vector's length that is not above k: rows are taken from there on, which does no harm on the left. */
#define FROM(k) ((k) & ~7)
#define PADDED(n) (((n) + 7) & ~7)
/* Rows of a large matrix that are taken together: each row below or above them is then read and written once for all of them. */
#define TOGETHER 4

/* a . b of n numbers, in sums that do not wait for each other. */
INLINE double dot(const double *restrict a, const double *restrict b, const int n)
{
    double rest = 0.0;
    for (int j = FROM(n); j < n; ++j) rest += a[j] * b[j];
    if (n < 8) return rest;
    double sums[8] = {0.0};
    for (int j = 0; j < FROM(n); j += 8)
        for (int k = 0; k < 8; ++k) sums[k] += a[j + k] * b[j + k];
    return rest + (((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7])));
}

/* The row from k on with the largest entry in column k, exchanged with row k from column `from` on. Whether it was another one: -1;
   1: it was not; 0: all are zero. */
INLINE int pivot_in_place(double *restrict A, const int k, const int from, const int n, const int wide)
{
    int pivot = k;
    double largest = fabs(A[k * wide + k]);
    for (int i = k + 1; i < n; ++i) {
        if (fabs(A[i * wide + k]) > largest) {
            largest = fabs(A[i * wide + k]);
            pivot = i;
        }
    }
    if (!(largest > 0.0) || !isfinite(largest)) return 0;
    if (pivot == k) return 1;
    double *restrict above = A + k * wide, *restrict other = A + pivot * wide;
    for (int j = from; j < wide; ++j) {
        const double kept = above[j];
        above[j] = other[j];
        other[j] = kept;
    }
    return -1;
}

/* row -= share (count) of rows, one after the other from `first` on, in columns from `from` on. */
INLINE void subtract_rows(
    double *restrict row, const double *restrict share, const double *restrict first, const int count, const int from, const int wide)
{
    if (count == TOGETHER) {
        const double *restrict b = first + wide, *restrict c = first + 2 * wide, *restrict d = first + 3 * wide;
        const double s = share[0], t = share[1], u = share[2], v = share[3];
        for (int j = from; j < wide; ++j) row[j] = row[j] - s * first[j] - t * b[j] - u * c[j] - v * d[j];
        return;
    }
    for (int l = 0; l < count; ++l)
        for (int j = from; j < wide; ++j) row[j] -= share[l] * first[l * wide + j];
}

/* As `solve_in_place`, of large matrices. */
APART int solve_together(double *restrict A, const int n, const int wide)
{
    int sign = 1;
    for (int first = 0; first < n; first += TOGETHER) {
        const int last = first + TOGETHER < n ? first + TOGETHER : n;
        double *restrict panel = A + first * wide;
        for (int k = first; k < last; ++k) {
            sign *= pivot_in_place(A, k, first, n, wide);
            if (sign == 0) return 0;
            const double *restrict above = A + k * wide, inverse = 1.0 / above[k];
            if (inverse < 0.0) sign = -sign;
            for (int i = k + 1; i < n; ++i) {
                double *restrict row = A + i * wide;
                row[k] *= inverse;
                for (int j = k + 1; j < last; ++j) row[j] -= row[k] * above[j];
            }
        }
        for (int i = first + 1; i < n; ++i) {
            double *restrict row = A + i * wide;
            subtract_rows(row, row + first, panel, i < last ? i - first : last - first, last, wide);
        }
    }
    for (int last = n; last > 0; last -= TOGETHER) {
        const int first = last > TOGETHER ? last - TOGETHER : 0;
        for (int k = last - 1; k >= first; --k) {
            double *restrict row = A + k * wide;
            const double inverse = 1.0 / row[k];
            subtract_rows(row, row + k + 1, row + wide, last - 1 - k, n, wide);
            for (int j = n; j < wide; ++j) row[j] *= inverse;
        }
        for (int i = 0; i < first; ++i) subtract_rows(A + i * wide, A + i * wide + first, A + first * wide, last - first, n, wide);
    }
    return sign;
}

/* Gauss with row pivots on n rows of `wide` numbers, (A | B) with A (n, n): B becomes A^-1 B, A is used up. The sign of A's
   determinant, 0: A is singular. */
INLINE int solve_in_place(double *restrict A, const int n, const int wide)
{
    if (n >= 16 && wide >= n + 8) return solve_together(A, n, wide);
    int sign = 1;
    for (int k = 0; k < n; ++k) {
        sign *= pivot_in_place(A, k, FROM(k), n, wide);
        if (sign == 0) return 0;
        const double *restrict above = A + k * wide, inverse = 1.0 / above[k];
        if (inverse < 0.0) sign = -sign;
        for (int i = k + 1; i < n; ++i) {
            double *restrict row = A + i * wide;
            const double share = row[k] * inverse;
            for (int j = FROM(k); j < wide; ++j) row[j] -= share * above[j];
        }
    }
    for (int k = n - 1; k >= 0; --k) {
        double *restrict row = A + k * wide;
        const double inverse = 1.0 / row[k];
        for (int i = k + 1; i < n; ++i) {
            const double share = row[i];
            const double *restrict known = A + i * wide;
            for (int j = n; j < wide; ++j) row[j] -= share * known[j];
        }
        for (int j = n; j < wide; ++j) row[j] *= inverse;
    }
    return sign;
}

/* C (n, m) += share * A (n, k) B (k, m); rows of `wa`, `wb` and `wc` numbers. */
INLINE void add_product(
    double *restrict C, const int wc, const double share, const double *restrict A, const int wa, const double *restrict B,
    const int wb, const int n, const int k, const int m)
{
    for (int i = 0; i < n; ++i) {
        for (int l = 0; l < k; ++l) {
            const double x = share * A[i * wa + l];
            for (int j = 0; j < m; ++j) C[i * wc + j] += x * B[l * wb + j];
        }
    }
}

/* Divide rows of (A | b) by their largest entry of A, then columns of A by theirs; `across`: what columns were divided by. */
INLINE int scale_in_place(double *restrict A, double *restrict across, const int n, const int wide)
{
    for (int j = 0; j < n; ++j) across[j] = 0.0;
    for (int i = 0; i < n; ++i) {
        double *restrict row = A + i * wide;
        double largest = 0.0;
        for (int j = 0; j < n; ++j) largest = fabs(row[j]) > largest ? fabs(row[j]) : largest;
        if (!(largest > 0.0)) return 0;
        const double inverse = 1.0 / largest;
        for (int j = 0; j < wide; ++j) row[j] *= inverse;
        for (int j = 0; j < n; ++j) across[j] = fabs(row[j]) > across[j] ? fabs(row[j]) : across[j];
    }
    for (int j = 0; j < n; ++j)
        if (!(across[j] > 0.0)) return 0;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) A[i * wide + j] /= across[j];
    return 1;
}

/* A (n, n) = its triangular factors, in place, rows exchanged by `pivots`; for `substitute`. 0: A is singular. */
INLINE int factor_in_place(double *restrict A, int *restrict pivots, const int n)
{
    for (int k = 0; k < n; ++k) {
        int pivot = k;
        for (int i = k + 1; i < n; ++i)
            if (fabs(A[i * n + k]) > fabs(A[pivot * n + k])) pivot = i;
        const double largest = fabs(A[pivot * n + k]);
        if (!(largest > 0.0) || !isfinite(largest)) return 0;
        pivots[k] = pivot;
        for (int j = 0; pivot != k && j < n; ++j) {
            const double kept = A[k * n + j];
            A[k * n + j] = A[pivot * n + j];
            A[pivot * n + j] = kept;
        }
        const double inverse = 1.0 / A[k * n + k];
        const double *restrict above = A + k * n;
        for (int i = k + 1; i < n; ++i) {
            double *restrict row = A + i * n;
            const double share = row[k] * inverse;
            for (int j = k + 1; j < n; ++j) row[j] -= share * above[j];
            row[k] = share;
        }
    }
    return 1;
}

/* b (n) := A^-1 b, of the factors of A. */
INLINE void substitute(const double *restrict A, const int *restrict pivots, double *restrict b, const int n)
{
    for (int k = 0; k < n; ++k) {
        const double x = b[pivots[k]];
        b[pivots[k]] = b[k];
        b[k] = x;
    }
    for (int i = 1; i < n; ++i) b[i] -= dot(A + i * n, b, i);
    for (int i = n - 1; i >= 0; --i) b[i] = (b[i] - dot(A + i * n + i + 1, b + i + 1, n - 1 - i)) / A[i * n + i];
}
