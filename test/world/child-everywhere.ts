import type pg from 'pg'
import { fold } from '#contract/language/fold.ts'
import { newId } from '#server/db/ids.ts'
import { insert, oneOfEverything } from './one-of-everything.ts'

/** Part of every text that is stored of the child. As typed it has a vowel mark, a letter with a hamza and an Arabic digit. */
const word = 'قُوربلأ٧'
/** That word in every form in which it is stored. */
export const spellings = [word, fold(word)]
export const placeOf = (column: string) => column.replaceAll(/[._]/g, '-')
const markOf = (place: string) => `${word} ${placeOf(place)}`

/** The places of the texts with that word in a dump, whether it is written as typed, folded or in other digits. */
export const placesIn = (dump: string) =>
  [...new Set([...fold(dump).matchAll(new RegExp(`${fold(word)}( [a-z-]+)?`, 'g'))].map(([, place]) => place ?? ''))]
    .map((place) => place.trim())
    .toSorted((a, b) => a.localeCompare(b))

/** The number of a person who was invited as a parent. */
export const invitedPhone = '01055512345'

export type MarkedChild = {
  id: string
  school: string
  /** The columns that were written, and those whose values the schema limits. */
  marked: string[]
  limited: string[]
}

/**
 * A child about whom every column of `tables` (those with its id) and of the rows of others contains a text. Needs the owner's connection.
 */
export async function childEverywhere(client: pg.ClientBase, tables: readonly string[]): Promise<MarkedChild> {
  const { student: id, school, person } = await oneOfEverything(client, `School ${newId()}`, '01055500001')
  const marked: string[] = []
  const limited: string[] = []

  await client.query('alter table papers disable trigger keep_papers')
  await client.query('update papers set revoked_at = now(), reason = $2 where student_id = $1', [id, 'A reason'])
  await client.query(`update promotions set state = 'done' where school_id = $1`, [school])
  await client.query(`update students set code = 'ST0555500001' where id = $1`, [id])
  await client.query('update import_rows set student_id = $1 where school_id = $2', [id, school])
  await client.query('update parent_invitations set phone_number = $2 where student_id = $1', [id, invitedPhone])
  await insert(client, 'inbox_items', {
    id: newId(),
    person_id: person,
    occasion: newId(),
    kind: 'note',
    student_id: id,
  })
  for (const table of ['students', ...tables])
    for (const { column, values } of await columnsOf(client, table)) {
      const place = `${table}.${column}`
      const own = `${table === 'students' ? 'id' : 'student_id'} = $1`
      const wrote = await firstThat(values(markOf(place)), (value) =>
        savepoint(client, `update ${table} set ${column} = $2 where ${own}`, [id, value]),
      )
      ;(wrote ? marked : limited).push(place)
    }
  await client.query('alter table papers enable trigger keep_papers')
  // The name is changed, so that a former name is stored too.
  const name = [word, `${word} father`, `${word} family`]
  await client.query('update students set first_name = $2, middle_name = $3, last_name = $4 where id = $1', [
    id,
    ...name,
  ])
  await client.query('update students set last_name = $2 where id = $1', [id, `${word} now`])

  await besideChild(client, { id, school, person, formerName: name.join(' ') })
  return { id, school, marked, limited }
}

type Known = { id: string; school: string; person: string; formerName: string }

