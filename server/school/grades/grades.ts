import { grades } from '#contract/school/grades/grades.ts'
import { eachOf, edited } from '#server/call/concurrent-edit.ts'
import { found } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import { ordered } from './order.ts'
import { gradeOf, gradesOf, insertGrade } from './grades.queries.ts'

export const gradeOperations = implement(grades, {
  list: ({ db, school, page }) => gradesOf(db, school.id, page),

  get: async ({ db, school, input: { gradeId } }) => found(await gradeOf(db, school.id, gradeId)),

  async add({ db, school, input }) {
    const id = await insertGrade(db, input)
    return (await gradeOf(db, school.id, id))!
  },

  addSeveral: ({ db, school, input: { items } }) =>
    eachOf(db, items, async (item) => (await gradeOf(db, school.id, await insertGrade(db, item)))!),

  update: ({ db, school, input: { id, baseVersion, schoolId: _, ...changes } }) =>
    edited(db, grades.update, {
      table: 'grades',
      schoolId: school.id,
      id,
      baseVersion,
      changes,
      read: () => gradeOf(db, school.id, id),
    }),

  setOrder: ordered,
})
