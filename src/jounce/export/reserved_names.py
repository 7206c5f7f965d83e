"""Names that exported kernels cannot have: keywords of C and C++, names of the C library, of POSIX, and of CMake."""

_KEYWORDS = """
alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t char8_t class co_await co_return
co_yield compl concept const const_cast consteval constexpr constinit continue decltype default delete do double dynamic_cast
else enum explicit export extern false final float for fortran friend goto if import inline int linux long module mutable
namespace new noexcept not not_eq nullptr operator or or_eq override private protected public register reinterpret_cast requires
restrict return short signed sizeof static static_assert static_cast struct switch template this thread_local throw true try
typedef typeid typename typeof typeof_unqual union unix unsigned using virtual void volatile wchar_t while xor xor_eq
"""
"""Keywords of C89 to C23, and of C++, since C++ programs may include the header of a kernel."""

_LIBRARY = """
BIG_ENDIAN BUFSIZ BYTE_ORDER DOMAIN EOF EXIT_FAILURE EXIT_SUCCESS FD_CLR FD_ISSET FD_SET FD_SETSIZE FD_ZERO FILE FILENAME_MAX
FOPEN_MAX FP_ILOGB0 FP_ILOGBNAN FP_INFINITE FP_NAN FP_NORMAL FP_SUBNORMAL FP_ZERO HUGE HUGE_VAL HUGE_VALF HUGE_VALL I INFINITY
LITTLE_ENDIAN L_ctermid L_tmpnam MATH_ERREXCEPT MATH_ERRNO MB_CUR_MAX M_1_PI M_2_PI M_2_SQRTPI M_E M_LN10 M_LN2 M_LOG10E M_LOG2E
M_PI M_PI_2 M_PI_4 M_SQRT1_2 M_SQRT2 NAN NFDBITS NULL PDP_ENDIAN P_tmpdir RAND_MAX SEEK_CUR SEEK_END SEEK_SET TMP_MAX WCONTINUED
WEXITED WEXITSTATUS WIFCONTINUED WIFEXITED WIFSIGNALED WIFSTOPPED WNOHANG WNOWAIT WSTOPPED WSTOPSIG WTERMSIG WUNTRACED a64l
abort abs acos acosf acosh acoshf acoshl acosl aligned_alloc alloca arc4random arc4random_buf arc4random_uniform asin asinf
asinh asinhf asinhl asinl at_quick_exit atan atan2 atan2f atan2l atanf atanh atanhf atanhl atanl atexit atof atoi atol atoll
bcmp bcopy be16toh be32toh be64toh blkcnt_t blksize_t bsearch bzero caddr_t calloc cbrt cbrtf cbrtl ceil ceilf ceill clearenv
clearerr clearerr_unlocked clock_t clockid_t complex copysign copysignf copysignl cos cosf cosh coshf coshl cosl ctermid daddr_t
dev_t div double_t dprintf drand48 drand48_r drem dremf dreml ecvt ecvt_r environ erand48 erand48_r erf erfc erfcf erfcl erff
erfl errno exit exp exp2 exp2f exp2l expf expl explicit_bzero expm1 expm1f expm1l fabs fabsf fabsl fclose fcvt fcvt_r fd_mask
fdim fdimf fdiml fdopen feof feof_unlocked ferror ferror_unlocked fflush fflush_unlocked ffs ffsl ffsll fgetc fgetc_unlocked
fgetpos fgets fileno fileno_unlocked finite finitef finitel float_t flockfile floor floorf floorl fma fmaf fmal fmax fmaxf fmaxl
fmemopen fmin fminf fminl fmod fmodf fmodl fopen fpclassify fpos_t fprintf fputc fputc_unlocked fputs fread fread_unlocked free
freopen frexp frexpf frexpl fsblkcnt_t fscanf fseek fseeko fsetpos fsfilcnt_t fsid_t ftell ftello ftrylockfile funlockfile
fwrite fwrite_unlocked gamma gammaf gammal gcvt getc getc_unlocked getchar getchar_unlocked getdelim getenv getline getloadavg
gets getsubopt getw gid_t htobe16 htobe32 htobe64 htole16 htole32 htole64 hypot hypotf hypotl id_t ilogb ilogbf ilogbl imaginary
index initstate initstate_r ino_t int16_t int32_t int64_t int8_t isfinite isgreater isgreaterequal isinf isinff isinfl isless
islessequal islessgreater isnan isnanf isnanl isnormal isunordered j0 j0f j0l j1 j1f j1l jn jnf jnl jrand48 jrand48_r key_t l64a
labs lcong48 lcong48_r ldexp ldexpf ldexpl ldiv le16toh le32toh le64toh lgamma lgamma_r lgammaf lgammaf_r lgammal lgammal_r
llabs lldiv llrint llrintf llrintl llround llroundf llroundl locale_t loff_t log log10 log10f log10l log1p log1pf log1pl log2
log2f log2l logb logbf logbl logf logl lrand48 lrand48_r lrint lrintf lrintl lround lroundf lroundl main malloc math_errhandling
mblen mbstowcs mbtowc memccpy memchr memcmp memcpy memmove memset mkdtemp mkstemp mkstemps mktemp mode_t modf modff modfl
mrand48 mrand48_r nan nanf nanl nearbyint nearbyintf nearbyintl nextafter nextafterf nextafterl nexttoward nexttowardf
nexttowardl nlink_t nrand48 nrand48_r off_t offsetof on_exit open_memstream pclose perror pid_t popen posix_memalign pow powf
powl printf pselect pthread_attr_t pthread_key_t pthread_once_t pthread_spinlock_t pthread_t ptrdiff_t putc putc_unlocked
putchar putchar_unlocked putenv puts putw qecvt qecvt_r qfcvt qfcvt_r qgcvt qsort quad_t quick_exit rand rand_r random random_r
realloc reallocarray realpath remainder remainderf remainderl remove remquo remquof remquol rename renameat rewind rindex rint
rintf rintl round roundf roundl rpmatch scalb scalbf scalbl scalbln scalblnf scalblnl scalbn scalbnf scalbnl scanf seed48
seed48_r select setbuf setbuffer setenv setlinebuf setstate setstate_r setvbuf signbit signgam significand significandf
significandl sigset_t sin sinf sinh sinhf sinhl sinl size_t snprintf sprintf sqrt sqrtf sqrtl srand srand48 srand48_r srandom
srandom_r sscanf ssize_t stderr stdin stdout stpcpy stpncpy strcasecmp strcasecmp_l strcat strchr strcmp strcoll strcoll_l
strcpy strcspn strdup strerror strerror_l strerror_r strlen strncasecmp strncasecmp_l strncat strncmp strncpy strndup strnlen
strpbrk strrchr strsep strsignal strspn strstr strtod strtof strtok strtok_r strtol strtold strtoll strtoq strtoul strtoull
strtouq strxfrm strxfrm_l suseconds_t system tan tanf tanh tanhf tanhl tanl tempnam tgamma tgammaf tgammal time_t timer_t
tmpfile tmpnam tmpnam_r trunc truncf truncl u_char u_int u_int16_t u_int32_t u_int64_t u_int8_t u_long u_quad_t u_short uid_t
uint ulong ungetc unsetenv ushort va_list valloc vdprintf vfprintf vfscanf vprintf vscanf vsnprintf vsprintf vsscanf wcstombs
wctomb y0 y0f y0l y1 y1f y1l yn ynf ynl
"""
"""Functions, types and macros of math.h, stdio.h, stdlib.h, string.h and stddef.h, the additions of POSIX and GNU included."""

