/** Students of a class for whom work is set: `ids` are the chosen ones, `before` those for whom it was set at that time. */
export type ChosenStudents = { classRoomId: string; ids: string[]; before: string[] }

/** The students who were chosen in a class; null if none were chosen in this class. */
export const chosenHere = (chosen: ChosenStudents | null, classRoomId: unknown) =>
  chosen?.classRoomId === classRoomId ? chosen : null

/** The values of new work as they are sent. They include the students only if they were chosen in the class of the work. */
export function withStudents(values: Record<string, unknown>, chosen: ChosenStudents | null) {
  const here = chosenHere(chosen, values.classRoomId)
  return here ? { ...values, studentIds: here.ids } : values
}

/**
 * The students for whom work is set after the choice is applied to the current list. Students who were neither added nor
 * removed here stay as other people have decided in the meantime.
 */
export const studentsNow = ({ ids, before }: Omit<ChosenStudents, 'classRoomId'>, stored: readonly string[]) => [
  ...stored.filter((id) => ids.includes(id) || !before.includes(id)),
  ...ids.filter((id) => !before.includes(id) && !stored.includes(id)),
]
