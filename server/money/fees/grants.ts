import { amountText, exact } from '#contract/money/fees/amounts.ts'
import { feeGrants } from '#contract/money/fees/grants.ts'
import { conflict, found, notFound } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import { newId } from '#server/db/ids.ts'
import { endGrant } from './decisions.queries.ts'
import { duesOfStudent, familyOfStudent, lockFamily } from './family.queries.ts'
import { shownFamily } from './family.rules.ts'
import { giveReduction, none, proposeFees, reducedNow } from './grants.rules.ts'
import { settingsWanted } from './money.rules.ts'
import { insertPostings, type NewLine } from './postings.queries.ts'
import { yearsAndGrades } from './settings.queries.ts'

export const feeGrantOperations = implement(feeGrants, {
  async grant(context) {
    const { db, user, school, audit, input } = context
    const { studentId, yearId, reductionId, reason } = input
    const { reductionLimit } = await settingsWanted(db, school.id)
    const familyId = found(await familyOfStudent(db, school.id, studentId))
    await lockFamily(db, school.id, familyId)
    if (!(await yearsAndGrades(db, school.id)).years.some(({ id }) => id === yearId)) throw notFound()
    const { amount, lines } = await reducedNow(db, school.id, { studentId, yearId, reductionId })
    if (reductionLimit !== null && amount > exact(reductionLimit)) {
      const about = { studentId, yearId, reductionId, amount: amountText(amount, 3), reason, proposedBy: user.id }
      await proposeFees(context, { ...none, kind: 'reduction', familyId, ...about })
    } else await giveReduction(context, { studentId, yearId, reductionId, givenBy: user.id, reason, lines })
    await audit('family', familyId)
    return (await shownFamily(context, { familyId }))!
  },

  async endGrant(context) {
    const { db, user, school, now, audit, input } = context
    const studentId = found(await endGrant(db, school.id, input.grantId, user.id, now.toISOString()))
    const familyId = found(await familyOfStudent(db, school.id, studentId))
    await audit('family', familyId)
    return (await shownFamily(context, { familyId }))!
  },

  async endLeft(context) {
    const { db, user, school, audit, input } = context
    const familyId = found(await familyOfStudent(db, school.id, input.studentId))
    await lockFamily(db, school.id, familyId)
    const later = (await duesOfStudent(db, school.id, input.studentId)).filter(({ afterLeaving }) => afterLeaving)
    if (later.length === 0) throw conflict('Nothing is owed for the days after the last one')
    const lines = later.map(
      (due): NewLine => ({
        from: 'owed',
        to: 'income',
        amount: due.open,
        studentId: due.studentId,
        dueId: due.id,
        itemId: due.itemId,
      }),
    )
    const posting = {
      id: newId(),
      kind: 'charge' as const,
      day: school.today,
      madeBy: user.id,
      reason: input.reason,
      lines,
    }
    await insertPostings(db, school.id, [posting])
    await audit('family', familyId)
    return (await shownFamily(context, { familyId }))!
  },
})
