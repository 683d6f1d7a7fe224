/* SPDX-License-Identifier: MIT */
/* rekey.pml - keys of PostgreSQL that move while others read and write */
/*
 * This models extensions/postgresql/sql/rekey/: the triggers of a move, its
 * backfill and its swap, and the transactions of an application beside them.
 * The table that refers has two partitions, in which the backfill fills one after the
 * other. Row 0 of the parent and child 0 in the second partition are there before. Child 0
 * refers to row 0 twice, with ON DELETE CASCADE and, as its friend, with ON DELETE SET
 * NULL. The transactions, each in READ COMMITTED, with its steps in any order beside
 * those of the others:
 *
 *   change   changes row 0 of the parent, whose trigger fills its new key
 *   insert   inserts child 1 into the second partition, which refers to row 0
 *   move     lets child 0 refer to row 1 of the parent instead, to none or, as before, to
 *            row 0, and lets it stay or go to the first partition, where it is inserted
 *   early    inserts child 2 into the first partition, then row 1 of the parent to which
 *            it refers, by a deferred foreign key
 *   remove   deletes row 0 of the parent, with what refers to it
 *
 * Each locks the partitions of its rows alone, as a statement does that names them. All five
 * beside the move have too many orders, so each search leaves one out: WITHOUT_EARLY,
 * WITHOUT_INSERT or WITHOUT_MOVE.
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
 *         foreign keys of several columns look the row up by the key alone, as here
 * Left    REPEATABLE READ, the undo, several tables that refer, a table that refers to
 *         itself, a key that goes from one row to another, the statements of each step:
 *         test_rekey.py has them
 * Faults  each name that an #ifdef below tests removes one rule
 */
#define PARENTS 2
#define CHILDREN 3
#define PARTS 2
#define NONE 0 /* a reference is 1 + the row of the parent */

/* What is committed. */
bool parent_live[PARENTS], child_live[CHILDREN];
byte parent_key[PARENTS]; /* the new key; NONE if it is not filled */
byte child_ref[CHILDREN]; /* by old keys */
byte child_new[CHILDREN]; /* by new keys */
byte friend, friend_new;  /* the second reference of child 0 */
byte child_part[CHILDREN];
byte keys;                /* new keys that were made */
bool child_made[CHILDREN], parent_gone[PARENTS];

/* Locks of rows. */
bool parent_update[PARENTS], parent_delete[PARENTS], child_lock[CHILDREN];
byte parent_share[PARENTS]; /* FOR KEY SHARE */

/* Transactions that hold a lock of the table, and whether the move has it. */
byte parent_users, child_users[PARTS];
bool parent_locked, child_locked[PARTS];

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
        assert(!swapped || !child_live[0] || friend_new ==
               (friend == NONE -> NONE : parent_key[0]));
        assert(friend == NONE || parent_live[0]);
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

inline use_child(part)
{
    atomic {
        !child_locked[part] -> child_users[part]++; uses_child[part] = true
    }
}

inline end()
{
    if
    :: uses_parent -> parent_users--; uses_parent = false
    :: else
    fi;
    if
    :: uses_child[0] -> child_users[0]--; uses_child[0] = false
    :: else
    fi;
    if
    :: uses_child[1] -> child_users[1]--; uses_child[1] = false
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
    bool uses_parent, uses_child[PARTS];

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
    skip;
    d_step { key = 0 }
}

/* Each partition has a trigger of its own for that of its table. */
#ifdef NO_PART_TRIGGER
#define FIRES(part) (child_trigger && (part) == 0)
#else
#define FIRES(part) child_trigger
#endif

/* The look-up of the trigger of the child, of a committed row. */
inline look_up(into, row)
{
    if
    :: fires && parent_live[row] -> into = parent_key[row]
    :: else -> into = NONE
    fi
}

/* A reference that a change leaves keeps its value, unless the row is inserted into another
 * partition. */
inline filled(into, reference, value, same)
{
    if
    :: reference == NONE -> into = NONE
    :: reference != NONE && same && value != NONE -> into = value
    :: reference != NONE && !(same && value != NONE) -> look_up(into, reference - 1)
    fi
}

