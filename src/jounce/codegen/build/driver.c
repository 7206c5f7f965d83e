/* One sample through a kernel with as little around it as possible: Python's arrays in, a new array out.

   Native(address, rows_in, shapes_out, kind, lowest, largest, masses, quaternions, constants=None) is callable with one float64 array
   (width,) a row, or a list or tuple of as many floats and integers, the last rows in a tuple if that is how the caller has them, and
   gives an array, or a tuple of arrays of that kind (a subclass of tuple, or None). Anything else that may come (batches, other types,
   nan, a number below its entry of `lowest` or with an absolute value above that of `largest`; for a pair (i, count) of `masses` number
   i zero and one of the next `count` not; a quaternion that is zero, `quaternions`: where they begin in the first row) is answered with
   NotImplemented, and the caller takes the general way. `constants` is a float64 array of one axis, copied once: its entries follow the
   rows of every call as the kernel's last inputs, and are not checked.

   Front(short_cuts, chosen, plain, kinds) stands before all kernels: front.answer(equation, robot, rows as above, *options) finds the
   short cut of the call in short_cuts[equation], under the number id(robot) + number of rows if the options are the objects of the tuple
   `plain`, and under (number, *options) if some are others of exactly the type that the tuple `kinds` has there. A short cut is a tuple
   (Native, finish, reads_motion, ...); if `reads_motion` is True, the Native answers, and finish(robot, q, tuple of arrays, {}) gives the
   result unless it is None. NotImplemented otherwise, and where the context variable
   `chosen` is "python". It is a method because Python calls those faster. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <float.h>
#include <math.h>
#include <stddef.h>
#include <string.h>
#define NPY_NO_DEPRECATED_API NPY_1_7_API_VERSION
#include <numpy/arrayobject.h>

#define MOST_NUMBERS 4096
#define MOST_OUTPUTS 8
#define MOST_AXES 4
#define LEAST 1e-9 /* of a quaternion's largest number, as in kernel/arguments.py */

typedef void (*kernel)(const double *, double *);

typedef struct {
    PyObject_HEAD
    vectorcallfunc call;
    kernel run;
    PyTypeObject *kind;
    Py_ssize_t rows;
    npy_intp *width;
    double *lowest, *largest, *constants;
    npy_intp trailing; /* how many constants */
    PyObject *quaternions, *masses;
    int outputs, bounded, axes[MOST_OUTPUTS]; /* bounded: some numbers have bounds, or are not read */
    npy_intp dims[MOST_OUTPUTS][MOST_AXES], sizes[MOST_OUTPUTS], results;
} Native;

/* Memory of several outputs of one call, on which their arrays are views. */
typedef struct {
    PyObject_VAR_HEAD
    double numbers[];
} Block;

static int block_buffer(PyObject *object, Py_buffer *buffer, int flags)
{
    return PyBuffer_FillInfo(buffer, object, ((Block *)object)->numbers, (Py_ssize_t)sizeof(double) * Py_SIZE(object), 0, flags);
}

static PyBufferProcs block_as_buffer = {.bf_getbuffer = block_buffer};

static PyTypeObject BlockType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "jounce.Block",
    .tp_basicsize = offsetof(Block, numbers),
    .tp_itemsize = sizeof(double),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_as_buffer = &block_as_buffer,
    .tp_dealloc = (destructor)PyObject_Free,
};

/* A new array on the numbers of a block. */
static PyObject *view(Block *block, double *from, int axes, npy_intp *dims)
{
    PyObject *array = PyArray_NewFromDescr(&PyArray_Type, PyArray_DescrFromType(NPY_DOUBLE), axes, dims, NULL, from, NPY_ARRAY_CARRAY, NULL);
    if (array != NULL && PyArray_SetBaseObject((PyArrayObject *)array, Py_NewRef((PyObject *)block)) < 0)
        Py_CLEAR(array);
    return array;
}

/* Whether numbers are within finite bounds; of those whose lowest is nan, nobody reads them. */
static int within(const double *x, const double *low, const double *high, npy_intp count)
{
    int good = 1;
    for (npy_intp i = 0; i < count; ++i)
        good &= ((x[i] >= low[i]) & (x[i] <= high[i])) | (low[i] != low[i]);
    return good;
}

