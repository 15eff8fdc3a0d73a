#define _GNU_SOURCE
#include "CFilmgateTerminal.h"

#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <unistd.h>
#include <wchar.h>

int fg_column_width(uint32_t character) { return wcwidth((wchar_t)character); }

void fg_use_utf8_locale(void) {
    if (!setlocale(LC_CTYPE, "") || strcmp(nl_langinfo(CODESET), "UTF-8") != 0) setlocale(LC_CTYPE, "C.UTF-8");
}

const char *fg_trusted_variable(const char *name) { return secure_getenv(name); }

unsigned fg_terminal_columns(int descriptor) {
    struct winsize size;
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

bool fg_terminal_cell(int descriptor, unsigned *width, unsigned *height) {
    struct winsize size;
    if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return false;
    *width = size.ws_xpixel / size.ws_col;
    *height = size.ws_ypixel / size.ws_row;
    return *width > 0 && *height > 0;
}

size_t fg_terminal_capability(const char *name, char *sequence, size_t size) {
    int outcome;
    /* Over ssh, the terminal's description may be missing. All terminals with images understand xterm's sequences. */
    if (setupterm(NULL, STDOUT_FILENO, &outcome) != OK && setupterm("xterm", STDOUT_FILENO, &outcome) != OK) return 0;
    const char *found = tigetstr(name);
    size_t length = found && found != (const char *)-1 ? strlen(found) : 0;
    /* Delays are only for terminals that no longer exist. */
    if (length > size || (length > 0 && strstr(found, "$<"))) length = 0;
    if (length > 0) memcpy(sequence, found, length);
    del_curterm(cur_term);
    return length;
}
