/* One sample through a kernel with as little around it as possible: Python's arrays in, a new array out.

   Native(address, rows_in, shapes_out, kind, lowest) is callable with one float64 array (width,) a row, the last ones in a tuple if that is
   how the caller has them, and gives an array, or a tuple of arrays of that kind (a subclass of tuple, or None). Anything else that may come (lists, batches, other types, nan, a number below its
   entry of `lowest`) is answered with NotImplemented, and the caller takes the general way. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stddef.h>
#include <string.h>
#define NPY_NO_DEPRECATED_API NPY_1_7_API_VERSION
#include <numpy/arrayobject.h>

#define MOST_NUMBERS 4096
#define MOST_OUTPUTS 8
#define MOST_AXES 4

typedef void (*kernel)(const double *, double *);

typedef struct {
    PyObject_HEAD
    vectorcallfunc call;
    kernel run;
    PyTypeObject *kind;
    Py_ssize_t rows;
    npy_intp *width;
    double *lowest;
    int outputs, bounded, axes[MOST_OUTPUTS]; /* bounded: some numbers have a lowest one, or are not read */
    npy_intp dims[MOST_OUTPUTS][MOST_AXES], sizes[MOST_OUTPUTS];
} Native;

/* Copies a row; nan comes back as soon as one of its numbers is nan or infinite, and `below` is set by one that is too low. */
static double take(const double *from, double *to, const double *low, npy_intp wide, int *below)
{
    double doubt = 0.0;
    for (npy_intp i = 0; i < wide; ++i) {
        if (low[i] == low[i]) { /* else nobody reads this number */
            doubt += from[i] * 0.0;
            *below |= from[i] < low[i];
        }
        to[i] = from[i];
    }
    return doubt;
}

/* The same where every finite number will do: four sums, which do not wait for each other. */
static double take_any(const double *from, double *to, npy_intp wide)
{
    double doubt[4] = {0.0};
    npy_intp i = 0;
    for (; i + 4 <= wide; i += 4)
        for (int k = 0; k < 4; ++k) {
            to[i + k] = from[i + k];
            doubt[k] += from[i + k] * 0.0;
        }
    for (; i < wide; ++i) {
        to[i] = from[i];
        doubt[0] += from[i] * 0.0;
    }
    return (doubt[0] + doubt[1]) + (doubt[2] + doubt[3]);
}

static PyObject *native_call(PyObject *callable, PyObject *const *args, size_t flags, PyObject *names)
{
    Native *self = (Native *)callable;
    double x[MOST_NUMBERS], y[MOST_NUMBERS];
    double *to = x, doubt = 0.0;
    const double *low = self->lowest;
    int below = 0;
    const Py_ssize_t given = PyVectorcall_NARGS(flags);
    PyObject *rest = given > 0 && PyTuple_CheckExact(args[given - 1]) ? args[given - 1] : NULL;
    const Py_ssize_t alone = rest == NULL ? given : given - 1;
    if (alone + (rest == NULL ? 0 : PyTuple_GET_SIZE(rest)) != self->rows || names != NULL)
        Py_RETURN_NOTIMPLEMENTED;
    for (Py_ssize_t r = 0; r < self->rows; ++r) {
        PyObject *object = r < alone ? args[r] : PyTuple_GET_ITEM(rest, r - alone);
        PyArrayObject *row = (PyArrayObject *)object;
        const npy_intp wide = self->width[r];
        if (!PyArray_CheckExact(object) || PyArray_TYPE(row) != NPY_DOUBLE || PyArray_NDIM(row) != 1
            || PyArray_DIM(row, 0) != wide || !PyArray_ISCARRAY_RO(row))
            Py_RETURN_NOTIMPLEMENTED;
        const double *from = PyArray_DATA(row);
        doubt += self->bounded ? take(from, to, low, wide, &below) : take_any(from, to, wide);
        low += wide;
        to += wide;
    }
    if (doubt != 0.0 || below)
        Py_RETURN_NOTIMPLEMENTED;
    if (self->outputs == 1 && self->kind == &PyTuple_Type) {
        PyObject *out = PyArray_SimpleNew(self->axes[0], self->dims[0], NPY_DOUBLE);
        if (out != NULL)
            self->run(x, PyArray_DATA((PyArrayObject *)out));
        return out;
    }
    self->run(x, y);
    PyObject *all = self->kind->tp_alloc(self->kind, self->outputs);
    const double *from = y;
    for (int k = 0; all != NULL && k < self->outputs; ++k) {
        PyObject *out = PyArray_SimpleNew(self->axes[k], self->dims[k], NPY_DOUBLE);
        if (out == NULL) {
            Py_DECREF(all);
            return NULL;
        }
        memcpy(PyArray_DATA((PyArrayObject *)out), from, sizeof(double) * (size_t)self->sizes[k]);
        from += self->sizes[k];
        PyTuple_SET_ITEM(all, k, out);
    }
    return all;
}

