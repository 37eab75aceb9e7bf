/* Searches over whole boards in C: the same answers as paths.py, flood.py and bitboards.py, which stay the reference.
 *
 * A set of hexes is a Python int. Here it is an array of 64-bit words, and only of the words that a search can come to:
 * the window. So a march of eight points costs the same on a small board and on a large one.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t u64;
#define MOST_WAYS 8

/* ---- ints to words and back */

static PyObject *too_large(void) {
    PyErr_SetString(PyExc_OverflowError, "more hexes than the board has");
    return NULL;
}

#if PY_VERSION_HEX < 0x030D0000 || PY_VERSION_HEX >= 0x030E0000
/* Digits of PyLong_SHIFT bits, added to words at a place: the words begin with bit 64 * from. */
static int put_digits(const digit *d, Py_ssize_t n, u64 *out, Py_ssize_t from, Py_ssize_t w) {
    Py_ssize_t i = from * 64 / PyLong_SHIFT;
    for (; i < n; i++) {
        Py_ssize_t bit = i * PyLong_SHIFT - from * 64;
        u64 x = d[i];
        if (bit < 0) { out[0] |= x >> -bit; continue; }
        Py_ssize_t word = bit >> 6;
        int off = (int)(bit & 63);
        if (word >= w) break;
        out[word] |= x << off;
        if (off > 64 - PyLong_SHIFT && word + 1 < w) out[word + 1] |= x >> (64 - off);
    }
    return 0;
}

static void take_digits(const u64 *in, Py_ssize_t from, Py_ssize_t w, digit *d, Py_ssize_t n) {
    for (Py_ssize_t i = 0; i < n; i++) {
        Py_ssize_t bit = i * PyLong_SHIFT - from * 64;
        u64 x = 0;
        if (bit < 0) { if (-bit < PyLong_SHIFT) x = in[0] << -bit; }
        else {
            Py_ssize_t word = bit >> 6;
            int off = (int)(bit & 63);
            x = in[word] >> off;
            if (off > 64 - PyLong_SHIFT && word + 1 < w) x |= in[word + 1] << (64 - off);
        }
        d[i] = (digit)(x & PyLong_MASK);
    }
}
#endif

/* The words from .. from + w of a set; what lies outside them is left out. */
static int words_of(PyObject *v, u64 *out, Py_ssize_t from, Py_ssize_t w) {
    if (!PyLong_Check(v)) { PyErr_SetString(PyExc_TypeError, "a set of hexes is an int"); return -1; }
    memset(out, 0, (size_t)w * 8);
#if PY_VERSION_HEX >= 0x030E0000
    PyLongExport e;
    if (PyLong_Export(v, &e) < 0) return -1;
    if (e.digits) {
        int wrong = e.negative;
        if (!wrong) put_digits(e.digits, e.ndigits, out, from, w);
        PyLong_FreeExport(&e);
        if (wrong) { PyErr_SetString(PyExc_OverflowError, "a set of hexes is not negative"); return -1; }
    } else {
        if (e.value < 0) { PyErr_SetString(PyExc_OverflowError, "a set of hexes is not negative"); return -1; }
        if (from == 0) out[0] = (u64)e.value;
    }
#elif PY_VERSION_HEX >= 0x030D0000
    Py_ssize_t bytes = PyLong_AsNativeBytes(v, NULL, 0, Py_ASNATIVEBYTES_LITTLE_ENDIAN | Py_ASNATIVEBYTES_REJECT_NEGATIVE);
    if (bytes < 0) return -1;
    if (bytes <= (from + w) * 8 && from == 0) {
        if (PyLong_AsNativeBytes(v, out, w * 8, Py_ASNATIVEBYTES_LITTLE_ENDIAN | Py_ASNATIVEBYTES_UNSIGNED_BUFFER) < 0) return -1;
    } else {
        Py_ssize_t whole = (bytes + 7) / 8;
        u64 *all = PyMem_Calloc((size_t)whole, 8);
        if (!all) { PyErr_NoMemory(); return -1; }
        if (PyLong_AsNativeBytes(v, all, whole * 8, Py_ASNATIVEBYTES_LITTLE_ENDIAN | Py_ASNATIVEBYTES_UNSIGNED_BUFFER) < 0) { PyMem_Free(all); return -1; }
        for (Py_ssize_t i = 0; i < w && from + i < whole; i++) out[i] = all[from + i];
        PyMem_Free(all);
    }
#else
#if PY_VERSION_HEX >= 0x030C0000
    u64 tag = ((PyLongObject *)v)->long_value.lv_tag;
    const digit *d = ((PyLongObject *)v)->long_value.ob_digit;
    Py_ssize_t n = (Py_ssize_t)(tag >> 3);
    int negative = (tag & 3) == 2;
#else
    Py_ssize_t n = Py_SIZE(v) < 0 ? -Py_SIZE(v) : Py_SIZE(v);
    const digit *d = ((PyLongObject *)v)->ob_digit;
    int negative = Py_SIZE(v) < 0;
#endif
    if (negative) { PyErr_SetString(PyExc_OverflowError, "a set of hexes is not negative"); return -1; }
    put_digits(d, n, out, from, w);
#endif
    return 0;
}