proctype insert()
{
    byte found, check;
    bool uses_parent, uses_child[PARTS], fires;

    use_child(1);
    fires = FIRES(1);
    if
    :: !fires
    :: fires -> use_parent(); atomic { look_up(found, 0) }
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
    :: fires && found == NONE -> atomic { look_up(found, 0) }
    :: else
    fi;
#endif
    atomic {
        if
        :: child_live[1] = true; child_made[1] = true; child_ref[1] = 1;
            child_part[1] = 1; child_new[1] = found
        :: skip
        fi;
        parent_share[0]--;
        end();
        agree()
    }
done:
    skip;
    d_step { found = 0; fires = 0 }
}

proctype move()
{
    byte found, other, to, part, check;
    bool uses_parent, uses_child[PARTS], shares, fires;

    use_child(1);
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
    :: to = 1
    :: to = 2
    fi;
    if
    :: part = 1
    :: part = 0;
        if
        :: use_child(0)
        :: atomic { child_lock[0] = false; end(); goto done }
        fi
    fi;
    if
    :: to == NONE && (part == 1 || friend == NONE)
    :: else ->
        if
        :: use_parent()
        :: atomic { child_lock[0] = false; end(); goto done }
        fi
    fi;
    /* The trigger. */
    atomic {
        fires = FIRES(part);
        filled(found, to, child_new[0], to == child_ref[0] && part == 1);
        filled(other, friend, friend_new, part == 1)
    };
    /* The foreign key, of a reference that changed or was inserted. */
    if
    :: to == NONE || (to == child_ref[0] && part == 1)
    :: else ->
        if
        :: atomic {
            !parent_delete[to - 1] ->
            if
            :: parent_live[to - 1] -> parent_share[to - 1]++; shares = true
            :: else -> child_lock[0] = false; end(); goto done
            fi
           }
        :: atomic { child_lock[0] = false; end(); goto done }
        fi
    fi;
#ifndef NO_DEFERRED
    atomic {
        if
        :: fires && to != NONE && found == NONE -> look_up(found, to - 1)
        :: else
        fi;
        if
        :: fires && friend != NONE && other == NONE -> look_up(other, 0)
        :: else
        fi
    };
#endif
#ifdef KEEP_REFERENCE
    if
    :: child_new[0] != NONE -> found = child_new[0]
    :: else
    fi;
#endif
    atomic {
        if
        :: child_ref[0] = to; child_part[0] = part;
            if
            :: fires -> child_new[0] = found; friend_new = other
            :: else
            fi
        :: skip
        fi;
        child_lock[0] = false;
        if
        :: shares -> parent_share[to - 1]--; shares = false
        :: else
        fi;
        end();
        agree()
    }
done:
    skip;
    d_step { found = 0; other = 0; to = 0; part = 0; fires = 0 }
}

proctype early()
{
    byte found, key, check;
    bool uses_parent, uses_child[PARTS], fires;

    use_child(0);
    fires = FIRES(0);
    if
    :: !fires
    :: fires -> use_parent(); atomic { look_up(found, 1) }
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
    :: fires && found == NONE -> found = key
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
    skip;
    d_step { found = 0; key = 0; fires = 0 }
}

proctype remove()
{
    byte row, found, check;
    bool uses_parent, uses_child[PARTS], fires;

    use_parent();
    if
    :: atomic {
        !parent_update[0] && !parent_delete[0] && parent_share[0] == 0 &&
            parent_live[0] -> parent_delete[0] = true
       }
    :: atomic { end(); goto done }
    fi;
    if
    :: use_child(0)
    :: atomic { parent_delete[0] = false; end(); goto done }
    fi;
    if
    :: use_child(1)
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
            od;
            /* SET NULL changes the row, whose trigger runs. */
            fires = FIRES(child_part[0]);
            friend = NONE;
            friend_new = (fires -> NONE : friend_new);
            if
            :: child_live[0] && child_ref[0] != NONE && child_new[0] == NONE ->
                look_up(found, child_ref[0] - 1);
                child_new[0] = found; found = 0
            :: else
            fi
        :: skip
        fi;
        row = 0;
        child_lock[0] = false; child_lock[1] = false;
        parent_delete[0] = false;
        end();
        agree()
    }
