import { describe, expect, test } from 'vitest'
import { excuses } from '#contract/teaching/absence/excuses.ts'
import { exams } from '#contract/teaching/exams/exams.ts'
import { publishing } from '#contract/teaching/exams/publishing.ts'
import { studentExams } from '#contract/teaching/exams/student-exams.ts'
import { posts, postWriting } from '#contract/messages/posts/posts.ts'
import { staffInvitations } from '#contract/people/teachers/staff-invitations.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'
import { monthId } from '#test/world/school-rows.ts'

const { as, wire, connection } = await testApp()
const { sql, rowsOf } = tracesIn(connection)
const { manager, teacher, scienceTeacher, parent, classmatesParent, newcomer } = world
const { otherManager, deltaTeacher, deltaParent, nile, nileYear, delta, class4a, arabic, omar, classmate } = world

type Body = Record<string, unknown>
type Try = [path: string, body: Body]

/** Each attacker sends each body; all of them are refused, as for something that is not there or not theirs, and change nothing. */
async function expectRefused(attackers: { phone: string }[], tries: Try[], tables: string[]) {
  const before = await rowsOf(...tables)
  for (const person of attackers)
    for (const [path, body] of tries) {
      const { status, text } = await wire(path, body, { as: person })
      expect([403, 404], `${person.phone} ${path}: ${status} ${text}`).toContain(status)
    }
  expect(await rowsOf(...tables)).toEqual(before)
}

describe('case 29: what a school wrote is not reached by its id from another school or family', () => {
  test('drafts of marks are neither read nor published', async () => {
    await as(manager)(publishing.changeSetting, { schoolId: nile.id, marksShown: 'whenPublished' })
    const month = monthId(nileYear, 1)
    const exam = { classRoomId: class4a.id, courseId: arabic.id, monthId: month, date: today, rate: 20 }
    const { id } = await as(teacher)(exams.add, { ...exam, studentIds: [classmate.id] })
    await as(teacher)(studentExams.rate, { workId: id, studentId: classmate.id, result: 13.37 })
    const tries: Try[] = [
      [publishing.publish.path, { items: [{ examId: id }] }],
      [publishing.history.path, { kind: 'exam', id, studentId: classmate.id }],
      [studentExams.get.path, { examId: id, studentId: classmate.id }],
      [studentExams.rate.path, { examId: id, studentId: classmate.id, totalResult: 20 }],
      [publishing.changeSetting.path, { schoolId: nile.id, marksShown: 'atOnce' }],
    ]
    const attackers = [otherManager, deltaTeacher, deltaParent, scienceTeacher, parent, newcomer]
    await expectRefused(attackers, tries, ['exams', 'student_exams', 'schools', 'outbox'])
    // The child's own parent is let in, and finds no mark and no history of it.
    const own = { studentId: classmate.id }
    expect(await as(classmatesParent)(studentExams.get, { ...own, workId: id })).toMatchObject({ result: null })
    expect(await as(classmatesParent)(publishing.history, { ...own, kind: 'exam', id })).toEqual([])
  })

  test('announcements are neither read, answered, changed nor taken back', async () => {
    const { id } = await as(manager)(postWriting.add, {
      schoolId: nile.id,
      title: 'رحلة',
      body: 'إلى المتحف',
      audience: [{ kind: 'student', targetId: classmate.id }],
      answers: ['نعم', 'لا'],
    })
    const tries: Try[] = [
      [posts.answer.path, { postId: id, answer: 'نعم' }],
      [postWriting.update.path, { id, title: 'أخرى' }],
      [postWriting.takeBack.path, { postId: id }],
      [postWriting.report.path, { postId: id }],
      [postWriting.remind.path, { postId: id }],
    ]
    const attackers = [otherManager, deltaTeacher, deltaParent, scienceTeacher, parent, newcomer]
    await expectRefused(attackers, tries, ['posts', 'post_readers', 'post_audience', 'outbox'])
    for (const person of attackers) {
      expect(await as(person)(posts.list, { postId: id })).toEqual([])
      expect(await as(person)(posts.markRead, { postIds: [id] })).toMatchObject({ changed: 0 })
    }
  })

  test('excuses are neither read, entered nor decided', async () => {
    const { id } = await as(parent)(excuses.ask, { studentId: omar.id, fromDay: today, excuseKind: 'illness' })
    const tries: Try[] = [
      [excuses.ask.path, { studentId: omar.id, fromDay: today, excuseKind: 'illness' }],
      [excuses.ofStudent.path, { studentId: omar.id }],
      [excuses.enter.path, { studentId: omar.id, fromDay: today, excuseKind: 'illness' }],
      [excuses.decide.path, { studentId: omar.id, excuseId: id, accept: true }],
      [excuses.waiting.path, { schoolId: nile.id }],
    ]
    await expectRefused([otherManager, deltaTeacher, deltaParent, classmatesParent, newcomer], tries, [
      'excuses',
      'outbox',
    ])
    // Of the own school, under the name of a student of it: the excuse is not theirs either.
    const [own] = await sql('select id from students where school_id = $1 and active limit 1', [delta.id])
    await expectRefused(
      [otherManager],
      [[excuses.decide.path, { studentId: own.id, excuseId: id, accept: true }]],
      ['excuses', 'outbox'],
    )
    await expectRefused(
      [parent],
      [[excuses.decide.path, { studentId: omar.id, excuseId: id, accept: true }]],
      ['excuses'],
    )
  })

  test('invitations of staff are neither listed, changed nor withdrawn, under either school', async () => {
    await as(manager)(staffInvitations.invite, { schoolId: nile.id, teacherName: 'سعاد', email: 'suad@example.org' })
    const [invitation] = await as(manager)(staffInvitations.list, { schoolId: nile.id })
    const invitationId = invitation!.id
    const of = (schoolId: string): Try[] => [
      [staffInvitations.update.path, { schoolId, invitationId, teacherName: 'أخرى' }],
      [staffInvitations.withdraw.path, { schoolId, invitationId }],
    ]
    const listed: Try = [staffInvitations.list.path, { schoolId: nile.id }]
    const tables = ['staff_invitations', 'school_teachers', 'outbox']
    await expectRefused([otherManager, deltaTeacher, deltaParent, teacher, parent], [...of(nile.id), listed], tables)
    await expectRefused([otherManager], of(delta.id), tables)
  })
})