static PyObject *long_of(const u64 *in, Py_ssize_t from, Py_ssize_t w) {
    while (w > 0 && !in[w - 1]) w--;
    if (!w) return PyLong_FromLong(0);
    Py_ssize_t bits = (from + w) * 64 - __builtin_clzll(in[w - 1]);
    if (bits <= 60) return PyLong_FromUnsignedLongLong(in[0]);
#if PY_VERSION_HEX >= 0x030E0000
    digit *d;
    Py_ssize_t n = (bits + PyLong_SHIFT - 1) / PyLong_SHIFT;
    PyLongWriter *writer = PyLongWriter_Create(0, n, (void **)&d);
    if (!writer) return NULL;
    take_digits(in, from, w, d, n);
    return PyLongWriter_Finish(writer);
#elif PY_VERSION_HEX >= 0x030D0000
    u64 *all = PyMem_Calloc((size_t)(from + w), 8);
    if (!all) return PyErr_NoMemory();
    memcpy(all + from, in, (size_t)w * 8);
    PyObject *made = PyLong_FromUnsignedNativeBytes(all, (size_t)(from + w) * 8, Py_ASNATIVEBYTES_LITTLE_ENDIAN);
    PyMem_Free(all);
    return made;
#else
    Py_ssize_t n = (bits + PyLong_SHIFT - 1) / PyLong_SHIFT;
    PyLongObject *v = _PyLong_New(n);
    if (!v) return NULL;
#if PY_VERSION_HEX >= 0x030C0000
    take_digits(in, from, w, v->long_value.ob_digit, n);
#else
    take_digits(in, from, w, v->ob_digit, n);
#endif
    return (PyObject *)v;
#endif
}

/* ---- Doors: what a step may enter, by price and direction; made once for a CostMap, a Track or barred hexsides */

typedef struct {
    PyObject_HEAD
    Py_ssize_t words, stride;
    int ways, rows, cheapest, dearest;
    long step[MOST_WAYS];
    int *price;
    u64 *mask; /* for each row: the movers, then for each way the hexes that are entered */
} Doors;

