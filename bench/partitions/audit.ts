import { eraseReads } from '#server/access/audit-chain.ts'
import { linesBy } from '#server/audit/audit.queries.ts'
import { readersOf } from '#server/audit/readers.queries.ts'
import { secrets, sentBy } from './asking.ts'
import { type Form, rangeOf, seconds } from './forms.ts'
import { dice, idOf, numberOf, pupilsOfSchool } from './ids.ts'
import type { Job } from './jobs.ts'
import { askedOf, away, daysAgo, layBoth, type Periods } from './both.ts'

const months = Array.from({ length: 14 }, (_, at) => daysAgo(390 - at * 30))
const reads = rangeOf('at', months)
const forms: Form[] = [
  { name: 'whole' },
  {
    name: 'month',
    by: {
      how: 'list',
      column: 'outcome',
      bounds: [
        { name: 'reads', values: `for values in ('read')`, within: reads },
        { name: 'others', values: 'default' },
      ],
    },
  },
]

/** Thirteen months. Every second pupil is read once a month, and there are half as many lines about writes. */
const lines = (pupils: number) => (into: string) =>
  `
  insert into ${into} (id, at, person_id, operation, outcome, school_id, target_kind, target_id, request_id)
  select row_number() over (), '${months[0]}'::date + d + j * interval '1 day' / (${pupils} / 40), bench_id(1, s * 10000 + 1 + j % 34),
    case when j % 3 = 0 then 'api/Attendance/SaveAttendance' else 'api/Student/GetStudent' end,
    case when j % 3 = 0 then 'done' else 'read' end, bench_id(2, s), 'student', bench_id(6, s * 10000 + 1 + nth % 1000),
    'request ' || d * 1000000::bigint + j
  from generate_series(0, 389) as d, generate_series(0, ${pupils} / 40 - 1) as j,
    lateral (select (j * 389::bigint + d * 7919) % ${pupils} as nth offset 0) pupil,
    lateral (select nth / 1000 + 1 as s offset 0) school`

export async function auditPeriods(given: Periods) {
  const { owner, note, schools, connection } = given
  await layBoth(given, 'audit_lines', forms, lines(schools * pupilsOfSchool))
  await owner(async (client) => {
    for (const { name } of forms) await client.query(`call append_only('${name}.audit_lines')`)
    await client.query(
      `insert into audit_seals (line_id, seal) select id, sha256(id::text::bytea) from whole.audit_lines order by id`,
    )
    await client.query('vacuum analyze audit_seals')
  })
  await askedOf(given, forms, jobs(schools))

  const within = { ...connection, options: '-c search_path=whole,public' }
  const erase = async (what: string, days: number) => {
    let erased = 0
    const took = await seconds(async () => {
      erased = await eraseReads(within, secrets, days)
    })
    note(
      `audit: proofs and delete of ${what} ${took} s, ${erased} lines; nothing left to erase ${await seconds(() => eraseReads(within, secrets, days))} s`,
    )
  }
  await erase('a day', 389)
  await erase('four more days', 385)
  // What remains to be done after a partition is dropped: the proofs of its lines, with the product's own statement for seals.
  await owner(async (client) => {
    const proofs = await seconds(() =>
      client.query(
        `update audit_seals s set erased = sha256(s.seal) from month.audit_lines_reads_p1 l where s.line_id = l.id`,
      ),
    )
    const dropped = await seconds(() => client.query('drop table month.audit_lines_reads_p1'))
    const deleted = await seconds(() =>
      client.query(`set session_replication_role = replica;
        delete from whole.audit_lines where outcome = 'read' and at >= '${months[1]}' and at < '${months[2]}'`),
    )
    const vacuum = await seconds(() => client.query('vacuum whole.audit_lines'))
    note(
      `audit, a month: proofs alone ${proofs} s, drop ${dropped} s; delete alone, at once ${deleted} s, vacuum ${vacuum} s`,
    )
  })
  // As after some years: rows that are kept are before all rows that are deleted.
  await owner((client) =>
    client.query(`set session_replication_role = replica;
      delete from whole.audit_lines where outcome = 'read' and at < '${months[6]}'`),
  )
  await owner((client) => client.query('vacuum analyze whole.audit_lines'))
  await erase('a day behind six months of kept lines', 209)
  await owner((client) => client.query(`create index on whole.audit_lines (at) where outcome = 'read'`))
  await erase('the next day with an index of reads by time', 208)
  await away(owner, forms)
}

function jobs(schools: number): Job[] {
  const page = { limit: 30, offset: 0 }
  return [
    {
      name: 'who read a pupil',
      ask: async (seed) => {
        const roll = dice(seed)
        const nth = roll(schools)
        const school = idOf('school', nth)
        const student = idOf('student', numberOf.student(nth, roll(pupilsOfSchool)))
        const sent = await sentBy((db) => readersOf(db, { id: school, timeZone: 'Africa/Cairo' }, student, page))
        return { ...sent, school, person: idOf('person', nth * 10_000) }
      },
    },
    {
      name: 'the last lines of a school',
      ask: async (seed) => {
        const nth = dice(seed)(schools)
        const school = idOf('school', nth)
        const sent = await sentBy((db) => linesBy(db, { of: school, kind: null, timeZone: 'Africa/Cairo' }, page))
        return { ...sent, school, person: idOf('person', nth * 10_000) }
      },
    },
  ]
}
