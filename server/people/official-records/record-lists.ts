import { recordLists } from '#contract/people/official-records/record-lists.ts'
import { invalid } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import {
  countsByAge,
  countsByNationality,
  missingIn,
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

  missing: ({ db, school, input: { missing, classRoomId, search }, page }) =>
    missingIn(db, { schoolId: school.id, today: school.today, missing, classRoomId, search }, page),

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

const nobody = { name: null, job: null, phone: null, relation: null }

type Listed = ListedGuardian | typeof nobody

/** Guardians as columns of a table, in the layout that an import reads. */
function inColumns([first = nobody, second = nobody, third = nobody, ...others]: readonly Listed[]) {
  return {
    guardianName: first.name,
    guardianJob: first.job,
    guardianPhone: first.phone,
    guardianRelation: first.relation,
    guardianName2: second.name,
    guardianJob2: second.job,
    guardianPhone2: second.phone,
    guardianRelation2: second.relation,
    guardianName3: third.name,
    guardianJob3: third.job,
    guardianPhone3: third.phone,
    guardianRelation3: third.relation,
    moreGuardians:
      others.map(({ name, relation, phone }) => [name, relation, phone].filter(Boolean).join(' · ')).join('\n') || null,
  }
}

/** 1 October of the school year that contains a day. A school year begins in September. */
function firstOfOctober(day: string) {
  const year = Number(day.slice(0, 4))
  return `${day.slice(5) >= '09-01' ? year : year - 1}-10-01`
}
