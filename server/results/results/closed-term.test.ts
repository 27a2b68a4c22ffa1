import { beforeEach, describe, expect, test } from 'vitest'
import { calendar } from '#contract/school/calendar/calendar.ts'
import { closings } from '#contract/results/results/closings.ts'
import { results } from '#contract/results/results/results.ts'
import { daysFrom } from '#server/base/days.ts'
import { afterClosing, resultsOfNile } from '#test/harness/results-of-nile.ts'
import { refused } from '#test/harness/traces.ts'
import { today } from '#test/world/clock.ts'
import { world } from '#test/world/world.ts'

const { begin, withScheme, grid, typedPart, save, correct, markAll, plan, close, publish, ofOmar, as, sql, audited } =
  await resultsOfNile()
const { manager, teacher, parent, omar, class4a, nile } = world
const needsReason = refused(409, 'The results of this term are closed; a correction needs its reason')
let now: Awaited<ReturnType<typeof begin>>

beforeEach(async () => {
  now = await begin()
  await withScheme()
  await markAll()
})

const ofOmarIn = ({ students }: Awaited<ReturnType<typeof grid>>) =>
  students.find(({ studentId }) => studentId === omar.id)!

const everything = async () => ({
  grid: (await grid(teacher)).students.map(({ studentId, figures }) => ({ studentId, figures })),
  compute: await as(manager)(results.compute, { classRoomId: class4a.id, termId: now.termId }),
  missing: await as(manager)(results.missing, { schoolId: nile.id, termId: now.termId, gradeId: now.inGrade.gradeId }),
  counts: await plan().then(({ plan: _, differences: __, ...counts }) => counts),
  ofOmar: await ofOmar(),
})

describe('a closed term', () => {
  test('shows the closed figures in every answer, whatever is recorded later, and beside them what would be now', async () => {
    const open = await grid()
    await publish()
    const closed = await everything()
    expect(closed.grid).toEqual(open.students.map(({ studentId, figures }) => ({ studentId, figures })))
    expect(open.students.every((student) => student.now === null)).toBe(true)

    const part = typedPart(open)
    const after = await correct([{ studentId: omar.id, partId: part.id, mark: 1 }], teacher)
    await sql('update student_exams set total_result = 1, is_attend = true where student_id = $1', [omar.id])
    await sql('delete from part_marks where student_id = $1 and term_id = $2 and course_id <> $3', [
      omar.id,
      now.termId,
      now.place.courseId,
    ])
    expect(await everything()).toEqual(closed)

    const { figures, now: would } = ofOmarIn(after)
    expect(would!.total).toBeLessThan(figures.total!)
    expect(would!.parts.find(({ id }) => id === part.id)).toMatchObject({ points: 1 })
    expect(after.students.filter((student) => student.now).map(({ studentId }) => studentId)).toEqual([omar.id])
  })

  test('takes a mark only as a correction with its reason, which is kept with who and when', async () => {
    const { closing } = await close()
    const cell = { studentId: omar.id, partId: typedPart(await grid()).id, mark: 3 }
    for (const person of [teacher, manager]) await expect(save([cell], person)).rejects.toMatchObject(needsReason)
    await expect(save([{ ...cell, reason: 'سبب' }])).rejects.toMatchObject(needsReason)
    await expect(as(teacher)(results.save, { ...now.place, afterClosing: ' ', marks: [cell] })).rejects.toMatchObject(
      needsReason,
    )
    expect(ofOmarIn(await grid()).now).toBeNull()

    const before = (await audited(results.save)).length
    await correct([cell], teacher)
    const [change] = await as(manager)(results.history, { ...now.place, studentId: omar.id })
    expect(change).toMatchObject({ mark: 3, formerMark: 20, reason: afterClosing, byName: expect.any(String) })
    expect((await audited(results.save)).slice(before)).toMatchObject([
      { person_id: teacher.id, target_kind: 'termClosing', target_id: closing!.id },
    ])
  })

  test('says so beside class work to everybody who works in the class, and not to parents', async () => {
    const saysTo = async (person: { phone: string }, day = today) =>
      (await as(person)(calendar.count, { classRoomId: class4a.id, dateFrom: day, dateTo: day })).resultsClosed
    expect(await saysTo(teacher)).toBe(false)
    const { closing } = await close()
    expect(await saysTo(teacher)).toBe(true)
    expect(await saysTo(teacher, daysFrom(today, 1))).toBe(false)
    expect(await saysTo(parent)).toBe(false)
    await as(manager)(closings.reopen, { ...now.inGrade, closingId: closing!.id, reason: 'خطأ في الرصد' })
    expect(await saysTo(teacher)).toBe(false)
  })

  test('takes marks as usual again once it was reopened', async () => {
    const { closing } = await close()
    await as(manager)(closings.reopen, { ...now.inGrade, closingId: closing!.id, reason: 'خطأ في الرصد' })
    const before = await audited(results.save)
    const after = await save([{ studentId: omar.id, partId: typedPart(await grid()).id, mark: 3 }])
    expect(ofOmarIn(after)).toMatchObject({ now: null })
    expect(await audited(results.save)).toEqual(before)
  })

  test('has no figures of a student who came after it was closed', async () => {
    await close()
    await sql('delete from term_results where student_id = $1', [omar.id])
    const { figures, now: would } = ofOmarIn(await grid())
    expect(figures).toMatchObject({ total: null, passed: null, percent: null })
    expect(figures.parts.every(({ points }) => points === null)).toBe(true)
    expect(would!.total).not.toBeNull()
  })
})
