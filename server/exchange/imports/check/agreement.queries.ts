import { sql } from 'kysely'

/** What a person has to decide: the row names a student whom it does not describe. */
export const doubts = {
  ofCode: 'The rest of this row does not confirm the student with this code; choose whether it is the same',
  ofName: 'The student of this name has another birth date or number; choose whether it is the same',
  ofNumber: 'The student with this number has another name; choose whether it is the same',
  ofPhone: 'The person with this phone number or address has another name; choose whether it is the same',
} as const

/** The same of a day that the school has with another state. */
export const dayDoubt = 'The school has another state on this day; choose which of them counts'

/**
 * Whether a row (`w`) describes the student (`s`) whom it was found to mean: a code may be mistyped, shifted by one row, or of another
 * school, and two children of a class may have one name. Names, birth date and national number (`o`) are compared; what the caller may not
 * read is not. A birth date that only the number of the row states is compared with the number elsewhere.
 */
export const disagrees = (readsRecord: boolean) => sql`(
  s.id is not null and w.same_as is null and (
    ${readsRecord}::boolean and o.national_number <> w.record ->> 'national_number'
    or not ${sameNumber(readsRecord)} and (
      s.birth_date <> w.birth_date and not w.birth_stated
      or ${sameOther(readsRecord)} and w.name_key is not null and ${sameName} is not true
      or ${readsRecord}::boolean and o.other_number <> w.record ->> 'other_number'
      or w.code is not null and not ${sameBirth(readsRecord)} and ${sameName} is not true))) is true`

/** Whether a row has the number that the record of the student has of another system. */
export const sameOther = (readsRecord: boolean) =>
  sql`coalesce(${readsRecord}::boolean and o.other_number = w.record ->> 'other_number', false)`

const sameNumber = (readsRecord: boolean) =>
  sql`coalesce(${readsRecord}::boolean and o.national_number = w.record ->> 'national_number', false)`

const sameBirth = (readsRecord: boolean) =>
  sql`coalesce(s.birth_date = w.birth_date and (not w.birth_stated or ${readsRecord}::boolean), false)`

// The names of the father and of the family are those of brothers and sisters too, so the first name has to agree.
const sameName = sql`(w.name_key = s.name_key or fold(w.first_name) = fold(s.first_name)
  and (w.middle_name <> '' and fold(w.middle_name) = fold(s.middle_name) or fold(w.last_name) = fold(s.last_name)))`

const isFound = (reasons: readonly string[]) => sql<boolean>`exists (
  select from jsonb_array_elements(r.problems) as p where p ->> 'reason' = any(${[...reasons]}::text[]))`

/** Whether a row (`r`) does not agree with the person whom it was found to mean; or with them, or with a day that the school has. */
export const isOfOther = isFound(Object.values(doubts))
export const isDoubted = isFound([...Object.values(doubts), dayDoubt])
