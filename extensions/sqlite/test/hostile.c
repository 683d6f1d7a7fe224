/* SPDX-License-Identifier: MIT */
/*
 * hostile.c - runs SQL while callbacks of the program do what a reader would not expect
 * (SQLITE_CORE).
 *
 * `callbacks` lists the callbacks that SQLite calls while a statement with functions of
 * the extension runs, and `acts` what each of them then does. Each pair runs in a new
 * connection: all statements, of which some may fail, and then one without a callback,
 * which must work. A line of the standard output is one of
 *
 *   pair CALLBACK, ACT: N calls    the callback was called N times
 *   id ID                          an id that anybody made, also a child or a thread
 *   wrong: TEXT                    what must not happen
 *
 * SQLite allows a callback other than a function to use other connections only, and this
 * program keeps to that.
 */
#define _GNU_SOURCE
#include <sqlite3.h>

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

int sqlite3_guidonsqlite_init(sqlite3 *db, char **error,
                              const struct sqlite3_api_routines *api);

#define STACK_SIZE (1 << 20)

enum outcome { GOES_ON, FAILS };

/* The connection of the pair that runs, and what its callback does. */
static sqlite3 *db;
static enum outcome (*act)(void);
static int calls;
static bool is_acting;
static const char *pair;

/* ------------------------------------------------------------------ statements */

/* A column "made" has a new id, and a column "right" has 1. `hook` and `hooked` are a
 * function and an aggregate that call the callback, and return their argument. */
static const char *const statements[] = {
    "SELECT guidon_format(hook(guidon_v7_blob())) AS made, hook(guidon_v6()) AS made, "
    "ulid(hook(guidon_ulid_blob())) AS made FROM guidon_series('v4', 3)",
    "SELECT value AS made, hook(n) = 300 AS right FROM guidon_series(hook('v7'), "
    "hook(300)) WHERE rowid % 100 = 0",
    "SELECT json_extract(guidon_audit(hook(value)), '$.rows') = 50 AS right FROM "
    "guidon_series('v7_blob', 50)",
    "SELECT hooked(guidon_ms_of(value)) IS NOT NULL AS right FROM guidon_series('ulid', 9, 5)",
    "SELECT guidon_v5('dns', hook('www.example.com')) = "
    "'2ed6657d-e927-568b-95e1-2665a8aea6a2' AS right",
    "CREATE TABLE IF NOT EXISTS t (id BLOB PRIMARY KEY DEFAULT (guidon_v7_blob()) CHECK "
    "(guidon_version_of(hook(id)) IS 7), n) WITHOUT ROWID",
    "INSERT INTO t (n) SELECT value FROM guidon_series('v4', 20)",
    "SELECT count(DISTINCT guidon_format(id)) = count(*) AS right FROM t",
    "SELECT max(guidon_format(value) COLLATE hostile) IS NOT NULL AS right FROM "
    "guidon_series('v7', 20)",
    "BEGIN",
    "INSERT INTO t (n) VALUES (1)",
    "ROLLBACK",
    "DELETE FROM t",
};
#define STATEMENTS (sizeof statements / sizeof *statements)

static void print_row(sqlite3_stmt *statement)
{
    for (int i = 0; i < sqlite3_column_count(statement); i++) {
        const char *text = (const char *)sqlite3_column_text(statement, i);

        if (strcmp(sqlite3_column_name(statement, i), "made") == 0) {
            printf("id %s\n", text);
        } else if (!text || strcmp(text, "1") != 0) {
            printf("wrong: %s: %s\n", pair, text ? text : "NULL");
        }
    }
}

static int run(sqlite3 *session, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    int status = sqlite3_prepare_v2(session, sql, -1, &statement, NULL);

    while (statement && (status == SQLITE_OK || status == SQLITE_ROW)) {
        status = sqlite3_step(statement);
        if (status == SQLITE_ROW) {
            print_row(statement);
        }
    }
    sqlite3_finalize(statement);
    return status;
}

/* Statements may fail. The connection may be gone after any of them. */
static void run_all(sqlite3 *session)
{
    for (size_t i = 0; i < STATEMENTS && db; i++) {
        run(session, statements[i]);
    }
    if (db && !sqlite3_get_autocommit(session)) {
        run(session, "ROLLBACK");
    }
}

