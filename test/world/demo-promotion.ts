import type pg from 'pg'
import { seeOnly } from '#server/access/authorise.queries.ts'
import { openDb } from '#server/db/db.ts'
import { signerOf } from '#server/db/signing.ts'
import { linkGrades, storeDecisions } from '#server/results/promotion/facts.queries.ts'
import { firstOptions, proposeClasses } from '#server/results/promotion/options.ts'
import { turnOf } from '#server/results/promotion/planning.ts'
import { insertPromotion, promotionOf } from '#server/results/promotion/promotions.queries.ts'
import type { Secrets } from '#server/base/secrets.ts'
import { calendarOn } from './calendar.ts'
import { classes } from './classes.ts'
import { people } from './people.ts'
import { schools, years } from './schools.ts'
import { allStudents } from './students.ts'

const { class5a, class6a, class6b } = classes

const pupilsOf = (...rooms: { id: string }[]) =>
  allStudents.filter(({ active, classRoomId }) => active && rooms.some(({ id }) => id === classRoomId))

const decided = (decision: 'up' | 'repeat' | 'wait') => (pupil: { id: string }) => ({
  studentId: pupil.id,
  decision,
  toClassId: null,
})

/** The next year of the first school is being prepared. The sixth grade is finished, the fifth has only begun. */
export async function beginDemoPromotion(connection: pg.ClientConfig, secrets: Secrets, today: string) {
  const db = openDb(connection, { max: 1, prepares: false, sign: signerOf(secrets) })
  const schoolId = schools.nile.id
  const madeBy = people.manager.id
  const { startYear } = calendarOn(today).year
  try {
    await db.transaction().execute(async (tx) => {
      await seeOnly(tx, { schools: [schoolId] })
      const id = await insertPromotion(tx, {
        schoolId,
        fromYearId: years.nileYear.id,
        toYearId: null,
        toYearName: `${startYear + 1}/${startYear + 2}`,
        options: { ...firstOptions, step: 2 },
        madeBy,
      })
      await linkGrades(tx, schoolId)
      const turn = turnOf((await promotionOf(tx, schoolId, id))!)
      await proposeClasses(tx, turn)
      const [waiting, repeating, ...others] = pupilsOf(class5a)
      const decisions = [
        ...[...pupilsOf(class6a, class6b), ...others.slice(0, 8)].map(decided('up')),
        decided('wait')(waiting!),
        decided('repeat')(repeating!),
      ]
      await storeDecisions(tx, turn, decisions, madeBy)
    })
  } finally {
    await db.destroy()
  }
}
