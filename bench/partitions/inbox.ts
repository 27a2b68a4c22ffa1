import { itemsOf, unreadOf } from '#server/inbox/inbox.queries.ts'
import { storeItems } from '#server/inbox/storing.queries.ts'
import type pg from 'pg'
import { sentBy } from './asking.ts'
import { type Form, rangeOf, seconds } from './forms.ts'
import { dice, idOf, pupilsOfSchool } from './ids.ts'
import type { Job } from './jobs.ts'
import { askedOf, away, daysAgo, layBoth, type Periods } from './both.ts'

const months = [150, 120, 90, 60, 30, -30].map(daysAgo)
const forms: Form[] = [{ name: 'whole' }, { name: 'month', by: rangeOf('at', months) }]

/**
 * Two items for each pupil and month, each pupil with a separate parent, over five months, in the order in which they are
 * stored.
 */
const items = (pupils: number) => (into: string) =>
  `
  insert into ${into} (id, person_id, occasion, kind, at_school_id, student_id, at, read_at)
  select gen_random_uuid(), bench_id(1, n + 1000), d::text, 'rightsChanged', bench_id(2, n / 10000), bench_id(6, n), moment,
    case when d < 120 or j % 2 = 0 then moment end
  from generate_series(0, 149) as d, generate_series(0, ${pupils} / 15 - 1) as j,
    lateral (select j * 15 + d % 15 as nth offset 0) pupil,
    lateral (select (nth / 1000 + 1) * 10000::bigint + nth % 1000 + 1 as n,
      '${months[0]}'::date + d + j * interval '1 day' / (${pupils} / 15) as moment offset 0) item`

export async function inboxPeriods(given: Periods) {
  const { owner, note, schools } = given
  await layBoth(given, 'inbox_items', forms, items(schools * pupilsOfSchool))
  await owner(async (client) => {
    for (const { name } of forms) await seenIn(client, name)
    // Notices refer to their items. A foreign key cannot refer to an id that is unique only within a month.
    await client.query(`create table whole.notice_items (like public.notice_items including all);
      alter table whole.notice_items add foreign key (item_id) references whole.inbox_items on delete cascade`)
    await client.query(`set session_replication_role = replica;
      insert into outbox (event, school_id, created_at) overriding system value
      select 'bench', bench_id(2, 1 + n % ${schools}), now() from generate_series(1, 200000) as n; analyze outbox`)
  })
  await askedOf(given, forms, jobs(schools))

  for (const [what, before] of [
    ['a day', daysAgo(149)],
    ['the rest of a month', months[1]!],
  ] as const) {
    const took = await owner((client) =>
      seconds(() => client.query(`delete from whole.inbox_items where at < '${before}'::date`)),
    )
    const vacuum = await owner((client) => seconds(() => client.query('vacuum whole.inbox_items')))
    note(`inbox: delete of ${what} ${took} s, vacuum ${vacuum} s`)
  }
  const dropped = await owner((client) => seconds(() => client.query('drop table month.inbox_items_p0')))
  note(`inbox: drop of a month ${dropped} s`)
  await away(owner, forms)
}

/** The view and the function with which the product reads an inbox, using the table of a form. */
async function seenIn(client: pg.Client, form: string) {
  await client.query('set search_path = public')
  const { rows } = await client.query<{ view: string; unread: string }>(
    `select pg_get_viewdef('inbox_seen'::regclass) as view, pg_get_functiondef('unread_of'::regproc) as unread`,
  )
  const { view, unread } = rows[0]!
  await client.query(`set search_path = ${form}, public`)
  await client.query(`create view ${form}.inbox_seen with (security_invoker = true) as ${view}`)
  await client.query(`grant select on ${form}.inbox_seen to kashkool_app`)
  await client.query(unread.replace('public.unread_of', `${form}.unread_of`).replace(/'public'/, `'${form}', 'public'`))
}

function jobs(schools: number): Job[] {
  const parentOf = (seed: number) => {
    const roll = dice(seed)
    return idOf('person', roll(schools) * 10_000 + 1000 + roll(pupilsOfSchool))
  }
  let event = 0
  return [
    {
      name: 'a page of an inbox',
      ask: async (seed) => {
        const person = parentOf(seed)
        return { ...(await sentBy((db) => itemsOf(db, { personId: person }, { limit: 30, offset: 0 }))), person }
      },
    },
    {
      name: 'what is unread',
      ask: async (seed) => {
        const person = parentOf(seed)
        return { ...(await sentBy((db) => unreadOf(person).execute(db))), person }
      },
    },
    {
      name: 'storing an event for thirty persons',
      ask: async (seed, form) => {
        const school = dice(seed)(schools)
        const listed = Array.from({ length: 30 }, (_, at) => ({
          kind: 'rightsChanged',
          personId: idOf('person', school * 10_000 + at + 1),
        }))
        let sent: { text: string; values: unknown[] } | undefined
        const client = { query: async (query: typeof sent) => (sent = query) } as unknown as pg.ClientBase
        await storeItems(client, { id: String(++event) }, listed, {
          topic: 'rights',
          news: false,
          sms: false,
          urgent: false,
        })
        // PostgreSQL does not return xmax for a row that is inserted into a partition.
        const text = form === 'month' ? sent!.text.replace('xmax = 0', 'true') : sent!.text
        return { text, values: sent!.values, byOwner: true }
      },
    },
  ]
}
