/* ncurses with wide characters; its macros and variadic functions as plain functions. Only one thread may use it. */
#ifndef CFILMGATECURSES_SHIM_H
#define CFILMGATECURSES_SHIM_H

#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* Declared in <term.h>, whose macros would clash with names of variables. */
extern int tputs(const char *, int, int (*)(int));

/* Additional keys, for terminals whose description does not name them. */
enum { fg_shift_up = KEY_MAX + 1, fg_shift_down };

static const int fg_key_none = 0, fg_key_character = 1, fg_key_function = 2;
static const int fg_up = KEY_UP, fg_down = KEY_DOWN, fg_left = KEY_LEFT, fg_right = KEY_RIGHT, fg_home = KEY_HOME,
                 fg_end = KEY_END, fg_page_up = KEY_PPAGE, fg_page_down = KEY_NPAGE, fg_backspace = KEY_BACKSPACE,
                 fg_delete = KEY_DC, fg_enter = KEY_ENTER, fg_back_tab = KEY_BTAB, fg_select_up = KEY_SR,
                 fg_select_down = KEY_SF;

/* Attributes of a text, which can be combined. */
static const uint32_t fg_bold = 1, fg_dim = 2, fg_reverse = 4, fg_underline = 8;
/* The color of a text; 0 is the terminal's own. */
enum { fg_cyan = 1, fg_green, fg_yellow, fg_red };

/* Takes over the whole screen. Returns false if the terminal does not support this. The locale must be set. */
static inline bool fg_screen_open(void) {
    SCREEN *screen = newterm(NULL, stdout, stdin);
    if (!screen) return false;
    /* The program needs to move the cursor. */
    if (!tigetstr("cup") || tigetstr("cup") == (char *)-1) {
        endwin();
        return false;
    }
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    /* The Escape key answers a question. Over a slow line, the beginning of an arrow key's sequence must not count as
       Escape. */
    set_escdelay(150);
    curs_set(0);
    /* Inserting by moving the rest of a line would move the pictures in it. */
    idcok(stdscr, FALSE);
    define_key("\033[1;2A", fg_shift_up);
    define_key("\033[1;2B", fg_shift_down);
    if (has_colors() && !getenv("NO_COLOR")) {
        start_color();
        use_default_colors();
        init_pair(fg_cyan, COLOR_CYAN, -1);
        init_pair(fg_green, COLOR_GREEN, -1);
        init_pair(fg_yellow, COLOR_YELLOW, -1);
        init_pair(fg_red, COLOR_RED, -1);
    }
    return true;
}

/* Restores the terminal. */
static inline void fg_screen_close(void) { endwin(); }

static inline void fg_screen_size(int *rows, int *columns) {
    struct winsize size;
    *rows = LINES;
    *columns = COLS;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0) {
        *rows = size.ws_row;
        *columns = size.ws_col;
        if (*rows != LINES || *columns != COLS) resizeterm(*rows, *columns);
    }
}

/* Returns the kind of the next pressed key, and its character or code in KEY. Consumes unknown sequences, and keys with
   Alt, as a whole. */
static inline int fg_screen_key(uint32_t *key) {
    wint_t character;
    int kind = get_wch(&character);
    if (kind == ERR) return fg_key_none;
    if (kind == OK && character == 27) {
        wint_t next;
        if (get_wch(&next) != ERR) {
            if (next == '[' || next == 'O')
                while (get_wch(&next) != ERR && !(next >= 0x40 && next <= 0x7e)) {}
            *key = 0;
            return fg_key_function;
        }
    }
    *key = (uint32_t)character;
    return kind == KEY_CODE_YES ? fg_key_function : fg_key_character;
}

static inline void fg_screen_forget_keys(void) { flushinp(); }

static inline void fg_screen_clear(void) { erase(); }

static inline void fg_screen_put(int row, int column, const char *text, uint32_t look, int color) {
    attr_t attributes = (look & fg_bold ? A_BOLD : 0) | (look & fg_dim ? A_DIM : 0) | (look & fg_reverse ? A_REVERSE : 0) |
                        (look & fg_underline ? A_UNDERLINE : 0);
    attrset(attributes | (has_colors() && color ? COLOR_PAIR(color) : 0));
    mvaddstr(row, column, text);
    attrset(A_NORMAL);
}

/* Shows the output so far, with the cursor at a position, or without a cursor if ROW is negative. */
static inline void fg_screen_show(int row, int column) {
    curs_set(row >= 0 ? 1 : 0);
    if (row >= 0) move(row, column);
    refresh();
}

static inline int fg_screen_output(int character) { return putc(character, stdout); }

/* Writes bytes at a position without curses, and leaves the cursor where it was. */
static inline void fg_screen_write(int row, int column, const void *bytes, size_t count) {
    const char *save = tigetstr("sc"), *restore = tigetstr("rc"), *move = tigetstr("cup");
    if (!save || save == (char *)-1 || !restore || restore == (char *)-1) return;
    tputs(save, 1, fg_screen_output);
    tputs(tiparm(move, row, column), 1, fg_screen_output);
    fwrite(bytes, 1, count, stdout);
    tputs(restore, 1, fg_screen_output);
    fflush(stdout);
}

/* Makes the next output redraw the whole screen. */
static inline void fg_screen_repair(void) { clearok(stdscr, TRUE); }

#endif
