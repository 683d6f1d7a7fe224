/* SPDX-License-Identifier: MIT */
/* rekey.pml - keys of PostgreSQL that move while others read and write */
/*
 * This models extensions/postgresql/sql/rekey/: the triggers of a move, its
 * backfill and its swap, and the transactions of an application beside them.
 * Row 0 of the parent and child 0, which refers to it, are there before. The
 * transactions, each in READ COMMITTED, with its steps in any order beside
 * those of the others:
 *
 *   change   changes row 0 of the parent, whose trigger fills its new key
 *   insert   inserts child 1, which refers to row 0
 *   move     lets child 0 refer to row 1 of the parent instead, or to none
 *   early    inserts child 2, then row 1 of the parent to which it refers, by a
 *            deferred foreign key
 *   remove   deletes row 0 of the parent, with ON DELETE CASCADE
 *
 * A step is what a statement does at one moment: it reads what is committed,
 * waits for a lock, or commits. Where one waits, it may give up instead, as
 * after a deadlock or a time-out; so may each transaction before its COMMIT.
 * The move may be killed and go on at each of its steps, because every step of
 * it is looked up in the state. Each transaction runs once or never.
 *
 * After the swap the triggers are turned round: what an application writes is the
 * new reference, and the trigger looks up the old one. Both are the same here, and
 * so child_new is then what stands on the other side.
 *
 * Holds   after the swap, each reference by new keys names the row that the
 *         reference by old keys names; no row is lost, no reference without its
 *         row, no new key twice; the old side is as it would be without the move
 * Left    REPEATABLE READ, the undo, several tables that refer, the statements of
 *         each step: test_rekey.py has them
 * Faults  each name that an #ifdef below tests removes one rule
 */
#define PARENTS 2
#define CHILDREN 3
#define NONE 0 /* a reference is 1 + the row of the parent */

/* What is committed. */
bool parent_live[PARENTS], child_live[CHILDREN];
byte parent_key[PARENTS]; /* the new key; NONE if it is not filled */
byte child_ref[CHILDREN]; /* by old keys */
byte child_new[CHILDREN]; /* by new keys */
byte keys;                /* new keys that were made */
bool child_made[CHILDREN], parent_gone[PARENTS];

/* Locks of rows. */
bool parent_update[PARENTS], parent_delete[PARENTS], child_lock[CHILDREN];
byte parent_share[PARENTS]; /* FOR KEY SHARE */

/* Transactions that hold a lock of the table, and whether the move has it. */
byte parent_users, child_users;
bool parent_locked, child_locked;

bool parent_trigger, child_trigger, swapped;

/* What must hold once the new keys are the truth. */
inline agree()
{
    d_step {
        check = 0;
        do
        :: check < CHILDREN ->
            if
            :: swapped && child_live[check] && child_ref[check] != NONE ->
                assert(parent_live[child_ref[check] - 1]);
                assert(child_new[check] != NONE);
                assert(child_new[check] == parent_key[child_ref[check] - 1])
            :: else
            fi;
            if
            :: swapped && child_live[check] && child_ref[check] == NONE ->
                assert(child_new[check] == NONE)
            :: else
            fi;
            /* Only a cascade takes a child. */
            assert(!child_made[check] || child_live[check] || parent_gone[0]);
            check++
        :: else -> break
        od;
        assert(!swapped || !parent_live[0] || !parent_live[1] ||
               parent_key[0] != parent_key[1]);
        assert(!swapped || !parent_live[0] || parent_key[0] != NONE);
        assert(!swapped || !parent_live[1] || parent_key[1] != NONE);
        check = 0
    }
}

inline use_parent()
{
    atomic {
        !parent_locked -> parent_users++; uses_parent = true
    }
}

inline use_child()
{
    atomic {
        !child_locked -> child_users++; uses_child = true
    }
}

inline end()
{
    if
    :: uses_parent -> parent_users--; uses_parent = false
    :: else
    fi;
    if
    :: uses_child -> child_users--; uses_child = false
    :: else
    fi
}

/* The key that the trigger of the parent gives, or the default after the swap: that
 * of the row stays. */