static void Doors_dealloc(Doors *self) {
    PyMem_Free(self->price);
    PyMem_Free(self->mask);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *Doors_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(kw)) {
    Py_ssize_t stride, size;
    PyObject *steps, *rows;
    if (!PyArg_ParseTuple(args, "nnO!O!", &stride, &size, &PyTuple_Type, &steps, &PyTuple_Type, &rows)) return NULL;
    Py_ssize_t ways = PyTuple_GET_SIZE(steps);
    if (ways > MOST_WAYS || stride < 2 || size < 1) { PyErr_SetString(PyExc_ValueError, "no such board"); return NULL; }
    Doors *self = (Doors *)type->tp_alloc(type, 0);
    if (!self) return NULL;
    Py_ssize_t w = self->words = (size + 63) / 64;
    self->stride = stride;
    self->ways = (int)ways;
    self->rows = (int)PyTuple_GET_SIZE(rows);
    self->cheapest = INT32_MAX;
    self->price = PyMem_Calloc((size_t)self->rows + 1, sizeof(int));
    self->mask = PyMem_Calloc((size_t)(self->rows * (ways + 1) * w + 1), 8);
    if (!self->price || !self->mask) { Py_DECREF(self); return PyErr_NoMemory(); }
    for (Py_ssize_t k = 0; k < ways; k++) {
        self->step[k] = PyLong_AsLong(PyTuple_GET_ITEM(steps, k));
        if (self->step[k] == -1 && PyErr_Occurred()) { Py_DECREF(self); return NULL; }
    }
    for (int r = 0; r < self->rows; r++) {
        PyObject *row = PyTuple_GET_ITEM(rows, r);
        if (!PyTuple_Check(row) || PyTuple_GET_SIZE(row) != ways + 2) {
            Py_DECREF(self);
            PyErr_SetString(PyExc_ValueError, "a row of doors has a price, the movers and a set for each way");
            return NULL;
        }
        int price = self->price[r] = (int)PyLong_AsLong(PyTuple_GET_ITEM(row, 0));
        if (price == -1 && PyErr_Occurred()) { Py_DECREF(self); return NULL; }
        if (price < self->cheapest) self->cheapest = price;
        if (price > self->dearest) self->dearest = price;
        for (Py_ssize_t k = 0; k <= ways; k++)
            if (words_of(PyTuple_GET_ITEM(row, k + 1), self->mask + ((size_t)r * (ways + 1) + k) * w, 0, w) < 0) { Py_DECREF(self); return NULL; }
    }
    return (PyObject *)self;
}

static PyTypeObject DoorsType = {PyVarObject_HEAD_INIT(NULL, 0).tp_name = "sandtable.kernel.map._boards.Doors",
                                 .tp_basicsize = sizeof(Doors),
                                 .tp_flags = Py_TPFLAGS_DEFAULT,
                                 .tp_doc = "Doors(stride, size, steps, rows): what a step may enter.",
                                 .tp_new = Doors_new,
                                 .tp_dealloc = (destructor)Doors_dealloc};

/* ---- Layers: what a search found, a sequence whose ints are made when they are looked at */

typedef struct {
    PyObject_HEAD
    Py_ssize_t from, words, count, kept; /* those that are not kept are empty */
    u64 *data;
} Layers;

static void Layers_dealloc(Layers *self) {
    PyMem_RawFree(self->data);
    PyObject_Free(self);
}

static Py_ssize_t Layers_len(Layers *self) { return self->count; }

static PyObject *Layers_item(Layers *self, Py_ssize_t i) {
    if (i < 0 || i >= self->count) { PyErr_SetString(PyExc_IndexError, "no such layer"); return NULL; }
    if (i >= self->kept) return PyLong_FromLong(0);
    return long_of(self->data + i * self->words, self->from, self->words);
}

static PyObject *Layers_cost(Layers *self, PyObject *hex) {
    Py_ssize_t h = PyLong_AsSsize_t(hex);
    if (h == -1 && PyErr_Occurred()) return NULL;
    Py_ssize_t word = (h >> 6) - self->from;
    if (h >= 0 && word >= 0 && word < self->words)
        for (Py_ssize_t i = 0; i < self->kept; i++)
            if (self->data[i * self->words + word] >> (h & 63) & 1) return PyLong_FromSsize_t(i);
    Py_RETURN_NONE;
}

static PyObject *Layers_compare(PyObject *a, PyObject *b, int op) {
    if ((op != Py_EQ && op != Py_NE) || !PySequence_Check(b)) Py_RETURN_NOTIMPLEMENTED;
    PyObject *x = PySequence_List(a), *y = PySequence_List(b);
    PyObject *answer = x && y ? PyObject_RichCompare(x, y, op) : NULL;
    Py_XDECREF(x);
    Py_XDECREF(y);
    return answer;
}

