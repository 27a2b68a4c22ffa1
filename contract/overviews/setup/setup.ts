import * as z from 'zod/mini'
import { allOf, staff } from '#contract/language/access.ts'
import { Id, List, OneOf, optional } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'
import { namingLanguages, usualStages, usualSteps } from './usual.ts'

/** People who may add by hand everything for which there are usual values. */
const settingUp = staff(
  allOf('AddLanguageToSchool', 'AddMultipleGrades', 'AddMultipleCourses', 'AddCurrentYear', 'AddMonth'),
  { school: 'schoolId' },
  'wholeSchool',
)

/** Further operations (api.md §16): adds the usual values of a setup step in one call, and undoes that. */
export const setup = {
  /** Adds the missing ones. `stages`: of grades and courses; without them, primary. */
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

  /** Removes everything that was added last in a step, as long as nothing depends on it. */
  undo: operation({
    path: 'Setup/UndoUsual',
    access: settingUp,
    input: z.strictObject({ schoolId: Id, step: OneOf(usualSteps) }),
    output: Done,
    writes: true,
    whileInactive: true,
  }),
}
