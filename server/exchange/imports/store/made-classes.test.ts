import { describe, expect, test } from 'vitest'
import { classSettings } from '#contract/school/classes/class-settings.ts'
import { classes } from '#contract/school/classes/classes.ts'
import { grades as gradeSettings } from '#contract/school/grades/grades.ts'
import { imports } from '#contract/exchange/imports/imports.ts'
import { newKey, testApp } from '#test/harness/app.ts'
import { csvOf, everythingOf, importing } from '#test/imports/sending.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as } = app
const { upload, start, undo, sql } = importing(app)
const { manager, nile, delta, class6b } = world

const call = as(manager)
const form = await call(classSettings.formData, { schoolId: nile.id })
const languageId = form.schoolLanguages[0]!.id
const table = (...lines: string[][]) => csvOf([['الاسم', 'الفصل', 'مدفوع'], ...lines])
const named = async (name: string) =>
  (await call(classes.list, { schoolId: nile.id })).filter((room) => room.name === name).map(({ id }) => id)

/** Makes the unknown classes of a draft as the screen does, in the guessed grades. */
async function makeClasses(draft: Awaited<ReturnType<typeof upload>>) {
  const wanted = draft.unknownNames.filter(({ gradeId }) => gradeId !== null)
  const items = wanted.map(({ name, gradeId }) => ({
    schoolId: nile.id,
    name,
    gradeId: gradeId!,
    languageId,
    gender: 3 as const,
    maxOfStudents: 40,
  }))
  const made = await call(classSettings.addSeveral, { items }, { key: newKey() })
  const changed = await call(imports.setColumns, { importId: draft.id, madeClassIds: made.map(({ id }) => id) })
  return { changed, made }
}

