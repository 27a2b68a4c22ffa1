import { expect, test } from 'vitest'
import { calendarSettings } from '#contract/school/calendar/calendar-settings.ts'
import { resultSchemes } from '#contract/results/results/schemes.ts'
import { results } from '#contract/results/results/results.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { promoting } from '#test/harness/promoting.ts'
import { schemeDraft, usesOfGrade } from '#test/world/result-drafts.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { manager, nile, nileYear, grade4 } = world
const as = app.as(manager)
const { sql, work, anew, start, allUp, done, undone } = promoting(app)
work()

test('the schemes of a term apply to the term that is copied from it, and go with its undo unless they were changed', async () => {
  await anew()
  const term = { name: 'الفصل الأول', startDate: daysFrom(today, -20), endDate: today }
  await as(calendarSettings.terms, { schoolId: nile.id, yearId: nileYear.id, terms: [term] })
  const [old] = (await as(results.choices, { schoolId: nile.id })).terms
  const scheme = await as(resultSchemes.save, schemeDraft(nile.id))
  await as(resultSchemes.saveUses, { schoolId: nile.id, termId: old!.id, uses: usesOfGrade(grade4.id, scheme.id) })

  const uses = () =>
    sql(
      `select t.school_year_id = $2 as old, u.grade_id, u.scheme_id, u.full_mark::float8 as full_mark from result_scheme_uses u
       join terms t on t.school_id = u.school_id and t.id = u.term_id where u.school_id = $1 order by old desc`,
      [nile.id, nileYear.id],
    )
  const use = { grade_id: grade4.id, scheme_id: scheme.id, full_mark: 100 }
  expect(await uses()).toEqual([{ old: true, ...use }])
  const { id } = await start()
  await allUp(id)
  await done(id)
  expect(await uses()).toEqual([
    { old: true, ...use },
    { old: false, ...use },
  ])
  await undone(id)
  expect(await uses()).toEqual([{ old: true, ...use }])

  const again = await start()
  await allUp(again.id)
  await done(again.id)
  await sql(
    `update result_scheme_uses set full_mark = 80, version = version + 1
     where term_id <> $1 and school_id = $2`,
    [old!.id, nile.id],
  )
  await undone(again.id)
  expect(await uses()).toEqual([
    { old: true, ...use },
    { old: false, ...use, full_mark: 80 },
  ])
})
