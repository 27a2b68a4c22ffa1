import { expect, test } from 'vitest'
import { imports } from '#contract/exchange/imports/imports.ts'
import { testApp } from '#test/harness/app.ts'
import { oneRosterFolder, zipOf } from '#test/imports/folders.ts'
import { importing } from '#test/imports/sending.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { upload, start, undo, sql } = importing(app)

test('odd sessions of a folder stop nothing else: months of one name get two names, and what are no days stay out', async () => {
  const [heading] = oneRosterFolder['academicSessions.csv']!
  const session = (id: string, title: string, type: string, from: string, to: string) =>
    heading!.map(
      (column) => ({ sourcedId: id, title, type, startDate: from, endDate: to, schoolYear: '2031' })[column] ?? '',
    )
  const draft = await upload(
    zipOf({
      ...oneRosterFolder,
      'academicSessions.csv': [
        heading!,
        session('y', 'عام غريب', 'schoolYear', '2030-09-01', '2031-06-30'),
        session('a', 'شهر', 'gradingPeriod', '2030-10-01', '2030-10-30'),
        session('b', 'شهر', 'gradingPeriod', '2030-11-01', '2030-11-30'),
        session('c', 'بلا بداية', 'gradingPeriod', '0000-00-00', '2030-12-30'),
        session('d', 'بلا نهاية', 'gradingPeriod', '2030-12-01', '2030-13-01'),
        session('e', 'معكوس', 'gradingPeriod', '2030-12-30', '2030-12-01'),
      ],
    }),
  )
  expect(await app.as(world.manager)(imports.folder, { importId: draft.id })).toMatchObject({
    year: { name: 'عام غريب', months: 2, isNew: true },
  })
  await app.as(world.manager)(imports.leaveOut, { importId: draft.id, leftOut: true })
  expect(await start(draft.id)).toMatchObject({ state: 'done', reason: null, madeBeside: true })
  const months = `select m.name from school_year_months m join school_years y on y.school_id = m.school_id and y.id = m.school_year_id
    where y.name = 'عام غريب' order by m.position`
  expect(await sql(months)).toEqual([{ name: 'شهر' }, { name: 'شهر (2)' }])
  await undo(draft.id)
  expect(await sql(months)).toEqual([])
})
