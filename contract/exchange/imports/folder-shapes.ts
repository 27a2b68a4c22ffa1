import * as z from 'zod/mini'

/** What a folder of another system may contain besides students. */
export const besideKinds = ['courses', 'teaching', 'staff', 'year'] as const

/** A file of a folder: the number of its rows, how many of them are marked as deleted, and whether such a file is read. */
export const ImportedFile = z.object({ name: z.string(), rows: z.number(), deleted: z.number(), isRead: z.boolean() })

/** `grade`: as the folder writes it, because classes of several grades may have the same name. */
const taught = z.object({ courseName: z.string(), className: z.string(), grade: z.nullable(z.string()) })

/**
 * What a folder contains besides its students. `takes`: what of it is imported. Staff who already teach at the school get what they teach.
 * Of the others, those who can be reached are invited (`willBeInvited`), unless they have been already (`isInvited`). `made…`: what was
 * created from it.
 */
export const ImportedFolder = z.object({
  id: z.string(),
  takes: z.array(z.enum(besideKinds)),
  courses: z.array(z.object({ name: z.string(), isNew: z.boolean() })),
  staff: z.array(
    z.object({
      staffName: z.string(),
      phoneNumber: z.string(),
      email: z.string(),
      role: z.string(),
      isTeacher: z.boolean(),
      isInvited: z.boolean(),
      willBeInvited: z.boolean(),
      teaches: z.array(taught),
    }),
  ),
  year: z.nullable(
    z.object({
      name: z.string(),
      startDate: z.string(),
      endDate: z.string(),
      months: z.number(),
      terms: z.number(),
      isNew: z.boolean(),
    }),
  ),
  madeCourses: z.number(),
  madeTeaching: z.number(),
  madeInvitations: z.number(),
  madeYear: z.boolean(),
})
