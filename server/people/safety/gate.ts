import { schoolGate } from '#contract/people/safety/gate.ts'
import { conflict, found } from '#server/base/errors.ts'
import { type Context, implement } from '#server/call/implement.ts'
import { mustNotBeMerged } from '#server/people/students/merged.rules.ts'
import { actsOf, childAtGate, childrenAtGate, contactsInOrder, fetchingToday, insertAct } from './gate.queries.ts'

export const gateOperations = implement(schoolGate, {
  find: ({ db, school, input: { search }, page }) => childrenAtGate(db, school.id, search, page),

  get(call) {
    call.readsStudent(call.input.studentId)
    return shownAtGate(call)
  },

  async callOut(call) {
    const { db, user, school, input } = call
    const { studentId } = found(await childAtGate(db, school.id, input.studentId))
    await mustNotBeMerged(db, school.id, [studentId])
    await insertAct(db, { schoolId: school.id, studentId, day: school.today, act: 'called', madeBy: user.id })
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
      day: school.today,
      act: 'handedOver',
      toName: person.name,
      toRelation: person.relationName,
      madeBy: user.id,
    })
    return shownAtGate(call)
  },
})

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
