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
import { classes } from './classes.ts'
import { people } from './people.ts'
import { grades, schools } from './schools.ts'
import { students } from './students.ts'

type Given = { kind: PaperKind; studentIds?: string[]; classRoomId?: string; termId?: string }

/**
 * Papers of the first school, issued as its manager does. They are signed with a key of this installation, so that a visitor
 * can check one.
 */
export async function issueDemoPapers(connection: pg.ClientConfig, secrets: Secrets, now: Date, today: string) {
  const db = openDb(connection, { max: 1, prepares: false, sign: signerOf(secrets) })
  const school = { id: schools.nile.id, today }
  const issue = (chosen: (tx: typeof db) => Promise<Given[]>) =>
    db.transaction().execute(async (tx) => {
      await seeOnly(tx, { schools: [school.id] })
      for (const given of await chosen(tx)) {
        const plans = await planned({ db: tx, now, school }, given)
        const studentIds = plans.filter(({ state }) => state !== 'none').map(({ student }) => student.id)
        const input = { schoolId: school.id, kind: given.kind, termId: given.termId, studentIds }
        if (studentIds.length > 0) await issuePapers({ db: tx, user: people.manager, school, now, input }, secrets)
      }
    })
  const of4a = { classRoomId: classes.class4a.id }
  try {
    await issue(async () => [
      { kind: 'enrolment', studentIds: [students.omar.id] },
      { kind: 'enrolment', studentIds: [students.laila.id, students.classmate.id] },
      { kind: 'studentCard', ...of4a },
    ])
    await issue(async (tx) => {
      const [term] = await publishedTerms(tx, school.id, now)
      if (!term) return []
      return [
        { kind: 'termCard', termId: term.termId, ...of4a },
        { kind: 'yearCard', termId: term.termId, studentIds: [students.omar.id] },
      ]
    })
    await issue(async () => [
      { kind: 'conduct', studentIds: [students.omar.id] },
      { kind: 'clearance', studentIds: [students.laila.id] },
    ])
    await db.transaction().execute(async (tx) => {
      await seeOnly(tx, { schools: [school.id] })
      await seatDemoGrade(tx, school.id, now)
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