static PySequenceMethods Layers_seq = {.sq_length = (lenfunc)Layers_len, .sq_item = (ssizeargfunc)Layers_item};
static PyMethodDef Layers_methods[] = {{"cost", (PyCFunction)Layers_cost, METH_O, "The number of the layer with a hex, or None."}, {NULL}};
static PyTypeObject LayersType = {PyVarObject_HEAD_INIT(NULL, 0).tp_name = "sandtable.kernel.map._boards.Layers",
                                  .tp_basicsize = sizeof(Layers),
                                  .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                                  .tp_doc = "The hexes by what they cost.",
                                  .tp_dealloc = (destructor)Layers_dealloc,
                                  .tp_as_sequence = &Layers_seq,
                                  .tp_richcompare = Layers_compare,
                                  .tp_hash = PyObject_HashNotImplemented,
                                  .tp_methods = Layers_methods};

/* ---- the search by layers */

/* Every member moved by a step, for the words a .. b; around the source lie enough empty words. */
static inline void shifted(const u64 *src, u64 *restrict to, Py_ssize_t a, Py_ssize_t b, long step) {
    if (step > 0) {
        Py_ssize_t q = step >> 6;
        int r = (int)(step & 63);
        if (r) for (Py_ssize_t i = a; i < b; i++) to[i] = src[i - q] << r | src[i - q - 1] >> (64 - r);
        else for (Py_ssize_t i = a; i < b; i++) to[i] = src[i - q];
    } else {
        Py_ssize_t q = -step >> 6;
        int r = (int)(-step & 63);
        if (r) for (Py_ssize_t i = a; i < b; i++) to[i] = src[i + q] >> r | src[i + q + 1] << (64 - r);
        else for (Py_ssize_t i = a; i < b; i++) to[i] = src[i + q];
    }
}

typedef struct { int count, most; int more[8]; u64 *zone, *waiting; } Zones;

/* A mapping of surcharges to the hexes that cost them, as pairs; the hexes wait until their points are counted. */
static int zones_of(PyObject *pairs, Zones *z, Py_ssize_t from, Py_ssize_t w) {
    memset(z, 0, sizeof *z);
    if (!PyTuple_Check(pairs) || PyTuple_GET_SIZE(pairs) > 8) { PyErr_SetString(PyExc_TypeError, "zones are up to eight pairs"); return -1; }
    z->count = (int)PyTuple_GET_SIZE(pairs);
    if (!z->count) return 0;
    z->zone = PyMem_Malloc((size_t)z->count * w * 8);
    if (!z->zone) { PyErr_NoMemory(); return -1; }
    for (int k = 0; k < z->count; k++) {
        PyObject *pair = PyTuple_GET_ITEM(pairs, k);
        if (!PyTuple_Check(pair) || PyTuple_GET_SIZE(pair) != 2) { PyErr_SetString(PyExc_TypeError, "a zone is a surcharge and a set"); return -1; }
        long more = PyLong_AsLong(PyTuple_GET_ITEM(pair, 0));
        if (more == -1 && PyErr_Occurred()) return -1;
        if (more < 0 || more > 1000) { PyErr_SetString(PyExc_ValueError, "a surcharge of 0 to 1000 points"); return -1; }
        z->more[k] = (int)more;
        if (more > z->most) z->most = (int)more;
        if (words_of(PyTuple_GET_ITEM(pair, 1), z->zone + k * w, from, w) < 0) return -1;
    }
    z->waiting = PyMem_Calloc((size_t)(z->most + 1) * w, 8);
    if (!z->waiting) { PyErr_NoMemory(); return -1; }
    return 0;
}