inline made_key(row)
{
    atomic {
        key = parent_key[row];
        if
        :: parent_trigger &&
#ifdef REMAKE
            true
#else
            key == NONE
#endif
            -> keys++; key = keys
        :: else
        fi
    }
}

proctype change()
{
    byte key, check;
    bool uses_parent, uses_child;

    use_parent();
    if
    :: atomic {
        !parent_update[0] && !parent_delete[0] ->
        if
        :: parent_live[0] -> parent_update[0] = true
        :: else -> end(); goto done
        fi
       }
    :: atomic { end(); goto done }
    fi;
    made_key(0);
    atomic {
        if
        :: parent_key[0] = key
        :: skip /* ROLLBACK */
        fi;
        parent_update[0] = false;
        end();
        agree()
    }
done:
    skip
}

/* The look-up of the trigger of the child, of a committed row. */
inline look_up(row)
{
    if
    :: child_trigger && parent_live[row] -> found = parent_key[row]
    :: else -> found = NONE
    fi
}

proctype insert()
{
    byte found, check;
    bool uses_parent, uses_child;

    use_child();
    if
    :: !child_trigger -> skip
    :: child_trigger -> use_parent(); atomic { look_up(0) }
    fi;
    /* The foreign key. */
    if
    :: uses_parent
    :: !uses_parent -> use_parent()
    fi;
    if
    :: atomic {
        !parent_delete[0] ->
        if
        :: parent_live[0] -> parent_share[0]++
        :: else -> end(); goto done
        fi
       }
    :: atomic { end(); goto done }
    fi;
#ifndef NO_DEFERRED
    if
    :: found == NONE -> atomic { look_up(0) }
    :: else
    fi;
#endif
    atomic {
        if
        :: child_live[1] = true; child_made[1] = true; child_ref[1] = 1;
            child_new[1] = found
        :: skip
        fi;
        parent_share[0]--;
        end();
        agree()
    }
done:
    skip
}

proctype move()
{
    byte found, to, check;
    bool uses_parent, uses_child;

    use_child();
    if
    :: atomic {
        !child_lock[0] ->
        if
        :: child_live[0] -> child_lock[0] = true
        :: else -> end(); goto done
        fi
       }
    :: atomic { end(); goto done }
    fi;
    if
    :: to = NONE
    :: to = 2
    fi;
    if
    :: to == NONE -> found = NONE
    :: else ->
        if
        :: use_parent()
        :: atomic { child_lock[0] = false; end(); goto done }
        fi;
        atomic { look_up(1) };
        if
        :: atomic {
            !parent_delete[1] ->
            if
            :: parent_live[1] -> parent_share[1]++
            :: else -> child_lock[0] = false; end(); goto done
            fi
           }
        fi;
#ifndef NO_DEFERRED
        if
        :: found == NONE -> atomic { look_up(1) }
        :: else
        fi
#endif
    fi;
#ifdef KEEP_REFERENCE
    if
    :: child_new[0] != NONE -> found = child_new[0]
    :: else
    fi;
#endif
    atomic {
        if
        :: child_ref[0] = to;
            if
            :: child_trigger -> child_new[0] = found
            :: else
            fi
        :: skip
        fi;
        child_lock[0] = false;
        if
        :: to == 2 -> parent_share[1]--
        :: else
        fi;
        end();
        agree()
    }
done:
    skip
}

proctype early()
{
    byte found, key, check;
    bool uses_parent, uses_child;

    use_child();
    if
    :: !child_trigger
    :: child_trigger -> use_parent(); atomic { look_up(1) }
    fi;
    if
    :: uses_parent
    :: !uses_parent ->
        if
        :: use_parent()
        :: atomic { end(); goto done }
        fi
    fi;
    made_key(1);
    /* At the end of the transaction: it sees its own row. */
#ifndef NO_DEFERRED
    if
    :: child_trigger && found == NONE -> found = key
    :: else
    fi;
#endif
    atomic {
        if
        :: parent_live[1] = true; parent_key[1] = key; child_live[2] = true;
            child_made[2] = true; child_ref[2] = 2; child_new[2] = found
        :: skip
        fi;
        end();
        agree()
    }
done:
    skip
}

