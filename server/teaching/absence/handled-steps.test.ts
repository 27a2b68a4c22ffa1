import { beforeEach, expect, test } from 'vitest'
import { absenceRules } from '#contract/teaching/absence/rules.ts'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { daysFrom } from '#server/base/days.ts'
import { runningRule } from '#test/world/absence-rules.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { recordAbsence } from '#test/harness/deliveries.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql, giveKey } = tracesIn(connection)
const { manager, supervisor, secondSupervisor, parent, nile, omar, laila } = world
const note = 'اتفقنا مع الأم على المتابعة'

beforeEach(async () => {
  for (const table of ['absence_steps', 'absence_rules', 'attendance_marks'])
    await sql(`delete from ${table} where school_id = $1`, [nile.id])
})

/** Two days of absence, the step that they reach, and what the office did about it. */
async function handledStep({ id: studentId }: { id: string }) {
  const [{ class_room_id: classRoomId }] = await sql('select class_room_id from students where id = $1', [studentId])
  await as(manager)(absenceRules.save, { schoolId: nile.id, excuseWithin: 7, rules: [runningRule(2, 4)] })
  for (const ago of [2, 1])
    await as(manager)(attendance.save, {
      classRoomId,
      date: daysFrom(today, -ago),
      students: [{ studentId, state: 'absent' }],
    })
  await recordAbsence(connection)
  const { steps } = await as(manager)(absenceRules.student, { studentId })
  await as(manager)(absenceRules.handle, { studentId, stepId: steps[0]!.id, note })
}

const read = async (person: { phone: string }, { id: studentId }: { id: string }) =>
  (await as(person)(absenceRules.student, { studentId })).steps.map(({ handledAt, handledNote, handledByName }) => [
    handledAt !== null,
    handledNote,
    handledByName !== null,
  ])

test('what the office notes about a step is read by people who handle absences, and not by parents', async () => {
  await handledStep(omar)
  expect(await read(manager, omar)).toEqual([[true, note, true]])
  expect(await read(parent, omar)).toEqual([[true, null, false]])
  expect(await read(supervisor, omar)).toEqual([[true, null, false]])
  await giveKey(supervisor, 'HandleAbsence', nile)
  expect(await read(supervisor, omar)).toEqual([[true, note, true]])
})

test('who handles absences reads of their own child in another class what parents read', async () => {
  await handledStep(laila)
  await sql(
    `insert into student_parents (id, school_id, student_id, parent_id, relation_id, consent_by)
     select gen_random_uuid(), $1, $2, $3, (select id from relation_types limit 1), $3`,
    [nile.id, laila.id, supervisor.id],
  )
  await giveKey(secondSupervisor, 'HandleAbsence', nile)
  expect(await read(supervisor, laila)).toEqual([[true, null, false]])
  expect(await read(secondSupervisor, laila)).toEqual([[true, note, true]])
})
