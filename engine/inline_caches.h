/* Names and classes in compiled rules. Each place in the code remembers where it found a name last, as the interpreter
   does; mypyc has it searched for every time. What is found is the same: a memory holds as long as the type or
   dictionary has the version it had, and no version is ever used twice. */

#ifndef SHINPAN_INLINE_CACHES
#define SHINPAN_INLINE_CACHES

#include <Python.h>
#include <CPy.h>

#if defined(__GNUC__) && PY_VERSION_HEX < 0x030C0000

#include <structmember.h>

typedef enum {
    NOWHERE,
    IN_SLOT,      /* of the object */
    ON_TYPE,      /* of the object, for all objects alike */
    IN_CLASS,     /* which the object is */
    IN_DICTIONARY /* of a module */
} Where;

typedef struct {
    Where where;
    uint64_t version;
    PyObject *name; /* or class asked about; in most places it is always the same */
    Py_ssize_t offset;
    PyObject *value; /* kept alive by the type or dictionary as long as the version holds */
} Memory;

static uint64_t type_version(PyTypeObject *type) {
    return PyType_HasFeature(type, Py_TPFLAGS_VALID_VERSION_TAG) ? type->tp_version_tag : 0;
}

static uint64_t dictionary_version(PyObject *dictionary) {
    return ((PyDictObject *)dictionary)->ma_version_tag;
}

static void remember(Memory *memory, PyObject *name, Where where, uint64_t version, PyObject *value) {
    memory->where = version != 0 ? where : NOWHERE;
    memory->version = version;
    memory->value = value;
    Py_XSETREF(memory->name, Py_NewRef(name));
}

/* The slot in which objects of a type have an attribute, if they have it in one. */
static PyMemberDef *slot_of(PyTypeObject *type, PyObject *name) {
    PyObject *member = _PyType_Lookup(type, name);
    if (member == NULL || !Py_IS_TYPE(member, &PyMemberDescr_Type)) {
        return NULL;
    }
    PyMemberDef *slot = ((PyMemberDescrObject *)member)->d_member;
    return slot->type == T_OBJECT_EX ? slot : NULL;
}

static void remember_attribute(PyObject *object, PyObject *name, PyObject *value, Memory *memory) {
    PyTypeObject *type = Py_TYPE(object);
    memory->where = NOWHERE;
    if (PyModule_CheckExact(object)) {
        PyObject *dictionary = PyModule_GetDict(object);
        if (PyDict_GetItem(dictionary, name) == value) {
            remember(memory, name, IN_DICTIONARY, dictionary_version(dictionary), value);
        }
    } else if (PyType_Check(object)) {
        if (_PyType_Lookup((PyTypeObject *)object, name) == value && _PyType_Lookup(type, name) == NULL) {
            remember(memory, name, IN_CLASS, type_version((PyTypeObject *)object), value);
        }
    } else if (type->tp_getattro == PyObject_GenericGetAttr) {
        PyMemberDef *slot = slot_of(type, name);
        if (slot != NULL) {
            memory->offset = slot->offset;
            remember(memory, name, IN_SLOT, type_version(type), NULL);
        } else if (type->tp_dictoffset == 0 && _PyType_Lookup(type, name) == value
                   && Py_TYPE(value)->tp_descr_get == NULL) {
            remember(memory, name, ON_TYPE, type_version(type), value);
        }
    }
}

CPy_NOINLINE
static PyObject *search_attribute(PyObject *object, PyObject *name, Memory *memory) {
    PyObject *value = PyObject_GetAttr(object, name);
    if (value != NULL) {
        remember_attribute(object, name, value, memory);
    }
    return value;
}

/* What a memory has of an attribute of this object, if it is about such objects; a new reference. */
static PyObject *recalled(PyObject *object, PyObject *name, Memory *memory) {
    PyObject *value = NULL;
    if (memory->name != name) {
        return NULL;
    }
    if (memory->where == IN_SLOT) {
        if (Py_TYPE(object)->tp_version_tag == memory->version) {
            value = *(PyObject **)((char *)object + memory->offset);
        }
    } else if (memory->where == ON_TYPE) {
        if (Py_TYPE(object)->tp_version_tag == memory->version) {
            value = memory->value;
        }
    } else if (memory->where == IN_CLASS) {
        if (PyType_Check(object) && ((PyTypeObject *)object)->tp_version_tag == memory->version) {
            value = memory->value;
        }
    } else if (memory->where == IN_DICTIONARY) {
        if (PyModule_CheckExact(object) && dictionary_version(PyModule_GetDict(object)) == memory->version) {
            value = memory->value;
        }
    }
    return Py_XNewRef(value);
}

/* Many places see objects of two classes in turns: there the other memory holds. The one that held last comes first. */
CPy_NOINLINE
static PyObject *get_elsewhere(PyObject *object, PyObject *name, Memory *memories) {
    PyObject *value = recalled(object, name, &memories[0]);
    if (value == NULL) {
        Memory before = memories[0];
        memories[0] = memories[1];
        memories[1] = before;
        value = recalled(object, name, &memories[0]);
    }
    return value != NULL ? value : search_attribute(object, name, &memories[0]);
}

Py_ALWAYS_INLINE
static inline PyObject *get_attribute(PyObject *object, PyObject *name, Memory *memories) {
    Memory *memory = &memories[0];
    if (likely(memory->where == IN_SLOT && memory->name == name && Py_TYPE(object)->tp_version_tag == memory->version)) {
        PyObject *value = *(PyObject **)((char *)object + memory->offset);
        if (likely(value != NULL)) {
            return Py_NewRef(value);
        }
    }
    return get_elsewhere(object, name, memories);
}