/* Whether a mass of zero has moments; places: (i, count) pairs. */
static int weightless(const double *x, PyObject *places)
{
    for (Py_ssize_t k = 0; k < PyTuple_GET_SIZE(places); ++k) {
        PyObject *pair = PyTuple_GET_ITEM(places, k);
        const double *const body = x + PyLong_AsSsize_t(PyTuple_GET_ITEM(pair, 0));
        if (body[0] == 0.0)
            for (Py_ssize_t i = PyLong_AsSsize_t(PyTuple_GET_ITEM(pair, 1)); i > 0; --i)
                if (body[i] != 0.0)
                    return 1;
    }
    return 0;
}

/* Copy a list or tuple of exactly `wide` floats and integers; 0 for anything else. */
static int copied(PyObject *row, double *to, npy_intp wide)
{
    if ((!PyList_CheckExact(row) && !PyTuple_CheckExact(row)) || PySequence_Fast_GET_SIZE(row) != wide)
        return 0;
    PyObject *const *items = PySequence_Fast_ITEMS(row);
    for (npy_intp i = 0; i < wide; ++i) {
        if (PyFloat_CheckExact(items[i]))
            to[i] = PyFloat_AS_DOUBLE(items[i]);
        else if (PyLong_CheckExact(items[i])) {
            to[i] = PyLong_AsDouble(items[i]);
            if (to[i] == -1.0 && PyErr_Occurred()) { /* more than a double holds */
                PyErr_Clear();
                return 0;
            }
        } else
            return 0;
    }
    return 1;
}

/* The same where every finite number will do: four sums, which do not wait for each other. */
static int all_finite(const double *x, npy_intp count)
{
    double doubt[4] = {0.0};
    npy_intp i = 0;
    for (; i + 4 <= count; i += 4)
        for (int k = 0; k < 4; ++k)
            doubt[k] += x[i + k] * 0.0;
    for (; i < count; ++i)
        doubt[0] += x[i] * 0.0;
    return (doubt[0] + doubt[1]) + (doubt[2] + doubt[3]) == 0.0;
}

/* Whether a quaternion (x, y, z, w) of the first row is zero. */
static int vanishes(const double *q, PyObject *places)
{
    for (Py_ssize_t k = 0; k < PyTuple_GET_SIZE(places); ++k) {
        const double *x = q + PyLong_AsSsize_t(PyTuple_GET_ITEM(places, k));
        if (!(fabs(x[0]) > LEAST || fabs(x[1]) > LEAST || fabs(x[2]) > LEAST || fabs(x[3]) > LEAST))
            return 1;
    }
    return 0;
}

/* How many rows there are: the last of the arguments may hold several. */
static Py_ssize_t count(PyObject *const *args, Py_ssize_t given)
{
    return given > 0 && PyTuple_CheckExact(args[given - 1]) ? given - 1 + PyTuple_GET_SIZE(args[given - 1]) : given;
}

static PyObject *answer(Native *self, PyObject *const *args, Py_ssize_t given)
{
    double x[MOST_NUMBERS];
    double *to = x;
    if (count(args, given) != self->rows)
        Py_RETURN_NOTIMPLEMENTED;
    PyObject *rest = given > 0 && PyTuple_CheckExact(args[given - 1]) ? args[given - 1] : NULL;
    const Py_ssize_t alone = rest == NULL ? given : given - 1;
    for (Py_ssize_t r = 0; r < self->rows; ++r) {
        PyObject *object = r < alone ? args[r] : PyTuple_GET_ITEM(rest, r - alone);
        PyArrayObject *row = (PyArrayObject *)object;
        const npy_intp wide = self->width[r];
        if (!PyArray_CheckExact(object)) {
            if (!copied(object, to, wide))
                Py_RETURN_NOTIMPLEMENTED;
        } else if (PyArray_TYPE(row) != NPY_DOUBLE || PyArray_NDIM(row) != 1 || PyArray_DIM(row, 0) != wide
                   || !PyArray_ISCARRAY_RO(row))
            Py_RETURN_NOTIMPLEMENTED;
        else
            memcpy(to, PyArray_DATA(row), sizeof(double) * (size_t)wide);
        to += wide;
    }
    if (!(self->bounded ? within(x, self->lowest, self->largest, to - x) : all_finite(x, to - x))
        || weightless(x, self->masses) || vanishes(x, self->quaternions))
        Py_RETURN_NOTIMPLEMENTED;
    memcpy(to, self->constants, sizeof(double) * (size_t)self->trailing);
    if (self->outputs == 1 && self->kind == &PyTuple_Type) {
        PyObject *out = PyArray_SimpleNew(self->axes[0], self->dims[0], NPY_DOUBLE);
        if (out != NULL)
            self->run(x, PyArray_DATA((PyArrayObject *)out));
        return out;
    }
    Block *const block = PyObject_NewVar(Block, &BlockType, self->results);
    if (block == NULL)
        return NULL;
    self->run(x, block->numbers);
    PyObject *all = self->kind->tp_alloc(self->kind, self->outputs);
    double *from = block->numbers;
    for (int k = 0; all != NULL && k < self->outputs; ++k) {
        PyObject *out = view(block, from, self->axes[k], self->dims[k]);
        if (out == NULL) {
            Py_CLEAR(all);
            break;
        }
        from += self->sizes[k];
        PyTuple_SET_ITEM(all, k, out);
    }
    Py_DECREF(block);
    return all;
}

