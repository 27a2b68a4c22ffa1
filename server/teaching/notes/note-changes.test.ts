import { describe, expect, test } from 'vitest'
import { notes } from '#contract/teaching/notes/notes.ts'
import { daysFrom } from '#server/base/days.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { manager, teacher, supervisor, parent, otherManager, classmatesParent, mathsTeacher } = world
const { class4a, class4b, arabic, maths, omar, laila, classmate } = world
const { sql, audited, rowsOf } = tracesIn(connection)

const draft = { classRoomId: class4a.id, studentId: omar.id, courseId: arabic.id, date: today, notes: 'قرأ بطلاقة' }
const only = refused(403, 'Only the author or the supervisor may change this note')
const oneOf = async (where: string, values: unknown[] = []): Promise<string> =>
  (await sql(`select id from student_notes where ${where} order by date desc, id limit 1`, values))[0].id

describe('a note is changed', () => {
  test('by its author, the supervisor and callers who see the school; the author stays', async () => {
    const note = await as(teacher)(notes.add, draft)
    const mine = await as(teacher)(notes.update, { ...note, notes: 'قرأ وفهم' })
    expect(mine).toEqual({ ...note, notes: 'قرأ وفهم', version: 2 })
    const theirs = await as(supervisor)(notes.update, { id: note.id, date: daysFrom(today, -2), courseId: null })
    expect(theirs).toMatchObject({ date: daysFrom(today, -2), courseId: null, supervisorId: teacher.id, version: 3 })
    expect(await as(manager)(notes.update, { id: note.id })).toEqual(theirs)
    const sent = { ...theirs, baseVersion: 2, notes: 'متأخر' }
    await expect(as(teacher)(notes.update, sent)).rejects.toMatchObject({
      ...refused(409, 'Somebody else changed this meanwhile'),
      current: { id: note.id, notes: 'قرأ وفهم', version: 3 },
    })
    const [former] = await sql(
      `select count(*)::int as times from former_values where table_name = 'student_notes' and key ->> 'id' = $1`,
      [note.id],
    )
    expect(former.times).toBe(2)
  })

  test.each<[string, () => Promise<string>, { phone: string }, object, object]>([
    ['by another teacher', () => oneOf('course_id is null and student_id = $1', [omar.id]), mathsTeacher, {}, only],
    ['on a course of another', () => oneOf('student_id = $1', [laila.id]), teacher, {}, notFound],
    ['by its reader', () => oneOf('student_id = $1', [omar.id]), parent, {}, notAllowed],
    ['of another school', () => oneOf('student_id = $1', [omar.id]), otherManager, {}, notFound],
    [
      'to a course of another',
      () => oneOf('supervisor_id = $1', [teacher.id]),
      teacher,
      { courseId: maths.id },
      refused(400, 'You do not teach this course in this class'),
    ],
    ['to no course at all', () => oneOf('supervisor_id = $1', [teacher.id]), teacher, { courseId: newId() }, notFound],
    [
      'to tomorrow',
      () => oneOf('supervisor_id = $1', [teacher.id]),
      teacher,
      { date: daysFrom(today, 1) },
      refused(400, 'This date cannot be used'),
    ],
    ['to nothing', () => oneOf('supervisor_id = $1', [teacher.id]), teacher, { notes: null }, refused(400, 'Required')],
    [
      'to another class',
      () => oneOf('supervisor_id = $1', [teacher.id]),
      teacher,
      { classRoomId: class4b.id },
      refused(400, 'Invalid input'),
    ],
    [
      'to another student',
      () => oneOf('supervisor_id = $1 and student_id = $2', [teacher.id, omar.id]),
      teacher,
      { studentId: classmate.id },
      refused(400, 'This field cannot be changed here'),
    ],
  ])('but not %s', async (_, note, person, change, refusal) => {
    const id = await note()
    const before = await rowsOf('student_notes')
    await expect(as(person)(notes.update, { id, ...change })).rejects.toMatchObject(refusal)
    expect(await rowsOf('student_notes')).toEqual(before)
  })
})

test('a note for the wrong child is withdrawn by the same people, and its words are kept', async () => {
  const note = await as(teacher)(notes.add, { ...draft, studentId: classmate.id, courseId: null })
  await expect(as(mathsTeacher)(notes.remove, { noteId: note.id })).rejects.toMatchObject(only)
  await expect(as(parent)(notes.remove, { noteId: note.id })).rejects.toMatchObject(notAllowed)
  expect(await as(supervisor)(notes.remove, { noteId: note.id })).toEqual({ done: true, changed: 1 })

  expect((await as(classmatesParent)(notes.list, {})).map(({ id }) => id)).not.toContain(note.id)
  for (const person of [teacher, supervisor, manager, classmatesParent])
    await expect(as(person)(notes.get, { noteId: note.id })).rejects.toMatchObject(notFound)
  await expect(as(teacher)(notes.remove, { noteId: note.id })).rejects.toMatchObject(notFound)
  await expect(as(teacher)(notes.update, { id: note.id, notes: 'x' })).rejects.toMatchObject(notFound)
  expect(await sql('select notes, removed_by from student_notes where id = $1', [note.id])).toEqual([
    { notes: draft.notes, removed_by: supervisor.id },
  ])
  expect((await audited(notes.remove)).at(-1)).toEqual({
    person_id: supervisor.id,
    school_id: world.nile.id,
    target_kind: 'note',
    target_id: note.id,
  })
})
