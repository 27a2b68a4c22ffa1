import { readdirSync } from 'node:fs'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { seeOnly } from '#server/access/authorise.queries.ts'
import { openDb } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { migrate } from '#server/db/migrate.ts'
import { asRequests, emptyDatabase } from '#test/harness/database.ts'
import { sign, signedSettings } from '#test/harness/ground.ts'
import { type Ids, insert, oneOfEverything } from '#test/world/one-of-everything.ts'

const connection = await emptyDatabase()
let owner: pg.Client
let nile: Ids

beforeAll(async () => {
  owner = new pg.Client(connection)
  await owner.connect()
  nile = await oneOfEverything(owner, 'مدرسة النيل', '01000000101')
})

afterAll(async () => {
  await owner?.end()
})

const namesOf = async (query: string, parameters: unknown[] = []) =>
  (await owner.query<{ name: string }>(query, parameters)).rows.map(({ name }) => name)

const appendOnly = ['audit_lines', 'coin_entries', 'former_values', 'payment_transactions']

test('every table that names a school has row-level security: enabled, forced, for all commands', async () => {
  const open = await namesOf(`
    select relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'school_id'
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and not (
      c.relrowsecurity and c.relforcerowsecurity
      and exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'owner' and p.polcmd = '*')
      and (exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'school' and p.polcmd = '*')
        or not has_table_privilege('kashkool_app', c.oid, 'update, delete')))`)
  expect(open).toEqual([])
})

test('every key between two tables of schools carries the school', async () => {
  const loose = await namesOf(`
    select conrelid::regclass || ' ' || conname as name from pg_constraint
    join pg_attribute here on here.attrelid = conrelid and here.attname = 'school_id'
    join pg_attribute there on there.attrelid = confrelid and there.attname = 'school_id'
    where contype = 'f' and not here.attnum = any (conkey)`)
  expect(loose).toEqual([])
})

test("the server's role owns nothing, cannot make anything, and does not see the migrations", async () => {
  expect(
    await namesOf(`select relname as name from pg_class where relowner = 'kashkool_app'::regrole
      union all select proname from pg_proc where proowner = 'kashkool_app'::regrole`),
  ).toEqual([])
  const { rows } = await owner.query(`
    select rolsuper, rolbypassrls, rolcanlogin, has_schema_privilege(oid, 'public', 'create') as creates,
      has_table_privilege(oid, 'migrations', 'select, insert, update, delete') as migrates
    from pg_roles where rolname = 'kashkool_app'`)
  expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, rolcanlogin: true, creates: false, migrates: false }])
})

test.each(appendOnly)('%s is written once: the server may not change it and the owner cannot', async (table) => {
  const { rows } = await owner.query(
    `select has_table_privilege('kashkool_app', $1, 'update, delete, truncate') as may`,
    [table],
  )
  expect(rows).toEqual([{ may: false }])
  for (const change of [`update ${table} set school_id = null`, `delete from ${table}`, `truncate ${table} cascade`])
    await expect(owner.query(change)).rejects.toThrow('is append-only')
})

test('names fold: case, letter forms, marks, digits of every script, spaces', async () => {
  const pairs = [
    ['أحمد إبراهيم', 'احمد ابراهيم'],
    ['آمال ٱلنيل', 'امال النيل'],
    ['هدى', 'هدي'],
    ['فاطمة', 'فاطمه'],
    ['مُحَمَّد', 'محمد'],
    ['كشـــكول', 'كشكول'],
    ['فصل ١٢', 'فصل 12'],
    ['فصل ۱۲', 'فصل 12'],
    ['  Class   ONE ', 'class one'],
    ['ÉCOLE', 'ecole'],
  ]
  for (const [written, folded] of pairs)
    expect((await owner.query('select fold($1) as folded', [written])).rows).toEqual([{ folded }])
})

test('names sort without case, and numbers inside them by value', async () => {
  const { rows } = await owner.query(
    `select array(select name from unnest($1::text[]) as name order by name collate by_name) as names`,
    [['الصف 10', 'b', 'الصف 2', 'A', 'a2', 'C', 'a10']],
  )
  expect(rows[0].names).toEqual(['A', 'a2', 'a10', 'b', 'C', 'الصف 2', 'الصف 10'])
})

test('a class of the same name in other letter forms is refused by its name', async () => {
  const classRoom = { school_id: nile.school, grade_id: nile.grade, language_id: nile.language, gender: 3 }
  await expect(
    insert(owner, 'class_rooms', { ...classRoom, id: newId(), name: 'فصل  اول', max_of_students: 20 }),
  ).rejects.toMatchObject({ constraint: 'class_rooms_name_taken' })
})

test('a school has at most one current year, and no year is current and completed', async () => {
  const year = { school_id: nile.school, active: true, began_on: '2027-09-01' }
  await expect(insert(owner, 'school_years', { ...year, id: newId(), name: '2027/2028' })).rejects.toMatchObject({
    constraint: 'school_years_one_current',
  })
  await expect(
    insert(owner, 'school_years', { ...year, id: newId(), name: '2025/2026', completed: true }),
  ).rejects.toMatchObject({ constraint: 'school_years_completed_inactive' })
})

