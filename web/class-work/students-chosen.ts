/** Students of a class for whom work is set. */
export type ChosenStudents = { classRoomId: string; ids: string[] }

/** Who is chosen of a class; null where nobody was chosen of that one. */
export const idsChosenOf = (chosen: ChosenStudents | null, classRoomId: unknown) =>
  chosen?.classRoomId === classRoomId ? chosen!.ids : null

/** What is sent of the form: the students only where they were chosen of the class that it is set in. */
export function withStudents(
  values: Record<string, unknown>,
  chosen: ChosenStudents | null,
  work: { classRoomId: string } | null,
) {
  const studentIds = idsChosenOf(chosen, work ? work.classRoomId : values.classRoomId)
  return studentIds ? { ...values, studentIds } : values
}
