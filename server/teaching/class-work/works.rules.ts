import type { Operation } from '#contract/language/operation.ts'
import type { InSchool } from '#contract/language/access.ts'
import { type Holder, mayIn, seesWhole } from '#server/access/may.ts'

/**
 * The facts that decide about class work: its school, whether the person teaches its course there and, for exams, whether their
 * year is completed.
 */
export type WorkDecided = { schoolId: string; teaches: boolean; yearCompleted?: boolean }

type Changing = { update: Operation & { access: InSchool }; remove: Operation & { access: InSchool } }

/** Exams of a completed year and their results are final. Other work never becomes final. */
export const isFinal = ({ yearCompleted }: Pick<WorkDecided, 'yearCompleted'>) => yearCompleted === true

/** Work with what the person may do to it. */
export const workWithMay =
  (person: Holder, { update, remove }: Changing) =>
  <Work extends WorkDecided>(work: Work) => {
    const isOpen = !isFinal(work) && (work.teaches || seesWhole(person, work.schoolId))
    return {
      ...work,
      may: {
        update: isOpen && mayIn(person, update, work.schoolId),
        remove: isOpen && mayIn(person, remove, work.schoolId),
      },
    }
  }

/** Work in a list. Its figures are shown only to those who may list all its results. */
export const listedWithMay =
  (person: Holder, operations: Changing, results: { list: Operation & { access: InSchool } }) =>
  <Work extends WorkDecided & { figures: unknown }>(work: Work) => {
    const seesResults = (work.teaches || seesWhole(person, work.schoolId)) && mayIn(person, results.list, work.schoolId)
    return { ...workWithMay(person, operations)(work), figures: seesResults ? work.figures : null }
  }
