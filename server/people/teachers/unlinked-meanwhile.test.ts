import { expect, test } from 'vitest'
import { teachers } from '#contract/people/teachers/teachers.ts'
import { testApp } from '#test/harness/app.ts'
import { crossingIn } from '#test/harness/crossing.ts'
import { notFound, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql, giveKey } = tracesIn(connection)
const { manager, deputy, teacher, nile } = world

test('a link that is confirmed while it ends gives no role back', async () => {
  const link = { schoolId: nile.id, teacherId: teacher.id }
  await giveKey(teacher, 'AddGrade', nile)
  // The role of the teacher is already deleted. The call waits for the lock on their own permission.
  const outcomes = await crossingIn(connection)(
    'select from user_permissions where user_id = $1 and school_id = $2 for update',
    [teacher.id, nile.id],
    () => as(manager)(teachers.unlink, link),
    () => as(deputy)(teachers.confirm, link),
  )
  expect(outcomes).toMatchObject([{ value: { done: true } }, { reason: notFound }])
  expect(await sql('select from user_roles where user_id = $1 and school_id = $2', [teacher.id, nile.id])).toEqual([])
})
