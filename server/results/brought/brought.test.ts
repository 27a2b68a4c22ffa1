import { expect, test } from 'vitest'
import { broughtMarks } from '#contract/results/brought/brought.ts'
import { testApp } from '#test/harness/app.ts'
import { notAllowed, notFound, tracesIn } from '#test/harness/traces.ts'
import { csvOf, importing } from '#test/imports/sending.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as, connection } = app
const { giveKey } = tracesIn(connection)
const { upload, start } = importing(app)
const { manager, registrar, teacher, parent, otherManager, nile, omar } = world
const marks = { kind: 'marks' } as const

test('marks are read by those who read results, and brought by those who manage them', async () => {
  const list = csvOf([
    ['كود الطالب', 'اسم الطالب', 'العام الدراسي', 'المادة', 'الدرجة'],
    [omar.code, 'عمر كريم الجندي', '2020/2021', 'مادة أخرى', '3'],
    [omar.code, 'عمر كريم الجندي', '2020/2021', world.arabic.name, '4'],
  ])
  await giveKey(registrar, 'AssignMultipleStudentsToSchool', nile)
  await expect(upload(list, { ...marks, as: registrar })).rejects.toMatchObject(notAllowed)
  await start((await upload(list, { ...marks, fileName: 'سجل.csv' })).id)
  const read = (person: { phone: string }) => as(person)(broughtMarks.student, { studentId: omar.id })
  const [own] = await read(manager)
  expect(own).toMatchObject({ fileName: 'سجل.csv', courseId: null })
  const ofParent = await read(parent)
  expect(ofParent).toHaveLength(2)
  expect(ofParent[0]).toMatchObject({ fileName: null, broughtByName: null })
  expect((await read(teacher)).length).toBeGreaterThan(0)
  await expect(read(otherManager)).rejects.toMatchObject(notFound)
})
