#ifndef CFILMGATEJPEG_FAILURE_H
#define CFILMGATEJPEG_FAILURE_H

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

/* libjpeg's error handler jumps back to where `back` was set. */
struct failure {
    struct jpeg_error_mgr manager;
    jmp_buf back;
};

static inline void fail(j_common_ptr decoder) { longjmp(((struct failure *)decoder->err)->back, 1); }

static inline void keep_silent(j_common_ptr decoder, int level) {
    (void)decoder;
    (void)level;
}

/* Stores errors in FAILURE and ignores warnings. The caller sets `back` next. */
static inline struct jpeg_error_mgr *begin(struct failure *failure) {
    jpeg_std_error(&failure->manager);
    failure->manager.error_exit = fail;
    failure->manager.emit_message = keep_silent;
    return &failure->manager;
}

#endif
