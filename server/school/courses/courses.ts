import type * as z from 'zod/mini'
import { courses, type NewCourse } from '#contract/school/courses/courses.ts'
import type { Db } from '#server/db/db.ts'
import { eachOf, edited } from '#server/call/concurrent-edit.ts'
import { found } from '#server/base/errors.ts'
import { mustTeachIn } from '#server/platform/languages/school-language.rules.ts'
import { implement } from '#server/call/implement.ts'
import { courseOf, coursesOf, insertCourse } from './courses.queries.ts'

export const courseOperations = implement(courses, {
  list: ({ db, school, page }) => coursesOf(db, school.id, null, page),

  ofLanguage: ({ db, school, input: { languageId }, page }) => coursesOf(db, school.id, languageId, page),

  get: async ({ db, school, input: { courseId } }) => found(await courseOf(db, school.id, courseId)),

  add: ({ db, input }) => stored(db, input),

  addSeveral: ({ db, input: { items } }) => eachOf(db, items, (item) => stored(db, item)),

  async update({ db, school, input: { id, baseVersion, schoolId: _, ...changes } }) {
    if (changes.languageId) await mustTeachIn(db, school.id, changes.languageId)
    const read = () => courseOf(db, school.id, id)
    return edited(db, courses.update, { table: 'courses', schoolId: school.id, id, baseVersion, changes, read })
  },
})

async function stored(db: Db, course: z.output<typeof NewCourse>) {
  await mustTeachIn(db, course.schoolId, course.languageId)
  return (await courseOf(db, course.schoolId, await insertCourse(db, course)))!
}
