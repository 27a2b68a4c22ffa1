import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { batches, rowsOfAnswer } from '#server/db/batch.ts'

/** Written rows by table; a minus for removed ones. */
export type Written = Record<string, number>

const writing = new AsyncLocalStorage<Written>()

let undoing = 0

/** Makes a call and returns what it wrote before it was undone. Only this is tracked, because tracking makes every promise slower. */
export async function watched<T>(call: () => Promise<T>): Promise<{ made: T; written: Written }> {
  const written: Written = {}
  if (undoing === 0) return { made: await call(), written }
  // An injected call starts only when it is awaited.
  return { made: await writing.run(written, async () => await call()), written }
}

/**
 * During this work the product stores nothing: every call is decided, executed and answered as usual, and rolled back instead of committed. So an
 * allowed write leaves the test data unchanged.
 */
export async function undone<T>(work: () => Promise<T>): Promise<T> {
  const { ask } = batches
  batches.ask = async function (asked) {
    if (asked.text !== 'commit') return ask.call(this, asked)
    const written = writing.getStore()
    const [said, undoing] = [
      written && ask.call(this, { text: 'select written_by_call() as written', values: [] }),
      ask.call(this, { text: 'rollback', values: [] }),
    ]
    undoing.catch(() => {})
    if (said) Object.assign(written!, rowsOfAnswer(await said)[0]!.written)
    return undoing
  }
  undoing++
  try {
    return await work()
  } finally {
    batches.ask = ask
    undoing--
    if (undoing === 0) writing.disable()
  }
}

/**
 * Adds a function to a copy of the database that returns what the present transaction has written: its new rows per table, and how many fewer there
 * are than before. What refusals and reads also write is left out.
 */
export const watchWrites = (owner: pg.Client, mayChange: string[]) =>
  owner.query(`
    create table rows_before (name text primary key, rows bigint);
    create function written_by_call() returns jsonb language plpgsql security definer as $$
    declare found jsonb := '{}'; one text; own bigint; less bigint;
    begin
      for one in select distinct c.relname from pg_locks l join pg_class c on c.oid = l.relation
        where l.pid = pg_backend_pid() and l.mode = 'RowExclusiveLock' and c.relkind = 'r'
          and c.relnamespace = 'public'::regnamespace and c.relname <> all ('{${mayChange.join(',')}}')
      loop
        execute format('select count(*) filter (where xmin::text::bigint >= $1), $2 - count(*) from %I', one)
          into own, less using pg_current_xact_id()::text::bigint, (select rows from rows_before b where b.name = one);
        if own > 0 then found := found || jsonb_build_object(one, own); end if;
        if less > 0 then found := found || jsonb_build_object('-' || one, less); end if;
      end loop;
      return found;
    end $$;
    do $$ declare one text; begin
      for one in select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      loop execute format('insert into rows_before select %L, count(*) from %I', one, one); end loop;
    end $$;`)
