import { exact } from '#contract/money/fees/amounts.ts'
import { fold } from '#contract/language/fold.ts'
import type { Holder } from '#server/access/may.ts'
import type { Db } from '#server/db/db.ts'
import {
  chargedHere,
  familiesKnown,
  type KnownOpening,
  openingsKnown,
  type StudentOfBalance,
  studentsOfBalances,
} from '#server/money/fees/openings.queries.ts'
import type { Opening } from '#server/money/fees/openings.rules.ts'
import { yearsAndGrades } from '#server/money/fees/settings.queries.ts'
import { type DecidedRow, eachSound, refusedRow, sound } from './decide.ts'
import type { PlannedBalance } from './plans.queries.ts'
import { mayBeOnePerson } from './same-person.ts'

export type BalanceRow = DecidedRow & { opening: Opening }

type Ground = Awaited<ReturnType<typeof groundOf>>

/** The rows of an import of balances: whose each is, in which family, and whether it was brought before. */
export async function decideBalances(
  db: Db,
  { importId, schoolId, by }: { importId: string; schoolId: string; by: Holder },
): Promise<(DecidedRow | BalanceRow)[]> {
  const ground = await groundOf(db, schoolId, by)
  const families = familiesIn(ground)
  const met = new Map<string, number>()
  // Two passes, because a family is known only when all of its rows are.
  const meant = await eachSound(db, { schoolId, id: importId }, ({ row, plan }): DecidedRow | Meant => {
    const balance = plan.balance!
    const student = studentMeant(ground, balance)
    if (typeof student === 'string') return refusedRow(row, student)
    const refusal = families.join(row, student, balance.familyCode)
    return refusal ? refusedRow(row, refusal) : { ...sound(row, 'add'), student, balance }
  })
  return meant.map((one) => {
    if (!('student' in one)) return one
    const { row, student, balance } = one
    const family = families.of(student)
    const yearId = yearOf(ground, balance.dueOn)
    if (!yearId) return refusedRow(row, 'The school has no current year')
    const key = [student.id, balance.itemId ?? 'credit', balance.dueOn].join(' ')
    const before = met.get(key)
    if (before !== undefined) return refusedRow(row, `This balance is already in row ${before}`)
    met.set(key, row)
    const { itemId, dueOn, due, paid } = balance
    const opening: Opening = { row, studentId: student.id, family, itemId, yearId, dueOn, due, paid }
    return decided(ground, opening)
  })
}

type Meant = DecidedRow & { student: StudentOfBalance; balance: PlannedBalance }

async function groundOf(db: Db, schoolId: string, by: Holder) {
  const keys = by.rights.schools.find(({ id }) => id === schoolId)?.keys ?? []
  return {
    students: await studentsOfBalances(db, schoolId),
    families: await familiesKnown(db, schoolId),
    openings: await openingsKnown(db, schoolId),
    charged: new Set(
      (await chargedHere(db, schoolId)).map(({ studentId, yearId, itemId }) => `${studentId} ${yearId} ${itemId}`),
    ),
    years: (await yearsAndGrades(db, schoolId)).years,
    readsRecord: keys.includes('ViewStudentRecord') || keys.includes('EditStudentRecord'),
  }
}

/** The student of a row: by the code, by the number of another system, or by a name that nobody else has in the class, or in the school. */
function studentMeant({ students, readsRecord }: Ground, row: PlannedBalance): StudentOfBalance | string {
  const { code, otherNumber, name, classRoomId } = row
  if (code) {
    const [found] = students.filter((one) => one.code === code)
    if (!found) return 'No student of the school has this code'
    return mayBeOnePerson(name, found.name) ? found : 'The student with this code has another name'
  }
  const numbered = otherNumber && readsRecord ? students.filter((one) => one.otherNumber === otherNumber) : []
  const named = students.filter((one) => one.name === name && (classRoomId === null || one.classRoomId === classRoomId))
  const found = numbered.length > 0 ? numbered : named
  if (found.length > 1) return 'More than one student fits this row; add the code'
  return found[0] ?? 'This row means no student of the school'
}

/** The families that the rows name: each by its code here or in the former system, or by a child who is in one already. */
function familiesIn({ families }: Ground) {
  const codeOf = new Map<string, { code: string | null; row: number }>()
  const known = new Map(
    families.flatMap(({ id, code, otherCode }) => [code, otherCode].flatMap((one) => (one ? [[fold(one), id]] : []))),
  )
  const otherCodes = new Map(families.map(({ id, otherCode }) => [id, otherCode]))
  /** The family into which the children of a code come; null: a new one. And the code of each family so far. */
  const target = new Map<string, string | null>()
  const keyOf = new Map<string, string>()
  /** A code as its first row spells it. */
  const spelled = new Map<string, string>()
  return {
    join(row: number, { id, familyId }: StudentOfBalance, code: string | null) {
      const before = codeOf.get(id)
      if (before?.code && code && fold(before.code) !== fold(code))
        return `This student has another family code in row ${before.row}`
      codeOf.set(id, { code: before?.code ?? code, row: before?.row ?? row })
      if (!code) return null
      const key = fold(code)
      if (!spelled.has(key)) spelled.set(key, code)
      const wanted = known.get(key) ?? target.get(key) ?? familyId
      if (familyId && familyId !== wanted) return 'This student is in another family already'
      target.set(key, wanted)
      if (!wanted || known.has(key)) return null
      // Parents would not know which of two codes to write.
      if (otherCodes.get(wanted) || (keyOf.get(wanted) ?? key) !== key) return 'This family has another code already'
      keyOf.set(wanted, key)
      return null
    },
    of({ id, familyId }: StudentOfBalance): Opening['family'] {
      const { code } = codeOf.get(id)!
      const key = code && fold(code)
      const found = key ? (known.get(key) ?? target.get(key) ?? null) : familyId
      return { id: found, code: key && !known.has(key) ? spelled.get(key)! : null, joins: familyId === null }
    },
  }
}

/** The year of the day on which it was due, or the current one. */
function yearOf({ years }: Ground, dueOn: string | null) {
  const within = years.find(
    ({ startsOn, endsOn }) => dueOn && startsOn && endsOn && dueOn >= startsOn && dueOn <= endsOn,
  )
  return (within ?? years.find(({ current }) => current))?.id ?? null
}

function decided({ openings, charged }: Ground, opening: Opening): DecidedRow | BalanceRow {
  const { row, studentId, itemId, yearId, family } = opening
  const same = (one: KnownOpening) =>
    exact(one.paid) === exact(opening.paid) && (itemId === null || exact(one.due) === exact(opening.due))
  const brought = openings.filter((one) =>
    itemId === null
      ? one.itemId === null && one.familyId !== null && one.familyId === family.id
      : one.studentId === studentId && one.itemId === itemId && (opening.dueOn === null || one.dueOn === opening.dueOn),
  )
  if (brought.some(same)) return sound(row, 'same')
  if (brought.length > 0)
    return refusedRow(row, 'This balance was brought in before with other amounts; undo that import first')
  if (itemId && charged.has(`${studentId} ${yearId} ${itemId}`))
    return refusedRow(row, 'This student has been charged for this item already')
  return { ...sound(row, 'add'), opening }
}
