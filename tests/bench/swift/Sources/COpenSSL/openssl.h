#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