/* Those in a zone wait; those who have waited long enough come along. The waiting room is a ring of points. */
static void delay(Zones *z, u64 *arriving, Py_ssize_t w, long here) {
    u64 *now = z->waiting + (here % (z->most + 1)) * w;
    for (int k = 0; k < z->count; k++) {
        u64 *later = z->waiting + ((here + z->more[k]) % (z->most + 1)) * w;
        for (Py_ssize_t i = 0; i < w; i++) {
            u64 late = arriving[i] & z->zone[k * w + i];
            arriving[i] ^= late;
            later[i] |= late;
        }
    }
    for (Py_ssize_t i = 0; i < w; i++) { arriving[i] |= now[i]; now[i] = 0; }
}

static void zones_done(Zones *z) { PyMem_Free(z->zone); PyMem_Free(z->waiting); }

/* layers(doors, track or None, start, mp, open, stop, entering, leaving) -> (Layers, all) */
static PyObject *layers(PyObject *Py_UNUSED(mod), PyObject *const *args, Py_ssize_t n) {
    if (n != 8 || !Py_IS_TYPE(args[0], &DoorsType) || (args[1] != Py_None && !Py_IS_TYPE(args[1], &DoorsType))) {
        PyErr_SetString(PyExc_TypeError, "layers(doors, track, start, mp, open, stop, entering, leaving)");
        return NULL;
    }
    Doors *doors = (Doors *)args[0], *track = args[1] == Py_None ? NULL : (Doors *)args[1];
    Py_ssize_t start = PyLong_AsSsize_t(args[2]), mp = PyLong_AsSsize_t(args[3]);
    if ((start == -1 || mp == -1) && PyErr_Occurred()) return NULL;
    Py_ssize_t whole = doors->words, stride = doors->stride;
    if (start < 0 || start >= whole * 64 || (track && (track->words != whole || track->ways != doors->ways))) return too_large();
    int cheapest = doors->cheapest, span = doors->rows ? doors->dearest : 1;
    if (track && track->rows) {
        if (track->cheapest < cheapest) cheapest = track->cheapest;
        if (track->dearest > span) span = track->dearest;
    }
    if (cheapest < 1) { PyErr_SetString(PyExc_ValueError, "a step costs a point at least"); return NULL; }
    /* No search comes farther than the points last at the lowest price, a row and a hex for each step. */
    Py_ssize_t steps = mp < 0 ? 0 : mp / cheapest, farthest = (steps > whole * 64 / stride ? whole * 64 / stride : steps) * (stride + 1);
    Py_ssize_t low = start - farthest, high = start + farthest;
    Py_ssize_t from = low < 0 ? 0 : low >> 6, end = (high >> 6) + 1;
    if (end > whole) end = whole;
    Py_ssize_t w = end - from, pad = stride / 64 + 2;
    int ways = doors->ways;
    PyObject *result = NULL;
    Layers *found = NULL;
    Zones in, out;
    memset(&in, 0, sizeof in);
    memset(&out, 0, sizeof out);
    u64 *block = PyMem_Calloc((size_t)((4 + ways) * w + 2 * pad), 8);
    if (!block) return PyErr_NoMemory();
    u64 *open = block, *free_ = open + w, *stop = free_ + w, *going = stop + w + pad, *moved = going + w + pad;
    if (words_of(args[4], open, from, w) < 0 || words_of(args[5], stop, from, w) < 0) goto done;
    if (zones_of(args[6], &in, from, w) < 0 || zones_of(args[7], &out, from, w) < 0) goto done;
    memcpy(free_, open, (size_t)w * 8);
    Py_ssize_t home = (start >> 6) - from;
    u64 home_bit = (u64)1 << (start & 63);
    stop[home] &= ~home_bit; /* the start may always be left */
    found = PyObject_New(Layers, &LayersType);
    if (!found) goto done;
    found->from = from;
    found->words = w;
    found->count = mp < 0 ? 0 : mp + 1;
    found->kept = 0;
    found->data = NULL;
    int quiet_at_most = span + in.most + out.most, quiet = 0;
    Py_ssize_t room = (mp < 0 ? 0 : mp > 64 ? 64 : mp) + span + 1;
    found->data = PyMem_RawCalloc((size_t)(room * w), 8);
    if (!found->data) { PyErr_NoMemory(); goto done; }
    found->data[home] |= home_bit;
    Py_ssize_t here = 0;
    for (; here <= mp && quiet <= quiet_at_most; here++) {
        if (here + span >= room) {
            u64 *grown = PyMem_RawRealloc(found->data, (size_t)(room * 2 + span) * w * 8);
            if (!grown) { PyErr_NoMemory(); goto done; }
            memset(grown + room * w, 0, (size_t)(room + span) * w * 8);
            found->data = grown;
            room = room * 2 + span;
        }
        u64 *layer = found->data + here * w;
        for (Py_ssize_t i = 0; i < w; i++) layer[i] &= free_[i];
        if (in.count && here) {
            delay(&in, layer, w, here);
            for (Py_ssize_t i = 0; i < w; i++) layer[i] &= free_[i];
        }
        u64 some = 0;
        for (Py_ssize_t i = 0; i < w; i++) {
            some |= layer[i];
            free_[i] ^= layer[i];
            going[i] = layer[i] & ~stop[i];
        }
        if (out.count) delay(&out, going, w, here);
        Py_ssize_t a = w, b = -1;
        for (Py_ssize_t i = 0; i < w; i++)
            if (going[i]) { if (a == w) a = i; b = i; }
        quiet = some || b >= 0 ? 0 : quiet + 1;
        if (b < 0) continue;
        Py_ssize_t first = a, last = b, left = mp - here;
        a -= pad - 1;
        b += pad;
        if (a < 0) a = 0;
        if (b > w) b = w;
        for (int k = 0; k < ways; k++) shifted(going, moved + k * w, a, b, doors->step[k]);
        for (int t = 0; t < 2; t++) {
            Doors *d = t ? doors : track;
            if (!d) continue;
            for (int r = 0; r < d->rows; r++) {
                if (d->price[r] > left) continue;
                const u64 *m = d->mask + (size_t)r * (ways + 1) * whole + from;
                u64 any = 0;
                for (Py_ssize_t i = first; i <= last; i++) any |= going[i] & m[i];
                if (!any) continue;
                u64 *to = found->data + (here + d->price[r]) * w;
                if (ways == 6) {
                    const u64 *m1 = m + whole, *m2 = m1 + whole, *m3 = m2 + whole, *m4 = m3 + whole, *m5 = m4 + whole, *m6 = m5 + whole;
                    const u64 *s1 = moved, *s2 = s1 + w, *s3 = s2 + w, *s4 = s3 + w, *s5 = s4 + w, *s6 = s5 + w;
                    for (Py_ssize_t i = a; i < b; i++)
                        to[i] |= (s1[i] & m1[i]) | (s2[i] & m2[i]) | (s3[i] & m3[i]) | (s4[i] & m4[i]) | (s5[i] & m5[i]) | (s6[i] & m6[i]);
                } else
                    for (int k = 0; k < ways; k++) {
                        const u64 *mk = m + (k + 1) * whole, *sk = moved + k * w;
                        for (Py_ssize_t i = a; i < b; i++) to[i] |= sk[i] & mk[i];
                    }
            }
        }
    }
    found->kept = here;
    for (Py_ssize_t i = 0; i < w; i++) open[i] ^= free_[i];
    PyObject *all = long_of(open, from, w);
    if (all) {
        result = PyTuple_Pack(2, (PyObject *)found, all);
        Py_DECREF(all);
    }
done:
    PyMem_Free(block);
    zones_done(&in);
    zones_done(&out);
    Py_XDECREF(found);
    return result;
}

