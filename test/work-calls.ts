import { activities } from '#contract/activities/activities.ts'
import { exams } from '#contract/exams/exams.ts'
import { homework } from '#contract/homework/homework.ts'
import type { Operation } from '#contract/language/operation.ts'
import { studentActivities } from '#contract/activities/student-activities.ts'
import { studentExams } from '#contract/exams/student-exams.ts'
import { studentHomework } from '#contract/homework/student-homework.ts'
import { today } from '#test/clock.ts'
import type { testApp } from './app.ts'
import { world } from './world.ts'
import { monthId } from './world/school-rows.ts'

/** The three kinds of class work: their operations, where results are kept, and what the wire calls them. */
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

/** A kind's calls in the words that all three share, as Omar's teacher of Arabic unless somebody else is named. */
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
  // What a kind does not take or answer is refused by the server and by the shape of its answer.
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
