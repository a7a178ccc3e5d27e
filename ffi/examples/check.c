/* Asks whether a puzzle has exactly one solution: cc check.c -I../include -L../target/release -lclew_ffi */
#include "clew.h"
#include <stdio.h>

static void hear(void *context, const char *text) {
    (void)context;
    fprintf(stderr, "%s\n", text);
}

int main(void) {
    struct clew_handle *handle = clew_new(1, 0);
    const char *request =
        "{\"ask\": \"check\", \"puzzle\": \"puzzle: hidato\\n\\n6 . .\\n. 2 8\\n1 . .\\n\"}";
    char *reply = clew_answer(handle, request, hear, NULL);
    if (reply == NULL) {
        return 1;
    }
    puts(reply);
    clew_free_reply(reply);
    clew_free(handle);
    return 0;
}