/* ---- floods */

static int append_set(PyObject *list, const u64 *words, Py_ssize_t w) {
    PyObject *set = long_of(words, 0, w);
    int failed = !set || PyList_Append(list, set) < 0;
    Py_XDECREF(set);
    return failed ? -1 : 0;
}

/* (ways out, sources, open, limit or -1) -> a set, or the list of its rings. The ways out have one row: where each leads. */
static PyObject *spread(PyObject *const *args, Py_ssize_t n, int rings) {
    if (n != 4 || !Py_IS_TYPE(args[0], &DoorsType) || ((Doors *)args[0])->rows != 1) {
        PyErr_SetString(PyExc_TypeError, "a flood takes its ways out, sources, what is open and a limit");
        return NULL;
    }
    Doors *doors = (Doors *)args[0];
    Py_ssize_t limit = PyLong_AsSsize_t(args[3]), w = doors->words, pad = doors->stride / 64 + 2;
    if (limit == -1 && PyErr_Occurred()) return NULL;
    int ways = doors->ways;
    PyObject *result = NULL, *list = NULL;
    u64 *block = PyMem_Calloc((size_t)(5 * w + 2 * pad), 8);
    if (!block) return PyErr_NoMemory();
    u64 *reached = block, *dry = reached + w, *next = dry + w, *moved = next + w, *fresh = moved + w + pad;
    if (words_of(args[1], reached, 0, w) < 0 || words_of(args[2], dry, 0, w) < 0) goto done;
    Py_ssize_t first = w, last = -1;
    for (Py_ssize_t i = 0; i < w; i++) {
        dry[i] &= ~reached[i];
        fresh[i] = reached[i];
        if (fresh[i]) { if (first == w) first = i; last = i; }
    }
    if (rings) {
        list = PyList_New(0);
        if (!list || (last >= 0 && append_set(list, fresh, w) < 0)) goto done;
    }
    while (last >= 0 && limit != 0) {
        Py_ssize_t a = first - pad + 1, b = last + pad;
        if (a < 0) a = 0;
        if (b > w) b = w;
        memset(next + a, 0, (size_t)(b - a) * 8);
        for (int k = 0; k < ways; k++) {
            const u64 *into = doors->mask + (size_t)(k + 1) * w;
            shifted(fresh, moved, a, b, doors->step[k]);
            for (Py_ssize_t i = a; i < b; i++) next[i] |= moved[i] & into[i];
        }
        memset(fresh + first, 0, (size_t)(last - first + 1) * 8);
        first = w;
        last = -1;
        for (Py_ssize_t i = a; i < b; i++) {
            u64 x = fresh[i] = next[i] & dry[i];
            dry[i] ^= x;
            reached[i] |= x;
            if (x) { if (first == w) first = i; last = i; }
        }
        if (limit > 0) limit--;
        if (rings && last >= 0 && append_set(list, fresh, w) < 0) goto done;
    }
    if (rings) { result = list; list = NULL; }
    else result = long_of(reached, 0, w);
done:
    Py_XDECREF(list);
    PyMem_Free(block);
    return result;
}

