// bcryptprimitives.dll for Wine before version 9, which lacks this library of Windows. Rust's standard library asks it for random bytes.
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(unsigned char *bytes, SIZE_T length) {
    return RtlGenRandom(bytes, (ULONG)length);
}
