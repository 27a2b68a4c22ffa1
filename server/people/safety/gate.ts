import { schoolGate } from '#contract/people/safety/gate.ts'
import { civilDay } from '#server/base/days.ts'
import { conflict, found } from '#server/base/errors.ts'
import { type Context, implement } from '#server/call/implement.ts'
import { mustNotBeMerged } from '#server/people/students/merged.rules.ts'
import {
  actsOf,
  childAtGate,
  childrenAtGate,
  childrenOfDay,
  contactsInOrder,
  fetchingToday,
  insertAct,
} from './gate.queries.ts'

export const gateOperations = implement(schoolGate, {
  find: ({ db, school, input: { search }, page }) => childrenAtGate(db, school.id, search, page),

  // Leaves the product as a file does, so it stands in the audit as one.
  async day({ db, school, page, audit }) {
    const kept = await childrenOfDay(db, school.id, school.today, page)
    await audit('export', school.id, undefined, { rows: kept.rows.length })
    return kept
  },

  get(call) {
    call.readsStudent(call.input.studentId)
    return shownAtGate(call)
  },

  async callOut(call) {
    const { db, user, school, input } = call
    const { studentId } = found(await childAtGate(db, school.id, input.studentId))
    await mustNotBeMerged(db, school.id, [studentId])
    await insertAct(db, { schoolId: school.id, studentId, act: 'called', madeBy: user.id, ...momentOf(call) })
    return shownAtGate(call)
  },

  async handOver(call) {
    const { db, user, school, input } = call
    const { studentId } = found(await childAtGate(db, school.id, input.studentId))
    await mustNotBeMerged(db, school.id, [studentId])
    const people = await fetchingToday(db, school.id, studentId, school.today)
    const person = people.find(({ kind, id }) => kind === input.kind && id === input.personId)
    if (!person) throw conflict('This person may not fetch the child today')
    await insertAct(db, {
      schoolId: school.id,
      studentId,
      act: 'handedOver',
      toName: person.name,
      toRelation: person.relationName,
      madeBy: user.id,
      ...momentOf(call),
    })
    return shownAtGate(call)
  },
})

/** When it happened: now, or before, if a device noted it without a network. */
function momentOf({ now, school, input }: Pick<Context<typeof schoolGate.callOut>, 'now' | 'school' | 'input'>) {
  const at = new Date(+now - (input.secondsAgo ?? 0) * 1000)
  return { day: civilDay(at, school.timeZone), createdAt: at.toISOString() }
}

async function shownAtGate({
  db,
  school,
  input: { studentId },
}: Pick<Context<typeof schoolGate.get>, 'db' | 'school' | 'input'>) {
  const child = found(await childAtGate(db, school.id, studentId))
  return {
    ...child,
    people: await fetchingToday(db, school.id, studentId, school.today),
    contacts: await contactsInOrder(db, school.id, studentId),
    acts: await actsOf(db, school.id, studentId, school.today),
  }
}