_SYSTEM = """
accept access acct alarm asctime asctime_r assert bind brk btowc cabs cabsf cabsl cacos cacosf cacosh cacoshf cacoshl cacosl
carg cargf cargl casin casinf casinh casinhf casinhl casinl catan catanf catanh catanhf catanhl catanl ccos ccosf ccosh ccoshf
ccoshl ccosl cexp cexpf cexpl chdir chmod chown chroot cimag cimagf cimagl clock clock_getcpuclockid clock_getres clock_gettime
clock_nanosleep clock_settime clog clogf clogl close closefrom confstr conj conjf conjl connect cpow cpowf cpowl cproj cprojf
cprojl creal crealf creall creat crypt csin csinf csinh csinhf csinhl csinl csqrt csqrtf csqrtl ctan ctanf ctanh ctanhf ctanhl
ctanl ctime ctime_r daemon daylight difftime dlclose dlerror dlopen dlsym dup dup2 duplocale dysize endusershell execl execle
execlp execv execve execvp faccessat fchdir fchmod fchmodat fchown fchownat fcntl fdatasync feclearexcept fegetenv
fegetexceptflag fegetround feholdexcept feraiseexcept fesetenv fesetexceptflag fesetround fetestexcept feupdateenv fexecve
fgetwc fgetws fork fpathconf fputwc fputws freelocale fstat fstatat fsync ftruncate futimens fwide fwprintf fwscanf getcwd
getdomainname getdtablesize getegid getentropy geteuid getgid getgroups gethostid gethostname getlogin getlogin_r getopt
getpagesize getpass getpeername getpgid getpgrp getpid getppid getsid getsockname getsockopt getuid getusershell getwc getwchar
getwd gmtime gmtime_r gsignal imaxabs imaxdiv isalnum isalnum_l isalpha isalpha_l isascii isatty isblank isblank_l iscntrl
iscntrl_l isdigit isdigit_l isfdtype isgraph isgraph_l islower islower_l isprint isprint_l ispunct ispunct_l isspace isspace_l
isupper isupper_l iswalnum iswalnum_l iswalpha iswalpha_l iswblank iswblank_l iswcntrl iswcntrl_l iswctype iswctype_l iswdigit
iswdigit_l iswgraph iswgraph_l iswlower iswlower_l iswprint iswprint_l iswpunct iswpunct_l iswspace iswspace_l iswupper
iswupper_l iswxdigit iswxdigit_l isxdigit isxdigit_l kill killpg lchmod lchown link linkat listen localeconv localtime
localtime_r lockf longjmp lseek lstat madvise mbrlen mbrtowc mbsinit mbsnrtowcs mbsrtowcs mincore mkdir mkdirat mkfifo mkfifoat
mknod mknodat mktime mlock mlockall mmap mprotect msync munlock munlockall munmap nanosleep newlocale nice open open_wmemstream
openat pathconf pause pipe poll posix_fadvise posix_fallocate posix_madvise pread profil psiginfo psignal putwc putwchar pwrite
raise read readlink readlinkat recv recvfrom recvmsg revoke rmdir sbrk send sendmsg sendto setdomainname setegid seteuid setgid
sethostid sethostname setjmp setlocale setlogin setpgid setpgrp setregid setreuid setsid setsockopt setuid setusershell shm_open
shm_unlink shutdown sigaction sigaddset sigaltstack sigblock sigdelset sigemptyset sigfillset siggetmask siginterrupt
sigismember siglongjmp signal sigpending sigprocmask sigqueue sigreturn sigsetjmp sigsetmask sigstack sigsuspend sigtimedwait
sigwait sigwaitinfo sleep sockatmark socket socketpair ssignal stat strftime strftime_l strtoimax strtoumax swprintf swscanf
symlink symlinkat sync syscall sysconf tcgetpgrp tcsetpgrp time timegm timelocal timer_create timer_delete timer_getoverrun
timer_gettime timer_settime timespec_get timezone toascii tolower tolower_l toupper toupper_l towctrans towctrans_l towlower
towlower_l towupper towupper_l truncate ttyname ttyname_r ttyslot tzname tzset ualarm umask ungetwc unlink unlinkat uselocale
usleep utimensat va_arg va_copy va_end va_start vfork vfwprintf vfwscanf vhangup vswprintf vswscanf vwprintf vwscanf wait wait3
wait4 waitid waitpid wcpcpy wcpncpy wcrtomb wcscasecmp wcscasecmp_l wcscat wcschr wcscmp wcscoll wcscoll_l wcscpy wcscspn wcsdup
wcsftime wcslen wcsncasecmp wcsncasecmp_l wcsncat wcsncmp wcsncpy wcsnlen wcsnrtombs wcspbrk wcsrchr wcsrtombs wcsspn wcsstr
wcstod wcstof wcstoimax wcstok wcstol wcstold wcstoll wcstoul wcstoull wcstoumax wcsxfrm wcsxfrm_l wctob wctrans wctrans_l
wctype wctype_l wmemchr wmemcmp wmemcpy wmemmove wmemset wprintf write wscanf
"""
"""Functions of the other headers of C and of POSIX: a program would call a kernel of this name in place of the function."""

_TARGETS = "all clean depend edit_cache help install m package rebuild_cache test"
"""Existing targets of a build with CMake; m is the library of mathematics."""

PREFIXES = ("test_", "pthread_", "sched_")
"""Prefixes of names that the build or POSIX reserves."""
TYPES = "_t"
"""Suffix that POSIX reserves for types."""

RESERVED = frozenset(f"{_KEYWORDS} {_LIBRARY} {_SYSTEM} {_TARGETS}".split())
