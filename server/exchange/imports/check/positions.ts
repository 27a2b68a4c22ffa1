import { kindsWithBirth } from '#server/people/official-records/official-records.rules.ts'

/** What the classification of rows needs besides the school: the columns in which problems are shown, and what numbers contain. */
export const shownAt = (columns: readonly { meaning: string | null }[]) => ({
  positions: positionsIn(columns),
  birthKinds: kindsWithBirth,
})

/** The column in which a problem with the class, the code or a guardian is shown, if there is one. */
function positionsIn(columns: readonly { meaning: string | null }[]) {
  const at = (...meanings: string[]) => {
    const position = columns.findIndex(({ meaning }) => meaning !== null && meanings.includes(meaning))
    return position < 0 ? null : position
  }
  return {
    className: at('className'),
    code: at('code'),
    name: at('fullName', 'firstName', 'lastName', 'code'),
    nationalNumber: at('nationalNumber'),
    otherNumber: at('otherNumber'),
    health: at('healthNotes', 'pickUpNotes'),
    guardianName: at('guardianName1', 'fatherName', 'motherName', 'guardianName2', 'guardianName3'),
    guardian: at('phone1', 'phone2', 'phone3', 'fatherPhone', 'motherPhone'),
  }
}
