import { expect, test } from 'vitest'
import { guardians } from '#contract/people/official-records/guardians.ts'
import { testApp } from '#test/harness/app.ts'
import { csvOf, importing } from '#test/imports/sending.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { upload, start, undo, sql, work } = importing(app, { working: false })
const { manager, omar } = world

// Each row is a portion of its own, like rows that are far apart in a large table.
work({ atOnce: 1 })

const heading = ['اسم الطالب', 'الفصل', 'اسم ولي الأمر', 'صلة القرابة', 'وظيفة ولي الأمر', 'الموبايل', 'تليفون المنزل']
const named = async () =>
  (await app.as(manager)(guardians.list, { studentId: omar.id })).map(({ guardianName, job }) => [guardianName, job])
const waiting = () => sql('select phone_number from parent_invitations where accepted_at is null order by 1')

test('rows that share a number, or write one guardian again, are stored one after the other and undone together', async () => {
  const [before, numbers] = [await named(), await waiting()]
  const row = (...cells: string[]) => ['عمر كريم الجندي', 'فصل 4أ', ...cells]
  const draft = await upload(
    csvOf([
      heading,
      row('سعاد الجندي', 'guardian', '', '01077700041', ''),
      row('نبيل الجندي', 'guardian', '', '01077700041', ''),
      row('سعاد الجندي', 'guardian', 'مهندسة', '', ''),
      row('سعاد الجندي', 'guardian', 'طبيبة', '', ''),
    ]),
    { kind: 'guardians' },
  )
  expect(draft).toMatchObject({ changed: 4, problems: 0, guardians: 1 })
  const done = await start(draft.id)
  expect(done).toMatchObject({ state: 'done', changed: 4, problems: 0, guardians: 1 })
  expect(await waiting()).toHaveLength(numbers.length + 1)
  expect(await named()).toEqual(expect.arrayContaining([...before, ['سعاد الجندي', 'طبيبة'], ['نبيل الجندي', null]]))
  expect(await undo(done.id)).toMatchObject({ state: 'undone', reason: null })
  expect([await named(), await waiting()]).toEqual([before, numbers])
})
