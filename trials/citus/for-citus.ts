import { whoWaits } from '#test/harness/waiting.ts'

// Changes to the product's statements for Citus. Row-level security on a worker of Citus also needs the settings of a request, and
// a worker plans by its own settings, but set_config affects only the coordinator.

/** "set local" reaches the workers, unlike set_config. So this function sets the settings of a request, and those of the planner. */
export const carriedSettings = (text: string) =>
  text.replaceAll(/\bset_config\((?='(?:app\.|enable_nestloop'|work_mem'))/g, 'carry_setting(')

export const carrySetting = `create function carry_setting(name text, value text, is_local boolean) returns text language plpgsql as
  $carry$ begin execute format('set local %I = %L', name, coalesce(value, '')); return value; end $carry$`

/**
 * A notification from a trigger on a worker does not reach clients that listen at the coordinator. So the coordinator sends it
 * in the same commit.
 */
export const wakesWorkers = (text: string) => /\b(update|insert into) "?(imports|promotions|jobs)\b/i.test(text)

/** Three servers on one machine are slower than one. The time limits of statements and locks are multiplied by this number. */
export const patience = 4

export const patient = (text: string) =>
  text.replaceAll(
    /('(?:statement|lock)_timeout', ')(\d+)(?=', true\))/g,
    (_, name: string, ms: string) => `${name}${Number(ms) * patience}`,
  )

/** A sub-select that Citus runs separately, to insert its result, must have a column. */
export const withColumn = (text: string) => text.replaceAll(/\bselect(\s+)from\b/gi, 'select 1$1from')

/**
 * Rows of tables that are copied to every server are locked only for the caller's own connection. A function with the rights of
 * its owner uses another connection, and would wait for its caller. All calls use the coordinator, so an advisory lock there
 * has the same effect.
 */
export const lockedByAdvice = (text: string) =>
  text.replaceAll(
    /(from (?:public\.)?"?(?:schools|users|roles)"?(?: (?!where)(\w+))? where )((?:(?!\bfrom\b)[^;])*?)( order by \w+)? for (no key update|update|share)\b(?! of| skip)/gi,
    (_, head: string, alias: string | undefined, condition: string, order = '', kind: string) =>
      `${head}(${condition}) and pg_advisory_xact_lock${kind === 'share' ? '_shared' : ''}(hashtextextended(${alias ? `${alias}.` : ''}id::text, 0)) is not null${order}`,
  )

/** A join of rows that every server has with distributed rows is replaced by a function, which is called for each row. */
const coinsByFunction = (text: string) =>
  text.replace(
    /\(select coalesce\(sum\(coins\), 0\) from coin_entries e where e\.school_id = ("s"\."id")\)/,
    'coins_of($1)',
  )

export const coinsOf = `create function coins_of(school uuid) returns bigint language plpgsql stable as
  $coins$ begin return (select coalesce(sum(e.coins), 0) from coin_entries e where e.school_id = school); end $coins$`

/**
 * An advisory lock is taken where the statement runs, and beside the row of a school that is a worker. Other calls take the same lock at
 * the coordinator. So a function asks for the row.
 */
const calendarByFunction = (text: string) =>
  text.replace(
    /(select pg_advisory_xact_lock_shared\(.*\)\s+where not )exists \(select 1 from school_calendars where school_id = (\$\d+)\)/,
    '$1has_calendar($2)',
  )

export const hasCalendar = `create function has_calendar(school uuid) returns boolean language plpgsql stable as
  $has$ begin return exists (select 1 from school_calendars k where k.school_id = school); end $has$`

/** A transaction that waits for a lock waits on the server that has the row. The database has the same name on all of them. */
const waitersAnywhere = (text: string) => (text === whoWaits ? 'select from waiters_anywhere()' : text)

const countOfWaiters = whoWaits.replace('select from', 'select count(*)::integer as many from')

export const waitersOfAll = `create function waiters_anywhere() returns setof integer language plpgsql as
  $waiters$ begin return query select 1 from (
      ${countOfWaiters}
      union all select result::integer from run_command_on_workers($many$ ${countOfWaiters} $many$, false)) server,
    generate_series(1, server.many); end $waiters$`

/**
 * A test that locks the row of a person takes the advisory lock of the product's calls, and the lock of the row too: what refers to the
 * person, or changes them, waits for that.
 */
const lockOfPerson = /^select from users where id = \$1 for update$/

/** Who works on an import locks it by advice there, on the worker that has it: a test that keeps them from it does so too. */
const keptFromWork = (text: string) =>
  text.replace(
    /^select from imports (where school_id = \$1 and id = \$2) for update$/,
    'select 1 from imports $1 and pg_advisory_xact_lock(hashtextextended(id::text, 0)) is not null for update',
  )

export function forCitus(text: string) {
  const locked = lockedByAdvice(withColumn(waitersAnywhere(keptFromWork(text))))
  return carriedSettings(coinsByFunction(calendarByFunction(lockOfPerson.test(text) ? `${locked} for update` : locked)))
}

/**
 * A worker reports the constraint of its part of a table, with the number of the part. The coordinator passes on only this
 * message.
 */
export function nameAsOnOneServer(problem: { message: string; constraint?: string; table?: string }) {
  const [, constraint] = /(?:constraint|exclusion constraint) "(\w+)"/.exec(problem.message) ?? []
  if (constraint) problem.constraint ??= constraint
  for (const field of ['constraint', 'table'] as const)
    if (problem[field]) problem[field] = problem[field].replace(/_\d{6}$/, '')
}
