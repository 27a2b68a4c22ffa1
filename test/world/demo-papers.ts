import type pg from 'pg'
import type { PaperKind } from '#contract/results/papers/content.ts'
import { seeOnly } from '#server/access/authorise.queries.ts'
import { type Db, openDb } from '#server/db/db.ts'
import { signerOf } from '#server/db/signing.ts'
import { issuePapers } from '#server/results/papers/issuing.ts'
import { planned } from '#server/results/papers/planning.rules.ts'
import { publishedTerms } from '#server/results/papers/results.queries.ts'
import { insertPlan, lockedCurrentYear, pupilsOfGrade } from '#server/results/seating/seating.queries.ts'
import { seatsFor } from '#server/results/seating/seating.rules.ts'
import type { Secrets } from '#server/base/secrets.ts'
import { calendarOn } from './calendar.ts'
import { classes } from './classes.ts'
import { people } from './people.ts'
import { grades, schools } from './schools.ts'
import { students } from './students.ts'

type Given = { kind: PaperKind; studentIds?: string[]; classRoomId?: string }

const of4a = { classRoomId: classes.class4a.id }

/** What was issued on which school day, counted back from the last one before today, with the time in UTC. */
const issued: { daysBack: number; time: string; given: Given[] }[] = [
  { daysBack: 38, time: '08:40', given: [{ kind: 'studentCard', ...of4a }] },
  { daysBack: 23, time: '09:15', given: [{ kind: 'enrolment', studentIds: [students.omar.id] }] },
  {
    daysBack: 13,
    time: '07:55',
    given: [{ kind: 'enrolment', studentIds: [students.laila.id, students.classmate.id] }],
  },
  // She has moved to another town (student-rows.ts).
  { daysBack: 7, time: '11:20', given: [{ kind: 'clearance', studentIds: [students.secondInactiveStudent.id] }] },
  { daysBack: 2, time: '10:30', given: [{ kind: 'termCard', ...of4a }] },
  { daysBack: 1, time: '08:10', given: [{ kind: 'yearCard', studentIds: [students.omar.id] }] },
  { daysBack: 0, time: '09:35', given: [{ kind: 'conduct', studentIds: [students.omar.id] }] },
]

/**
 * Papers of the first school, issued in the last weeks as its manager does. They are signed with a key of this installation, so that a
 * visitor can check one.
 */
export async function issueDemoPapers(connection: pg.ClientConfig, secrets: Secrets, now: Date, today: string) {
  const db = openDb(connection, { max: 1, prepares: false, sign: signerOf(secrets) })
  const { schoolDays } = calendarOn(today, { opensToday: true })
  const id = schools.nile.id
  const issue = (on: { now: Date; school: { id: string; today: string } }, { kind, ...chosen }: Given) =>
    db.transaction().execute(async (tx) => {
      await seeOnly(tx, { schools: [id] })
      const [term] = kind.endsWith('Card') && kind !== 'studentCard' ? await publishedTerms(tx, id, on.now) : []
      const plans = await planned({ db: tx, ...on }, { kind, ...chosen, termId: term?.termId })
      const studentIds = plans.filter(({ state }) => state !== 'none').map(({ student }) => student.id)
      const input = { schoolId: id, kind, termId: term?.termId, studentIds }
      if (studentIds.length > 0) await issuePapers({ db: tx, user: people.manager, ...on, input }, secrets)
    })
  try {
    for (const { daysBack, time, given } of issued) {
      const day = schoolDays[daysBack]!
      const on = { now: new Date(`${day}T${time}:00Z`), school: { id, today: day } }
      for (const one of given) await issue(on, one)
    }
    await db.transaction().execute(async (tx) => {
      await seeOnly(tx, { schools: [id] })
      await seatDemoGrade(tx, id, now)
    })
  } finally {
    await db.destroy()
  }
}

/** Exam seats of the fourth grade, with classmates separated, in committees of twenty. */
async function seatDemoGrade(db: Db, schoolId: string, now: Date) {
  const gradeId = grades.grade4.id
  const schoolYearId = await lockedCurrentYear(db, schoolId)
  const pupils = await pupilsOfGrade(db, schoolId, gradeId)
  const count = Math.ceil(pupils.length / 20)
  const committees = Array.from({ length: count }, (_, nth) => ({ name: `لجنة ${nth + 1}`, places: 20 }))
  const wanted = { committees, order: 'apart' as const, firstNumber: 4001 }
  const seats = seatsFor(pupils, wanted)
  if (!schoolYearId || !seats?.length) return
  await insertPlan(db, { schoolId, gradeId, schoolYearId, ...wanted, madeBy: people.manager.id, now }, seats)
}

/** The moments of issuing, which the database took from the start: of the papers, and of what their families were notified of. */
export const papersInTime = [
  // Nobody else may change a paper, and at the start nobody has seen these.
  'alter table papers disable trigger keep_papers',
  ...issued.flatMap(({ time, given }) =>
    given.map(
      ({ kind, studentIds }) =>
        `update papers set created_at = (issued_on + time '${time}') at time zone 'UTC'
         where school_id = '${schools.nile.id}' and kind = '${kind}'
           ${studentIds ? `and student_id in (${studentIds.map((id) => `'${id}'`).join(', ')})` : ''}`,
    ),
  ),
  `update outbox o set created_at = p.created_at from papers p
   where o.event = 'papers issued' and p.id = (o.payload #>> '{papers,0,paperId}')::uuid`,
  'alter table papers enable trigger keep_papers',
  // The inbox takes nothing so old.
  `delete from outbox where event = 'papers issued' and created_at < now() - interval '25 days'`,
]
