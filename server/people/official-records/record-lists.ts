import { recordLists } from '#contract/people/official-records/record-lists.ts'
import { invalid } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import {
  countsByAge,
  countsByNationality,
  type ListedGuardian,
  movementsOf,
  recordsOf,
} from './record-lists.queries.ts'

export const recordListOperations = implement(recordLists, {
  async records({ db, school, may, input: { search, classRoomId }, page }) {
    const wanted = {
      schoolId: school.id,
      search,
      classRoomId,
      religion: may('ViewStudentReligion'),
      today: school.today,
    }
    const { rows, total } = await recordsOf(db, wanted, page)
    return { rows: rows.map(({ guardians, ...row }) => ({ ...row, ...inColumns(guardians) })), total }
  },

  ages({ db, school, input, page }) {
    const day = input.day ?? school.today
    return countsByAge(db, { schoolId: school.id, day, agesOn: input.agesOn ?? firstOfOctober(day) }, page)
  },

  nationalities: ({ db, school, input, page }) => countsByNationality(db, school.id, input.day ?? school.today, page),

  movements({ db, school, input: { dateFrom, dateTo }, page }) {
    if (dateTo < dateFrom) throw invalid('This date cannot be used', 'dateTo')
    return movementsOf(db, { schoolId: school.id, dateFrom, dateTo }, page)
  },
})

/** Guardians as columns of a table, in the layout that an import reads. */
function inColumns([first, second, third, ...others]: readonly ListedGuardian[]) {
  return {
    guardianName: first?.name ?? null,
    guardianJob: first?.job ?? null,
    guardianPhone: first?.phone ?? null,
    guardianRelation: first?.relation ?? null,
    guardianName2: second?.name ?? null,
    guardianJob2: second?.job ?? null,
    guardianPhone2: second?.phone ?? null,
    guardianRelation2: second?.relation ?? null,
    guardianName3: third?.name ?? null,
    guardianJob3: third?.job ?? null,
    guardianPhone3: third?.phone ?? null,
    guardianRelation3: third?.relation ?? null,
    moreGuardians:
      others.map(({ name, relation, phone }) => [name, relation, phone].filter(Boolean).join(' · ')).join('\n') || null,
  }
}

/** 1 October of the school year that contains a day. A school year begins in September. */
function firstOfOctober(day: string) {
  const year = Number(day.slice(0, 4))
  return `${day.slice(5) >= '09-01' ? year : year - 1}-10-01`
}
