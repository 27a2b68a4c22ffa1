import { recordLists } from '#contract/official-records/record-lists.ts'
import { invalid } from '#server/call/errors.ts'
import { implement } from '#server/call/implement.ts'
import { countsByAge, countsByNationality, movementsOf, recordsOf } from './record-lists.queries.ts'

export const recordListOperations = implement(recordLists, {
  records: ({ db, school, may, input: { search, classRoomId }, page }) =>
    recordsOf(
      db,
      { schoolId: school.id, search, classRoomId, religion: may('ViewStudentReligion'), today: school.today },
      page,
    ),

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

/** 1 October of the school year in which a day lies; a year begins in September. */
function firstOfOctober(day: string) {
  const year = Number(day.slice(0, 4))
  return `${day.slice(5) >= '09-01' ? year : year - 1}-10-01`
}