/* Whether setting an attribute runs no Python code of the class. */
static int plainly_set(PyTypeObject *type) {
    static PyObject *name;
    if (name == NULL && (name = PyUnicode_InternFromString("__setattr__")) == NULL) {
        PyErr_Clear();
        return 0;
    }
    return Py_IS_TYPE(_PyType_Lookup(type, name), &PyWrapperDescr_Type);
}

CPy_NOINLINE
static int place_attribute(PyObject *object, PyObject *name, PyObject *value, Memory *memory) {
    PyTypeObject *type = Py_TYPE(object);
    if (PyObject_SetAttr(object, name, value) < 0) {
        return -1;
    }
    PyMemberDef *slot = slot_of(type, name);
    memory->where = NOWHERE;
    if (slot != NULL && !(slot->flags & READONLY) && plainly_set(type)) {
        memory->offset = slot->offset;
        remember(memory, name, IN_SLOT, type_version(type), NULL);
    }
    return 0;
}

/* An object that the collector could follow and does not yet is left to its class, which has it followed if need be. */
static inline int set_attribute(PyObject *object, PyObject *name, PyObject *value, Memory *memory) {
    if (likely(memory->where == IN_SLOT && memory->name == name && Py_TYPE(object)->tp_version_tag == memory->version
               && (!PyObject_IS_GC(object) || !PyObject_IS_GC(value) || PyObject_GC_IsTracked(object)))) {
        PyObject **slot = (PyObject **)((char *)object + memory->offset);
        PyObject *before = *slot;
        *slot = Py_NewRef(value);
        Py_XDECREF(before);
        return 0;
    }
    return place_attribute(object, name, value, memory);
}

CPy_NOINLINE
static PyObject *search_dictionary(PyObject *dictionary, PyObject *name, Memory *memory) {
    PyObject *value = CPyDict_GetItem(dictionary, name);
    memory->where = NOWHERE;
    if (value != NULL && PyDict_CheckExact(dictionary) && PyUnicode_CheckExact(name)) {
        remember(memory, name, IN_DICTIONARY, dictionary_version(dictionary), value);
    }
    return value;
}

static inline PyObject *get_item(PyObject *dictionary, PyObject *name, Memory *memory) {
    if (likely(memory->where == IN_DICTIONARY && memory->name == name
               && dictionary_version(dictionary) == memory->version)) {
        return Py_NewRef(memory->value);
    }
    return search_dictionary(dictionary, name, memory);
}

/* Whether a class asks nobody else what its objects are. No object of ours says that it is of another class. */
CPy_NOINLINE
static int is_instance_of_any(PyObject *object, PyObject *class, Memory *memory) {
    memory->where = NOWHERE;
    if (PyType_Check(class)) {
        PyObject *name = PyUnicode_InternFromString("__instancecheck__");
        if (name == NULL) {
            return -1;
        }
        PyTypeObject *metaclass = Py_TYPE(class);
        if (_PyType_Lookup(metaclass, name) == _PyType_Lookup(&PyType_Type, name)) {
            remember(memory, class, ON_TYPE, type_version(metaclass), NULL);
        }
        Py_DECREF(name);
    }
    return PyObject_IsInstance(object, class);
}

static inline int is_instance(PyObject *object, PyObject *class, Memory *memory) {
    if (likely(memory->where == ON_TYPE && memory->name == class && Py_TYPE(class)->tp_version_tag == memory->version)) {
        return Py_IS_TYPE(object, (PyTypeObject *)class) || PyType_IsSubtype(Py_TYPE(object), (PyTypeObject *)class);
    }
    return is_instance_of_any(object, class, memory);
}

/* A method that is called by name. What is sent to a generator goes to it directly. */
static inline PyObject *call_method(PyObject *name, PyObject *const *arguments, size_t count, PyObject *keywords) {
    static PyObject *send;
    if (send == NULL && (send = PyUnicode_InternFromString("send")) == NULL) {
        return NULL;
    }
    PyAsyncMethods *methods = Py_TYPE(arguments[0])->tp_as_async;
    if (name != send || methods == NULL || methods->am_send == NULL) {
        return PyObject_VectorcallMethod(name, arguments, count, keywords);
    }
    PyObject *value;
    PySendResult sent = methods->am_send(arguments[0], arguments[1], &value);
    if (sent == PYGEN_RETURN) {
        _PyGen_SetStopIterationValue(value);
        Py_CLEAR(value);
    }
    return value;
}

#define Shinpan_CallMethod call_method
#define Shinpan_IsInstance(object, class) ({ static Memory memory; is_instance((object), (class), &memory); })
#define Shinpan_GetAttr(object, name) ({ static Memory memories[2]; get_attribute((object), (name), memories); })
#define Shinpan_SetAttr(object, name, value) ({ static Memory memory; set_attribute((object), (name), (value), &memory); })
#define Shinpan_GetItem(dictionary, name) ({ static Memory memory; get_item((dictionary), (name), &memory); })

#else

#define Shinpan_GetAttr CPyObject_GetAttr
#define Shinpan_SetAttr PyObject_SetAttr
#define Shinpan_GetItem CPyDict_GetItem
#define Shinpan_IsInstance PyObject_IsInstance
#define Shinpan_CallMethod PyObject_VectorcallMethod

#endif
#endif
