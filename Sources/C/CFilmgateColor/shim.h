/* Little CMS reads and writes color profiles. Its signatures are multi-character constants. */
#ifndef CFILMGATECOLOR_SHIM_H
#define CFILMGATECOLOR_SHIM_H

#include <lcms2.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The tags that define colors. */
static const cmsTagSignature fg_color_tags[] = {
    cmsSigMediaWhitePointTag, cmsSigChromaticAdaptationTag, cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag,
    cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag, cmsSigGrayTRCTag, cmsSigAToB0Tag, cmsSigAToB1Tag, cmsSigAToB2Tag,
    cmsSigBToA0Tag, cmsSigBToA1Tag, cmsSigBToA2Tag, cmsSigDToB0Tag, cmsSigDToB1Tag, cmsSigDToB2Tag, cmsSigDToB3Tag, cmsSigBToD0Tag,
    cmsSigBToD1Tag, cmsSigBToD2Tag, cmsSigBToD3Tag, cmsSigcicpTag,
};

static inline bool fg_color_is_needed(cmsTagSignature tag) {
    for (size_t i = 0; i < sizeof fg_color_tags / sizeof *fg_color_tags; i++)
        if (fg_color_tags[i] == tag) return true;
    return false;
}

static inline bool fg_color_set_text(cmsHPROFILE profile, cmsContext context, cmsTagSignature tag, const char *text) {
    cmsMLU *texts = cmsMLUalloc(context, 1);
    bool done = texts && cmsMLUsetASCII(texts, cmsNoLanguage, cmsNoCountry, text) && cmsWriteTag(profile, tag, texts);
    cmsMLUfree(texts);
    return done;
}

/* Copies a tag without the bytes after its value. */
static inline bool fg_color_copy_tag(cmsHPROFILE source, cmsHPROFILE target, cmsTagSignature tag) {
    char type[4] = "";
    void *value = cmsReadTag(source, tag);
    if (!value) return false;
    cmsReadRawTag(source, tag, type, sizeof type);
    /* Without this, Little CMS would write an 8-bit table with 16 bits. */
    if (memcmp(type, "mft1", 4) == 0) cmsPipelineSetSaveAs8bitsFlag(value, TRUE);
    return cmsWriteTag(target, tag, value);
}

/* Returns the tag whose value a tag shares; 0 for a tag with its own value. */
static inline cmsTagSignature fg_color_shared(cmsHPROFILE source, cmsTagSignature tag) {
    cmsTagSignature shared = 0, next = cmsTagLinkedTo(source, tag);
    for (int i = 0; i < 32 && next != 0 && fg_color_is_needed(next); i++) {
        shared = next;
        next = cmsTagLinkedTo(source, shared);
    }
    return shared;
}

/* Copies the tags that define colors: first the tags with their own values. */
static inline bool fg_color_copy_tags(cmsHPROFILE source, cmsHPROFILE target) {
    for (int links = 0; links < 2; links++) {
        for (size_t i = 0; i < sizeof fg_color_tags / sizeof *fg_color_tags; i++) {
            cmsTagSignature tag = fg_color_tags[i], shared = fg_color_shared(source, tag);
            if (!cmsIsTag(source, tag) || (shared != 0) != (links == 1)) continue;
            if (shared != 0 ? !cmsLinkTag(target, tag, shared) : !fg_color_copy_tag(source, target, tag)) return false;
        }
    }
    return true;
}

/* Clears a header's fields for the manufacturer, the device, the program, the date and the digest. */
static inline void fg_color_clear_header(uint8_t *profile) {
    memset(profile + 4, 0, 4);
    memset(profile + 24, 0, 12);
    memset(profile + 40, 0, 4);
    memset(profile + 48, 0, 16);
    memset(profile + 80, 0, 48);
}

/* Returns a profile that only defines the same colors; the caller frees it. TEXT is its description; NULL leaves it
   out. Returns NULL if the profile cannot be read. */
static inline uint8_t *fg_color_neutral(const uint8_t *bytes, size_t count, const char *text, size_t *written) {
    uint8_t *result = NULL;
    cmsUInt32Number size = 0;
    cmsContext context = cmsCreateContext(NULL, NULL);
    cmsHPROFILE source = context ? cmsOpenProfileFromMemTHR(context, bytes, (cmsUInt32Number)count) : NULL;
    cmsHPROFILE target = source ? cmsCreateProfilePlaceholder(context) : NULL;
    if (target) {
        cmsSetEncodedICCversion(target, cmsGetEncodedICCversion(source));
        cmsSetDeviceClass(target, cmsGetDeviceClass(source));
        cmsSetColorSpace(target, cmsGetColorSpace(source));
        cmsSetPCS(target, cmsGetPCS(source));
        cmsSetHeaderRenderingIntent(target, cmsGetHeaderRenderingIntent(source) & 3);
        bool whole = !text || (fg_color_set_text(target, context, cmsSigProfileDescriptionTag, text) &&
                                  fg_color_set_text(target, context, cmsSigCopyrightTag, text));
        if (whole && fg_color_copy_tags(source, target) && cmsSaveProfileToMem(target, NULL, &size) && size >= 128)
            result = calloc(1, size);
        if (result && !cmsSaveProfileToMem(target, result, &size)) {
            free(result);
            result = NULL;
        }
        if (result) fg_color_clear_header(result);
    }
    *written = size;
    if (target) cmsCloseProfile(target);
    if (source) cmsCloseProfile(source);
    if (context) cmsDeleteContext(context);
    return result;
}

#endif
