/** Students of a class for whom work is set: `ids`, chosen while it was set for those `before`. */
export type ChosenStudents = { classRoomId: string; ids: string[]; before: string[] }

/** What was chosen of a class; null where nobody was chosen of that one. */
export const chosenHere = (chosen: ChosenStudents | null, classRoomId: unknown) =>
  chosen?.classRoomId === classRoomId ? chosen : null

/** What is sent of new work: the students only where they were chosen of the class that it is set in. */
export function withStudents(values: Record<string, unknown>, chosen: ChosenStudents | null) {
  const here = chosenHere(chosen, values.classRoomId)
  return here ? { ...values, studentIds: here.ids } : values
}

/**
 * Whom work is set for once what was chosen is applied to those it is set for by now: who was neither added nor left out here
 * stays as somebody else decided meanwhile.
 */
export const studentsNow = ({ ids, before }: Omit<ChosenStudents, 'classRoomId'>, stored: readonly string[]) => [
  ...stored.filter((id) => ids.includes(id) || !before.includes(id)),
  ...ids.filter((id) => !before.includes(id) && !stored.includes(id)),
]
