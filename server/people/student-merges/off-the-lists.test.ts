import { expect, test } from 'vitest'
import { classMoves } from '#contract/people/class-moves/class-moves.ts'
import { paperKinds } from '#contract/results/papers/content.ts'
import { papers } from '#contract/results/papers/papers.ts'
import { recordLists } from '#contract/people/official-records/record-lists.ts'
import { studentMerges } from '#contract/people/student-merges/student-merges.ts'
import { leavings } from '#contract/people/students/leavings.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { refused } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as } = await testApp()
const { manager, nile, class6a, class6b } = world
const schoolId = nile.id

test('the other entry is in no list of moves of a class, of movements and of papers, and gets no paper', async () => {
  const named = { schoolId, classRoomId: class6a.id, firstName: 'زياد', middleName: 'هاني', lastName: 'فهمي' }
  const kept = await as(manager)(studentRecords.add, named)
  const others: string[] = []
  for (const birthDate of ['2014-03-04', '2014-03-05']) {
    const { id } = await as(manager)(studentRecords.add, { ...named, birthDate })
    others.push(id)
  }
  const [left, stayed] = others as [string, string]
  const { id: reasonId } = (await as(manager)(leavings.reasons, {}))[0]!
  await as(manager)(leavings.enter, { studentId: left, reasonId })

  const lists = async () => {
    const toClassRoomId = class6b.id
    const { staying, going } = await as(manager)(classMoves.plan, { classRoomId: class6a.id, toClassRoomId })
    const moving = [...staying, ...going].map(({ studentId }) => studentId)
    const movements = await as(manager)(recordLists.movements, { schoolId, dateFrom: today, dateTo: today })
    const leavers = await as(manager)(papers.plan, { schoolId, kind: 'leaving' })
    return {
      moving: others.filter((id) => moving.includes(id)),
      movements: movements.map(({ studentId }) => studentId).filter((id) => others.includes(id)),
      leavers: leavers.students.map(({ studentId }) => studentId).filter((id) => others.includes(id)),
    }
  }
  expect(await lists()).toEqual({ moving: [stayed], movements: [left], leavers: [left] })
  for (const otherId of others) await as(manager)(studentMerges.merge, { studentId: kept.id, otherId, marks: [] })
  expect(await lists()).toEqual({ moving: [], movements: [], leavers: [] })

  for (const kind of paperKinds) {
    const { students, preview } = await as(manager)(papers.plan, { schoolId, kind, studentIds: others })
    expect(new Set(students.map(({ state, reason }) => `${state} ${reason}`))).toEqual(new Set(['none merged']))
    expect(preview).toBeNull()
  }
  await expect(as(manager)(papers.issue, { schoolId, kind: 'clearance', studentIds: others })).rejects.toMatchObject(
    refused(409, 'None of these students can get this paper'),
  )
})