/* What must work whatever happened before. */
static void run_one(sqlite3 *session)
{
    static const char sql[] =
        "SELECT guidon_v7() AS made, guidon_v4() AS made, json_extract(guidon_audit(value), "
        "'$.duplicates') = 0 AS right FROM guidon_series('v7', 400)";

    if (run(session, sql) != SQLITE_DONE) {
        printf("wrong: %s: then: %s\n", pair, sqlite3_errmsg(session));
    }
}

/* ------------------------------------------------------------------------ acts */

static void use_another_connection(void)
{
    sqlite3 *other;

    if (sqlite3_open(":memory:", &other) != SQLITE_OK) {
        printf("wrong: %s: no other connection\n", pair);
    }
    run_one(other);
    sqlite3_close(other);
}

static enum outcome goes_on(void)
{
    return GOES_ON;
}

static enum outcome fails(void)
{
    return FAILS;
}

static enum outcome interrupts(void)
{
    sqlite3_interrupt(db);
    return GOES_ON;
}

static void interrupt_by_signal(int number)
{
    (void)number;
    sqlite3_interrupt(db);
}

static enum outcome signals(void)
{
    raise(SIGUSR1);
    return GOES_ON;
}

static enum outcome uses_another_connection(void)
{
    use_another_connection();
    return GOES_ON;
}

static void *in_thread(void *unused)
{
    use_another_connection();
    return unused;
}

static enum outcome starts_a_thread(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, in_thread, NULL);
    pthread_join(thread, NULL);
    return GOES_ON;
}

static enum outcome forks(void)
{
    int status;
    pid_t child;

    fflush(stdout);
    child = fork();
    if (child == 0) {
        use_another_connection();
        fflush(stdout);
        _exit(0);
    }
    if (waitpid(child, &status, 0) != child || status != 0) {
        printf("wrong: %s: the child ends with %d\n", pair, status);
    }
    return GOES_ON;
}

static enum outcome frees(void)
{
    sqlite3_db_release_memory(db);
    sqlite3_release_memory(1 << 20);
    return GOES_ON;
}

/* The statement runs on a stack of its own, and stops there while the first stack runs
 * another one. */
static ucontext_t first_stack, own_stack;

static enum outcome switches_stacks(void)
{
    swapcontext(&own_stack, &first_stack);
    return GOES_ON;
}

static enum outcome uses_this_connection(void)
{
    run_all(db);
    return GOES_ON;
}

static enum outcome loads_again(void)
{
    sqlite3_guidonsqlite_init(db, NULL, NULL);
    return GOES_ON;
}

/* SQLite refuses to change a function while a statement runs. */
static enum outcome removes_everything(void)
{
    sqlite3_create_function_v2(db, "guidon_v7", 0, SQLITE_UTF8, NULL, NULL,
                               NULL, NULL, NULL);
    sqlite3_create_collation(db, "GUIDON", SQLITE_UTF8, NULL, NULL);
    sqlite3_drop_modules(db, NULL);
    sqlite3_guidonsqlite_init(db, NULL, NULL);
    return GOES_ON;
}

/* The connection ends with its last statement. */
static enum outcome closes(void)
{
    if (sqlite3_close(db) != SQLITE_BUSY) {
        printf("wrong: %s: a connection with a statement is closed\n", pair);
    }
    sqlite3_close_v2(db);
    db = NULL;
    return GOES_ON;
}

/* Those of functions alone use the connection that runs. */
static const struct {
    const char *name;
    enum outcome (*act)(void);
    bool of_functions;
} acts[] = {
    {"goes on", goes_on, false},
    {"fails", fails, false},
    {"interrupts", interrupts, false},
    {"signals", signals, false},
    {"uses another connection", uses_another_connection, false},
    {"starts a thread", starts_a_thread, false},
    {"forks", forks, false},
    {"frees", frees, false},
    {"switches stacks", switches_stacks, false},
    {"uses this connection", uses_this_connection, true},
    {"loads again", loads_again, true},
    {"removes everything", removes_everything, true},
    {"closes", closes, true},
};
#define ACTS (sizeof acts / sizeof *acts)

/* ------------------------------------------------------------------- callbacks */

/* Act once in 16 calls, because some callbacks are called for each step. What an act
 * itself calls does nothing. */
static enum outcome called(void)
{
    enum outcome outcome = GOES_ON;

