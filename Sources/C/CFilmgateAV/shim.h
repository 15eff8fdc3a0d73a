/* FFmpeg's libraries, and values that Swift cannot import because they are macros. */
#ifndef CFILMGATEAV_SHIM_H
#define CFILMGATEAV_SHIM_H

#include <libavcodec/avcodec.h>
#include <libavcodec/bsf.h>
#include <libavformat/avformat.h>
#include <libavutil/audio_fifo.h>
#include <libavutil/channel_layout.h>
#include <libavutil/cpu.h>
#include <libavutil/display.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/parseutils.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

static const int fg_av_eof = AVERROR_EOF;
static const int fg_av_invalid = AVERROR_INVALIDDATA;
static const int fg_av_seek_size = AVSEEK_SIZE;
static const int64_t fg_av_no_time = AV_NOPTS_VALUE;

/* Scales a frame into another frame, which already has buffers. */
static inline int fg_av_scale(struct SwsContext *context, const AVFrame *from, AVFrame *to) {
    return sws_scale(context, (const uint8_t *const *)from->data, from->linesize, 0, from->height, to->data, to->linesize);
}

/* Blends OTHER into a frame of the same size, in 4:2:0 and eight bits. PART of 256 is the share of OTHER. */
static inline int fg_av_blend(AVFrame *frame, const AVFrame *other, int part) {
    int code = av_frame_make_writable(frame);
    if (code < 0) return code;
    for (int plane = 0; plane < 3; plane++) {
        int width = plane ? (frame->width + 1) / 2 : frame->width, height = plane ? (frame->height + 1) / 2 : frame->height;
        for (int y = 0; y < height; y++) {
            uint8_t *to = frame->data[plane] + (ptrdiff_t)y * frame->linesize[plane];
            const uint8_t *from = other->data[plane] + (ptrdiff_t)y * other->linesize[plane];
            for (int x = 0; x < width; x++) to[x] = (uint8_t)((to[x] * (256 - part) + from[x] * part) >> 8);
        }
    }
    return 0;
}

#endif