static PyObject *flood(PyObject *Py_UNUSED(mod), PyObject *const *args, Py_ssize_t n) { return spread(args, n, 0); }
static PyObject *rings(PyObject *Py_UNUSED(mod), PyObject *const *args, Py_ssize_t n) { return spread(args, n, 1); }

/* ---- members of a set */

/* At least as many words as a set fills. */
static Py_ssize_t room_for(PyObject *v) {
#if PY_VERSION_HEX >= 0x030E0000
    PyLongExport e;
    if (PyLong_Export(v, &e) < 0) return -1;
    if (!e.digits) return 1;
    Py_ssize_t n = e.ndigits;
    PyLong_FreeExport(&e);
    return n * PyLong_SHIFT / 64 + 1;
#elif PY_VERSION_HEX >= 0x030D0000
    Py_ssize_t bytes = PyLong_AsNativeBytes(v, NULL, 0, Py_ASNATIVEBYTES_LITTLE_ENDIAN);
    return bytes < 0 ? -1 : bytes / 8 + 1;
#elif PY_VERSION_HEX >= 0x030C0000
    return (Py_ssize_t)(((PyLongObject *)v)->long_value.lv_tag >> 3) * PyLong_SHIFT / 64 + 1;
#else
    return (Py_SIZE(v) < 0 ? -Py_SIZE(v) : Py_SIZE(v)) * PyLong_SHIFT / 64 + 1;
#endif
}

