import { birthDateIn, type NumberKindName } from '#contract/people/official-records/number-kinds.ts'
import { officialRecords } from '#contract/people/official-records/official-records.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { edited } from '#server/call/concurrent-edit.ts'
import { conflict, forbidden, found, invalid } from '#server/base/errors.ts'
import { type Context, implement } from '#server/call/implement.ts'
import { changeRow } from '#server/db/change-row.ts'
import { lockUnmerged } from '#server/people/students/merged.rules.ts'
import { changeLeaving } from '#server/people/students/leavings.queries.ts'
import { type Hidden, healthOf, recordOf, rowOf } from './official-records.queries.ts'
import { ownValues } from './own-values.ts'
import { mustAgree, mustBeFree, storedNumber } from './official-records.rules.ts'

type Updating = Context<typeof officialRecords.update>
type Stored = OutputOf<typeof officialRecords.get>

export const officialRecordOperations = implement(officialRecords, {
  async get({ db, school, reach, may, input: { studentId }, readsStudent }) {
    const asParent = reach.of === 'children'
    readsStudent(studentId)
    return found(await recordOf(db, school.id, studentId, hiddenFrom(may, asParent)))
  },

  update: updated,

  async health({ db, school, input: { studentId }, readsStudent }) {
    readsStudent(studentId)
    return found(await healthOf(db, school.id, studentId))
  },

  async updateHealth({ db, school, input: { id: studentId, baseVersion, ...changes } }) {
    await lockUnmerged(db, school.id, studentId)
    return edited(db, officialRecords.updateHealth, {
      table: 'studentHealth',
      schoolId: school.id,
      id: await rowOf(db, 'studentHealth', school.id, studentId),
      baseVersion,
      changes,
      read: () => healthOf(db, school.id, studentId),
    })
  },
})

const hiddenFrom = (may: Updating['may'], asParent: boolean): Hidden => ({
  religion: asParent || !may('ViewStudentReligion'),
  office: asParent,
})

/** Changes the fields of a record that are sent. A student without a birth date gets the one from the national number. */
async function updated({ db, school, may, input }: Updating): Promise<Stored> {
  const { id: studentId, baseVersion, religion, leavingPaper, own, ...sent } = input
  const hidden = hiddenFrom(may, false)
  // The student is locked before the record, as in every call that changes both.
  await lockUnmerged(db, school.id, studentId)
  if (hidden.religion && religion != null) throw forbidden()
  const before = found(await recordOf(db, school.id, studentId, hidden))
  const changes = { ...sent, nationalNumber: storedNumber(sent.nationalNumber), ...(!hidden.religion && { religion }) }

  return edited(db, officialRecords.update, {
    table: 'officialRecords',
    schoolId: school.id,
    id: await rowOf(db, 'officialRecords', school.id, studentId),
    baseVersion,
    changes: { ...changes, ...(own && { ownValues: ownValues(before.own, own, school.timeZone) }) },
    async validate(stored) {
      if (leavingPaper && !stored.leftOn) throw conflict('This student has not left the school')
      const next = { ...stored, ...given(changes) }
      mustAgree(next)
      await mustBeFree(db, school.id, next)
      const born = next.birthDate ?? statedBirthDate(next)
      if (born && next.admittedOn && next.admittedOn < born) throw invalid('This date cannot be used', 'admittedOn')
      if (born && born > school.today) throw invalid('This is not a number of this kind', 'nationalNumber')
    },
    further: async (stored) => {
      const birthDate = stored.birthDate ? null : statedBirthDate({ ...stored, ...given(changes) })
      const born = birthDate
        ? await changeRow(db, { table: 'students', schoolId: school.id, id: studentId }, { birthDate })
        : 0
      return (
        born +
        (differs(leavingPaper, stored)
          ? await changeLeaving(db, { schoolId: school.id, studentId }, { paper: leavingPaper })
          : 0)
      )
    },
    read: () => recordOf(db, school.id, studentId, hidden),
  })
}

const differs = (paper: string | null | undefined, { leavingPaper }: Stored) =>
  paper !== undefined && paper !== leavingPaper

const statedBirthDate = ({ numberKind, nationalNumber }: Pick<Stored, 'numberKind' | 'nationalNumber'>) =>
  numberKind && nationalNumber ? birthDateIn(numberKind as NumberKindName, nationalNumber) : null

/** The fields that were sent, without undefined ones. */
const given = <T extends object>(sent: T) =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>
  }
