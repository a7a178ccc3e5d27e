/* clew for C: a JSON request in, a JSON reply out; docs/door.md describes both. The functions of src/lib.rs. */

#ifndef CLEW_H
#define CLEW_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A question that can be cancelled. Any number of threads may use it at a time, until it is freed. */
struct clew_handle;

/* Receives the progress of a question: a JSON object on one line, which is valid during the call only. It may be called from
 * any thread, also from several at a time. */
typedef void (*clew_progress)(void *context, const char *text);

/* Makes a handle for questions that may use this many threads and bytes of memory each; 0 means every processor, and
 * a gibibyte. Free it with clew_free. Never null. */
struct clew_handle *clew_new(size_t threads, size_t memory);

/* Answers a request: a JSON object in UTF-8 that ends with a zero byte. The reply is one as well, also if the request
 * is wrong; free it with clew_free_reply. progress may be null; context is handed to it as it is. Null only if the
 * handle or the request is null. */
char *clew_answer(const struct clew_handle *handle, const char *request, clew_progress progress, void *context);

/* Ends the questions of a handle, at once and for ever: each replies with its results until then. May be called from
 * any thread, also from a signal handler. Null is allowed. */
void clew_cancel(const struct clew_handle *handle);

/* Frees a reply of clew_answer. Null is allowed. */
void clew_free_reply(char *reply);

/* Frees a handle that no question uses any more. Null is allowed. */
void clew_free(struct clew_handle *handle);

#ifdef __cplusplus
}
#endif

#endif