/* The words of a set, in a buffer of the caller's if it is large enough. */
static u64 *all_words(PyObject *mask, u64 *small, Py_ssize_t few, Py_ssize_t *w) {
    if (!PyLong_Check(mask)) { PyErr_SetString(PyExc_TypeError, "a set of hexes is an int"); return NULL; }
    if ((*w = room_for(mask)) < 0) return NULL;
    u64 *words = *w <= few ? small : PyMem_Malloc((size_t)*w * 8);
    if (!words) { PyErr_NoMemory(); return NULL; }
    if (words_of(mask, words, 0, *w) < 0) { if (words != small) PyMem_Free(words); return NULL; }
    return words;
}

static PyObject *members(PyObject *Py_UNUSED(mod), PyObject *mask) {
    u64 small[256];
    Py_ssize_t w, count = 0, at = 0;
    u64 *words = all_words(mask, small, 256, &w);
    if (!words) return NULL;
    for (Py_ssize_t i = 0; i < w; i++) count += __builtin_popcountll(words[i]);
    PyObject *found = PyList_New(count);
    for (Py_ssize_t i = 0; found && i < w; i++)
        for (u64 x = words[i]; x; x &= x - 1) {
            PyObject *v = PyLong_FromSsize_t(i * 64 + __builtin_ctzll(x));
            if (!v) { Py_CLEAR(found); break; }
            PyList_SET_ITEM(found, at++, v);
        }
    if (words != small) PyMem_Free(words);
    return found;
}

static PyObject *nth(PyObject *Py_UNUSED(mod), PyObject *const *args, Py_ssize_t n) {
    if (n != 2) { PyErr_SetString(PyExc_TypeError, "nth(mask, number)"); return NULL; }
    Py_ssize_t wanted = PyLong_AsSsize_t(args[1]), left = wanted, w, total = 0;
    if (wanted == -1 && PyErr_Occurred()) return NULL;
    u64 small[256];
    u64 *words = all_words(args[0], small, 256, &w);
    if (!words) return NULL;
    Py_ssize_t found = -1;
    for (Py_ssize_t i = 0; i < w; i++) {
        int here = __builtin_popcountll(words[i]);
        total += here;
        if (found < 0 && left >= 0 && left < here) {
            u64 x = words[i];
            while (left--) x &= x - 1;
            found = i * 64 + __builtin_ctzll(x);
            break;
        }
        left -= here;
    }
    if (words != small) PyMem_Free(words);
    if (found >= 0) return PyLong_FromSsize_t(found);
    return PyErr_Format(PyExc_IndexError, "a set of %zd has no member number %zd", total, wanted);
}

static PyMethodDef methods[] = {{"layers", (PyCFunction)(void *)layers, METH_FASTCALL, "The hexes by what they cost, and all of them."},
                                {"flood", (PyCFunction)(void *)flood, METH_FASTCALL, "All open hexes that the water comes to."},
                                {"rings", (PyCFunction)(void *)rings, METH_FASTCALL, "The same by how many steps it takes."},
                                {"members", (PyCFunction)members, METH_O, "The members of a set in rising order."},
                                {"nth", (PyCFunction)(void *)nth, METH_FASTCALL, "The member of a set with so many lower ones."},
                                {NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "_boards", "Searches over whole boards.", -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__boards(void) {
    const char *pure = getenv("SANDTABLE_PURE");
    if (pure && *pure) {
        PyErr_SetString(PyExc_ImportError, "SANDTABLE_PURE is set: the searches in Python are wanted");
        return NULL;
    }
    if (PyType_Ready(&DoorsType) < 0 || PyType_Ready(&LayersType) < 0) return NULL;
    PyObject *m = PyModule_Create(&module);
    if (!m) return NULL;
    if (PyModule_AddObjectRef(m, "Doors", (PyObject *)&DoorsType) < 0 || PyModule_AddObjectRef(m, "Layers", (PyObject *)&LayersType) < 0) Py_CLEAR(m);
    return m;
}
