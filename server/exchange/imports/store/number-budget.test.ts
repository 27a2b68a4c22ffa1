import { expect, test } from 'vitest'
import { classSettings } from '#contract/school/classes/class-settings.ts'
import { imports } from '#contract/exchange/imports/imports.ts'
import { lookUpFigures } from '#server/platform/identity/look-up-limits.ts'
import { newKey, testApp } from '#test/harness/app.ts'
import { csvOf, importing } from '#test/imports/sending.ts'
import { world } from '#test/world/world.ts'
import { sqlIn } from '#test/harness/database.ts'

const { manager, nile, class6b } = world
const app = await testApp()
const { upload, start, undo, work } = importing(app, { working: false })
const sql = sqlIn(app.connection)

const headings = ['الاسم', 'الفصل', 'هاتف الأب', 'هاتف الأم']
const phone = (n: number) => `011${String(n).padStart(8, '0')}`

/** A different name for each number. */
const nameOf = (n: number) => `${[...String(n)].map((digit) => 'بتثجحخدذرز'[Number(digit)]).join('')}ور حازم النجار`

await sql('update class_rooms set max_of_students = 100')

/** An app in which a school may import this many new numbers per day. */
async function withBudget(importDay: number, importStudent: number) {
  const few = await testApp({ connection: app.connection, lookUps: { importDay, importStudent } })
  const answer = async (importId: string) => few.wire(imports.start.path, { importId }, { as: manager })
  return {
    answer,
    status: async (importId: string) => (await answer(importId)).status,
    /** Makes everything that was started more than a day old. */
    clear: async () => {
      const waiting = `select count(*)::int as count from imports where state in ('waiting', 'undoing')`
      await expect.poll(async () => (await sql(waiting))[0]!.count).toBe(0)
      await sql(`update imports set finished_at = finished_at - interval '25 hours'`)
    },
  }
}

const draft = async (n: number, ...phones: string[]) =>
  (await upload(csvOf([headings, [nameOf(n), class6b.name, phones[0]!, phones[1] ?? '']]))).id

// A smaller school has a smaller budget in the same proportion.
const proving = process.env.PROOF === 'on'
const everyStudent = proving ? 20_000 : 600
const importDay = lookUpFigures.importDay / (proving ? 1 : 10)

test('a whole school of students comes in at once, with the numbers of both parents', async () => {
  const { schoolLanguages, schoolGrades } = await app.as(manager)(classSettings.formData, { schoolId: nile.id })
  const halls = await app.as(manager)(
    classSettings.addSeveral,
    {
      items: Array.from({ length: 40 }, (_, n) => ({
        schoolId: nile.id,
        name: `قاعة ${'أبتثجحخد'[n % 8]}${'أبتثج'[Math.floor(n / 8)]}`,
        gradeId: schoolGrades[0]!.id,
        languageId: schoolLanguages[0]!.id,
        gender: 3 as const,
        maxOfStudents: 500,
      })),
    },
    { key: newKey() },
  )
  const everybody = Array.from({ length: everyStudent }, (_, n) => [
    nameOf(n),
    halls[Math.floor(n / 500)]!.name,
    phone(2 * n),
    phone(2 * n + 1),
  ])
  const { id, guardians, problems } = await upload(csvOf([headings, ...everybody]))
  expect({ guardians, problems }).toEqual({ guardians: 2 * everyStudent, problems: 0 })
  const small = await withBudget(importDay, 0)
  expect(await small.status(id)).toBe(429)
  const usual = await withBudget(importDay, lookUpFigures.importStudent)
  expect(await usual.status(id)).toBe(200)
  // Does not wait until the import is stored.
  await sql(`update imports set state = 'draft' where id = $1`, [id])
  await app.as(manager)(imports.remove, { importId: id })
})

test('more numbers than its students explain are refused with a sentence, and cost nothing', async () => {
  work()
  const { status, answer } = await withBudget(3, 0)
  expect(await status(await draft(1, phone(1), phone(2)))).toBe(200)
  const refused = await answer(await draft(2, phone(3), phone(4)))
  expect([refused.status, refused.text]).toEqual([
    429,
    'These are more new phone numbers than a school of this size may import in a day',
  ])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(23 * 3600)
  expect(await status(await draft(3, phone(5)))).toBe(200)
})

test('a number counts once, whatever rows, imports and undone imports name it, and no more after a day', async () => {
  const { status, clear } = await withBudget(3, 0)
  await clear()
  const first = await draft(11, phone(11), phone(12))
  await start(first)
  await undo(first)
  expect(await status(await draft(12, phone(13), phone(14)))).toBe(429)
  expect(await status(await draft(13, phone(12), phone(13)))).toBe(200)
  expect(await status(await draft(14, phone(11), phone(12)))).toBe(200)
  await clear()
  await sql(`update parent_invitations set created_at = created_at - interval '25 hours'`)
  expect(await status(await draft(15, phone(15), phone(16)))).toBe(200)
  expect(await status(await draft(16, phone(12), phone(17)))).toBe(200)
})

test('each student explains some numbers, those of the import too', async () => {
  await (await withBudget(0, 0)).clear()
  const [found] = await sql(`select count(*)::int as count from students where active and school_id = $1`, [nile.id])
  const { status } = await withBudget(0, 2 / (found!.count + 2))
  expect(await status(await draft(21, phone(21), phone(22)))).toBe(429)
  const two = [21, 22].map((n) => [nameOf(n), class6b.name, phone(n), ''])
  expect(await status((await upload(csvOf([headings, ...two]))).id)).toBe(200)
})