/** What is stored about the child in rows without its id. */
async function besideChild(client: pg.ClientBase, { id, school, person, formerName }: Known) {
  const [post, shared, brother, draft] = [newId(), newId(), newId(), newId()]
  const ofSchool = { school_id: school }
  const texts = (place: string) => ({ title: markOf(`${place}.title`), body: markOf(`${place}.body`) })
  const attachment = { ...ofSchool, kind: 'file', uploaded_by: person, post_id: post }
  const answer = (operation: string, text: unknown) =>
    insert(client, 'idempotency_keys', {
      person,
      operation,
      key: newId(),
      request_hash: Buffer.from('x'),
      status: 200,
      answer: JSON.stringify(text),
    })
  const words = { ...ofSchool, author_id: person, public: false, important: false, published_at: '2026-11-02' }
  const addressed = { ...ofSchool, kind: 'student', target_id: id }
  const [rowOfChild, rowOfOther, rowOfNumber] = [1, 2, 3].map((row) => ({ ...ofSchool, import_id: draft, row }))

  await insert(client, 'posts', { ...words, ...texts('post'), id: post, answers: [markOf('post.answer')] })
  await insert(client, 'post_audience', { ...addressed, post_id: post })
  await insert(client, 'post_readers', {
    ...ofSchool,
    post_id: post,
    person_id: person,
    addressed: true,
    student_ids: [id],
  })
  await client.query('update posts set title = $2 where id = $1', [post, markOf('post.title-now')])
  await insert(client, 'attachments', {
    ...attachment,
    id: newId(),
    name: markOf('post.file'),
    content: markOf('post.content'),
  })
  await insert(client, 'posts', { ...words, id: shared, title: 'Trip', body: 'For two children' })
  for (const target of [id, brother])
    await insert(client, 'post_audience', { ...addressed, target_id: target, post_id: shared })
  await insert(client, 'post_readers', {
    ...ofSchool,
    post_id: shared,
    person_id: person,
    addressed: true,
    student_ids: [id, brother],
  })
  for (const subject of [post, await firstId(client, 'excuses', id)])
    await insert(client, 'inbox_items', {
      id: newId(),
      person_id: person,
      occasion: subject,
      kind: 'post',
      at_school_id: school,
      subject_ids: [subject],
    })

  await insert(client, 'imports', {
    ...ofSchool,
    id: draft,
    made_by: person,
    source: 'table',
    rows: 3,
    columns: JSON.stringify([{ samples: [markOf('import.sample')] }]),
    names: JSON.stringify([{ kind: 'class', name: formerName }]),
    unknown_names: JSON.stringify([{ kind: 'class', name: formerName }]),
    attendance: JSON.stringify({ words: [{ word: formerName }] }),
  })
  // As a table writes it: without the mark and the hamza, in other digits.
  const inTable = formerName.replaceAll(word, 'قوربلا7')
  const names = { first_name: inTable.split(' ')[0], middle_name: inTable.split(' ').slice(1, 3).join(' ') }
  await insert(client, 'import_rows', {
    ...rowOfChild,
    ...names,
    last_name: inTable.split(' ').slice(3).join(' '),
    cells: [markOf('import.cells')],
  })
  const problems = [{ reason: `This number is already in the record of ${formerName}`, position: 1 }]
  await insert(client, 'import_rows', { ...rowOfOther, cells: ['Another'], problems: JSON.stringify(problems) })

  await insert(client, 'import_rows', {
    ...rowOfNumber,
    cells: [markOf('import.number')],
    record: JSON.stringify({ national_number: markOf('official_records.national_number') }),
  })

  await answer('Student/UpdateStudent', { id, note: markOf('answer.by-id') })
  await answer('Paper/Print', { studentName: formerName })
  await answer('Post/Create', { id: post, title: markOf('answer.post') })
  await answer('Import/SetColumns', { id: draft, schoolId: school, samples: [markOf('answer.import')] })
  await answer('Absence/NoteCall', { outcome: 'reached', note: markOf('absence_calls.note'), byName: '', at: '' })
  await insert(client, 'outbox', { ...ofSchool, event: 'note', payload: { studentId: id, x: markOf('event.by-id') } })
  await insert(client, 'outbox', { ...ofSchool, event: 'post', payload: { postId: post, x: markOf('event.post') } })
}

const firstId = async (client: pg.ClientBase, table: string, student: string) =>
  (await client.query<{ id: string }>(`select id from ${table} where student_id = $1 limit 1`, [student])).rows[0]!.id

/** The columns of a table that take a text, with the values to try. */
async function columnsOf(client: pg.ClientBase, table: string) {
  const values: Record<string, (mark: string) => unknown[]> = {
    text: (mark) => [mark],
    'text[]': (mark) => [[mark]],
    jsonb: (mark) => [JSON.stringify({ x: mark }), JSON.stringify([{ x: mark }])],
    bytea: (mark) => [Buffer.from(mark)],
  }
  const { rows } = await client.query<{ column: string; type: string }>(
    `select attname as "column", format_type(atttypid, null) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
       and format_type(atttypid, null) = any ($2) order by attnum`,
    [table, Object.keys(values)],
  )
  return rows.map(({ column, type }) => ({ column, values: values[type]! }))
}

async function firstThat<T>(all: readonly T[], works: (one: T) => Promise<boolean>) {
  for (const one of all) if (await works(one)) return true
  return false
}

/** Whether the statement changed a row. */
async function savepoint(client: pg.ClientBase, text: string, values: unknown[]) {
  try {
    return ((await client.query(text, values)).rowCount ?? 0) > 0
  } catch {
    return false
  }
}
