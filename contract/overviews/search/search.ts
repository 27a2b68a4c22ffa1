import * as z from 'zod/mini'
import { member } from '#contract/language/access.ts'
import { Id, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'

/** What of a school matches a few words: the first of each kind, and only what the caller may see. */
export const Matches = z.object({
  students: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      imageUrl: z.nullable(z.string()),
      classRoomName: z.string(),
      /** The guardian by whose phone number the student was found; null if the name or the code matched. */
      guardianName: z.nullable(z.string()),
    }),
  ),
  /** `otherYearName`: as for every class. */
  classes: z.array(
    z.object({ id: z.string(), name: z.string(), gradeName: z.string(), otherYearName: z.nullable(z.string()) }),
  ),
  teachers: z.array(z.object({ id: z.string(), name: z.string(), imageUrl: z.nullable(z.string()) })),
})

export const search = {
  /** Further operation (api.md §16): finds students, classes and teachers of a school by part of their name, code or phone. */
  find: operation({
    path: 'Search/Find',
    access: member({ school: 'schoolId' }, 'classReach'),
    input: z.strictObject({ schoolId: Id, text: Text(1, 60) }),
    output: Matches,
  }),
}
