"""C code of sine and cosine as polynomials on vectors: of many samples of one joint, or of the joints of one sample.

Both uses give bit-identical results.

sin r = r + r^3 S(r^2), cos r = 1 - r^2/2 + r^4 C(r^2) on |r| <= pi/4, with polynomials S and C by Remez' exchange in 60 digits:
relative errors 5.9e-18 and 1.3e-18, mostly from coefficients rounded to double. r is the angle less k pi/2, subtracted in three
parts (33, 33 and 53 bits of pi/2); the first two products are exact for |k| < 2^20.

Four joints take 4 to 6 ns together; the C library's sincos takes 12 ns for each joint (Zen 3).
"""

from collections.abc import Sequence

LARGEST_ANGLE = 1.0e6
"""Angle [rad] beyond which the C library reduces the argument, lane by lane; sine and cosine then have errors up to 4e-16."""
SINCOS_ERROR = 1.7e-16
"""Largest absolute error of sine and cosine for |x| <= LARGEST_ANGLE, by counting roundings; measured 1.56e-16. Tests check
the bound."""
SINCOS_ULP = 2.7
"""Largest error of sine and cosine in units in the last place of the result, for |x| <= LARGEST_ANGLE; measured 2.50, and
1.33 for |x| < 7."""

POLYNOMIALS = """
#if defined(__AVX512F__)
#define ROUNDED(x) __asm__("" : "+v"(x))
#elif defined(__SSE2__)
#define ROUNDED(x) __asm__("" : "+x"(x))
#elif defined(__aarch64__)
#define ROUNDED(x) __asm__("" : "+w"(x))
#else
#define ROUNDED(x) __asm__("" : "+m"(x))
#endif

LANEWISE int some(whole mask)
{
    long long any = 0;
    for (int l = 0; l < LANES; ++l) any |= mask[l];
    return any != 0;
}

LANEWISE whole is_far(vector x) { return (whole)(x > 1.0e6) | (whole)(x < -1.0e6); }

static NOINLINE __attribute__((unused)) vector brought_near(vector x)
{
    for (int l = 0; l < LANES; ++l)
        if (x[l] > 1.0e6 || x[l] < -1.0e6) x[l] = atan2(sin(x[l]), cos(x[l]));
    return x;
}

LANEWISE void sincos_near(vector x, vector *sine, vector *cosine)
{
    const double magic = 6755399441055744.0; /* 1.5 * 2^52: adding it rounds to a whole number, in the low bits */
    const whole minus = (whole)x & ~0x7fffffffffffffffLL;
    const vector a = (vector)((whole)x ^ minus);
    vector shifted = a * 0.6366197723675814 + magic;
    ROUNDED(shifted);
    const vector k = shifted - magic;
    const whole quadrant = (whole)shifted;
    vector r = a - k * 1.5707963267341256;
    ROUNDED(r);
    r = r - k * 6.077100506303966e-11;
    ROUNDED(r);
    r = r - k * 2.0222662487959506e-21;
    const vector z = r * r;
    const vector s = r + r * z * (-0.16666666666666632 + z * (0.008333333333322425 + z * (-0.0001984126982981692
        + z * (2.755731369521528e-06 + z * (-2.505075865136746e-08 + z * 1.5896827810619458e-10)))));
    const vector half = 0.5 * z;
    const vector w = 1.0 - half;
    const vector c = w + (((1.0 - w) - half) + z * z * (0.0416666666666666 + z * (-0.0013888888888874138
        + z * (2.4801587289491796e-05 + z * (-2.7557314355233466e-07 + z * (2.0875723683304555e-09
        + z * -1.1359669808750836e-11))))));
    const whole odd = -(quadrant & 1);
    const whole s_sign = ((quadrant & 2) * -0x4000000000000000LL) ^ minus; /* 2 times -2^62 is the bit of the sign */
    const whole c_sign = ((quadrant + 1) & 2) * -0x4000000000000000LL;
    *sine = (vector)((((whole)c & odd) | ((whole)s & ~odd)) ^ s_sign);
    *cosine = (vector)((((whole)s & odd) | ((whole)c & ~odd)) ^ c_sign);
}
"""
"""C function `sincos_near` on a `vector` of LANES doubles, and helpers; `whole` is a vector of as many 64-bit integers.

LANEWISE stands for the attributes of a small function. ROUNDED makes a compiler round `shifted`, and subtract the parts of pi/2
one by one, even if it may reassociate: clang defines no macro for -funsafe-math-optimizations, and without ROUNDED it computed
sin(710) as -6e-14 instead of 6e-5."""

