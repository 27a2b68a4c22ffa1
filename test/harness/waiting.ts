/** Asks who waits for a lock in the database of a test file. Those of other files, on the same server, wait for their own. */
export const whoWaits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
