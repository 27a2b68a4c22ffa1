import { describe, expect, test } from 'vitest'
import { guardians } from '#contract/people/official-records/guardians.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { csvOf, everythingOf, importing } from '#test/imports/sending.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as } = app
const { upload, start, undo, rows, sql } = importing(app)
const { manager, omar, laila } = world

await sql('update class_rooms set max_of_students = 100')
const everything = () => everythingOf(sql)
const idOf = async (firstName: string) =>
  ((await sql('select id from students where first_name = $1', [firstName])) as [{ id: string }])[0].id

describe('guardians of the record', () => {
  const columns = ['الاسم', 'الفصل', 'ولي الأمر', 'صلة القرابة', 'وظيفته', 'تليفون المنزل', 'هاتف الأم', 'اسم الأم']
  const guardiansOf = (studentId: string) => as(manager)(guardians.list, { studentId })
  const one = (name: string, classRoom: string, ...cells: string[]) => csvOf([columns, [name, classRoom, ...cells]])

  test('come with a new student, with any phone, and go with the undo', async () => {
    const before = await everything()
    const draft = await upload(
      one('زين مراد سالم', 'فصل 6ب', 'مراد سالم', 'الأب', 'مهندس', '02 2555-1234', '+1 415 555 0100', 'سارة نبيل'),
    )
    expect(draft.columns.map(({ meaning }) => meaning)).toEqual([
      'fullName',
      'className',
      'guardianName1',
      'relation1',
      'guardianJob1',
      'landline',
      'motherPhone',
      'motherName',
    ])
    expect(draft).toMatchObject({ added: 1, problems: 0, guardians: 0 })
    const done = await start(draft.id)
    const studentId = await idOf('زين')
    expect(await guardiansOf(studentId)).toMatchObject([
      { guardianName: 'سارة نبيل', relationName: 'mother', phone: '+1 415 555 0100', job: null },
      { guardianName: 'مراد سالم', relationName: 'father', phone: '02 2555 1234', job: 'مهندس', untilDay: null },
    ])
    expect(await undo(done.id)).toMatchObject({ state: 'undone' })
    expect(await everything()).toEqual(before)
    expect(await sql('select from guardians where student_id = $1', [studentId])).toEqual([])
  })

  test('of a student who is there are changed by their name, and get their former job back', async () => {
    const [relation] = await sql<{ id: string }>("select id from relation_types where name = 'father'")
    const stored = { studentId: omar.id, guardianName: 'كريم الجندي', relationId: relation!.id, job: 'محاسب' }
    const { id } = await as(manager)(guardians.add, stored)
    const row = one('عمر كريم الجندي', 'فصل 4أ', 'كريم  الجندى', 'الأب', 'مدير', '', '', '')
    const draft = await upload(row)
    expect((await rows(draft.id))[0]).toMatchObject({ changes: [{ field: 'guardianOfRecord' }] })
    const done = await start(draft.id)
    const job = async () => (await guardiansOf(omar.id)).find((one) => one.id === id)!.job
    expect(await job()).toBe('مدير')
    expect(await upload(row)).toMatchObject({ same: 1, changed: 0 })
    expect(await undo(done.id)).toMatchObject({ state: 'undone' })
    expect(await job()).toBe('محاسب')
  })

  test('are of the student of the class that is named, where another has the same name', async () => {
    await sql(
      `update students set first_name = o.first_name, middle_name = o.middle_name, last_name = o.last_name
       from students o where o.school_id = students.school_id and students.id = $1 and o.id = $2`,
      [laila.id, omar.id],
    )
    const lines = ['فصل 4أ', 'فصل 5أ'].map((classRoom) => ['عمر كريم الجندي', classRoom, `ولي من ${classRoom}`, 'الأب'])
    const draft = await upload(csvOf([columns.slice(0, 4), ...lines]), { kind: 'guardians' })
    expect(draft).toMatchObject({ changed: 2, problems: 0 })
    const done = await start(draft.id)
    for (const [student, classRoom] of [
      [omar, 'فصل 4أ'],
      [laila, 'فصل 5أ'],
    ] as const) {
      const names = (await guardiansOf(student.id)).map(({ guardianName }) => guardianName)
      expect(names.filter((name) => name.startsWith('ولي من'))).toEqual([`ولي من ${classRoom}`])
    }
    await undo(done.id)
    await sql('update students set first_name = $2 where id = $1', [laila.id, laila.firstName])
  })

  test('are known until their last day is over, by the entry of today before one that begins later', async () => {
    const [relation] = await sql<{ id: string }>("select id from relation_types where name = 'father'")
    const name = 'فاروق الجندي'
    const entered = (job: string, fromDay: string, untilDay?: string) =>
      as(manager)(guardians.add, {
        studentId: laila.id,
        guardianName: name,
        relationId: relation!.id,
        job,
        fromDay,
        untilDay,
        mayFetch: 'no',
      })
    const line = (job: string) => one('ليلى كريم الجندي', 'فصل 5أ', name, 'الأب', job, '', '', '')
    const jobs = async () =>
      (await guardiansOf(laila.id)).filter(({ guardianName }) => guardianName === name).map(({ job }) => job)

    await entered('محاسب', daysFrom(today, -9), daysFrom(today, -1))
    const draft = await upload(line('محاسب'))
    expect(draft).toMatchObject({ same: 0, changed: 1 })
    await undo((await start(draft.id)).id)
    expect(await jobs()).toEqual(['محاسب'])

    await entered('مدير', today, today)
    await entered('طبيب', daysFrom(today, 1))
    expect(await upload(line('مدير'))).toMatchObject({ same: 1, changed: 0 })
    const done = await start((await upload(line('تاجر'))).id)
    expect(new Set(await jobs())).toEqual(new Set(['محاسب', 'تاجر', 'طبيب']))
    expect(await jobs()).toHaveLength(3)
    await undo(done.id)
    expect(new Set(await jobs())).toEqual(new Set(['محاسب', 'مدير', 'طبيب']))
  })

  test('keep a job that no name stands beside, where the table has no names of guardians', async () => {
    const headings = ['الاسم', 'الفصل', 'تليفون ولي الأمر', 'صلة القرابة', 'وظيفة ولي الأمر']
    const line = ['زين مراد سالم', 'فصل 6ب', '01001234599', 'الأب', 'مهندس']
    const draft = await upload(csvOf([headings, line]))
    expect(draft).toMatchObject({ added: 1, problems: 0, guardians: 1 })
    const [row] = await rows(draft.id)
    expect(row!.record.map(({ value }) => value)).toEqual(['ولي الأمر · مهندس · 01001234599'])
  })

  test('need a name where a job or another phone stands', async () => {
    const draft = await upload(one('زين مراد سالم', 'فصل 6ب', '', '', 'مهندس', '', '', ''))
    expect(draft.problemKinds).toEqual([{ reason: 'Write the name of this guardian', position: 2, rows: 1 }])
  })
})
