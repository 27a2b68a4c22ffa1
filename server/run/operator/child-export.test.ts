import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { withClient } from '#server/db/client.ts'
import { operator } from '#test/harness/bundles.ts'
import { sqlIn, testDatabase, urlOf } from '#test/harness/database.ts'
import { world } from '#test/world/world.ts'
import { tablesKept, tablesOfChild } from './child-erasure.queries.ts'
import { arabicHeadings } from './child-page.ts'
import { sections } from './child-sections.queries.ts'

const connection = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'kashkool-child-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const url = urlOf(connection)
const { nile, omar, classmate, manager } = world

test('everything about a child is written, to read and for machines, and nothing about another', async () => {
  const names = await withClient(connection, async (client) => {
    await client.query(
      `insert into student_notes (id, school_id, student_id, class_room_id, date, notes, supervisor_id)
       select gen_random_uuid(), school_id, id, class_room_id, '2026-11-01', '<script>alert(1)</script>', $2
       from students where id = $1`,
      [omar.id, manager.id],
    )
    // A draft of a mark, and its former value.
    const exam = await client.query<{ id: string }>(
      `insert into exams (id, school_id, class_room_id, course_id, month_id, exam_date, rate, supervisor_id, published_at)
       select gen_random_uuid(), school_id, class_room_id, course_id, month_id, exam_date, 20, supervisor_id, null
       from exams where class_room_id = $1 limit 1 returning id`,
      [omar.classRoomId],
    )
    await client.query(
      `insert into student_exams (school_id, exam_id, student_id, total_result, is_attend)
       select school_id, id, $2, 13.37, true from exams where id = $1`,
      [exam.rows[0]!.id, omar.id],
    )
    await client.query('update student_exams set total_result = 13.38 where exam_id = $1', [exam.rows[0]!.id])
    // A finished promotion, and the draft of another.
    await client.query(
      `with made as (
         insert into promotions (school_id, id, from_year_id, to_year_id, to_year_name, options, made_by, state)
         select y.school_id, gen_random_uuid(), y.id, gen_random_uuid(), 'next', '{}', $2, u.state
         from (select school_id, id from school_years where school_id = $3 limit 1) y
         cross join unnest(array['done', 'draft']) as u(state) returning school_id, id, state)
       insert into promotion_students (school_id, promotion_id, student_id, decision)
       select school_id, id, $1, case state when 'draft' then 'repeat' else 'up' end from made`,
      [omar.id, manager.id, nile.id],
    )
    const { rows } = await client.query<{ first: string; last: string }>(
      'select first_name as first, last_name as last from students where id = $1',
      [classmate.id],
    )
    return rows[0]!
  })
  const to = join(folder, 'omar')
  const { status, stderr } = spawnSync(process.execPath, [...operator, 'export-child', omar.id, '--to', to], {
    env: { PATH: process.env.PATH, DATABASE_URL: url, MIGRATE_URL: url },
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
  expect(statSync(to).mode & 0o077).toBe(0)

  const html = readFileSync(join(to, 'child.html'), 'utf8')
  expect(html).toContain('&#60;script&#62;alert(1)&#60;/script&#62;')
  expect(html).not.toContain('<script')
  for (const { ar, en } of sections) expect(html).toContain(`<h2>${ar} · <bdi>${en}</bdi></h2>`)

  const text = readFileSync(join(to, 'child.json'), 'utf8')
  const child = JSON.parse(text) as {
    attendance: unknown[]
    promotions: unknown[]
    stored: Record<string, unknown[]>
  }
  expect(child.attendance.length).toBeGreaterThan(0)
  expect(child.stored.attendance_marks).toHaveLength(child.attendance.length)
  expect(Object.keys(child.stored)).toEqual(
    expect.arrayContaining(['students', 'former_values', ...tablesOfChild, ...tablesKept]),
  )
  expect(text).not.toContain(classmate.id)
  expect(text).not.toMatch(/13\.3[78]/)
  expect(text).toContain('"is_draft": true')
  expect(child.promotions).toMatchObject([{ decision: 'up' }])
  expect(child.stored.promotion_students).toMatchObject([{ decision: 'up' }])
  expect(`${text}${html}`).not.toContain(`${names.first} ${names.last}`)

  const ask = sqlIn(connection)
  expect(
    await ask(`select target_kind, target_id from audit_lines where operation = 'operator exports a child'`),
  ).toEqual([{ target_kind: 'student', target_id: omar.id }])
})

test('every column has an Arabic heading, and every table of the child a section', async () => {
  const missing: string[] = []
  await withClient(connection, async (client) => {
    for (const { sql } of sections)
      for (const { name } of (await client.query(sql, [[omar.id]])).fields)
        if (!arabicHeadings[name]) missing.push(name)
  })
  expect(missing).toEqual([])
  // Left out: how often the records were read lately, items in the inboxes of others, and what an undo of a merge would restore.
  const without = ['student_readings', 'inbox_items', 'student_merge_rows', 'media']
  const all = sections.map(({ sql }) => sql).join(' ')
  for (const table of ['students', ...tablesOfChild, ...tablesKept].filter((name) => !without.includes(name)))
    expect(all).toMatch(new RegExp(`\\b${table}\\b`))
})

test('an entry that was merged is exported with the child', async () => {
  const ask = sqlIn(connection)
  await ask(
    `insert into students (id, school_id, class_room_id, code, first_name, middle_name, last_name, birth_date, active, merged_into)
     select gen_random_uuid(), school_id, class_room_id, 'ST9876543210', 'Slartibartfast', middle_name, last_name, '2016-02-29', false, id
     from students where id = $1`,
    [omar.id],
  )
  const to = join(folder, 'both')
  const { status } = spawnSync(process.execPath, [...operator, 'export-child', omar.id, '--to', to], {
    env: { PATH: process.env.PATH, DATABASE_URL: url, MIGRATE_URL: url },
  })
  expect(status).toBe(0)
  const child = JSON.parse(readFileSync(join(to, 'child.json'), 'utf8')) as {
    student: unknown[]
    stored: Record<string, unknown[]>
  }
  expect(child.student).toMatchObject([{ 'merged into': null }, { code: 'ST9876543210', 'born on': '2016-02-29' }])
  expect(child.stored.students).toHaveLength(2)
})
