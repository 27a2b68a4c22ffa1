import * as z from 'zod/mini'
import { member } from '#contract/language/access.ts'
import { Id, List, Text } from '#contract/language/fields.ts'
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

/** Of how many students and classes together the names are read at once. */
export const namedAtMost = 8

/** The same for ids: those that the caller may see, in no order. */
export const Named = z.object({
  students: z.array(z.object({ id: z.string(), name: z.string(), classRoomName: z.string() })),
  classes: z.array(
    z.object({ id: z.string(), name: z.string(), gradeName: z.string(), otherYearName: z.nullable(z.string()) }),
  ),
})

export const search = {
  /** Further operation (api.md §16): finds students, classes and teachers of a school by part of their name, code or phone. */
  find: operation({
    path: 'Search/Find',
    access: member({ school: 'schoolId' }, 'classReach'),
    input: z.strictObject({ schoolId: Id, text: Text(1, 60) }),
    output: Matches,
  }),

  /** Further operation (api.md §16): the names of students and classes that a person opened before, of whom only the ids are kept. */
  named: operation({
    path: 'Search/GetNamed',
    access: member({ school: 'schoolId' }, 'classReach'),
    input: z.strictObject({ schoolId: Id, ids: List(Id, 1, namedAtMost) }),
    output: Named,
  }),
}
