import { createHash } from 'node:crypto'
import { closings } from '#contract/results/results/closings.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { changedMeanwhile, conflict, found, invalid } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { takeTime } from '#server/db/patience.ts'
import { publish } from '#server/outbox/events.ts'
import {
  closedCourses,
  closingsOf,
  insertClosing,
  insertResults,
  lockGradeTerm,
  replaceGrace,
  setPublished,
  setReopened,
  storedGrace,
  studentsOfClosing,
} from './closings.queries.ts'
import { closedFiguresOf, shownNow, type ShownPupil } from './closed-figures.ts'
import { courseFigures, pupilAndCourse, termFiguresOf, type PupilFigures } from './figures.ts'
import { frozenRows } from './frozen.ts'
import { confirmedIn, graceToConfirm, mustBeWithinGrace, unusedGrace } from './grace.ts'
import { remarksToClose } from './remarks.rules.ts'
import { gradeExists, termOf } from './terms.queries.ts'

type Place = { termId: string; gradeId: string }
type Plan = OutputOf<typeof closings.plan>

// 1,200 pupils with ten courses are 13,200 rows, each with five references: 1.3 s in PostgreSQL on a busy machine.
const closingPatience = { statement: 8 }

export const closingOperations = implement(closings, {
  plan: async ({ db, school, input }) => (await planOf(db, school, input)).answer,

  async close({ db, user, school, now, input, audit }) {
    await takeTime(db, closingPatience)
    await lockGradeTerm(db, school.id, input.termId, input.gradeId)
    const { answer, all, rows } = await planOf(db, school, input)
    if (answer.closing) throw conflict('The results of this term are closed already', { current: answer })
    if (answer.plan !== input.plan) throw changedMeanwhile({ current: answer })
    if (answer.figures === 0) throw conflict('Nothing is there to close: no course of these pupils has a scheme')
    if (answer.missing > 0 && !input.acceptMissing)
      throw conflict('Marks are still missing; confirm that the term closes without them', { field: 'acceptMissing' })
    mustBeWithinGrace(answer, all, ({ isConfirmed }) => isConfirmed)
    const { termId, gradeId, reason = null } = input
    const id = await insertClosing(db, { schoolId: school.id, termId, gradeId, closedBy: user.id, reason, now })
    await insertResults(db, school.id, id, rows)
    await audit('termClosing', id)
    return (await planOf(db, school, input)).answer
  },

  async reopen({ db, user, school, now, input, audit }) {
    const { answer } = await standing(db, school.id, input)
    await setReopened(db, { schoolId: school.id, id: answer.id, personId: user.id, reason: input.reason, now })
    await audit('termClosing', answer.id)
    return (await planOf(db, school, input)).answer
  },

  async publish({ db, user, school, now, input, audit }) {
    const { answer } = await standing(db, school.id, input)
    const { day = null, time = null } = input
    if (answer.publishedAt) throw conflict('These results are published already')
    if (time && !day) throw invalid('Required', 'day')
    if (day && day < school.today) throw invalid('The day of publishing is over', 'day')
    await setPublished(db, { school, id: answer.id, personId: user.id, now, day, time })
    const studentIds = await studentsOfClosing(db, school.id, answer.id)
    const event = { schoolId: school.id, actorId: user.id, payload: { closingId: answer.id, studentIds } }
    await publish(db, { event: 'results published', ...event })
    await audit('termClosing', answer.id)
    return (await planOf(db, school, input)).answer
  },

  async grace({ db, user, school, input, audit }) {
    const { termId, gradeId, items } = input
    await lockGradeTerm(db, school.id, termId, gradeId)
    const { answer, all } = await planOf(db, school, input)
    if (answer.closing) throw conflict('The results of this term are closed already', { current: answer })
    // A change of marks meanwhile is no reason to refuse. Only confirmed grace marks, which this call could take back, must be unchanged.
    if (input.plan && ![answer.gracePlan, answer.plan].includes(input.plan)) throw changedMeanwhile({ current: answer })
    for (const [at, { studentId, courseId, points }] of items.entries()) {
      const proposed = answer.grace.find((one) => one.studentId === studentId && one.courseId === courseId)
      if (proposed?.points !== points)
        throw conflict('These grace marks are not proposed any more', { current: answer, field: `items[${at}].points` })
    }
    // An item that is listed twice counts once.
    const confirmed = new Map(items.map((item) => [`${item.studentId} ${item.courseId}`, item]))
    mustBeWithinGrace(answer, all, ({ studentId, courseId }) => confirmed.has(`${studentId} ${courseId}`))
    const by = { schoolId: school.id, termId, personId: user.id }
    const takenBack = await replaceGrace(db, by, idsOf(all), [...confirmed.values()])
    await audit('graceMarks', gradeId, school.id, { rows: confirmed.size })
    for (const studentId of takenBack) await audit('student', studentId)
    return (await planOf(db, school, input)).answer
  },
})

/** The closing that the call names, if it is the valid one. */
async function standing(db: Db, schoolId: string, input: Place & { closingId: string }) {
  await lockGradeTerm(db, schoolId, input.termId, input.gradeId)
  const all = await closingsOf(db, schoolId, input.termId, input.gradeId)
  const answer = found(all.find(({ id }) => id === input.closingId))
  if (answer.reopenedAt) throw conflict('This term was reopened meanwhile')
  return { answer }
}

