import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { gradebook } from '#contract/exchange/roster/gradebook.ts'
import { feeFamilies } from '#contract/money/fees/families.ts'
import { notes } from '#contract/teaching/notes/notes.ts'
import { papers } from '#contract/results/papers/papers.ts'
import { studentParents } from '#contract/people/parents/student-parents.ts'
import { studentMerges } from '#contract/people/student-merges/student-merges.ts'
import { call, inParallel } from '#test/access/call.ts'
import { operations } from '#server/operations.ts'
import { testApp } from '#test/harness/app.ts'
import { typicalCalls } from '#test/by-school/calls.ts'
import { sqlIn } from '#test/harness/database.ts'
import { world } from '#test/world/world.ts'

const { app, as, connection } = await testApp()
const ask = sqlIn(connection)
const owner = new pg.Client(connection)
await owner.connect()
afterAll(() => owner.end())

/** The inbox is that of the reader, and so is what a parent pays, gives, confirms, and whom they may write to. */
const ofReader = [
  'Fee/GetOwn',
  'Inbox/GetItems',
  'RecordProposal/GetConfirmation',
  'Form/GetOwn',
  'EmergencyContact/GetOwn',
  'HealthAlert/GetOwn',
  'Message/GetReachable',
]

test('every read by the staff that names one student is written down, with the student', async () => {
  const { ground, plans } = await typicalCalls(app, owner)
  const named = plans.filter(
    ({ operation, persona, body }) => !operation.writes && persona.id === 'manager' && 'studentId' in body,
  )
  const calls = await inParallel(named, (plan) => call(ground, plan))
  const answered = calls.flatMap(({ operation, body, answer }) =>
    answer.status === 200 && !ofReader.includes(operation.path)
      ? { path: operation.path, student: body.studentId as string }
      : [],
  )
  const { omar, classmate, parent, nile } = world
  const studentId = omar.id
  await as(world.manager)(notes.list, { studentId })
  await as(world.manager)(papers.list, { schoolId: nile.id, studentId })
  await as(world.manager)(studentParents.get, { studentId, parentId: parent.id })
  await as(world.manager)(studentMerges.plan, { studentId, otherId: classmate.id })
  await as(world.manager)(feeFamilies.get, { schoolId: nile.id, studentId })
  await as(world.manager)(gradebook.read, { schoolId: nile.id, collection: 'results', studentId })
  const here = [feeFamilies.get, gradebook.read, notes.list, papers.list, studentParents.get, studentMerges.plan]
  for (const { path } of here) answered.push({ path, student: studentId })
  const naming = operations
    .filter(({ writes, input }) => !writes && 'studentId' in input.def.shape)
    .map(({ path }) => path)
  const paths = new Set(answered.map(({ path }) => path))
  expect(naming.filter((path) => !paths.has(path))).toEqual(ofReader)
  const missing = async () => {
    const lines = await ask<{ operation: string; student: string }>(
      `select operation, target_id as student from audit_lines where outcome = 'read' and target_kind = 'student'`,
    )
    return answered.filter(
      ({ path, student }) => !lines.some((line) => line.operation === path && line.student === student),
    )
  }
  await expect.poll(missing).toEqual([])
})
