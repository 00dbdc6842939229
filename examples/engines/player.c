/* A player for fimbul in C: of the legal actions it takes any.
 *
 *     cc -o player examples/engines/player.c
 *     fimbul play fimbulvetr --connect "any=./player" --vs any
 *
 * Every line on standard input is a position as one JSON object. "legal" comes before everything that is
 * long, and its actions are JSON strings, which are answered as they stand. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The end of a JSON string that begins at a quotation mark; NULL if there is none. */
static char *end_of(char *string) {
    for (char *at = string + 1; *at; at++) {
        if (*at == '\\' && at[1]) at++;
        else if (*at == '"') return at + 1;
    }
    return NULL;
}

int main(void) {
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        char *chosen = NULL, *end = NULL;
        char *at = strstr(line, "\"legal\": [");
        unsigned seen = 0, hash = 5381;
        for (char *c = line; *c; c++) hash = hash * 33 + (unsigned char)*c;
        srand(hash); /* the same line, the same answer */
        for (at = at ? at + strlen("\"legal\": [") : NULL; at && *at == '"'; at += strspn(at, ", ")) {
            char *action = at;
            if ((at = end_of(action)) == NULL) break;
            if ((unsigned)rand() % ++seen == 0) chosen = action, end = at; /* each with the same chance */
        }
        if (chosen) printf("{\"action\": %.*s}\n", (int)(end - chosen), chosen);
        else printf("{\"error\": \"I see no legal action.\"}\n");
        fflush(stdout);
    }
    free(line);
    return 0;
}