const listedAtMost = 200

async function planOf(
  db: Db,
  { id: schoolId, today }: { id: string; today: string },
  { termId, gradeId }: Place,
): Promise<{ answer: Plan; all: PupilFigures[]; rows: ReturnType<typeof frozenRows> }> {
  const term = found(await termOf(db, schoolId, termId))
  if (!(await gradeExists(db, schoolId, gradeId))) found(null)
  const all = await termFiguresOf(db, { schoolId, today, gradeId }, term)
  const remarks = await remarksToClose(db, { schoolId, termId, studentIds: idsOf(all) })
  const rows = all.flatMap((one) => frozenRows(one, remarks.of(one.pupil.id)))
  const history = await closingsOf(db, schoolId, termId, gradeId)
  const closing = history.find(({ reopenedAt }) => reopenedAt === null) ?? null
  // Of a closed term the counts are those of what was closed, like every other figure.
  const counted = closing ? await closedFiguresOf(db, schoolId, closing.id) : all.map(shownNow)
  const totals = counted.filter(({ courses }) => courses.length > 0)
  const owing = counted.map((one) => ({ ...one, owed: owedOf(one) })).filter(({ owed }) => owed.length > 0)
  const missingOf = owing.flatMap(({ owed }) => owed)
  const grace = all.flatMap(graceToConfirm)
  const graceUnused = closing ? [] : unusedGrace(await storedGrace(db, schoolId, termId, idsOf(all)), all)
  const answer = {
    schoolId,
    termId,
    gradeId,
    plan: hashOf(rows),
    gracePlan: hashOf(confirmedIn(grace, graceUnused)),
    students: totals.length,
    courses: new Set(counted.flatMap(({ courses }) => courses.map(({ courseId }) => courseId))).size,
    figures: counted.reduce((many, { courses }) => many + courses.length, 0),
    passed: totals.filter(({ total }) => total.passed === true).length,
    failed: totals.filter(({ total }) => total.passed === false).length,
    undecided: totals.filter(({ total }) => total.passed === null).length,
    secondRound: totals.filter(({ total }) => total.needsSecondRound).length,
    missing: missingOf.length,
    missingPupils: owing.length,
    missingFailed: owing.filter(({ total }) => total.passed === false).length,
    remarkPupils: rows.filter((row) => row.remarks !== null).length,
    remarksAsked: remarks.asked.length,
    remarksUnread: remarks.unread.length,
    missingOf: missingOf.slice(0, listedAtMost),
    withoutTeacher: withoutTeacherIn(all),
    grace: closing ? [] : grace,
    graceUnused,
    closing,
    history,
    differences: closing ? differencesOf(await closedCourses(db, schoolId, closing.id), all) : [],
  }
  return { answer, all, rows }
}

const idsOf = (all: readonly PupilFigures[]) => all.map(({ pupil }) => pupil.id)

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url')

/** Courses with work or marks that nobody teaches any more. They count, but nobody would enter what is missing. */
const withoutTeacherIn = (all: readonly PupilFigures[]): Plan['withoutTeacher'] => [
  ...new Map(
    all.flatMap(({ pupil: { classRoomId, classRoomName }, courses }) =>
      courses
        .filter(({ isTaught }) => !isTaught)
        .map(({ courseId, courseName }) => [
          `${classRoomId} ${courseId}`,
          { classRoomId, classRoomName, courseId, courseName },
        ]),
    ),
  ).values(),
]

const owedOf = ({ pupil, courses }: ShownPupil): Plan['missingOf'] =>
  courses.flatMap(({ courseId, courseName, parts }) =>
    parts
      .filter(({ owed }) => owed)
      .map(({ name, nameAr }) => ({
        studentId: pupil.id,
        studentName: pupil.name,
        courseId: courseId!,
        courseName: courseName!,
        partName: name,
        partNameAr: nameAr,
      })),
  )

/** What would now be closed differently. For a result that would no longer be closed, the new values are null. */
function differencesOf(
  closed: Awaited<ReturnType<typeof closedCourses>>,
  all: readonly PupilFigures[],
): Plan['differences'] {
  const now = new Map(
    all.flatMap((one) =>
      one.courses.map((course) => {
        const { total, state, passed } = courseFigures(course)
        return [one.pupil.id + course.courseId, { ...pupilAndCourse(one, course), total, state, passed }] as const
      }),
    ),
  )
  return [...new Set([...now.keys(), ...closed.keys()])].flatMap((key) => {
    const [was, is] = [closed.get(key), now.get(key)]
    if (was && is && was.total === is.total && was.state === is.state && was.passed === is.passed) return []
    const { studentId, studentName, courseId, courseName } = (is ?? was)!
    return [
      {
        studentId,
        studentName,
        courseId,
        courseName,
        closed: was?.total ?? null,
        now: is?.total ?? null,
        closedPassed: was?.passed ?? null,
        nowPassed: is?.passed ?? null,
      },
    ]
  })
}
