import { expect, test } from 'vitest'
import { withClient } from '#server/db/client.ts'
import { sqlIn, testDatabase } from '#test/harness/database.ts'
import { whoWaits } from '#test/harness/waiting.ts'
import { world } from '#test/world/world.ts'
import { remains } from './child-remains.queries.ts'
import { childrenNamed } from './child-words.queries.ts'
import { erase } from './child-erasure.ts'

const connection = await testDatabase()
const ask = sqlIn(connection)
const { omar, nile, delta, manager, otherManager } = world

/** All rows of all tables as text, pictures by their names. */
async function dump() {
  const tables = await ask(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const texts: string[] = []
  for (const { name } of tables)
    texts.push(...(await ask(`select t::text as row from ${name} t`)).map(({ row }) => row as string))
  return texts.join('\n')
}

test('nothing of a child is left in the database, and the coins are what they were', async () => {
  const [{ school_id: school }] = await ask('select school_id from students where id = $1', [omar.id])
  await ask(`update students set first_name = 'Zaphod', middle_name = 'Quorble', last_name = 'Beeblex' where id = $1`, [
    omar.id,
  ])
  await ask(`update students set last_name = 'Beeblebrox' where id = $1`, [omar.id])
  await ask(
    `insert into student_notes (id, school_id, student_id, class_room_id, date, notes, supervisor_id)
     select gen_random_uuid(), school_id, id, class_room_id, '2026-11-01', 'Beeblebrox was here', $2 from students where id = $1`,
    [omar.id, world.manager.id],
  )
  await ask(
    `insert into idempotency_keys (person, operation, key, request_hash, status, answer)
     values ('somebody', 'Student/UpdateStudent', 'a key of the test', '', 200, $1)`,
    [JSON.stringify({ name: 'Zaphod Quorble Beeblebrox' })],
  )
  await ask(`insert into outbox (event, school_id, payload) values ('student left', $1, $2)`, [
    school,
    JSON.stringify({ studentId: omar.id }),
  ])
  expect(await dump()).toContain('Zaphod')
  const coins = () => ask('select count(*), sum(coins) from coin_entries')
  const before = await coins()
  const others = await ask('select count(*) from students')

  const left = await withClient(connection, async (client) => {
    const [child] = await childrenNamed(client, omar.id)
    await erase(client, child!)
    return remains(client, child!.schoolId, [child!.code, ...child!.names])
  })
  expect(left).toEqual([])
  const after = await dump()
  for (const text of ['Zaphod', 'Quorble', 'Beeble', 'zaphod']) expect(after).not.toContain(text)
  expect(await coins()).toEqual(before)
  expect(await ask('select count(*) from students')).toEqual(others)
  expect(await ask(`select outcome from audit_lines where operation = 'operator erases a child'`)).toEqual([
    { outcome: 'done' },
  ])
  await ask(`update students set last_name = 'Zarniwoop' where id = $1`, [world.classmate.id])
  await expect(ask('delete from former_values')).rejects.toThrow()
})

test('kept answers and events of another school that name the same code or name stay', async () => {
  const lina = (
    await ask<{ id: string; code: string; name: string }>(
      `select id, code, concat_ws(' ', first_name, last_name) as name from students where school_id = $1 and id <> $2
     order by code limit 1`,
      [nile.id, omar.id],
    )
  )[0]!
  const keep = (key: string, person: string, answer: object) =>
    ask(
      `insert into idempotency_keys (person, operation, key, request_hash, status, answer)
       values ($1, 'Student/UpdateStudent', $2, '', 200, $3)`,
      [person, key, JSON.stringify(answer)],
    )
  await keep('of the other school', otherManager.id, { schoolId: delta.id, code: lina.code })
  await keep('without a school', otherManager.id, [{ studentName: lina.name }])
  await keep('of this school', manager.id, { schoolId: nile.id, code: lina.code })
  await keep('of a colleague', manager.id, [{ studentName: lina.name }])
  await keep('by the id alone', otherManager.id, { studentId: lina.id })
  for (const school of [delta.id, nile.id, null])
    await ask(`insert into outbox (event, school_id, payload) values ('a test', $1, $2)`, [
      school,
      JSON.stringify({ code: lina.code }),
    ])

  const left = await withClient(connection, async (client) => {
    const [child] = await childrenNamed(client, lina.id)
    await erase(client, child!)
    return remains(client, child!.schoolId, [child!.code, ...child!.names])
  })
  expect(left).toEqual([])
  expect(await ask(`select key from idempotency_keys where operation = 'Student/UpdateStudent' order by key`)).toEqual([
    { key: 'of the other school' },
    { key: 'without a school' },
  ])
  expect(await ask(`select school_id from outbox where event = 'a test'`)).toEqual([{ school_id: delta.id }])
})

test('what is stored of a child while they are erased is erased too', async () => {
  const { laila } = world
  await withClient(connection, async (other) => {
    await other.query('begin')
    await other.query(
      `insert into student_notes (id, school_id, student_id, class_room_id, date, notes, supervisor_id)
       select gen_random_uuid(), school_id, id, class_room_id, '2026-11-01', 'A note of the last moment', $2 from students where id = $1`,
      [laila.id, manager.id],
    )
    const erased = withClient(connection, async (client) => {
      const [child] = await childrenNamed(client, laila.id)
      return erase(client, child!)
    })
    await expect.poll(() => ask(whoWaits)).toHaveLength(1)
    await other.query('commit')
    await erased
  })
  expect(await ask('select notes from student_notes where student_id = $1', [laila.id])).toEqual([])
})

/** A student in the same school and class as another one. */
async function entryOf(
  like: string,
  { code, name, into = null }: { code: string; name: string; into?: string | null },
) {
  const [first, middle, last] = name.split(' ')
  const [{ id }] = await ask(
    `insert into students (id, school_id, class_room_id, code, first_name, middle_name, last_name, active, merged_into)
     select gen_random_uuid(), school_id, class_room_id, $2, $3, $4, $5, $6::uuid is null, $6 from students where id = $1 returning id`,
    [like, code, first, middle, last, into],
  )
  return id as string
}

test('entries that were merged are one child: whichever is named, nothing of either is left', async () => {
  const like = world.classmate.id
  for (const [nth, named] of ['kept', 'other'].entries()) {
    const entry = (of: string) => ({
      code: `ST912345670${2 * nth + (of === 'kept' ? 0 : 1)}`,
      name: `Trillian${of} Astra McMillan`,
    })
    const kept = await entryOf(like, entry('kept'))
    const other = await entryOf(like, { ...entry('other'), into: kept })
    const third = await entryOf(like, { code: `ST912345671${nth}`, name: 'Trillianthird Astra McMillan', into: other })
    await ask(
      `insert into student_merges (id, school_id, student_id, other_id, merged_by)
       select gen_random_uuid(), school_id, $1, $2, $3 from students where id = $1`,
      [kept, other, manager.id],
    )
    await ask(
      `insert into official_records (id, school_id, student_id, official_name) select gen_random_uuid(), school_id, id, 'Trillian of the record' from students where id = $1`,
      [other],
    )
    const left = await withClient(connection, async (client) => {
      const [child] = await childrenNamed(client, entry(named).code)
      expect(child!.ids.toSorted()).toEqual([kept, other, third].toSorted())
      await erase(client, child!)
      return remains(client, child!.schoolId, [...child!.codes, ...child!.names])
    })
    expect(left).toEqual([])
    expect(await dump()).not.toContain('Trillian')
    expect(await ask('select merged_into from students where id = any ($1)', [[kept, other, third]])).toEqual(
      Array(3).fill({ merged_into: null }),
    )
  }
})

test('a child with whom another entry is merged meanwhile is not erased', async () => {
  const like = world.classmate.id
  const kept = await entryOf(like, { code: 'ST9123456730', name: 'Fenchurch Eva Dent' })
  const other = await entryOf(like, { code: 'ST9123456731', name: 'Fenchurch Eva Dent' })
  await withClient(connection, async (colleague) => {
    await colleague.query('begin')
    await colleague.query('select from students where school_id = $1 and id = $2 for update', [world.nile.id, kept])
    await colleague.query('update students set merged_into = $1, active = false where id = $2', [kept, other])
    const erased = withClient(connection, async (client) => {
      const [child] = await childrenNamed(client, kept)
      return erase(client, child!)
    }).catch((problem: Error) => problem.message)
    await expect.poll(() => ask(whoWaits)).toHaveLength(1)
    await colleague.query('commit')
    expect(await erased).toContain('merged meanwhile')
  })
  expect(await ask('select first_name from students where id = $1', [kept])).toEqual([{ first_name: 'Fenchurch' }])
})

test('of imports the rows of the child go, and those of other children stay', async () => {
  const child = await entryOf(world.classmate.id, { code: 'ST9123456720', name: 'Arthur Philip Dent' })
  const sibling = await entryOf(world.classmate.id, { code: 'ST9123456721', name: 'Random Frequent Dent' })
  const draft = '0191b2a0-0000-7000-8000-00000000d001'
  await ask(
    `insert into imports (id, school_id, made_by, source, state, columns, names, rows)
     values ($1, $2, $3, 'table', 'draft', '[{"samples": ["Arthur Dent"]}]',
       '[{"kind": "class", "name": "4A"}, {"kind": "class", "name": "Arthur Dent"}]', 5)`,
    [draft, nile.id, manager.id],
  )
  const rows: [string, string, string | null, string | null][] = [
    ['of the child', '{Arthur,Philip,Dent}', 'Arthur', child],
    ['of nobody yet', '{Arthur,Philip,Dent}', 'Arthur', null],
    ['of their child', '{Random,Arthur Dent}', 'Random', sibling],
    ['of a new brother', '{Ford,Arthur Dent}', 'Ford', null],
  ]
  for (const [nth, [, cells, first, student]] of rows.entries())
    await ask(
      `insert into import_rows (school_id, import_id, row, cells, first_name, middle_name, last_name, student_id)
       values ($1, $2, $3, $4, $5, 'Philip', 'Dent', $6)`,
      [nile.id, draft, nth, cells, first, student],
    )
  const left = await withClient(connection, async (client) => {
    const [found] = await childrenNamed(client, child)
    await erase(client, found!)
    return remains(client, found!.schoolId, [...found!.codes, ...found!.names])
  })
  const kept = await ask<{ row: number }>('select row from import_rows where import_id = $1 order by row', [draft])
  expect(kept.map(({ row }) => rows[row]![0])).toEqual(['of their child', 'of a new brother'])
  expect(await ask('select names, columns from imports where id = $1', [draft])).toEqual([
    { names: [{ kind: 'class', name: '4A' }], columns: [{ samples: [] }] },
  ])
  expect(left).toEqual(['import_rows.cells: 2'])
})

test('what is left of a child is found, with its place', async () => {
  const [{ school_id: school }] = await ask('select school_id from students where id = $1', [omar.id])
  await ask(`update schools set about = 'Ford Prefect won the cup' where id = $1`, [school])
  const found = await withClient(connection, (client) => remains(client, school, ['ford prefect']))
  expect(found).toEqual(['schools.about: 1'])
})

test('the counts of a register hold no more once the mark of a child is erased from it', async () => {
  const [{ id }] = await ask('select student_id as id from attendance_marks where not superseded order by id limit 1')
  const counted = `from attendance_sheets s join attendance_marks m
      on m.school_id = s.school_id and m.class_room_id = s.class_room_id and m.date = s.date and not m.superseded
    where m.student_id = '${id}'`
  await ask(`update attendance_sheets set counts = '{9,9,9,9}', counted_version = version`)
  const kept = `select class_room_id, date from attendance_sheets where counted_version = version order by date, class_room_id`
  const [before, theirs] = [await ask(kept), await ask(`select s.class_room_id, s.date ${counted}`)]
  expect(theirs.length).toBeGreaterThan(0)
  const placeOf = (row: { class_room_id: string; date: unknown }) => `${row.class_room_id} ${String(row.date)}`
  const places = (rows: { class_room_id: string; date: unknown }[]) => rows.map(placeOf)
  await withClient(connection, async (client) => {
    const [child] = await childrenNamed(client, id)
    await erase(client, child!)
  })
  const gone = new Set(places(theirs))
  expect(places(await ask(kept))).toEqual(places(before).filter((place) => !gone.has(place)))
})