done:
    skip;
    d_step { row = 0; found = 0; fires = 0 }
}

/* One batch for each row: it skips rows that are locked, and those that changed
 * since its snapshot. */
proctype rekey()
{
    byte row, check, key, ref, found, part, by;
    bool left;

    /* prepare: the table of the key first */
    atomic { parent_users == 0 -> parent_trigger = true };
    atomic { child_users[0] == 0 -> child_locked[0] = true };
#ifndef ONE_PART_LOCK
    atomic { child_users[1] == 0 -> child_locked[1] = true };
#endif
    atomic {
#ifndef NO_TRIGGER
        child_trigger = true;
#endif
        child_locked[0] = false; child_locked[1] = false
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
    row = 0; part = 0;
    do
    :: row < CHILDREN ->
        /* The snapshot of the statement, which fills both references of a row. */
        atomic {
            ref = child_ref[row];
            found = (ref == NONE -> NONE : parent_key[ref - 1]);
            by = (row == 0 && friend != NONE -> parent_key[0] : NONE);
            left = child_live[row] && child_part[row] == part &&
                ((ref != NONE && child_new[row] == NONE) ||
                 (row == 0 && friend != NONE && friend_new == NONE))
        };
        if
        :: left ->
#ifndef NO_ROW_LOCK
            atomic {
                if
                :: !child_lock[row] && child_live[row] && child_part[row] == part &&
                    child_ref[row] == ref && (row != 0 || friend == NONE || by != NONE) &&
                    (row != 0 || friend != NONE || by == NONE) &&
                    ((ref != NONE && child_new[row] == NONE) ||
                     (row == 0 && friend != NONE && friend_new == NONE)) ->
                    child_lock[row] = true
                :: else -> left = false
                fi
            };
#endif
            if
            :: left ->
                atomic {
                    if
                    :: child_live[row] && ref != NONE -> child_new[row] = found
                    :: else
                    fi;
                    if
                    :: child_live[row] && row == 0 -> friend_new = by
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
    :: row == CHILDREN && part == 0 -> row = 0; part = 1
    :: row == CHILDREN && part == 1 -> break
    od;
    atomic { row = 0; ref = 0; found = 0; part = 0; by = 0; left = false };
    /* swap: all locks, or none */
#ifndef NO_TABLE_LOCK
    if
    :: atomic { parent_users == 0 -> parent_locked = true }
    :: goto again
    fi;
    if
    :: atomic { child_users[0] == 0 -> child_locked[0] = true }
    :: atomic { parent_locked = false; goto again }
    fi;
#ifndef ONE_PART_LOCK
    if
    :: atomic { child_users[1] == 0 -> child_locked[1] = true }
    :: atomic { parent_locked = false; child_locked[0] = false; goto again }
    fi;
#endif
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
    left = left || (child_live[0] && friend != NONE && friend_new == NONE);
    left = left || (parent_live[0] && parent_key[0] == NONE) ||
        (parent_live[1] && parent_key[1] == NONE);
#ifdef NO_LAST_LOOK
    left = false;
#endif
    atomic {
        row = 0;
        if
        :: left -> left = false; parent_locked = false;
            child_locked[0] = false; child_locked[1] = false;
            goto again
        :: else -> swapped = true; agree(); parent_locked = false;
            child_locked[0] = false; child_locked[1] = false
        fi
    }
}

init
{
    atomic {
        parent_live[0] = true;
        child_live[0] = true; child_made[0] = true; child_ref[0] = 1;
        child_part[0] = 1; friend = 1;
        run change(); run remove(); run rekey();
#ifndef WITHOUT_INSERT
        run insert();
#endif
#ifndef WITHOUT_MOVE
        run move();
#endif
#ifndef WITHOUT_EARLY
        run early()
#endif
    }
}
