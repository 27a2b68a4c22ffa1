import * as z from 'zod/mini'

/** A student at the school whom a list does not have. `toBeDeleted`: the list has them as somebody who is to be deleted. */
export const MissingStudent = z.object({
  studentId: z.string(),
  code: z.string(),
  studentName: z.string(),
  classRoomName: z.string(),
  toBeDeleted: z.boolean(),
})
