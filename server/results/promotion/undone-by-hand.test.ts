import { beforeEach, expect, test } from 'vitest'
import { classSettings } from '#contract/school/classes/class-settings.ts'
import { testApp } from '#test/harness/app.ts'
import { promoting } from '#test/harness/promoting.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { manager, nile, class5a, grade5 } = world
const { sql, work, anew, start, allUp, done, undone } = promoting(app)
work()
beforeEach(anew)

test('a class that was made by hand belongs to no year again once its year has gone with the undo', async () => {
  const draft = await start()
  await allUp(draft.id)
  const { toYearId } = await done(draft.id)
  const [room] = await sql<{ language_id: string }>('select language_id from class_rooms where id = $1', [class5a.id])
  const made = await app.as(manager)(classSettings.add, {
    schoolId: nile.id,
    name: 'Made by hand',
    maxOfStudents: 30,
    gradeId: grade5.id,
    languageId: room!.language_id,
    gender: 3,
  })
  const yearOf = () => sql('select school_year_id from class_rooms where id = $1', [made.id])
  expect(await yearOf()).toEqual([{ school_year_id: toYearId }])
  expect(await undone(draft.id)).toMatchObject({ state: 'undone', kept: 0 })
  expect(await yearOf()).toEqual([{ school_year_id: null }])
  expect(await sql('select from school_years where id = $1', [toYearId])).toEqual([])
})
