import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { migrate } from '#server/db/migrate.ts'
import { newId } from '#server/db/ids.ts'
import { withClient } from '#server/db/client.ts'
import { asRequests, emptyDatabase, inDatabase } from '#test/harness/database.ts'
import { sign, signedSettings } from '#test/harness/ground.ts'
import { type Ids, insert, oneOfEverything } from '#test/world/one-of-everything.ts'

const connection = await emptyDatabase()
let owner: pg.Client
let server: pg.Client
let nile: Ids
let delta: Ids
/** Tables that name a school and that the server may read. */
let tables: string[]
/** Written after a call was refused, when its schools are not set any more; no child is named in them. */
const counters = ['reading_alarms']

beforeAll(async () => {
  owner = new pg.Client(connection)
  server = new pg.Client(asRequests(connection))
  await Promise.all([owner.connect(), server.connect()])
  nile = await oneOfEverything(owner, 'مدرسة النيل', '01000000101')
  delta = await oneOfEverything(owner, 'مدرسة الدلتا', '01000000102')
  const { rows } = await owner.query<{ name: string }>(
    `
    select relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'school_id'
    where relkind = 'r' and relname <> all ($1) and relnamespace = 'public'::regnamespace and has_table_privilege('kashkool_app', c.oid, 'select')
    order by 1`,
    [counters],
  )
  tables = rows.map(({ name }) => name)
})

afterAll(async () => {
  await Promise.all([owner?.end(), server?.end()])
})

type Settings = Partial<Record<'schools' | 'user' | 'children' | 'platform', string>>

/** Work of the server's role under these settings, undone at its end. */
async function acting<T>(settings: Settings, work: (client: pg.Client) => Promise<T>): Promise<T> {
  await server.query('begin')
  try {
    for (const [name, value] of Object.entries(signedSettings(settings)))
      await server.query('select set_config($1, $2, true)', [name, value])
    return await work(server)
  } finally {
    await server.query('rollback')
  }
}

const schoolsSeenIn = (client: pg.Client, table: string) =>
  client
    .query<{ school_id: string | null }>(`select distinct school_id from ${table}`)
    .then(({ rows }) => rows.map((row) => row.school_id))

/** Tables of which some row is seen. */
const seen = (settings: Settings) =>
  acting(settings, async (client) => {
    const open = []
    for (const table of tables) if ((await schoolsSeenIn(client, table)).length > 0) open.push(table)
    return open
  })

test('each of both schools has a row in every table that names a school', async () => {
  for (const table of tables)
    expect(await schoolsSeenIn(owner, table), table).toEqual(expect.arrayContaining([nile.school, delta.school]))
})

test('a call that has not set where it acts sees nothing', async () => {
  expect(await seen({})).toEqual([])
  expect(await seen({ schools: '', user: '', children: '', platform: '' })).toEqual([])
})

test('a call sees the school it acts in, whole, and no other', async () => {
  for (const school of [nile, delta])
    await acting({ schools: school.school }, async (client) => {
      for (const table of tables) expect(await schoolsSeenIn(client, table), table).toEqual([school.school])
    })
})

test('a call in two schools sees both', async () => {
  const both = await acting({ schools: `${nile.school},${delta.school}` }, (client) =>
    schoolsSeenIn(client, 'students'),
  )
  expect(new Set(both)).toEqual(new Set([nile.school, delta.school]))
})

test("a row cannot be written into another school, nor moved there, nor another school's row changed", async () => {
  const grade = { id: newId(), school_id: delta.school, name: 'الصف الثاني' }
  const refused = 'new row violates row-level security policy'
  await expect(acting({ schools: nile.school }, (client) => insert(client, 'grades', grade))).rejects.toThrow(refused)
  const moved = 'update grades set school_id = $1 where id = $2'
  await expect(
    acting({ schools: nile.school }, (client) => client.query(moved, [delta.school, nile.grade])),
  ).rejects.toThrow(refused)
  const changed = await acting({ schools: nile.school }, (client) =>
    client.query(`update grades set notes = 'changed' where id = $1`, [delta.grade]),
  )
  expect(changed.rowCount).toBe(0)
})

test("even the owner cannot hang a student on another school's class", async () => {
  await expect(
    owner.query('update students set class_room_id = $1 where id = $2', [delta.classRoom, nile.student]),
  ).rejects.toMatchObject({ constraint: 'students_class_same_school' })
})

test("a parent's call sees nothing of other students of the school", async () => {
  const strangers = { schools: nile.school, children: delta.student }
  for (const table of aboutStudents) expect(await acting(strangers, (c) => schoolsSeenIn(c, table)), table).toEqual([])
  const own = await seen({ schools: nile.school, children: nile.student })
  expect(own).toEqual(tables.filter((table) => !closedToParents.includes(table)))
})

test("of the audit, a parent's call sees who read of its child, and nothing else", async () => {
  const line = { operation: 'Student/GetStudent', school_id: nile.school, target_kind: 'student' }
  for (const target_id of [nile.student, delta.student])
    for (const outcome of ['read', 'done']) await insert(owner, 'audit_lines', { ...line, outcome, target_id })
  const own = { schools: nile.school, children: nile.student }
  const { rows } = await acting(own, (client) => client.query('select outcome, target_id from audit_lines'))
  expect(rows).toEqual([{ outcome: 'read', target_id: nile.student }])
})

