import * as z from 'zod/mini'

/** A lesson of a teacher today, with whether the register of its class is taken. Times are those of the school's clock, `HH:MM`. */
export const OwnLesson = z.object({
  number: z.number(),
  starts: z.nullable(z.string()),
  ends: z.nullable(z.string()),
  courseName: z.string(),
  classNames: z.array(z.string()),
  roomNames: z.array(z.string()),
  /** The first class; its register is the one that the teacher takes. */
  classRoomId: z.string(),
  registerTaken: z.boolean(),
})