describe('classes that a table names and the school does not have', () => {
  test('come in with it, in the grade their name suggests, and go with its undo', async () => {
    const before = await everythingOf(sql)
    const draft = await upload(
      table(
        ['أمل حسن الشاذلي', 'فصل 6ز', 'لا'],
        ['بسمة حسن الشاذلي', 'فصل 6ز', 'لا'],
        ['تامر حسن الشاذلي', 'فصل 4ح', 'لا'],
      ),
    )
    expect(draft.unknownNames.map(({ name, rows, gradeId }) => [name, rows, nameOfGrade(gradeId)])).toEqual([
      ['فصل 6ز', 2, 'الصف السادس'],
      ['فصل 4ح', 1, 'الصف الرابع'],
    ])
    const { changed } = await makeClasses(draft)
    expect(changed).toMatchObject({ problems: 0, added: 3, unknownNames: [] })
    expect(await start(draft.id)).toMatchObject({ state: 'done', added: 3 })
    expect(await named('فصل 6ز')).toHaveLength(1)

    expect(await undo(draft.id)).toMatchObject({ state: 'undone', reason: null })
    expect(await named('فصل 6ز')).toEqual([])
    expect(await named('فصل 4ح')).toEqual([])
    expect(await everythingOf(sql)).toEqual(before)
  })

  test('of one name in several grades are as many classes, each with the rows of its grade', async () => {
    const [one, other] = form.schoolGrades as [{ id: string; name: string }, { id: string; name: string }]
    const rows = (...grades: string[]) =>
      csvOf([
        ['الاسم', 'الفصل', 'الصف', 'مدفوع'],
        ...grades.map((grade, nth) => [`${['أمل', 'بسمة', 'تامر'][nth]} حسن الشاذلي`, 'الزنبق', grade, 'لا']),
      ])
    const draft = await upload(rows(one.name, other.name, one.name))
    expect(draft.unknownNames.map(({ name, grade, several, rows: n }) => [name, grade, several, n])).toEqual([
      ['الزنبق', one.name, false, 2],
      ['الزنبق', other.name, false, 1],
    ])
    const { made } = await makeClasses({ ...draft, unknownNames: [draft.unknownNames[0]!] })
    const half = await call(imports.get, { importId: draft.id })
    expect(half).toMatchObject({ added: 2, problems: 1, unknownNames: [{ grade: other.name, rows: 1 }] })

    const names = [{ kind: 'class' as const, name: 'الزنبق', grade: other.name, id: made[0]!.id }]
    const matched = await call(imports.setColumns, { importId: draft.id, names })
    expect(matched).toMatchObject({ added: 3, problems: 0, unknownNames: [], names })

    const unmatched = { ...draft, unknownNames: [draft.unknownNames[1]!] }
    const { made: twin } = await makeClasses(unmatched)
    const without = await upload(table(['أمل حسن الشاذلي', 'الزنبق', 'لا']))
    expect(without.unknownNames).toMatchObject([{ name: 'الزنبق', grade: null, several: true }])
    expect(twin).toHaveLength(1)
    await call(imports.remove, { importId: draft.id })
  })

  test('are named once, however rows spell them, and matched with lines in their cells', async () => {
    const grade = form.schoolGrades[0]!.name
    const lines = [
      ['أمل حسن الشاذلي', '"الزهرة\nالحمراء"', `"${grade}\n"`],
      ['بسمة حسن الشاذلي', '"الزهرة\nالحمراء"', `"${grade.replace(' ', '\n')}"`],
      ['تامر حسن الشاذلي', 'الزهره الحمراء', grade],
      ['دينا حسن الشاذلي', 'الزهره الحمراء', grade],
      ['رنا حسن الشاذلي', 'الزهره الحمراء', grade],
    ]
    const draft = await upload([['الاسم', 'الفصل', 'الصف'], ...lines].map((line) => line.join(',')).join('\n'))
    expect(draft.unknownNames).toMatchObject([{ name: 'الزهره الحمراء', grade, rows: 5 }])
    const id = class6b.id
    const names = [{ kind: 'class' as const, name: 'الزهرة\nالحمراء', grade: grade.replace(' ', '\n'), id }]
    expect(await call(imports.setColumns, { importId: draft.id, names })).toMatchObject({ added: 5, unknownNames: [] })
    await call(imports.remove, { importId: draft.id })
  })

  test('stay where somebody came into one in the meantime', async () => {
    const draft = await upload(table(['أمل حسن الشاذلي', 'فصل 6ز', 'لا'], ['تامر حسن الشاذلي', 'فصل 4ح', 'لا']))
    await makeClasses(draft)
    await start(draft.id)
    const other = await upload(table(['هند حسن الشاذلي', 'فصل 6ز', 'لا']))
    await start(other.id)
    expect(await undo(draft.id)).toMatchObject({ state: 'undone' })
    expect(await named('فصل 6ز')).toHaveLength(1)
    expect(await named('فصل 4ح')).toEqual([])
    await undo(other.id)
  })

  test('and grades that were made with them go as well, but those that were used or renamed stay', async () => {
    const rows = csvOf([
      ['الاسم', 'الفصل', 'الصف', 'مدفوع'],
      ['أمل حسن الشاذلي', 'الروضة', 'الصف السابع', 'لا'],
      ['تامر حسن الشاذلي', 'البستان', 'الصف الثامن', 'لا'],
      ['رنا حسن الشاذلي', 'الواحة', 'الصف التاسع', 'لا'],
    ])
    const before = await sql('select id from grades order by id')
    const names = ['الصف السابع', 'الصف الثامن', 'الصف التاسع']
    const makeGrades = async (importId: string) => {
      const items = names.map((name) => ({ schoolId: nile.id, name }))
      const grades = await call(gradeSettings.addSeveral, { items }, { key: newKey() })
      return call(imports.setColumns, { importId, madeGradeIds: grades.map(({ id }) => id) })
    }
    const draft = await upload(rows)
    await makeClasses(await makeGrades(draft.id))
    expect(await start(draft.id)).toMatchObject({ state: 'done', added: 3 })
    expect(await undo(draft.id)).toMatchObject({ state: 'undone', reason: null })
    expect(await sql('select id from grades order by id')).toEqual(before)

    const again = await upload(rows)
    const { made } = await makeClasses(await makeGrades(again.id))
    const [inUse, renamed] = made.map(({ gradeId }) => gradeId)
    await call(classSettings.addSeveral, {
      items: [{ schoolId: nile.id, name: 'فصل آخر', gradeId: inUse!, languageId, gender: 3, maxOfStudents: 40 }],
    })
    await call(gradeSettings.update, { id: renamed!, name: 'الصف الثامن ب' })
    await call(imports.remove, { importId: again.id })
    const stay = await sql<{ id: string }>('select id from grades where not id = any ($1) order by id', [
      before.map(({ id }) => id),
    ])
    expect(new Set(stay.map(({ id }) => id))).toEqual(new Set([inUse, renamed]))
  })

  test('and grades of before are none of an import', async () => {
    const draft = await upload(table(['سلمى حسن الشاذلي', 'فصل 6ط', 'لا']))
    const grade = form.schoolGrades[0]!.id
    await expect(call(imports.setColumns, { importId: draft.id, madeGradeIds: [grade] })).rejects.toMatchObject({
      status: 404,
    })
    await call(imports.remove, { importId: draft.id })
  })

  test('go with a draft that is thrown away', async () => {
    const draft = await upload(table(['سلمى حسن الشاذلي', 'فصل 6ط', 'لا']))
    await makeClasses(draft)
    expect(await named('فصل 6ط')).toHaveLength(1)
    await call(imports.remove, { importId: draft.id })
    expect(await named('فصل 6ط')).toEqual([])
  })

  test('are none that were there before, of another school, or somebody else may not make', async () => {
    const draft = await upload(table(['سلمى حسن الشاذلي', 'فصل 6ظ', 'لا']))
    for (const id of [class6b.id, delta.id])
      await expect(call(imports.setColumns, { importId: draft.id, madeClassIds: [id] })).rejects.toMatchObject({
        status: 404,
      })
    await sql(
      `delete from role_permissions where permission_id in
         (select id from permissions where key in ('AddClass', 'AddMultipleClasses'))`,
    )
    await expect(call(imports.setColumns, { importId: draft.id, madeClassIds: [class6b.id] })).rejects.toMatchObject({
      status: 403,
    })
  })
})

const nameOfGrade = (id: string | null) => form.schoolGrades.find((grade) => grade.id === id)?.name