static void native_free(PyObject *object)
{
    PyMem_Free(((Native *)object)->width);
    PyMem_Free(((Native *)object)->lowest);
    Py_XDECREF(((Native *)object)->kind);
    Py_TYPE(object)->tp_free(object);
}

static PyObject *native_new(PyTypeObject *type, PyObject *args, PyObject *names)
{
    unsigned long long address;
    PyObject *rows, *shapes, *kind, *lowest;
    (void)names;
    if (!PyArg_ParseTuple(args, "KO!O!OO!", &address, &PyTuple_Type, &rows, &PyTuple_Type, &shapes, &kind, &PyTuple_Type, &lowest))
        return NULL;
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
    self->run = (kernel)(uintptr_t)address;
    self->rows = PyTuple_GET_SIZE(rows);
    self->outputs = (int)PyTuple_GET_SIZE(shapes);
    self->width = PyMem_Malloc(sizeof(npy_intp) * (size_t)(self->rows + 1));
    npy_intp in = 0, out = 0;
    self->lowest = PyMem_Malloc(sizeof(double) * (size_t)(PyTuple_GET_SIZE(lowest) + 1));
    for (Py_ssize_t i = 0; self->lowest != NULL && i < PyTuple_GET_SIZE(lowest); ++i)
        self->bounded |= (self->lowest[i] = PyFloat_AsDouble(PyTuple_GET_ITEM(lowest, i))) != -Py_HUGE_VAL;
    int fits = self->width != NULL && self->lowest != NULL && self->outputs >= 1 && self->outputs <= MOST_OUTPUTS;
    for (Py_ssize_t r = 0; fits && r < self->rows; ++r)
        in += self->width[r] = PyLong_AsSsize_t(PyTuple_GET_ITEM(rows, r));
    for (int k = 0; fits && k < self->outputs; ++k) {
        PyObject *shape = PyTuple_GET_ITEM(shapes, k);
        self->axes[k] = (int)PyTuple_GET_SIZE(shape);
        self->sizes[k] = 1;
        fits = self->axes[k] <= MOST_AXES;
        for (int i = 0; fits && i < self->axes[k]; ++i)
            self->sizes[k] *= self->dims[k][i] = PyLong_AsSsize_t(PyTuple_GET_ITEM(shape, i));
        out += self->sizes[k];
    }
    if (!fits || in != PyTuple_GET_SIZE(lowest) || in > MOST_NUMBERS || (self->outputs > 1 && out > MOST_NUMBERS)) {
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

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, .m_name = "jounce_driver", .m_size = -1};

PyMODINIT_FUNC PyInit_jounce_driver(void)
{
    import_array();
    if (PyType_Ready(&NativeType) < 0)
        return NULL;
    PyObject *made = PyModule_Create(&module);
    if (made != NULL && PyModule_AddObjectRef(made, "Native", (PyObject *)&NativeType) < 0) {
        Py_DECREF(made);
        return NULL;
    }
    return made;
}
