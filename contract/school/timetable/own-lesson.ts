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
  /** Whether the class is registered in each lesson; then `registerTaken` is of this lesson, and `groupId` whose register it is. */
  takesLessons: z.boolean(),
  groupId: z.nullable(z.string()),
  /** The cover, if it is the lesson of an absent teacher, with what they wrote for it. */
  cover: z.nullable(z.object({ id: z.string(), absentName: z.string(), note: z.nullable(z.string()) })),
})
