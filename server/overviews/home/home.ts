import { home, setupSteps } from '#contract/overviews/home/home.ts'
import { setup } from '#contract/overviews/setup/setup.ts'
import { usualSteps } from '#contract/overviews/setup/usual.ts'
import type { Caller } from '#server/access/caller.ts'
import { mayIn } from '#server/access/may.ts'
import { weekDayOf } from '#server/base/days.ts'
import { implement } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { unreadBy } from '#server/messages/inbox/inbox.queries.ts'
import { stepsTaken } from '#server/overviews/setup/setup.queries.ts'
import { sideBySide } from '#server/db/speculation/ways.ts'
import { countsOfWaiting, seesPhones, seesWork, waitingIn } from '#server/overviews/waiting/waiting.rules.ts'
import { unmarkedWork, workDue } from '#server/overviews/waiting/work.queries.ts'
import { asOwnLesson } from '#server/school/timetable/own-lessons.rules.ts'
import { ownLessons } from '#server/school/timetable/week.queries.ts'
import { attendanceIn, emptyWeek, weekOf } from './figures.ts'
import { absentToday, averagesOf, type ClassRow, classesToday, registersCounted } from './home.queries.ts'
import { type SetupCounts, setupOf } from './setup.queries.ts'

export const homeOperations = implement(home, {
  async school(call) {
    const { db, user, school, reach, may, now, input } = call
    const { schoolId } = input
    const isWhole = input.averages !== false
    const view = { schoolId, today: school.today, reach, personId: user.id }
    const kinds = seesWork(call)

    const seesAttendance = may('ViewAttendanceList')
    const setsUp = isWhole && may('ViewSchoolSettings') && reach.of === 'school'
    const { classes, registers, absent, averages, unmarked, due, counts, unread, lessons, ...waiting } =
      await sideBySide(db, {
        classes: classesToday(view),
        registers: seesAttendance ? registersCounted(view) : null,
        absent: seesAttendance ? absentToday(view, { seesPhones: seesPhones.some(may) }) : null,
        averages: isWhole && kinds.some((kind) => kind === 'exam') ? averagesOf(view) : null,
        unmarked: kinds.length > 0 ? unmarkedWork(view, kinds) : null,
        due: kinds.length > 0 ? workDue(view, kinds) : null,
        counts: setsUp ? setupOf(schoolId) : null,
        ...countsOfWaiting(call),
        unread: unreadBy(user),
        lessons: ownLessons(schoolId, user.id, school.today),
      })

    const { days, of } = seesAttendance ? weekOf(registers, school.today) : emptyWeek
    const courses = [...new Map(averages.map(({ courseId: id, courseName: name }) => [id, { id, name }])).values()]
    return {
      schoolId,
      asOf: now.toISOString(),
      unread: unread.reduce((sum, one) => sum + one.unread, 0),
      today: school.today,
      weekDay: weekDayOf(school.today),
      closedIds: classes.filter(({ isOpen }) => !isOpen).map(({ id }) => id),
      holiday: classes.find(({ isOpen, holiday }) => !isOpen && holiday)?.holiday ?? null,
      wholeSchool: reach.of === 'school',
      days,
      courses,
      otherYears: otherYearsOf(classes),
      classes: classes.map(({ isOpen: _, holiday: __, otherYearName: ___, ...one }) => ({
        ...one,
        ...of(one.id),
        averages: courses.map(
          ({ id }) =>
            averages.find(({ classRoomId, courseId }) => classRoomId === one.id && courseId === id)?.percent ?? null,
        ),
      })),
      attendance: seesAttendance ? { ...attendanceIn(registers, school.today), absentStudents: absent } : null,
      waiting: waitingIn(waiting, unmarked[0]?.total ?? 0),
      steps: setsUp ? await stepsOf(db, user, school, counts[0]!) : null,
      lessons: lessons.map(asOwnLesson),
      unmarked: unmarked.map(workOnly),
      due: due.map(workOnly),
    }
  },
})

const workOnly = <Row extends { total: number }>({ total: _, ...row }: Row) => row

/** The steps whose operations are refused while the school is not active. */
const afterApproval: ReadonlySet<(typeof setupSteps)[number]> = new Set(['teachers', 'students', 'parents'])

/** The steps of setting up a school, as long as one of them has not been started. */
async function stepsOf(
  db: Db,
  user: Caller,
  { id: schoolId, active }: { id: string; active: boolean },
  { invitedTeachers, ...counts }: SetupCounts,
) {
  if (setupSteps.every((key) => counts[key] > 0)) return null
  const taken: readonly string[] = await stepsTaken(db, schoolId)
  const mayTake = mayIn(user, setup.take, schoolId)
  const usual: readonly string[] = usualSteps
  return setupSteps.map((key) => ({
    key,
    count: counts[key],
    invited: key === 'teachers' ? invitedTeachers : 0,
    waits: !active && afterApproval.has(key),
    may: {
      takeUsual: mayTake && usual.includes(key) && counts[key] === 0,
      undoUsual: mayTake && taken.includes(key),
    },
  }))
}

/** The classes of other years than the current one, by year. */
function otherYearsOf(classes: readonly ClassRow[]) {
  const ids = new Map<string, string[]>()
  for (const { id, otherYearName } of classes)
    if (otherYearName) ids.set(otherYearName, [...(ids.get(otherYearName) ?? []), id])
  return [...ids].map(([name, classIds]) => ({ name, classIds }))
}
