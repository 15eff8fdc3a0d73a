#ifndef CFILMGATECRYPTO_H
#define CFILMGATECRYPTO_H

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#endif
