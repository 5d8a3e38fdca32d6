// Loads a library as a JVM does, has eight threads sign the same bill, and lets the library refuse and panic.
// Arguments: the library, the fields (text, date, text, number, text, text), and the key. TZ must be UTC.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef _WIN32
#include <windows.h>
#define load(path) (void *)LoadLibraryA(path)
#define find(library, name) (void *)GetProcAddress((HMODULE)(library), name)
#define complaint() "the system refuses it"
#else
#include <dlfcn.h>
#define load(path) dlopen(path, RTLD_NOW)
#define find(library, name) dlsym(library, name)
#define complaint() dlerror()
#endif

#include "BillwireFFI.h"

#define FUNCTION(name) __typeof__(&name) call_##name
#define FIND(name) (call_##name = (__typeof__(&name))find(library, #name))
#define THREADS 8

static FUNCTION(ffi_billwire_ffi_rustbuffer_from_bytes);
static FUNCTION(ffi_billwire_ffi_rustbuffer_free);
static FUNCTION(uniffi_billwire_ffi_fn_constructor_hashtoken_new);
static FUNCTION(uniffi_billwire_ffi_fn_constructor_signingkey_new);
static FUNCTION(uniffi_billwire_ffi_fn_clone_signingkey);
static FUNCTION(uniffi_billwire_ffi_fn_method_signingkey_sign);

static char **field;
static uint64_t key;
static char hashes[THREADS][128];

struct Bytes {
    uint8_t data[1024];
    int32_t length;
};

static void number(struct Bytes *bytes, uint64_t value, int size) {
    while (size--) bytes->data[bytes->length++] = (uint8_t)(value >> (8 * size));
}

static void text(struct Bytes *bytes, const char *value) {
    int32_t length = (int32_t)strlen(value);
    number(bytes, (uint64_t)length, 4);
    memcpy(bytes->data + bytes->length, value, length);
    bytes->length += length;
}

static void date(struct Bytes *bytes, const char *value) {
    struct tm day = {0};
    sscanf(value, "%d-%d-%dT%d:%d:%d", &day.tm_year, &day.tm_mon, &day.tm_mday, &day.tm_hour, &day.tm_min, &day.tm_sec);
    day.tm_year -= 1900;
    day.tm_mon -= 1;
    double milliseconds = (double)mktime(&day) * 1000;
    uint64_t bits;
    memcpy(&bits, &milliseconds, sizeof bits);
    number(bytes, bits, 8);
}

static RustBuffer given(const void *data, int32_t length) {
    RustCallStatus status = {0};
    return call_ffi_billwire_ffi_rustbuffer_from_bytes((ForeignBytes){length, data}, &status);
}

static void *sign(void *hash) {
    RustCallStatus status = {0};
    struct Bytes fields = {0};
    text(&fields, field[0]);
    date(&fields, field[1]);
    text(&fields, field[2]);
    number(&fields, strtoull(field[3], NULL, 10), 8);
    text(&fields, field[4]);
    text(&fields, field[5]);
    uint64_t own = call_uniffi_billwire_ffi_fn_clone_signingkey(key, &status);
    RustBuffer in = given(fields.data, fields.length), none = given("", 1);
    RustBuffer out = call_uniffi_billwire_ffi_fn_method_signingkey_sign(own, in, none, &status);
    if (status.code == 0 && out.len < sizeof hashes[0]) memcpy(hash, out.data, out.len);
    call_ffi_billwire_ffi_rustbuffer_free(out, &status);
    return NULL;
}

int main(int count, char **argument) {
    if (count != 9) return 2;
    void *library = load(argument[1]);
    if (!library) {
        printf("not loaded: %s\n", complaint());
        return 1;
    }
    if (!(FIND(ffi_billwire_ffi_rustbuffer_from_bytes) && FIND(ffi_billwire_ffi_rustbuffer_free) &&
          FIND(uniffi_billwire_ffi_fn_constructor_hashtoken_new) && FIND(uniffi_billwire_ffi_fn_constructor_signingkey_new) &&
          FIND(uniffi_billwire_ffi_fn_clone_signingkey) && FIND(uniffi_billwire_ffi_fn_method_signingkey_sign))) {
        printf("a function is missing\n");
        return 1;
    }
    field = argument + 2;
    RustCallStatus status = {0};
    RustBuffer secret = given(argument[8], (int32_t)strlen(argument[8]));
    uint64_t token = call_uniffi_billwire_ffi_fn_constructor_hashtoken_new(secret, &status);
    key = call_uniffi_billwire_ffi_fn_constructor_signingkey_new(token, &status);

    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, sign, hashes[i]);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    for (int i = 1; i < THREADS; i++) {
        if (strcmp(hashes[0], hashes[i])) printf("thread %d signs otherwise\n", i);
    }

    // A key of no letters is an error; a buffer with a capacity and without memory is a panic.
    RustCallStatus refused = {0}, panicked = {0};
    token = call_uniffi_billwire_ffi_fn_constructor_hashtoken_new(given("", 0), &refused);
    if (refused.code == 0) call_uniffi_billwire_ffi_fn_constructor_signingkey_new(token, &refused);
    call_ffi_billwire_ffi_rustbuffer_free((RustBuffer){1, 0, NULL}, &panicked);
    printf("%s %d %d\n", hashes[0], refused.code, panicked.code);
    return 0;
}
