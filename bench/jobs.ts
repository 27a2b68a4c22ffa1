import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { feeLists } from '#contract/money/fees/arrears.ts'
import { feeCharging } from '#contract/money/fees/charging.ts'
import { feeCounter } from '#contract/money/fees/counter.ts'
import { feeFamilies } from '#contract/money/fees/families.ts'
import { home } from '#contract/overviews/home/home.ts'
import { identity } from '#contract/platform/identity/identity.ts'
import type { Operation } from '#contract/language/operation.ts'
import { schools } from '#contract/platform/schools/schools.ts'
import { timetableDrafts } from '#contract/school/timetable/timetable-drafts.ts'
import { timetable } from '#contract/school/timetable/timetable.ts'
import { cover } from '#contract/teaching/cover/cover.ts'
import { classMarks } from '#contract/teaching/exams/class-marks.ts'
import { studentExams } from '#contract/teaching/exams/student-exams.ts'
import { remarks } from '#contract/results/results/remarks.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { students } from '#contract/people/students/students.ts'
import { postWriting } from '#contract/messages/posts/posts.ts'
import { today } from '#contract/overviews/today/today.ts'
import { toWire } from '#contract/language/wire-names.ts'
import { demoPassword } from '#test/world/world.ts'
import type { Sent } from './load.ts'

/** One kind of request, created again for every turn: another class, another day, another person. */
export type Job = { name: string; request: (turn: number) => Sent }

