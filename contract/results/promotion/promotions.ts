import * as z from 'zod/mini'
import { allOf, staff } from '#contract/language/access.ts'
import { BaseVersion, Bool, Day, Id, Int, List, OneOf, optional, paging, Text } from '#contract/language/fields.ts'
import { NameOf } from '#contract/language/names.ts'
import { operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'
import {
  ListedPromotion,
  placements,
  Promotion,
  promotionDecisions,
  PromotionPlan,
  PromotionRow,
  promotionShows,
} from './promotion-shapes.ts'

const keys = allOf('UpdateStudentInfo', 'ViewSchoolStudentsList', 'CompleteYeare')
const ofPromotion = staff(keys, { promotion: 'promotionId' }, 'wholeSchool')
const ofSchool = staff(keys, { school: 'schoolId' }, 'wholeSchool')
/** Longer than usual, because all students of the school are read together. */
const lasts = 60_000

/** A student is named by id, or by code as in a pasted list; a class by id or by name. */
const decided = z.strictObject({
  studentId: optional(Id),
  code: optional(Text(1, 30)),
  decision: optional(OneOf(promotionDecisions)),
  toClassId: optional(Id),
  toClassName: optional(Text(1, 100)),
})

/** Further operations (api.md §16): the change to the next school year, prepared in a draft, done in the background, and undone. */
export const promotions = {
  list: operation({
    path: 'Promotion/GetPromotions',
    access: ofSchool,
    input: z.strictObject({ schoolId: Id, ...paging }),
    output: z.array(ListedPromotion),
    paging: 'paged',
  }),

  get: operation({
    path: 'Promotion/Get',
    access: ofPromotion,
    input: z.strictObject({ promotionId: Id }),
    output: Promotion,
  }),

  /**
   * Begins to prepare the next year: an existing one, or a new one by its name, which is made only when the promotion is done. `againId`: a
   * promotion between the same years that was undone, whose options, classes and decisions apply again.
   */
  start: operation({
    path: 'Promotion/Start',
    access: ofSchool,
    input: z.strictObject({
      schoolId: Id,
      fromYearId: Id,
      toYearId: optional(Id),
      toYearName: optional(NameOf(1, 100)),
      againId: optional(Id),
    }),
    output: Promotion,
    writes: true,
  }),

  /** Changes what is sent and keeps the rest. `newClasses` replaces the whole list; one without `id` is an additional class. */
  setOptions: operation({
    path: 'Promotion/SetOptions',
    access: ofPromotion,
    input: z.strictObject({
      promotionId: Id,
      step: optional(Int(1, 6)),
      toYearName: optional(NameOf(1, 100)),
      placement: optional(OneOf(placements)),
      copiesTeachers: optional(Bool),
      copiesMonths: optional(Bool),
      copiesTerms: optional(Bool),
      copiesCalendar: optional(Bool),
      leavesOn: optional(Day),
      notifyOn: optional(Day),
      grades: optional(List(z.strictObject({ gradeId: Id, nextGradeId: optional(Id) }), 1, 100)),
      newClasses: optional(
        List(
          z.strictObject({
            id: optional(Id),
            fromClassId: Id,
            name: NameOf(3, 100),
            maxOfStudents: Int(1, 500),
            keepsSupervisor: Bool,
          }),
          0,
          500,
        ),
      ),
      baseVersion: BaseVersion,
    }),
    output: Promotion,
    writes: true,
  }),

  rows: operation({
    path: 'Promotion/GetRows',
    access: ofPromotion,
    input: z.strictObject({
      promotionId: Id,
      show: optional(OneOf(promotionShows)),
      classRoomId: optional(Id),
      text: optional(Text(0, 100)),
      ...paging,
    }),
    output: z.array(PromotionRow),
    paging: 'paged',
    lasts,
  }),

  /**
   * Decides on students by hand, or places them: the listed ones, or with `show` all of these rows. Without a decision and a class, the
   * result and the usual placement apply again. If one of them is not possible, nothing is stored.
   */
  decide: operation({
    path: 'Promotion/Decide',
    access: ofPromotion,
    input: z.strictObject({
      promotionId: Id,
      items: optional(List(decided, 1, 500)),
      show: optional(OneOf(promotionShows)),
      classRoomId: optional(Id),
      decision: optional(OneOf(promotionDecisions)),
    }),
    output: PromotionPlan,
    writes: true,
    lasts,
  }),

  plan: operation({
    path: 'Promotion/GetPlan',
    access: ofPromotion,
    input: z.strictObject({ promotionId: Id }),
    output: PromotionPlan,
    lasts,
  }),

  /** `plan`: as answered by GetPlan. 409 with the present plan if the facts have changed. */
  do: operation({
    path: 'Promotion/Do',
    access: ofPromotion,
    input: z.strictObject({ promotionId: Id, plan: Text(1, 100) }),
    output: Promotion,
    writes: true,
    lasts,
  }),

  /** `spares`: leaves students with new records where they are, and takes back all others. */
  undo: operation({
    path: 'Promotion/Undo',
    access: ofPromotion,
    input: z.strictObject({ promotionId: Id, spares: optional(Bool) }),
    output: Promotion,
    writes: true,
    lasts,
  }),

  remove: operation({
    path: 'Promotion/RemoveDraft',
    access: ofPromotion,
    input: z.strictObject({ promotionId: Id }),
    output: Done,
    writes: true,
  }),
}
