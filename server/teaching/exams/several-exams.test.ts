import { describe, expect, test } from 'vitest'
import { exams } from '#contract/teaching/exams/exams.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'
import { monthId } from '#test/world/school-rows.ts'

const { as, connection } = await testApp()
const { manager, teacher, class4a, class5a, deltaClass1, arabic, maths, deltaArabic, laila } = world
const { published, rowsOf } = tracesIn(connection)

const tables = ['exams', 'student_exams', 'outbox']
const september = monthId(world.nileYear, 1)
const pastMonth = monthId(world.nilePastYear, 3)
const final = refused(409, 'A completed year cannot be changed')

const exam = (more: object = {}) => ({
  classRoomId: class4a.id,
  courseId: arabic.id,
  monthId: september,
  date: today,
  rate: 20,
  ...more,
})

describe('several exams are set at once', () => {
  const several = (items: object[], person: typeof manager = manager) =>
    as(person)(exams.addSeveral, { items: items.map((more) => exam(more)) })

  test('all of them, in the order sent, with one event', async () => {
    const before = (await published('exam')).length
    const made = await several([{ rate: 1 }, { rate: 2, courseId: maths.id }, { rate: 3, classRoomId: class5a.id }])
    expect(made.map((one) => one.rate)).toEqual([1, 2, 3])
    const events = await published('exam')
    expect(events).toHaveLength(before + 1)
    expect(events.at(-1).payload.set.map(({ workId }: { workId: string }) => workId)).toEqual(made.map(({ id }) => id))
  })

  test('or none, with the sentence of the first in error and every one of them named', async () => {
    const before = await rowsOf(...tables)
    await expect(several([{}, { monthId: pastMonth }, { studentIds: [laila.id] }])).rejects.toMatchObject({
      ...final,
      errors: {
        'items[1]': ['A completed year cannot be changed'],
        'items[2].studentsIds': ['A student is not in this class'],
      },
    })
    await expect(several([{ courseId: deltaArabic.id }])).rejects.toMatchObject(notFound)
    await expect(several([{}, { classRoomId: deltaClass1.id }])).rejects.toMatchObject(notFound)
    await expect(several([{}], teacher)).rejects.toMatchObject(notAllowed)
    await expect(several([])).rejects.toMatchObject(refused(400, 'Array must contain at least 1 element(s)'))
    expect(await rowsOf(...tables)).toEqual(before)
  })
})
