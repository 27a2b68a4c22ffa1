import { activities } from '#contract/teaching/activities/activities.ts'
import { exams } from '#contract/teaching/exams/exams.ts'
import { homework } from '#contract/teaching/homework/homework.ts'
import type { Operation } from '#contract/language/operation.ts'
import { studentActivities } from '#contract/teaching/activities/student-activities.ts'
import { studentExams } from '#contract/teaching/exams/student-exams.ts'
import { studentHomework } from '#contract/teaching/homework/student-homework.ts'
import { today } from '#test/world/clock.ts'
import type { testApp } from './app.ts'
import { world } from '#test/world/world.ts'
import { monthId } from '#test/world/school-rows.ts'

/** The three kinds of class work: their operations, the tables of their results, and their names on the wire. */
export const kindsOfWork = [
  {
    kind: 'homework',
    work: homework,
    of: studentHomework,
    table: 'student_homework',
    id: 'assignmentId',
    mark: 'result',
  },
  { kind: 'exam', work: exams, of: studentExams, table: 'student_exams', id: 'examId', mark: 'totalResult' },
  {
    kind: 'activity',
    work: activities,
    of: studentActivities,
    table: 'student_activities',
    id: 'activityId',
    mark: 'result',
  },
] as const

type Kind = (typeof kindsOfWork)[number]
type Person = { phone: string }

/** The calls of one kind, with the same names for all three, as Omar's Arabic teacher unless another person is given. */
export function workCalls({ kind, work, of }: Kind, as: Awaited<ReturnType<typeof testApp>>['as']) {
  const { teacher, class4a, arabic, nileYear, omar, classmate } = world
  const ofExams = kind === 'exam' ? { monthId: monthId(nileYear, 1) } : {}
  const sent = {
    classRoomId: class4a.id,
    courseId: arabic.id,
    date: today,
    details: 'أ',
    rate: 20,
    ...ofExams,
  }
  const one = (workId: string) => (kind === 'exam' ? { examId: workId } : { id: workId })
  // The server refuses fields that a kind does not have, and the answer is checked against its shape.
  const call = <O extends Operation>(person: Person, operation: Operation, _as: O, input: object) =>
    as(person)(operation as O, input as never)

  return {
    set: (students: { id: string }[] = [omar, classmate]) =>
      call(teacher, work.add, exams.add, { ...sent, studentIds: students.map(({ id }) => id) }),
    change: (workId: string, more: object) => call(teacher, work.update, exams.update, { id: workId, ...more }),
    remove: (workId: string) => call(teacher, work.remove, exams.remove, one(workId)),
    rate: (workId: string, more: object, person: Person = teacher) =>
      call(person, of.rate, studentExams.rate, { workId, studentId: omar.id, ...more }),
    rateSeveral: (workId: string, items: object[]) =>
      call(teacher, of.rateSeveral, studentExams.rateSeveral, { workId, items }),
    read: (workId: string) => call(teacher, of.get, studentExams.get, { workId, studentId: omar.id }),
    list: (person: Person, request: object) =>
      as(person).listed(of.list as typeof studentExams.list, { pageSize: 200, ...request }),
    addForOne: (more: object = {}, person: Person = teacher) =>
      call(person, of.add, studentExams.add, { ...sent, studentId: omar.id, ...more }),
  }
}
