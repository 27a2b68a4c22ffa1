import { languages } from '#contract/platform/languages/languages.ts'
import { reviewsSchools } from '#server/access/authorise.ts'
import { actOnPlatform } from '#server/access/authorise.queries.ts'
import { conflict, notFound } from '#server/base/errors.ts'
import { isListed, languagesIn } from '#server/platform/reference/reference.queries.ts'
import { schoolsBy } from '#server/platform/schools/schools.queries.ts'
import { implement } from '#server/call/implement.ts'
import { giveLanguage, isLanguageUsed, lockLanguage, schoolLanguageOf, takeLanguage } from './languages.queries.ts'

export const languageOperations = implement(languages, {
  async schools({ db, user, input: { languageId }, page }) {
    if (!(await isListed(db, 'languages', languageId))) throw notFound()
    await actOnPlatform(db)
    return schoolsBy(db, reviewsSchools(user) ? 'reviewer' : 'public', { languageId }, page)
  },

  list: ({ db, school, page }) => languagesIn(db, school.id, page),

  async assign({ db, school, audit, input: { languageId } }) {
    if (!(await isListed(db, 'languages', languageId))) throw notFound()
    if (!(await giveLanguage(db, school.id, languageId)))
      throw conflict('This language is already assigned to the school')
    await audit('language', languageId)
    return schoolLanguageOf(db, school.id, languageId)
  },

  async remove({ db, user, school, audit, input: { languageId } }) {
    if (!(await lockLanguage(db, school.id, languageId))) throw notFound()
    if (await isLanguageUsed(db, school.id, languageId))
      throw conflict('This language is still used by classes or courses')

    await takeLanguage(db, school.id, languageId, user.id)
    await audit('language', languageId)
    return { done: true as const, changed: 1 }
  },
})
