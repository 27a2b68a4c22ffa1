import { home, setupSteps } from '#contract/overviews/home/home.ts'
import { setup } from '#contract/overviews/setup/setup.ts'
import { usualSteps } from '#contract/overviews/setup/usual.ts'
import type { Caller } from '#server/access/caller.ts'
import { mayIn } from '#server/access/may.ts'
import { weekDayOf } from '#server/base/days.ts'
import { implement } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { stepsTaken } from '#server/overviews/setup/setup.queries.ts'
import { countWaiting, seesPhones, seesWork } from '#server/overviews/waiting/waiting.rules.ts'
import { unmarkedWork, workDue } from '#server/overviews/waiting/work.queries.ts'
import { attendanceIn, emptyWeek, weekOf } from './figures.ts'
import { absentToday, averagesOf, type ClassRow, classesToday, registersCounted, type View } from './home.queries.ts'
import { setupOf } from './setup.queries.ts'

export const homeOperations = implement(home, {
  async school(call) {
    const { db, user, school, reach, may, now, input } = call
    const { schoolId } = input
    const view = { schoolId, today: school.today, reach, personId: user.id }
    const kinds = seesWork(call)

    const classes = await classesToday(db, view)
    const registers = may('ViewAttendanceList') ? await registersCounted(db, view) : null
    const averages = kinds.some((kind) => kind === 'exam') ? await averagesOf(db, view) : []
    const unmarked = await unmarkedWork(db, view, kinds)
    const due = await workDue(db, view, kinds)
    const waiting = await countWaiting(call, unmarked.total)

    const { days, of } = registers ? weekOf(registers, school.today) : emptyWeek
    const courses = [...new Map(averages.map(({ courseId: id, courseName: name }) => [id, { id, name }])).values()]
    return {
      schoolId,
      asOf: now.toISOString(),
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
      attendance: registers && {
        ...attendanceIn(registers, school.today),
        absentStudents: await absentOf(db, view, seesPhones.some(may), registers),
      },
      waiting,
      steps: may('ViewSchoolSettings') && reach.of === 'school' ? await stepsOf(db, user, school) : null,
      unmarked: unmarked.rows,
      due: due.rows,
    }
  },
})

/** The statement is not sent if no register of the day counts an absence. */
const absentOf = (db: Db, view: View, seesGuardians: boolean, registers: { date: string; absent: number }[]) =>
  registers.some(({ date, absent }) => date === view.today && absent > 0)
    ? absentToday(db, view, { seesPhones: seesGuardians })
    : []

/** The steps whose operations are refused while the school is not active. */
const afterApproval: ReadonlySet<(typeof setupSteps)[number]> = new Set(['teachers', 'students', 'parents'])

/** The steps of setting up a school, as long as one of them has not been started. */
async function stepsOf(db: Db, user: Caller, { id: schoolId, active }: { id: string; active: boolean }) {
  const { invitedTeachers, ...counts } = await setupOf(db, schoolId)
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