test('an app role cannot be held in a school, nor a school role without one', async () => {
  const { standard, schoolManager } = builtInRoles
  await expect(
    insert(owner, 'user_roles', { user_id: nile.person, role_id: standard.id, school_id: nile.school }),
  ).rejects.toMatchObject({ constraint: 'user_roles_role_fits' })
  await expect(insert(owner, 'user_roles', { user_id: nile.person, role_id: schoolManager.id })).rejects.toMatchObject({
    constraint: 'user_roles_role_fits',
  })
})

test('the seat of a student is charged once a year, and once for the year to come', async () => {
  const seat = { school_id: nile.school, student_id: nile.student, charged_on: '2026-11-03' }
  await expect(insert(owner, 'seats', { ...seat, id: newId(), school_year_id: nile.year })).rejects.toMatchObject({
    constraint: 'seats_once',
  })
  await insert(owner, 'seats', { ...seat, id: newId() })
  await expect(insert(owner, 'seats', { ...seat, id: newId() })).rejects.toMatchObject({ constraint: 'seats_once' })
})

test('a changed row leaves its former value with who changed it', async () => {
  await owner.query('begin')
  await owner.query(`select set_config('app.user', $1, true)`, [signedSettings({ user: nile.person })['app.user']])
  await owner.query(`update students set first_name = 'ليلى' where id = $1`, [nile.student])
  await owner.query(`update students set first_name = 'ليلى' where id = $1`, [nile.student])
  await owner.query('commit')
  const { rows } = await owner.query(
    `select school_id, changed_by, was ->> 'first_name' as was from former_values
     where table_name = 'students' and key = jsonb_build_object('id', $1::uuid)`,
    [nile.student],
  )
  expect(rows).toEqual([{ school_id: nile.school, changed_by: nile.person, was: 'سلمى' }])
})

test('former values of many rows are kept by one trigger a statement, on every table that keeps them', async () => {
  const { rows } = await owner.query(
    `select tgrelid::regclass::text as table, tgname, (tgtype & 1) = 1 as each_row from pg_trigger
     where tgname like 'keep_former%' order by 1, 2`,
  )
  expect(rows.filter(({ each_row }) => each_row)).toEqual([])
  expect(rows.filter(({ tgname }) => tgname.endsWith('change')).length).toBeGreaterThan(8)
  expect(rows.filter(({ tgname }) => tgname.endsWith('change')).map(({ table }) => table)).toEqual(
    rows.filter(({ tgname }) => tgname.endsWith('delete')).map(({ table }) => table),
  )
})

test('migrating again, and twice at once, changes nothing; a taken key of a built-in role comes back', async () => {
  const count = `select (select count(*) from role_permissions) as keys, (select count(*) from permissions) as permissions,
    (select count(*) from languages) as languages, (select count(*) from migrations) as migrations`
  const { rows: before } = await owner.query(count)
  await owner.query('delete from role_permissions where role_id = $1', [builtInRoles.schoolManager.id])
  await Promise.all([migrate(connection), migrate(connection)])
  expect((await owner.query(count)).rows).toEqual(before)

  await owner.query('delete from role_permissions where role_id = $1', [builtInRoles.schoolTeacher.id])
  await migrate(connection)
  const { rows } = await owner.query('select from role_permissions where role_id = $1', [builtInRoles.schoolTeacher.id])
  expect(rows).toEqual([])
})

test('a migration changed after it was applied is refused by name', async () => {
  const put = (checksum: string) =>
    owner.query(`update migrations set checksum = $1 where name = '0005_schools.sql' returning checksum`, [checksum])
  const { rows } = await owner.query(`select checksum from migrations where name = '0005_schools.sql'`)
  await put('another')
  await expect(migrate(connection)).rejects.toThrow('0005_schools.sql was changed after it was applied')
  await put(rows[0].checksum)
})

test('days come as days, instants in UTC with milliseconds, marks and counts as numbers', async () => {
  const db = openDb(asRequests(connection), { max: 1, sign })
  const result = await db.transaction().execute(async (tx) => {
    await seeOnly(tx, { schools: [nile.school] })
    return tx
      .selectFrom('studentExams')
      .innerJoin('exams', 'exams.id', 'examId')
      .select([
        'examDate',
        'totalResult',
        'studentExams.createdAt',
        (eb) => eb.fn.count<number>('examId').over().as('count'),
      ])
      .executeTakeFirstOrThrow()
  })
  await db.destroy()
  expect(result).toEqual({
    examDate: '2026-11-02',
    totalResult: 7.25,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    count: 1,
  })
})

test('the generated types and tables are those of the migrated database', async () => {
  const check = promisify(execFile)(process.execPath, [
    '--import',
    'tsx',
    'bin/db-types.ts',
    '--check',
    JSON.stringify(connection),
  ])
  await expect(check).resolves.toMatchObject({ stderr: '' })
})

test('no two migrations have one number, so that their order is that of their names', () => {
  const numbers = readdirSync('server/db/migrations').map((name) => name.slice(0, 4))
  expect(new Set(numbers).size).toBe(numbers.length)
})
