import type pg from 'pg'
import { withColumn } from './for-citus.ts'
import { type Row, rowsOf } from './rows.ts'

/** Asks a statement; false, and noted down, where Citus refuses it. */
type Try = (what: string, text: string) => Promise<boolean>

/**
 * Takes the triggers of the product away, which would run while rows are copied to a table of a worker, before what they
 * read is there; the answer makes them as they were, but for those that wake the worker of jobs: a server of Citus notifies only
 * who listens to it, and the tests notify at the coordinator.
 */
export async function withoutTriggers(client: pg.Client, copied: Set<string>, spread: Set<string>) {
  const placeOf = (table: string) => {
    if (copied.has(table)) return 'every server'
    return spread.has(table) ? 'workers' : 'coordinator'
  }
  const triggers = (await rowsOf(client, triggersOfTables)).map((one) =>
    one.name === 'append_only' && spread.has(one.table!) ? refusingEachRow(one) : rowByRow(one, placeOf(one.table!)),
  )
  for (const { name, table, keeper } of triggers) {
    await client.query(`drop trigger ${name} on ${table}`)
    if (keeper) await client.query(keeper)
  }
  return async (tried: Try) => {
    let made = 0
    for (const { name, table, definition } of triggers.filter(({ notifies }) => !notifies))
      if (await tried(`${table}.${name}`, definition!)) made++
    return made
  }
}

/** No part of a table on a worker has a trigger of statements: what is written once would be changed there. */
const refusingEachRow = ({ definition, ...trigger }: Row): Row => ({
  ...trigger,
  keeper: '',
  definition: definition!.replace(' OR TRUNCATE', '').replace('FOR EACH STATEMENT', 'FOR EACH ROW'),
})

/**
 * The same trigger for each row, where it keeps former values: a worker runs a trigger without the tables of what changed, and on a
 * part of the table, whose name is the table's with a number. A row that is copied to every server is kept by the coordinator alone,
 * with those of the platform: it writes as the owner, beside nothing that the request has changed in the school. A table of the coordinator
 * alone is changed by functions of the owner only, whose pass lets the account of requests write: written as the owner, its former value
 * would keep the rest of the call from the rows of schools.
 */
function rowByRow(trigger: Row, place: 'every server' | 'workers' | 'coordinator'): Row {
  const [, key, school] =
    /jsonb_build_object\((.*)\), (.*), acting_user\(\), to_jsonb\(was\) from before_it/.exec(trigger.keeper!) ?? []
  if (!key) return { ...trigger, keeper: '' }
  const isCopied = place === 'every server'
  const [start] = trigger.keeper!.split('AS $function$')
  const head = place === 'coordinator' ? start!.replace('SECURITY DEFINER', '') : start
  return {
    ...trigger,
    definition: trigger.definition!.replace(/REFERENCING .* FOR EACH STATEMENT/, 'FOR EACH ROW'),
    keeper: `${head} AS $keep$ declare was record := old; begin
      if (tg_op = 'DELETE' or old is distinct from new)${isCopied ? ' and (select groupid from pg_dist_local_group) = 0' : ''} then
        insert into former_values (table_name, key, school_id, changed_by, was)
        values (regexp_replace(tg_table_name, '_\\d+$', ''), jsonb_build_object(${key}), ${isCopied ? ofNoSchool : school}, acting_user(), to_jsonb(was));
      end if;
      return null;
    end $keep$`,
  }
}

const ofNoSchool = "'00000000-0000-0000-0000-000000000000'"

const triggersOfTables = `select t.tgname as name, c.relname as table, pg_get_triggerdef(t.oid) as definition,
    pg_get_functiondef(t.tgfoid) as keeper, case when pg_get_functiondef(t.tgfoid) ~ 'notify jobs' then 'jobs' end as notifies
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where not t.tgisinternal and c.relnamespace = 'public'::regnamespace`

/** Takes all views away, which Citus cannot make again with their tables; the answer makes them as they were. */
export async function withoutViews(client: pg.Client) {
  const views = await rowsOf(client, viewsWithRights)
  for (const { name } of views) await client.query(`drop view if exists ${name} cascade`)
  return async (tried: Try) => {
    let todo = views
    const made = ({ name, definition, grants, columns }: Row) =>
      client
        .query(
          withColumn(`${name === ofItems ? itemByItem(definition!, columns!) : withoutDay(definition!)} ${grants}`),
        )
        .then(
          () => true,
          () => false,
        )
    // One may be made of another: until a round makes none.
    for (let before = -1; before !== todo.length; ) {
      before = todo.length
      const left: Row[] = []
      for (const view of todo) if (!(await made(view))) left.push(view)
      todo = left
    }
    for (const { name, definition } of todo) await tried(`view ${name}`, withColumn(definition!))
    await client.query(unreadByTheView)
    return views.length - todo.length
  }
}

/** A day that is worked out beside the tables is a value of its own each time: what is selected from no table may not depend on the time. */
function withoutDay(definition: string) {
  const [beside, today] = /CROSS JOIN LATERAL \( SELECT (.*) AS today\) day/.exec(definition) ?? []
  if (!beside) return definition
  return definition.replace(beside, '').replace('day.today,', `${today} as today,`).replaceAll('day.today', today!)
}

/** It joins a person's items, of several schools, with tables that are spread: to read it ends the whole coordinator. */
const ofItems = 'inbox_seen'