static PyObject *native_call(PyObject *callable, PyObject *const *args, size_t flags, PyObject *names)
{
    if (names != NULL)
        Py_RETURN_NOTIMPLEMENTED;
    return answer((Native *)callable, args, PyVectorcall_NARGS(flags));
}

static void native_free(PyObject *object)
{
    PyMem_Free(((Native *)object)->width);
    PyMem_Free(((Native *)object)->lowest);
    PyMem_Free(((Native *)object)->largest);
    PyMem_Free(((Native *)object)->constants);
    Py_XDECREF(((Native *)object)->kind);
    Py_XDECREF(((Native *)object)->masses);
    Py_XDECREF(((Native *)object)->quaternions);
    Py_TYPE(object)->tp_free(object);
}

static PyObject *native_new(PyTypeObject *type, PyObject *args, PyObject *names)
{
    unsigned long long address;
    PyObject *rows, *shapes, *kind, *lowest, *largest, *masses, *quaternions, *constants = Py_None;
    (void)names;
    if (!PyArg_ParseTuple(args, "KO!O!OO!O!O!O!|O", &address, &PyTuple_Type, &rows, &PyTuple_Type, &shapes, &kind, &PyTuple_Type, &lowest,
                          &PyTuple_Type, &largest, &PyTuple_Type, &masses, &PyTuple_Type, &quaternions, &constants))
        return NULL;
    PyArrayObject *const fixed = constants == Py_None ? NULL : (PyArrayObject *)constants;
    if (fixed != NULL
        && (!PyArray_CheckExact(constants) || PyArray_TYPE(fixed) != NPY_DOUBLE || PyArray_NDIM(fixed) != 1 || !PyArray_ISCARRAY_RO(fixed))) {
        PyErr_SetString(PyExc_TypeError, "constants must be a contiguous float64 array of one axis, or None");
        return NULL;
    }
    if (kind == Py_None)
        kind = (PyObject *)&PyTuple_Type;
    if (!PyType_Check(kind) || !PyType_IsSubtype((PyTypeObject *)kind, &PyTuple_Type)) {
        PyErr_SetString(PyExc_TypeError, "kind must be a subclass of tuple, or None");
        return NULL;
    }
    Native *self = (Native *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->call = native_call;
    self->kind = (PyTypeObject *)Py_NewRef(kind);
    self->quaternions = Py_NewRef(quaternions);
    self->masses = Py_NewRef(masses);
    self->run = (kernel)(uintptr_t)address;
    self->rows = PyTuple_GET_SIZE(rows);
    self->outputs = (int)PyTuple_GET_SIZE(shapes);
    self->width = PyMem_Malloc(sizeof(npy_intp) * (size_t)(self->rows + 1));
    npy_intp in = 0;
    const Py_ssize_t numbers = PyTuple_GET_SIZE(lowest);
    self->lowest = PyMem_Malloc(sizeof(double) * (size_t)(numbers + 1));
    self->largest = PyMem_Malloc(sizeof(double) * (size_t)(numbers + 1));
    self->trailing = fixed == NULL ? 0 : PyArray_DIM(fixed, 0);
    self->constants = PyMem_Malloc(sizeof(double) * (size_t)(self->trailing + 1));
    if (fixed != NULL && self->constants != NULL)
        memcpy(self->constants, PyArray_DATA(fixed), sizeof(double) * (size_t)self->trailing);
    int fits = self->width != NULL && self->lowest != NULL && self->largest != NULL && self->constants != NULL && self->outputs >= 1
               && self->outputs <= MOST_OUTPUTS && PyTuple_GET_SIZE(largest) == numbers;
    for (Py_ssize_t i = 0; fits && i < numbers; ++i) {
        const double low = PyFloat_AsDouble(PyTuple_GET_ITEM(lowest, i)), high = PyFloat_AsDouble(PyTuple_GET_ITEM(largest, i));
        self->bounded |= low != -Py_HUGE_VAL || high != Py_HUGE_VAL;
        self->largest[i] = high < DBL_MAX ? high : DBL_MAX;
        self->lowest[i] = low < -self->largest[i] ? -self->largest[i] : low; /* nan stays */
    }
    for (Py_ssize_t r = 0; fits && r < self->rows; ++r)
        in += self->width[r] = PyLong_AsSsize_t(PyTuple_GET_ITEM(rows, r));
    for (Py_ssize_t k = 0; fits && k < PyTuple_GET_SIZE(quaternions); ++k) {
        const Py_ssize_t at = PyLong_AsSsize_t(PyTuple_GET_ITEM(quaternions, k));
        fits = self->rows > 0 && at >= 0 && at + 4 <= self->width[0];
    }
    for (int k = 0; fits && k < self->outputs; ++k) {
        PyObject *shape = PyTuple_GET_ITEM(shapes, k);
        self->axes[k] = (int)PyTuple_GET_SIZE(shape);
        self->sizes[k] = 1;
        fits = self->axes[k] <= MOST_AXES;
        for (int i = 0; fits && i < self->axes[k]; ++i)
            self->sizes[k] *= self->dims[k][i] = PyLong_AsSsize_t(PyTuple_GET_ITEM(shape, i));
        self->results += self->sizes[k];
    }
    for (Py_ssize_t k = 0; fits && k < PyTuple_GET_SIZE(masses); ++k) {
        Py_ssize_t at, after;
        fits = PyArg_ParseTuple(PyTuple_GET_ITEM(masses, k), "nn", &at, &after) && at >= 0 && after >= 0 && at + after < numbers;
    }
    if (PyErr_Occurred()) {
        Py_DECREF(self);
        return NULL;
    }
    if (!fits || in != numbers || in + self->trailing > MOST_NUMBERS || (self->outputs > 1 && self->results > MOST_NUMBERS)) {
        PyErr_SetString(PyExc_ValueError, "too many numbers for the fast way");
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static PyTypeObject NativeType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "jounce.Native",
    .tp_basicsize = sizeof(Native),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL,
    .tp_vectorcall_offset = offsetof(Native, call),
    .tp_call = PyVectorcall_Call,
    .tp_new = native_new,
    .tp_dealloc = native_free,
};

typedef struct {
    PyObject_HEAD
    PyObject *short_cuts, *chosen, *plain, *kinds;
} Front;

/* The value of a key without hash or entry is NULL without an error; borrowed. */
static PyObject *look_up(PyObject *dict, PyObject *key)
{
    PyObject *value = PyDict_GetItemWithError(dict, key);
    if (value == NULL && PyErr_Occurred() && PyErr_ExceptionMatches(PyExc_TypeError))
        PyErr_Clear();
    return value;
}

/* The short cut under a number, and under the options too unless they are plain, if it reads motion alone; borrowed, or NULL. */
static PyObject *find(PyObject *short_cuts, size_t number, PyObject *const *options, Py_ssize_t count, int special)
{
    PyObject *key = PyLong_FromSize_t(number);
    if (key != NULL && special) {
        PyObject *all = PyTuple_New(1 + count);
        if (all == NULL) {
            Py_DECREF(key);
            return NULL;
        }
        PyTuple_SET_ITEM(all, 0, key);
        for (Py_ssize_t k = 0; k < count; ++k)
            PyTuple_SET_ITEM(all, 1 + k, Py_NewRef(options[k]));
        key = all;
    }
    if (key == NULL)
        return NULL;
    PyObject *cut = look_up(short_cuts, key);
    Py_DECREF(key);
    if (cut == NULL || !PyTuple_Check(cut) || PyTuple_GET_SIZE(cut) < 3 || PyTuple_GET_ITEM(cut, 2) != Py_True
        || !Py_IS_TYPE(PyTuple_GET_ITEM(cut, 0), &NativeType))
        return NULL;
    return cut;
}

/* finish(robot, q, outputs as a tuple, {}); takes the reference to the outputs. */
static PyObject *finished(PyObject *finish, PyObject *robot, PyObject *q, PyObject *outputs)
{
    PyObject *all = PyTuple_Check(outputs) ? Py_NewRef(outputs) : PyTuple_Pack(1, outputs), *none = PyDict_New(), *result = NULL;
    if (all != NULL && none != NULL)
        result = PyObject_CallFunctionObjArgs(finish, robot, q, all, none, NULL);
    Py_XDECREF(all);
    Py_XDECREF(none);
    Py_DECREF(outputs);
    return result;
}

static PyObject *front_answer(PyObject *object, PyObject *const *args, Py_ssize_t all)
{
    Front *self = (Front *)object;
    const Py_ssize_t options = PyTuple_GET_SIZE(self->plain);
    const Py_ssize_t given = all - 2 - options; /* without equation, robot and options */
    int special = 0;
    if (given < 1)
        Py_RETURN_NOTIMPLEMENTED;
    PyObject *const *option = args + 2 + given;
    for (Py_ssize_t k = 0; k < options; ++k)
        if (option[k] != PyTuple_GET_ITEM(self->plain, k)) {
            if ((PyObject *)Py_TYPE(option[k]) != PyTuple_GET_ITEM(self->kinds, k))
                Py_RETURN_NOTIMPLEMENTED;
            special = 1;
        }
    PyObject *of_equation = look_up(self->short_cuts, args[0]), *cut = NULL, *backend;
    if (of_equation != NULL && PyDict_Check(of_equation))
        cut = find(of_equation, (size_t)args[1] + (size_t)count(args + 2, given), option, options, special);
    if (cut == NULL) {
        if (PyErr_Occurred())
            return NULL;
        Py_RETURN_NOTIMPLEMENTED;
    }
    Py_INCREF(cut); /* short cuts may be forgotten on the way */
    if (PyContextVar_Get(self->chosen, NULL, &backend) < 0) {
        Py_DECREF(cut);
        return NULL;
    }
    const int plainly = backend == NULL || !PyUnicode_Check(backend) || PyUnicode_CompareWithASCIIString(backend, "python") == 0;
    Py_XDECREF(backend);
    PyObject *result = plainly ? Py_NewRef(Py_NotImplemented) : answer((Native *)PyTuple_GET_ITEM(cut, 0), args + 2, given);
    PyObject *finish = PyTuple_GET_ITEM(cut, 1), *q = args[2];
    if (result != NULL && result != Py_NotImplemented && finish != Py_None) {
        if (given == 1 && PyTuple_CheckExact(q) && PyTuple_GET_SIZE(q) > 0) /* all rows in a tuple */
            q = PyTuple_GET_ITEM(q, 0);
        result = finished(finish, args[1], q, result);
    }
    Py_DECREF(cut);
    return result;
}

static void front_free(PyObject *object)
{
    Py_XDECREF(((Front *)object)->short_cuts);
    Py_XDECREF(((Front *)object)->chosen);
    Py_XDECREF(((Front *)object)->plain);
    Py_XDECREF(((Front *)object)->kinds);
    Py_TYPE(object)->tp_free(object);
}

static PyObject *front_new(PyTypeObject *type, PyObject *args, PyObject *names)
{
    PyObject *short_cuts, *chosen, *plain, *kinds;
    (void)names;
    if (!PyArg_ParseTuple(args, "O!O!O!O!", &PyDict_Type, &short_cuts, &PyContextVar_Type, &chosen, &PyTuple_Type, &plain, &PyTuple_Type,
                          &kinds))
        return NULL;
    if (PyTuple_GET_SIZE(plain) != PyTuple_GET_SIZE(kinds)) {
        PyErr_SetString(PyExc_ValueError, "expected a kind for each option");
        return NULL;
    }
    Front *self = (Front *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->short_cuts = Py_NewRef(short_cuts);
    self->chosen = Py_NewRef(chosen);
    self->plain = Py_NewRef(plain);
    self->kinds = Py_NewRef(kinds);
    return (PyObject *)self;
}

static PyMethodDef front_methods[] = {
    {"answer", (PyCFunction)(void (*)(void))front_answer, METH_FASTCALL, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject FrontType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "jounce.Front",
    .tp_basicsize = sizeof(Front),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = front_methods,
    .tp_new = front_new,
    .tp_dealloc = front_free,
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, .m_name = "jounce_driver", .m_size = -1};

PyMODINIT_FUNC PyInit_jounce_driver(void)
{
    import_array();
    if (PyType_Ready(&BlockType) < 0 || PyType_Ready(&NativeType) < 0 || PyType_Ready(&FrontType) < 0)
        return NULL;
    PyObject *made = PyModule_Create(&module);
    if (made != NULL
        && (PyModule_AddObjectRef(made, "Native", (PyObject *)&NativeType) < 0
            || PyModule_AddObjectRef(made, "Front", (PyObject *)&FrontType) < 0)) {
        Py_DECREF(made);
        return NULL;
    }
    return made;
}