ONE_SAMPLE = f"""
#if defined(__GNUC__)
#define LANEWISE static inline __attribute__((unused))
#else
#define LANEWISE static inline
#endif
#if defined(__GNUC__) && !defined(__FAST_MATH__) && !defined(__ASSOCIATIVE_MATH__) \\
    && (__FLT_EVAL_METHOD__ == 0 || __FLT_EVAL_METHOD__ == 16) /* 16: _Float16 is as it is written, too */
#if defined(__AVX__)
#define LANES 4
#else
#define LANES 2
#endif
typedef double vector __attribute__((vector_size(8 * LANES)));
typedef double loose __attribute__((vector_size(8 * LANES), aligned(8), may_alias));
typedef long long whole __attribute__((vector_size(8 * LANES)));
{POLYNOMIALS}
LANEWISE double near_one(double x) {{ return x > 1.0e6 || x < -1.0e6 ? atan2(sin(x), cos(x)) : x; }}
LANEWISE double sine_one(double x) {{ const vector wide = {{x}}; vector s, c; sincos_near(wide, &s, &c); return s[0]; }}
LANEWISE double cosine_one(double x) {{ const vector wide = {{x}}; vector s, c; sincos_near(wide, &s, &c); return c[0]; }}

LANEWISE void sincos_four(const double *x, double *sine, double *cosine)
{{
    for (int k = 0; k < 4; k += LANES) {{
        vector angle = *(const loose *)(x + k), s, c;
        if (some(is_far(angle))) angle = brought_near(angle);
        sincos_near(angle, &s, &c);
        *(loose *)(sine + k) = s;
        *(loose *)(cosine + k) = c;
    }}
}}

/* x, or if an angle among its numbers is far a copy in which all angles are near. */
LANEWISE const double *all_near(const double *x, double *copy, int size, const int *angles, int count)
{{
    int far = 0;
    for (int k = 0; k < count; ++k) far |= (x[angles[k]] > 1.0e6) | (x[angles[k]] < -1.0e6);
    if (!far) return x;
    for (int i = 0; i < size; ++i) copy[i] = x[i];
    for (int k = 0; k < count; ++k) copy[angles[k]] = near_one(x[angles[k]]);
    return copy;
}}
#undef SIN
#undef COS
#undef SIN_NEAR
#undef COS_NEAR
#define SIN(x) sine_one(near_one(x))
#define COS(x) cosine_one(near_one(x))
#define SIN_NEAR(x) sine_one(x)
#define COS_NEAR(x) cosine_one(x)
#define ALL_NEAR(x, copy, size, angles, count) x = all_near(x, copy, size, angles, count)
#else
LANEWISE void sincos_four(const double *x, double *sine, double *cosine)
{{
    for (int k = 0; k < 4; ++k) {{
        sine[k] = sin(x[k]);
        cosine[k] = cos(x[k]);
    }}
}}
#define ALL_NEAR(x, copy, size, angles, count) (void)(angles), (void)(copy)
#endif
"""
"""C macros SIN and COS of one sample in place of the C library's, for compilers with vectors and without excess precision.

__FLT_EVAL_METHOD__ is 16 with gcc -std=gnu99 for processors with _Float16: Sapphire Rapids, Neoverse N1. Large angles are reduced
before anything else is computed: without branches in between, the compiler contracts products and sums as in a batch."""


def by_array(places: Sequence[str]) -> dict[str, list[str]]:
    """Return {array: list of indices, as text} from C expressions such as `motion[3]`."""
    indices: dict[str, list[str]] = {}
    for place in places:
        name, index = place.removesuffix("]").split("[")
        indices.setdefault(name, []).append(index)
    return indices
