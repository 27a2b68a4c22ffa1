import { guardians } from '#contract/people/official-records/guardians.ts'
import { edited } from '#server/call/concurrent-edit.ts'
import { conflict, found, invalid, notFound } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { relationExists } from '#server/people/parents/student-parents.queries.ts'
import { lockUnmerged } from '#server/people/students/merged.rules.ts'
import { countGuardians, guardianOf, guardiansOf, insertGuardian } from './guardians.queries.ts'

/** The maximum number of guardians of a student, including former ones. */
const atMost = 20

export const guardianOperations = implement(guardians, {
  list({ db, school, input: { studentId }, page, readsStudent }) {
    readsStudent(studentId)
    return guardiansOf(db, school.id, studentId, school.today, page)
  },

  async add({ db, school, input: { guardianName: name, ...input } }) {
    const { studentId, relationId, fromDay: from, untilDay } = input
    const fromDay = from ?? school.today
    mustBeInOrder(fromDay, untilDay)
    await mustBeRelation(db, relationId)
    await lockUnmerged(db, school.id, studentId)
    if ((await countGuardians(db, school.id, studentId)) >= atMost) throw conflict('A record has at most 20 guardians')
    const id = await insertGuardian(db, { ...input, name, fromDay, schoolId: school.id })
    return found(await guardianOf(db, school.id, studentId, id))
  },

  async update({ db, school, input: { studentId, guardianId: id, baseVersion, guardianName: name, ...changes } }) {
    const read = () => guardianOf(db, school.id, studentId, id)
    found(await read())
    if (changes.relationId) await mustBeRelation(db, changes.relationId)
    // The student is locked before the guardian, because changing the guardian may limit the link of a parent.
    await lockUnmerged(db, school.id, studentId)
    return edited(db, guardians.update, {
      table: 'guardians',
      schoolId: school.id,
      id,
      baseVersion,
      changes: { ...changes, name },
      validate(stored) {
        const untilDay = changes.untilDay === undefined ? stored.untilDay : changes.untilDay
        mustBeInOrder(changes.fromDay ?? stored.fromDay, untilDay)
      },
      read,
    })
  },
})

function mustBeInOrder(fromDay: string, untilDay: string | null | undefined) {
  if (untilDay && untilDay < fromDay) throw invalid('This date cannot be used', 'untilDay')
}

async function mustBeRelation(db: Db, relationId: string) {
  if (!(await relationExists(db, relationId))) throw notFound()
}