    if (db && !is_acting && calls++ % 16 == 0) {
        is_acting = true;
        outcome = act();
        is_acting = false;
    }
    return outcome;
}

static void hook(sqlite3_context *context, int n, sqlite3_value **args)
{
    (void)n;
    if (sqlite3_user_data(context) && called() == FAILS) {
        sqlite3_result_error(context, "a function fails", -1);
    } else {
        sqlite3_result_value(context, args[0]);
    }
}

static void hooked_step(sqlite3_context *context, int n, sqlite3_value **args)
{
    (void)n;
    (void)args;
    if (sqlite3_user_data(context) && called() == FAILS) {
        sqlite3_result_error(context, "a step fails", -1);
    }
}

static void hooked_final(sqlite3_context *context)
{
    hooked_step(context, 0, NULL);
    sqlite3_result_int(context, 1);
}

static int compare(void *is_hostile, int a_len, const void *a, int b_len,
                   const void *b)
{
    int len = a_len < b_len ? a_len : b_len;

    if (is_hostile) {
        called();
    }
    return memcmp(a, b, (size_t)len);
}

static int on_progress(void *unused)
{
    (void)unused;
    return called() == FAILS;
}

static int on_authorize(void *unused, int action, const char *a, const char *b,
                        const char *c, const char *d)
{
    (void)unused;
    (void)action;
    (void)a;
    (void)b;
    (void)c;
    (void)d;
    return called() == FAILS ? SQLITE_DENY : SQLITE_OK;
}

static int on_trace(unsigned kind, void *unused, void *statement, void *more)
{
    (void)kind;
    (void)unused;
    (void)statement;
    (void)more;
    called();
    return 0;
}

static int on_commit(void *unused)
{
    (void)unused;
    return called() == FAILS;
}

static void on_rollback(void *unused)
{
    (void)unused;
    called();
}

static void on_update(void *unused, int action, const char *base,
                      const char *table, sqlite3_int64 row)
{
    (void)unused;
    (void)action;
    (void)base;
    (void)table;
    (void)row;
    called();
}

/* Another connection holds the lock of the file until the handler has been called. */
static sqlite3 *holder;

static int on_busy(void *unused, int times)
{
    (void)unused;
    (void)times;
    if (called() == FAILS) {
        return 0;
    }
    run(holder, "ROLLBACK");
    return 1;
}

static void on_destroy(void *unused)
{
    (void)unused;
    called();
}

/* ----------------------------------------------------------------------- set up */

static void *const hostile = &calls;

static void set_function(void)
{
    sqlite3_create_function_v2(db, "hook", 1, SQLITE_UTF8, hostile, hook, NULL,
                               NULL, NULL);
}

static void set_aggregate(void)
{
    sqlite3_create_function_v2(db, "hooked", 1, SQLITE_UTF8, hostile, NULL,
                               hooked_step, hooked_final, NULL);
}

static void set_collation(void)
{
    sqlite3_create_collation(db, "hostile", SQLITE_UTF8, hostile, compare);
}

static void set_progress(void)
{
    sqlite3_progress_handler(db, 50, on_progress, NULL);
}

static void set_authorizer(void)
{
    sqlite3_set_authorizer(db, on_authorize, NULL);
}

static void set_trace(void)
{
    sqlite3_trace_v2(
        db, SQLITE_TRACE_STMT | SQLITE_TRACE_PROFILE | SQLITE_TRACE_ROW,
        on_trace, NULL);
}

static void set_commit(void)
{
    sqlite3_commit_hook(db, on_commit, NULL);
}

static void set_rollback(void)
{
    sqlite3_rollback_hook(db, on_rollback, NULL);
}

/* Tables WITHOUT ROWID have no update hook. */
static void set_update(void)
{
    run(db, "CREATE TABLE t (id DEFAULT (guidon_v7_blob()), n)");
    sqlite3_update_hook(db, on_update, NULL);
}

static void set_busy(void)
{
    run(db, "CREATE TABLE IF NOT EXISTS t (id DEFAULT (guidon_v7_blob()), n)");
    run(holder, "BEGIN EXCLUSIVE");
    sqlite3_busy_handler(db, on_busy, NULL);
}