proctype remove()
{
    byte row, check;
    bool uses_parent, uses_child;

    use_parent();
    if
    :: atomic {
        !parent_update[0] && !parent_delete[0] && parent_share[0] == 0 &&
            parent_live[0] -> parent_delete[0] = true
       }
    :: atomic { end(); goto done }
    fi;
    if
    :: use_child()
    :: atomic { parent_delete[0] = false; end(); goto done }
    fi;
    /* The cascade: it waits for each child. */
    if
    :: atomic {
        !child_lock[0] && !child_lock[1] ->
        child_lock[0] = true; child_lock[1] = true
       }
    :: atomic { parent_delete[0] = false; end(); goto done }
    fi;
    atomic {
        if
        :: parent_live[0] = false; parent_gone[0] = true;
            row = 0;
            do
            :: row < 2 ->
                if
                :: child_live[row] && child_ref[row] == 1 ->
                    child_live[row] = false; child_ref[row] = NONE;
                    child_new[row] = NONE
                :: else
                fi;
                row++
            :: else -> break
            od
        :: skip
        fi;
        row = 0;
        child_lock[0] = false; child_lock[1] = false;
        parent_delete[0] = false;
        end();
        agree()
    }
done:
    skip
}

/* One batch for each row: it skips rows that are locked, and those that changed
 * since its snapshot. */
proctype rekey()
{
    byte row, check, key, ref, found;
    bool left;

    /* prepare: the table of the key first */
    atomic { parent_users == 0 -> parent_trigger = true };
    atomic {
        child_users == 0 ->
#ifndef NO_TRIGGER
        child_trigger = true
#endif
    };
again:
    row = 0;
    do
    :: row < PARENTS ->
        if
        :: atomic {
            parent_live[row] && parent_key[row] == NONE && !parent_update[row] &&
                !parent_delete[row] -> parent_update[row] = true
           };
           atomic { keys++; key = keys };
           atomic { parent_key[row] = key; parent_update[row] = false; key = 0 }
        :: atomic { !parent_live[row] || parent_key[row] != NONE ||
            parent_update[row] || parent_delete[row] -> row++ }
        fi
    :: else -> break
    od;
    row = 0;
    do
    :: row < CHILDREN ->
        /* The snapshot of the statement. */
        atomic {
            ref = child_ref[row];
            found = (ref == NONE -> NONE : parent_key[ref - 1]);
            left = child_live[row] && ref != NONE && child_new[row] == NONE &&
                found != NONE
        };
        if
        :: left ->
#ifndef NO_ROW_LOCK
            atomic {
                if
                :: !child_lock[row] && child_live[row] && child_ref[row] == ref &&
                    child_new[row] == NONE -> child_lock[row] = true
                :: else -> left = false
                fi
            };
#endif
            if
            :: left ->
                atomic {
                    if
                    :: child_live[row] -> child_new[row] = found
                    :: else
                    fi;
#ifndef NO_ROW_LOCK
                    child_lock[row] = false;
#endif
                    agree()
                }
            :: else
            fi
        :: else
        fi;
        row++
    :: else -> break
    od;
    atomic { row = 0; ref = 0; found = 0; left = false };
    /* swap: all locks, or none */
#ifndef NO_TABLE_LOCK
    if
    :: atomic { parent_users == 0 -> parent_locked = true }
    :: goto again
    fi;
    if
    :: atomic { child_users == 0 -> child_locked = true }
    :: atomic { parent_locked = false; goto again }
    fi;
#endif
    /* Under them it looks for rows that are not filled. */
    row = 0;
    do
    :: row < CHILDREN ->
        left = left || (child_live[row] && child_ref[row] != NONE &&
                        child_new[row] == NONE);
        row++
    :: else -> break
    od;
    left = left || (parent_live[0] && parent_key[0] == NONE) ||
        (parent_live[1] && parent_key[1] == NONE);
#ifdef NO_LAST_LOOK
    left = false;
#endif
    atomic {
        row = 0;
        if
        :: left -> left = false; parent_locked = false; child_locked = false;
            goto again
        :: else -> swapped = true; agree(); parent_locked = false;
            child_locked = false
        fi
    }
}

init
{
    atomic {
        parent_live[0] = true;
        child_live[0] = true; child_made[0] = true; child_ref[0] = 1;
        run change(); run insert(); run move(); run early(); run remove();
        run rekey()
    }
}
