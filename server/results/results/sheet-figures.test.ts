import { beforeEach, expect, test } from 'vitest'
import type { OutputOf } from '#contract/language/operation.ts'
import { resultSchemes } from '#contract/results/results/schemes.ts'
import { resultSheets } from '#contract/results/results/sheets.ts'
import { schemeDraft, usesOfGrade } from '#test/world/result-drafts.ts'
import { resultsOfNile } from '#test/harness/results-of-nile.ts'
import { world } from '#test/world/world.ts'

const { begin, withScheme, grid, save, as } = await resultsOfNile()
const { manager, nile, class4a, grade4, arabic } = world
let now: Awaited<ReturnType<typeof begin>>

beforeEach(async () => {
  now = await begin()
})

type Sheet = OutputOf<typeof resultSheets.ofClass>
const ofClass = (more: object) =>
  as(manager)(resultSheets.ofClass, { classRoomId: class4a.id, termId: now.termId, list: 'classSheet', ...more })

test('the register has heads of the scheme, whatever is left out for the first pupil', async () => {
  await withScheme()
  const { parts, students } = await grid()
  await save(students.map(({ studentId }) => ({ studentId, partId: parts[0]!.id, mark: 30 })))
  await save([{ studentId: students[0]!.studentId, partId: parts[1]!.id, state: 'excused' }])
  const sheet = await ofClass({ list: 'register', courseId: arabic.id })
  const ofPaper = sheet.columns.findIndex(({ key }) => key === `part ${parts[0]!.id}`)
  expect(sheet.rows[0]!.cells[ofPaper]!.number).toBe(37.5)
  const headed = sheet.columns.filter(({ fullMark }) => fullMark !== null)
  expect(headed.map(({ key, fullMark }) => [key.split(' ')[0], fullMark])).toEqual([
    ['part', 60],
    ['part', 20],
    ['part', 20],
    ['total', 100],
  ])
  const ofTotal = ({ columns }: Sheet) => columns.find(({ key }) => key === 'total')!.fullMark
  const before = ofTotal(await ofClass({}))
  await save([{ studentId: students[0]!.studentId, partId: parts[0]!.id, state: 'exempt' }])
  expect(ofTotal(await ofClass({}))).toBe(before)
})

test('the first ten give one place to those alone whose shares are equal exactly, not to the hundredth', async () => {
  const [typed] = schemeDraft(nile.id).parts
  const scheme = await withScheme({ parts: [{ ...typed, weight: 100 }] })
  const [use] = usesOfGrade(grade4.id, scheme.id)
  const inThirds = { ...use!, fullMark: 300, passMark: 150 }
  await as(manager)(resultSchemes.saveUses, { schoolId: nile.id, termId: now.termId, uses: [inThirds] })
  const { parts, students } = await grid()
  const marks = [200.01, 200, 200, 199.99]
  await save(marks.map((mark, nth) => ({ studentId: students[nth]!.studentId, partId: parts[0]!.id, mark })))
  const sheet = await ofClass({ list: 'topTen', courseId: arabic.id })
  const at = (key: string) => sheet.columns.findIndex((column) => column.key === key)
  const shown = sheet.rows.slice(0, 4).map(({ cells }) => [cells[at('place')]!.number, cells[at('percent')]!.number])
  expect(shown).toEqual([
    [1, 66.67],
    [2, 66.67],
    [2, 66.67],
    [4, 66.66],
  ])
})