/* The program has functions of these names, which the extension then takes over. */
static void set_destroy(void)
{
    static const char *const names[] = {"guidon_v7", "uuid4", "uuid_str",
                                        "guidon_v1"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        sqlite3_create_function_v2(db, names[i], i == 2, SQLITE_UTF8, hostile,
                                   hook, NULL, NULL, on_destroy);
        calls = 0;
        sqlite3_guidonsqlite_init(db, NULL, NULL);
    }
}

static const struct {
    const char *name;
    void (*set)(void);
    bool is_function;
} callbacks[] = {
    {"a function", set_function, true},
    {"an aggregate", set_aggregate, true},
    {"a collation", set_collation, false},
    {"a progress handler", set_progress, false},
    {"an authorizer", set_authorizer, false},
    {"a trace", set_trace, false},
    {"a commit hook", set_commit, false},
    {"a rollback hook", set_rollback, false},
    {"an update hook", set_update, false},
    {"a busy handler", set_busy, false},
    {"a destructor", set_destroy, false},
};
#define CALLBACKS (sizeof callbacks / sizeof *callbacks)

static void unset_all(void)
{
    sqlite3_progress_handler(db, 0, NULL, NULL);
    sqlite3_set_authorizer(db, NULL, NULL);
    sqlite3_trace_v2(db, 0, NULL, NULL);
    sqlite3_commit_hook(db, NULL, NULL);
    sqlite3_rollback_hook(db, NULL, NULL);
    sqlite3_update_hook(db, NULL, NULL);
    sqlite3_busy_handler(db, NULL, NULL);
}

static size_t callback_of_pair, act_of_pair;
static bool is_over;

/* Run one pair. */
static void run_pair(void)
{
    calls = 0;
    act = acts[act_of_pair].act;
    callbacks[callback_of_pair].set();
    run_all(db);
    if (db) {
        unset_all();
        act = goes_on;
        sqlite3_guidonsqlite_init(db, NULL, NULL);
        run_one(db);
        sqlite3_close(db);
    }
    is_over = true;
}

static void open_pair(const char *file)
{
    /* The file is locked for the busy handler alone. */
    sqlite3_open(
        callbacks[callback_of_pair].set == set_busy ? file : ":memory:", &db);
    sqlite3_create_function_v2(db, "hook", 1, SQLITE_UTF8, NULL, hook, NULL,
                               NULL, NULL);
    sqlite3_create_function_v2(db, "hooked", 1, SQLITE_UTF8, NULL, NULL,
                               hooked_step, hooked_final, NULL);
    sqlite3_create_collation(db, "hostile", SQLITE_UTF8, NULL, compare);
}

/* Let run_pair start on a stack of its own, and use another connection on the first
 * stack whenever it stops. */
static void run_on_own_stack(void)
{
    void *stack = malloc(STACK_SIZE);

    getcontext(&own_stack);
    own_stack.uc_stack.ss_sp = stack;
    own_stack.uc_stack.ss_size = STACK_SIZE;
    own_stack.uc_link = &first_stack;
    makecontext(&own_stack, run_pair, 0);
    is_over = false;
    while (swapcontext(&first_stack, &own_stack) == 0 && !is_over) {
        use_another_connection();
    }
    free(stack);
}

static void start_pair(const char *file)
{
    char name[100];

    snprintf(name, sizeof name, "%s, %s", callbacks[callback_of_pair].name,
             acts[act_of_pair].name);
    pair = name;
    sqlite3_open(file, &holder);
    open_pair(file);
    if (acts[act_of_pair].act == switches_stacks) {
        run_on_own_stack();
    } else {
        run_pair();
    }
    sqlite3_close(holder);
    printf("pair %s: %d calls\n", name, calls);
}

int main(int n, char **args)
{
    if (n != 2) {
        return 1;
    }
    signal(SIGUSR1, interrupt_by_signal);
    sqlite3_auto_extension((void (*)(void))sqlite3_guidonsqlite_init);
    for (callback_of_pair = 0; callback_of_pair < CALLBACKS;
         callback_of_pair++) {
        for (act_of_pair = 0; act_of_pair < ACTS; act_of_pair++) {
            if (!acts[act_of_pair].of_functions ||
                callbacks[callback_of_pair].is_function) {
                start_pair(args[1]);
            }
        }
    }
    sqlite3_reset_auto_extension();
    sqlite3_shutdown();
    return 0;
}
