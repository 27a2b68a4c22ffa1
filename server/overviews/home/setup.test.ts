import { expect, test } from 'vitest'
import { grades } from '#contract/school/grades/grades.ts'
import { staffInvitations } from '#contract/people/teachers/staff-invitations.ts'
import { home, setupSteps } from '#contract/overviews/home/home.ts'
import { testApp } from '#test/harness/app.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { freshPhone } from '#test/harness/registering.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql, giveKey } = tracesIn(connection)
const { manager, otherManager, pendingManager, registrar, teacher, nile, nileYear, omar, delta, pending } = world

const stepsOf = async (person: { phone: string }, { id }: { id: string } = pending) =>
  (await as(person)(home.school, { schoolId: id })).steps

test('a new school is shown the steps in their order, with how much there is of each', async () => {
  const before = await stepsOf(pendingManager)
  expect(before!.map(({ key }) => key)).toEqual([...setupSteps])
  const graded = (steps: typeof before) => steps!.find(({ key }) => key === 'grades')!.count
  await as(pendingManager)(grades.add, { schoolId: pending.id, name: 'الصف الأول' })
  expect(graded(await stepsOf(pendingManager))).toBe(graded(before) + 1)
})

test('they go when each is begun, and come back when one is missing again', async () => {
  expect(await stepsOf(manager, nile)).toBeNull()
  await sql('update class_rooms set active = false where school_id = $1', [nile.id])
  expect((await stepsOf(manager, nile))!.filter(({ count }) => count === 0)).toMatchObject([
    { key: 'classes', count: 0, may: { takeUsual: false, undoUsual: false } },
  ])
})

test('each counts what the school itself has, and what still counts', async () => {
  // No class is active any more, so the steps are shown.
  await sql('update class_rooms set active = false where school_id = $1', [nile.id])
  await sql('update students set active = false where id = $1', [omar.id])
  await sql('update student_parents set ended_at = now(), ended_by = $1 where student_id = $2', [manager.id, omar.id])
  const [own] = await sql(
    `select (select count(*) from grades where school_id = $1)::int as grades,
       (select count(*) from courses where school_id = $1)::int as courses,
       (select count(*) from school_teachers where school_id = $1)::int as teachers,
       (select count(*) from students where school_id = $1 and active)::int as students,
       (select count(*) from student_parents where school_id = $1 and ended_at is null)::int
         + (select count(*) from parent_invitations
            where school_id = $1 and accepted_at is null and removed_at is null)::int as parents,
       (select count(*) from school_languages where school_id = $1 and removed_at is null)::int as languages,
       (select count(*) from school_year_months where school_year_id = $2)::int as year, 0 as classes`,
    [nile.id, nileYear.id],
  )
  await sql(
    `insert into usual_sets (id, school_id, step, taken, taken_by) values (gen_random_uuid(), $1, 'grades', '{}', $2)`,
    [delta.id, otherManager.id],
  )
  const steps = await stepsOf(manager, nile)
  expect(steps!.filter(({ may }) => may.undoUsual)).toEqual([])
  expect(Object.fromEntries(steps!.map(({ key, count }) => [key, count]))).toEqual(own)
})

test('only people who see the whole school and its settings are shown them', async () => {
  expect(await stepsOf(registrar, nile)).toBeNull()
  await giveKey(teacher, 'ViewSchoolSettings', nile)
  expect(await stepsOf(teacher, nile)).toBeNull()
})

test('a teacher who is invited is counted apart', async () => {
  // No class is active any more, so the steps are shown.
  await sql('update class_rooms set active = false where school_id = $1', [nile.id])
  const invited = async () => (await stepsOf(manager, nile))!.find(({ key }) => key === 'teachers')!
  const { count, invited: before } = await invited()
  await as(manager)(staffInvitations.invite, { schoolId: nile.id, phoneNumber: freshPhone() })
  expect(await invited()).toMatchObject({ count, invited: before + 1 })
})

test('teachers, students and parents wait until the school is approved', async () => {
  // No class is active any more, so the steps are shown.
  await sql('update class_rooms set active = false where school_id = $1', [nile.id])
  const waiting = (steps: Awaited<ReturnType<typeof stepsOf>>) =>
    steps!.filter(({ waits }) => waits).map(({ key }) => key)
  expect(waiting(await stepsOf(pendingManager))).toEqual(['teachers', 'students', 'parents'])
  expect(waiting(await stepsOf(manager, nile))).toEqual([])
})
