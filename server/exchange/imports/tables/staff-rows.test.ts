import { describe, expect, test } from 'vitest'
import { classes } from '#contract/school/classes/classes.ts'
import { classSettings } from '#contract/school/classes/class-settings.ts'
import { courses } from '#contract/school/courses/courses.ts'
import { imports } from '#contract/exchange/imports/imports.ts'
import { staffInvitations } from '#contract/people/teachers/staff-invitations.ts'
import { newKey, testApp } from '#test/harness/app.ts'
import { csvOf, importing } from '#test/imports/sending.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as } = app
const { upload, start, undo, rows, sql } = importing(app)
const { manager, nile, class6b, mathsTeacher } = world
const schoolId = nile.id
const call = as(manager)

const [first, second, third] = (await call(courses.list, { schoolId })).map(({ name }) => name) as [
  string,
  string,
  string,
]
const table = (...lines: string[][]) => csvOf([['اسم المعلم', 'الموبايل', 'الوظيفة', 'المواد', 'الفصول'], ...lines])
const staff = (...lines: string[][]) => upload(table(...lines), { kind: 'staff' })
const teachingOf = async (phone: string) =>
  (await call(staffInvitations.list, { schoolId }))
    .filter(({ phoneNumber }) => phoneNumber === phone)
    .flatMap(({ teaching }) => teaching.map(({ courseName }) => courseName))
    .toSorted()
const reasons = async (importId: string) =>
  (await rows(importId)).map(({ outcome, problems }) => problems[0]?.reason ?? outcome)

describe('several rows of one person', () => {
  test('are all added to an invitation that waits already', async () => {
    const phone = '01077700031'
    await start((await staff(['منال سعيد', phone, '', first, class6b.name])).id)
    const draft = await staff(['', phone, '', second, class6b.name], ['', phone, '', third, ''])
    expect(await reasons(draft.id)).toEqual(['change', 'change'])
    const done = await start(draft.id)
    expect(await teachingOf(phone)).toEqual([first, second, third].toSorted())
    expect(await undo(done.id)).toMatchObject({ state: 'undone', reason: null })
    expect(await teachingOf(phone)).toEqual([first])
  })

  test('give one role, or what is taught, and never both', async () => {
    const [one, other, waiting] = ['01077700032', '01077700033', '01077700034']
    await start((await staff(['سوسن رأفت', waiting, 'مدير', '', ''])).id)
    const draft = await staff(
      ['هالة ثروت', one, 'مدير', '', ''],
      ['هالة ثروت', one, '', first, class6b.name],
      ['هالة ثروت', one, 'مدير', '', ''],
      ['نجوى ثروت', other, '', first, class6b.name],
      ['نجوى ثروت', other, 'مدير', '', ''],
      ['سوسن رأفت', waiting, '', first, ''],
    )
    expect(await reasons(draft.id)).toEqual([
      'add',
      'Only a teacher is given courses',
      'same',
      'add',
      'This person is here already; give roles under rights',
      'Only a teacher is given courses',
    ])
    await call(imports.leaveOut, { importId: draft.id, leftOut: true })
    expect(await start(draft.id)).toMatchObject({ state: 'done', reason: null, added: 2 })
  })
})

describe('an import of staff', () => {
  const lines = (importId: string) =>
    sql<{ line: string }>(
      `select operation || ' ' || target_kind || ' ' || target_id as line from audit_lines
       where request_id = $1 and target_kind <> 'import' order by 1`,
      [importId],
    )
  const links = () =>
    sql<{ payload: object }>(`select payload from outbox where event = 'class link' order by id desc limit 2`)

  test('leaves a line of each person, and notifies teachers, also when it is undone', async () => {
    const [{ phone }] = (await sql('select phone_number as phone from users where id = $1', [mathsTeacher.id])) as [
      { phone: string },
    ]
    const draft = await staff(
      ['', phone, '', `${first}، ${second}، ${third}`, class6b.name],
      ['فادي عزيز', '01077700035', '', '', ''],
    )
    const { id } = await start(draft.id)
    const [{ invited }] = (await sql(
      `select effect ->> 'invited' as invited from import_rows where import_id = $1 and effect ? 'invited'`,
      [id],
    )) as [{ invited: string }]
    const linesOf = (operation: string) =>
      [`${operation} person ${mathsTeacher.id}`, `${operation} staff invitation ${invited}`].toSorted()
    expect((await lines(id)).map(({ line }) => line)).toEqual(linesOf('Import/Start'))
    const [linked] = await links()
    expect(linked!.payload).toMatchObject({ teacherId: mathsTeacher.id, classRoomId: class6b.id, linked: true })

    expect(await undo(id)).toMatchObject({ state: 'undone' })
    expect((await lines(id)).map(({ line }) => line)).toEqual([...linesOf('Import/Start'), ...linesOf('Import/Undo')])
    const [ended, before] = await links()
    expect([ended!.payload, before!.payload]).toEqual([{ ...linked!.payload, linked: false }, linked!.payload])
  })

  test('takes the classes that were made for it away when it is undone', async () => {
    const draft = await staff(['رامي لطيف', '01077700036', '', first, 'قاعة الرسم'])
    expect(draft.unknownNames).toMatchObject([{ kind: 'class', name: 'قاعة الرسم', several: false }])
    const { schoolLanguages, schoolGrades } = await call(classSettings.formData, { schoolId })
    const room = {
      schoolId,
      name: 'قاعة الرسم',
      gradeId: schoolGrades[0]!.id,
      languageId: schoolLanguages[0]!.id,
      gender: 3 as const,
      maxOfStudents: 40,
    }
    const [made] = await call(classSettings.addSeveral, { items: [room] }, { key: newKey() })
    expect(await call(imports.setColumns, { importId: draft.id, madeClassIds: [made!.id] })).toMatchObject({
      problems: 0,
    })
    await start(draft.id)
    expect(await undo(draft.id)).toMatchObject({ state: 'undone', reason: null })
    expect((await call(classes.list, { schoolId })).map(({ id }) => id)).not.toContain(made!.id)
  })
})
