import { expect, test } from 'vitest'
import { postWriting } from '#contract/messages/posts/posts.ts'
import { testApp } from '#test/harness/app.ts'
import { sqlIn } from '#test/harness/database.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const sql = sqlIn(connection)
const { manager, nile, class4a, class6a } = world

const counted = async ({ id: targetId }: { id: string }) => {
  const { students, unreachable } = await as(manager)(postWriting.count, {
    schoolId: nile.id,
    audience: [{ kind: 'class', targetId }],
  })
  return { students, unreachable }
}

const linkedOrNot = async ({ id }: { id: string }) =>
  (
    await sql<{ students: number; unreachable: number }>(
      `select count(*)::integer as students, (count(*) filter (where not exists (select from student_parents sp
         where sp.school_id = st.school_id and sp.student_id = st.id and sp.ended_at is null)))::integer as unreachable
       from students st where st.class_room_id = $1 and st.active and st.is_paid`,
      [id],
    )
  )[0]!

test('of a class in which every student has a parent linked nobody is out of reach', async () => {
  const { students } = await linkedOrNot(class4a)
  expect(await counted(class4a)).toEqual({ students, unreachable: 0 })
})

test('students without a parent linked are counted as out of reach', async () => {
  const { students, unreachable } = await linkedOrNot(class6a)
  expect(unreachable).toBeGreaterThan(0)
  expect(await counted(class6a)).toEqual({ students, unreachable })
})