test('people find their own links and rights before their school is known, and only read them', async () => {
  expect(await seen({ user: nile.person })).toEqual([
    'class_rooms',
    'class_teacher_courses',
    'post_readers',
    'school_teacher_courses',
    'school_teachers',
    'student_parents',
    'user_permissions',
    'user_roles',
  ])
  await acting({ user: nile.person }, async (client) => {
    expect(await schoolsSeenIn(client, 'user_roles')).toEqual([nile.school])
    const changes = ['update class_rooms set active = false', 'delete from user_roles', 'delete from school_teachers']
    for (const change of changes) expect((await client.query(change)).rowCount, change).toBe(0)
  })
})

test('the platform sees money, rights and contacts of every school, and no student', async () => {
  expect(await seen({ platform: 'on' })).toEqual([
    'audit_lines',
    'audit_origins',
    'coin_entries',
    'payment_requests',
    'payment_transactions',
    'phone_changes',
    'school_contacts',
    'school_languages',
    'user_permissions',
    'user_roles',
  ])
})

test('an app-wide role is given by the platform; the role Standard by anybody who opens an account', async () => {
  const give = (settings: Settings, role: { id: string }, school: string | null = null) =>
    acting(settings, (client) =>
      client.query('select * from give_roles($1, $2, $3, $4, $5, $6)', [
        [newcomer],
        [role.id],
        [school],
        'given',
        nile.person,
        sign(['give roles', newcomer, role.id, school ?? '', 'given', nile.person]),
      ]),
    )
  const { standard, platformAdministrator, schoolManager } = builtInRoles
  const elsewhere = 'rights are given where the call acts'
  const newcomer = newId()
  await insert(owner, 'users', { id: newcomer, phone_number: '01000000199', password_hash: 'none' })

  await expect(give({ schools: nile.school }, platformAdministrator)).rejects.toThrow(elsewhere)
  await expect(give({ platform: 'on' }, platformAdministrator)).resolves.toMatchObject({ rowCount: 1 })
  await expect(give({}, standard)).resolves.toMatchObject({ rowCount: 1 })
  await expect(give({ schools: nile.school }, schoolManager, nile.school)).resolves.toMatchObject({ rowCount: 1 })
  await expect(give({ schools: delta.school }, schoolManager, nile.school)).rejects.toThrow(elsewhere)
  await expect(give({ platform: 'on' }, schoolManager, nile.school)).rejects.toThrow(elsewhere)
})

test('nobody writes events, audit lines or former values by hand, or reads what is to be delivered', async () => {
  await acting({}, async (client) => {
    await expect(client.query('select payload from outbox')).rejects.toThrow('permission denied')
  })
  await expect(acting({}, (client) => insert(client, 'outbox', { event: 'code' }))).rejects.toThrow('permission denied')
  await expect(
    acting({ schools: nile.school }, (client) =>
      insert(client, 'audit_lines', { operation: 'API/Identity/Login', outcome: 'refused' }),
    ),
  ).rejects.toThrow('permission denied')
  await expect(
    acting({ schools: nile.school }, (client) =>
      insert(client, 'former_values', { table_name: 'students', key: {}, was: {}, school_id: nile.school }),
    ),
  ).rejects.toThrow('permission denied')
})

test('a setting does not outlive its transaction', async () => {
  await acting({ schools: nile.school }, (client) => schoolsSeenIn(client, 'students'))
  expect((await server.query('select from students')).rowCount).toBe(0)
})

test('an owner who is no superuser migrates, and sees everything although row-level security is forced', async () => {
  await owner.query('create role keeper')
  await owner.query('grant kashkool_app to keeper')
  await owner.query('create database kept owner keeper')
  const keeper = { ...inDatabase(connection, 'kept'), options: '-c role=keeper' }
  await migrate(keeper)
  await withClient(keeper, async (client) => {
    await oneOfEverything(client, 'مدرسة الفيوم', '01000000103')
    const { rows } = await client.query(
      'select (select count(*)::int from students) + (select count(*)::int from former_values) as seen',
    )
    expect(rows).toEqual([{ seen: 2 }])
  })
  await withClient({ ...keeper, options: '-c role=kashkool_app' }, async (client) =>
    expect((await client.query('select from students')).rowCount).toBe(0),
  )
  await owner.query('drop database kept')
  await owner.query('drop role keeper')
})

const aboutStudents =
  'absence_calls absence_steps attendance_marks brought_marks conduct_records excuses family_students fee_charges fee_dues fee_grants fee_lines fee_receipts form_answers guardians health_alerts media meeting_bookings meeting_wishes official_records papers seats student_activities student_classes student_exams student_health student_homework student_leavings student_notes student_parents students term_results thread_acts thread_reads thread_texts threads'.split(
    ' ',
  )
const closedToParents =
  'audit_lines audit_origins emergency_contacts exam_seats families fee_intents fee_promises fee_proposals former_values gateway_accounts gateway_events gateway_payments gateway_refunds grace_marks hand_overs import_progress import_rows imports job_students jobs part_marks program_keys program_uses promotion_classes promotion_progress promotion_students promotions record_confirmations record_proposals remark_bank remarks roster_settings roster_sources roster_uses sign_in_providers statement_files statement_lines student_merge_rows student_merges tills told_transfers webhook_deliveries webhooks'.split(
    ' ',
  )
