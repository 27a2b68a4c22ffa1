import { expect, test } from 'vitest'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { courses } from '#contract/school/courses/courses.ts'
import { imports } from '#contract/exchange/imports/imports.ts'
import { testApp } from '#test/harness/app.ts'
import { csvOf, importing } from '#test/imports/sending.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { upload, rows } = importing(app)
const { manager, nile, class4a, class4b } = world
const call = app.as(manager)
const taught = await call(courses.list, { schoolId: nile.id })
const courseNamed = (name: string) => taught.find((course) => course.name === name)!.id
const staff = (...lines: string[][]) =>
  upload(csvOf([['الاسم', 'الوظيفة', 'التخصص', 'الفصول', 'الموبايل'], ...lines]), { kind: 'staff' })
const reasons = async (importId: string) =>
  (await rows(importId)).map(({ outcome, problems }) => problems.map(({ reason }) => reason).join() || outcome)

test('positions and courses that the school calls otherwise are said once, for all rows', async () => {
  const draft = await staff(
    ['هالة ثروت', 'رائدة فصل', 'Maths', class4a.name, '01077700061'],
    ['نجوى ثروت', 'رائدة فصل', 'Maths', class4b.name, '01077700062'],
  )
  expect(draft.unknownNames).toMatchObject([
    { kind: 'course', name: 'Maths', rows: 2 },
    { kind: 'role', name: 'رائدة فصل', rows: 2 },
  ])
  const names = [
    { kind: 'course' as const, name: 'Maths', id: courseNamed('الرياضيات') },
    { kind: 'role' as const, name: 'رائدة فصل', id: builtInRoles.schoolTeacher.id },
  ]
  for (const [nth, kind] of (['course', 'role'] as const).entries()) {
    const foreign = call(imports.setColumns, { importId: draft.id, names: [{ ...names[nth]!, kind, id: class4a.id }] })
    await expect(foreign).rejects.toMatchObject({ status: 404 })
  }
  expect(await call(imports.setColumns, { importId: draft.id, names })).toMatchObject({ added: 2, problems: 0 })
})

test('a course is found without its article, and two classes in a cell with a dash between them', async () => {
  const both = `${class4a.name} - ${class4b.name}`
  const draft = await staff(['هالة ثروت', 'معلم أول', 'رياضيات', both, '01077700063'])
  expect(await reasons(draft.id)).toEqual(['add'])
  const other = await staff(['هالة ثروت', 'معلم أول', 'رياضيات', `${class4a.name} - غيره`, '01077700063'])
  expect(other.unknownNames).toMatchObject([{ kind: 'class', name: `${class4a.name} - غيره` }])
})