/** The ids of bench/data.sql, from a kind of row and its number. */
export const id = (kind: number, n: number) => {
  const digits = kind.toString(16).padStart(8, '0') + '000070008000' + n.toString(16).padStart(12, '0')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/**
 * The requests that people send in the schools of the bench, all for one school. After some hundred turns, a sheet is saved
 * again with other marks.
 */
export function jobsOf(school: number): Job[] {
  const base = school * 10_000
  const manager = base
  const room = (turn: number) => (turn % 33) + 1
  const classOf = (turn: number) => id(5, school * 100 + room(turn))
  const supervisor = (turn: number) => base + room(turn)
  const child = (turn: number) => (turn % 990) + 1
  const parent = (turn: number) => base + 1001 + Math.floor((child(turn) - 1) / 2)
  const studentId = (turn: number) => id(6, base + child(turn))
  const examOf = (turn: number) => id(10, (school * 100 + room(turn)) * 100 + (Math.floor(turn / 33) % 2) + 1)
  const roll = (turn: number) =>
    Array.from({ length: 30 }, (_, place) => id(6, base + (room(turn) - 1) * 30 + place + 1))
  const states = ['present', 'absent', 'late', 'excused']

  const save = (turn: number, stateOf: (place: number) => string) => ({
    classRoomId: classOf(turn),
    date: schoolDay(turn),
    students: roll(turn).map((one, place) => ({ studentId: one, state: stateOf(place) })),
  })
  const marks = (turn: number) =>
    roll(turn).map((one, place) => ({ studentId: one, result: (turn + Math.floor(turn / 66) + place) % 20 }))

  return [
    {
      name: 'attendance of a class and day',
      request: (turn) => {
        const day = schoolDay(turn)
        return post(attendance.list, { classRoomId: classOf(turn), dateFrom: day, dateTo: day }, supervisor(turn))
      },
    },
    {
      name: 'roll of a class',
      request: (turn) => post(students.ofClass, { classRoomId: classOf(turn) }, supervisor(turn)),
    },
    {
      name: 'students of a school, 30 rows',
      request: () => post(studentRecords.list, { schoolId: id(2, school), pageNumber: 1, pageSize: 30 }, manager),
    },
    {
      name: 'all 1,000 students, five pages',
      request: (turn) =>
        post(studentRecords.list, { schoolId: id(2, school), pageNumber: (turn % 5) + 1, pageSize: 200 }, manager),
    },
    { name: 'marks of an exam', request: (turn) => post(studentExams.list, { workId: examOf(turn) }, manager) },
    {
      name: 'marks of a class, 30 × 10',
      request: (turn) =>
        post(classMarks.get, { classRoomId: classOf(turn), courseId: id(4, school * 100 + (turn % 3) + 1) }, manager),
    },
    {
      name: 'remarks of a class',
      request: (turn) =>
        post(remarks.ofClass, { classRoomId: classOf(turn), termId: id(40, school), language: 'en' }, supervisor(turn)),
    },
    { name: "parent's Today", request: (turn) => post(today.get, {}, parent(turn)) },
    {
      name: "a child's exams, as parent",
      request: (turn) => post(studentExams.list, { studentId: studentId(turn) }, parent(turn)),
    },
    {
      name: "a child's attendance, as parent",
      request: (turn) => post(attendance.list, { studentId: studentId(turn) }, parent(turn)),
    },
    { name: "manager's home", request: () => post(home.school, { schoolId: id(2, school) }, manager) },
    {
      name: "manager's home after a register",
      request: () => post(home.school, { schoolId: id(2, school), averages: false }, manager),
    },
    {
      name: "teacher's home",
      request: (turn) => post(home.school, { schoolId: id(2, school) }, supervisor(turn)),
    },
    { name: 'Me', request: (turn) => post(identity.me, {}, supervisor(turn)) },
    { name: 'public schools', request: () => post(schools.list, {}, null) },
    {
      name: 'save 30 again, all changed',
      request: (turn) =>
        post(
          attendance.save,
          save(turn, (place) => states[(turn + Math.floor(turn / 330) + place) % 4]!),
          supervisor(turn),
        ),
    },
    {
      name: 'save 30 again, nothing changed',
      request: (turn) =>
        post(
          attendance.save,
          save(turn % 33, () => 'present'),
          supervisor(turn % 33),
        ),
    },
    {
      name: 'save a column of 30 marks',
      request: (turn) => post(studentExams.rateSeveral, { workId: examOf(turn), items: marks(turn) }, manager),
    },
    {
      name: 'sign in',
      request: (turn) =>
        post(
          identity.login,
          { phoneNumber: `01${String(parent(turn)).padStart(9, '0')}`, password: demoPassword },
          null,
        ),
    },
    {
      name: 'announcement published to a whole school',
      request: () =>
        post(
          postWriting.add,
          { schoolId: id(2, school), title: 'Parents meet', body: 'On Sunday at six.', audience: [{ kind: 'school' }] },
          manager,
        ),
    },
    ...feesOf(school, manager),
    ...weekOf(school, manager),
    { name: '/health/live', request: () => ({ path: '/health/live' }) },
  ]
}

/** What an accountant and a parent ask of fees. Only the first school has any (bench/fees.sql). */
function feesOf(school: number, manager: number): Job[] {
  const schoolId = id(2, school)
  const familyId = (turn: number) => id(32, turn % 500)
  const charging = { schoolId, yearId: id(7, school), gradeId: id(3, school), fromMonth: false }
  const payment = (turn: number) => ({
    clientOperationId: crypto.randomUUID(),
    schoolId,
    familyId: familyId(turn),
    wayId: id(31, 1),
    amount: '50',
    // The same way without a reference twice on a day asks for a reason.
    reference: crypto.randomUUID(),
  })
  return [
    { name: 'what charging 1,000 students would do', request: () => post(feeCharging.plan, charging, manager) },
    {
      name: 'fees of a family',
      request: (turn) => post(feeFamilies.get, { schoolId, familyId: familyId(turn) }, manager),
    },
    { name: 'a payment taken, with its receipt', request: (turn) => post(feeCounter.take, payment(turn), manager) },
    {
      name: 'fees of a parent',
      request: (turn) => post(feeLists.own, {}, school * 10_000 + 1001 + (turn % 500)),
    },
  ]
}

/** What people ask of the week, and tomorrow of who covers 60 lessons of absent teachers. Only the first school has any (bench/week.sql). */
function weekOf(school: number, manager: number): Job[] {
  const schoolId = id(2, school)
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const teacher = (turn: number) => school * 10_000 + (turn % 34) + 1
  return [
    {
      name: 'week of a class',
      request: (turn) =>
        post(timetable.week, { schoolId, classRoomId: id(5, school * 100 + (turn % 33) + 1) }, teacher(turn)),
    },
    { name: 'week of the whole school', request: (turn) => post(timetable.week, { schoolId }, teacher(turn)) },
    { name: 'lesson now', request: (turn) => post(timetable.now, { schoolId }, teacher(turn)) },
    {
      name: 'a draft of the week',
      request: () => post(timetableDrafts.get, { timetableId: id(51, 2) }, manager),
    },
    { name: 'covers of a day', request: () => post(cover.day, { schoolId, day }, manager) },
    { name: 'covers proposed, 60 lessons', request: () => post(cover.propose, { schoolId, day }, manager) },
  ]
}

/** One of the last school days. Registers were taken on all of them. */
export function schoolDay(turn: number) {
  const days = Array.from({ length: 30 }, (_, back) => new Date(Date.now() - (back + 1) * 86_400_000))
  const taught = days.filter((day) => day.getUTCDay() !== 5 && day.getUTCDay() !== 6)
  return taught[Math.floor(turn / 33) % taught.length]!.toISOString().slice(0, 10)
}

export const post = (operation: Operation, input: unknown, person: number | null): Sent => {
  const sent = toWire(operation.input, input) as object
  const token = person === null ? null : `session ${person}`
  return operation.method === 'GET'
    ? { path: `/${operation.path}`, token }
    : { path: `/${operation.path}`, body: sent, token }
}