/** The same view, by a function that asks for what each item is about, one after the other and in its school. */
function itemByItem(definition: string, columns: string) {
  const [, head, list, ofStudent, about, shown] =
    /^(.*?) as\s+select\s+([\s\S]*?)\s+from \(*inbox_items i\s[\s\S]*?left join students st on \(([\s\S]*)\)\s+cross join lateral \(([\s\S]*)\) about\)\s+where\s([\s\S]*);\s*$/i.exec(
      definition.replaceAll('school_id = i.at_school_id', 'school_id = there'),
    ) ?? []
  const [first] = /^(i\.\w+,\s+)+/.exec(list!)!
  const own = first
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  const found = columns.split(', ').slice(own.length)
  // Each kind of work by itself: an outer join in one branch is not planned beside conditions that are values.
  const [, sums, works, day] = /^\s*select([\s\S]*?)from \(([\s\S]*)\) a\s+where([\s\S]*)$/i.exec(about!)!
  const branches = works!.split(/\s+union all\s+/i)
  const asked = (branch: string) =>
    `select ${sums} into about from (${branch}) a (id, date, course_name, state) where ${day}`
  const kindsOf = (branch: string) => /i\.kind = (ANY \(ARRAY\[[^\]]*\]\)|'\w+'::text)/i.exec(branch)![0]
  return `create function item_seen(i inbox_items) returns table (${found.join(', ')}) language plpgsql stable as $seen$
    #variable_conflict use_column
    declare there uuid := coalesce(i.at_school_id, '00000000-0000-0000-0000-000000000000');
      s schools; st students; about record; is_shown boolean;
    begin
      select s.* into s from schools s where s.id = i.at_school_id;
      select st.* into st from students st where ${ofStudent!.replace(/\)$/, '')};
      ${[...branches.map((branch, nth) => `${nth ? 'els' : ''}if ${kindsOf(branch)} then ${asked(branch)};`), `else ${asked(`${branches.at(-1)!} and false`)}; end if;`].join(' ')}
      is_shown := ${shown};
      if is_shown then return query select ${list!.slice(first.length)}; end if;
    end $seen$;
    ${head} as select ${own.join(', ')}, ${found.map((column) => `seen.${column.split(' ')[0]}`).join(', ')}
      from inbox_items i cross join lateral item_seen(i) seen;`
}

/** What is unread, by the view alone: the short way joins items of several schools. */
const unreadByTheView = `create or replace function unread_of(person uuid) returns table (student_id uuid, unread integer)
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $unread$ #variable_conflict use_column
  begin return query select seen.student_id, count(*)::integer
    from (select i.student_id from inbox_seen i where i.person_id = person and i.read_at is null limit 100) seen group by 1;
  end $unread$`

const ofDraft = 'school_id, exam_id, child_id, created_at, modified_at, removed_at, is_draft'

const ofResult =
  'school_id, exam_id, student_id, total_result::numeric, is_attend, version, created_at, modified_at, removed_at, is_draft, corrected_at, former_result::numeric, former_attend'

const viewsWithRights = `select c.oid::regclass::text as name,
    format('create view %s %s as %s;', c.oid::regclass,
      coalesce('with (' || array_to_string(c.reloptions, ', ') || ')', ''), rtrim(pg_get_viewdef(c.oid), ';')) as definition,
    (select string_agg(format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod)), ', ' order by a.attnum)
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0) as columns,
    coalesce((select string_agg(format('grant %s on %s to %I;', a.privilege_type, c.oid::regclass, r.rolname), ' ')
      from aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee where a.grantee <> c.relowner), '') as grants
  from pg_class c where c.relkind = 'v' and c.relnamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`

/**
 * Which drafts a child has is read with the rights of the view's owner, and Citus sends a view's text as the caller's: parents would find
 * none. So a table of its own has them, without the marks, kept beside what it is of. Its columns are empty, not left out: a condition on
 * what is nothing in one half of a view takes that half away before Citus sees where it is.
 */
export const draftsInATable = `
  create table drafts_seen (like student_exams including defaults, primary key (school_id, exam_id, student_id));
  alter table drafts_seen rename column student_id to child_id;
  insert into drafts_seen (${ofDraft}) select ${ofDraft.replace('child_id', 'student_id')} from student_exams where is_draft;
  alter table drafts_seen enable row level security;
  create policy children on drafts_seen using (school_id = any (acting_schools()) and child_id = any (acting_children()));
  grant select on drafts_seen to kashkool_app;
  create or replace view drafts_of_children with (security_invoker = true, security_barrier = false) as
    select school_id, exam_id, child_id as student_id, created_at, removed_at from drafts_seen;
  create or replace view student_exams_seen with (security_invoker = true) as
    select ${ofResult} from student_exams union all select ${ofResult.replace('student_id', 'child_id')} from drafts_seen;
  create function keep_draft() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $keep$ begin
    if old.is_draft then
      delete from drafts_seen d where d.school_id = old.school_id and d.exam_id = old.exam_id and d.child_id = old.student_id;
    end if;
    if new.is_draft then
      insert into drafts_seen (${ofDraft}) values (new.school_id, new.exam_id, new.student_id, new.created_at, new.created_at, new.removed_at, true);
    end if;
    return null;
  end $keep$;
  create trigger keep_draft after insert or update or delete on student_exams for each row execute function keep_draft()`
