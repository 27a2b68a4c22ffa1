import * as z from 'zod/mini'
import { allOf, staff } from '#contract/language/access.ts'
import { Id, List, OneOf, optional } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'
import { namingLanguages, usualStages, usualSteps } from './usual.ts'

/** Who may add by hand all that there are usual ones of. */
const settingUp = staff(
  allOf('AddLanguageToSchool', 'AddMultipleGrades', 'AddMultipleCourses', 'AddCurrentYear', 'AddMonth'),
  { school: 'schoolId' },
  'wholeSchool',
)

/** Further operations (api.md §16): the usual ones of a step of setting up, in one call, and back again. */
export const setup = {
  /** Adds those that are missing. `stages` of grades and courses; without them, primary. */
  take: operation({
    path: 'Setup/TakeUsual',
    access: settingUp,
    input: z.strictObject({
      schoolId: Id,
      step: OneOf(usualSteps),
      language: OneOf(namingLanguages),
      stages: optional(List(OneOf(usualStages), 1, usualStages.length)),
    }),
    output: Done,
    writes: true,
    whileInactive: true,
  }),

  /** Removes what was taken last in a step, all of it, as long as nothing builds on it. */
  undo: operation({
    path: 'Setup/UndoUsual',
    access: settingUp,
    input: z.strictObject({ schoolId: Id, step: OneOf(usualSteps) }),
    output: Done,
    writes: true,
    whileInactive: true,
  }),
}
