import { type Asked, badIds, type Expected, type Line, one, page, refused, sorted } from './expected.ts'
import { inSchoolOf, inSchoolOrParent, ofOneSchool } from './places.ts'

type Course = Asked['graph']['courses'][number]

const rowOf = (graph: Asked['graph'], course: Course) => ({
  id: course.id,
  name: course.name,
  description: course.description,
  languageId: course.language_id,
  languageName: one(graph.languages, course.language_id).name,
  schoolId: course.school_id,
  schoolName: one(graph.schools, course.school_id).name,
  version: course.version,
})

const courseOf = ({ graph }: Asked, id: unknown) => graph.courses.find((course) => course.id === id)

const listed = ({ graph, body }: Asked, rows: Course[]) =>
  page(
    sorted(rows, ({ name, id }) => [{ name }, id]),
    body,
    'whole',
    (course) => rowOf(graph, course),
  )

/** Members and the parents of its students. */
export const list: Line = (asked) => {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const refusal = badIds(body, 'schoolId!') ?? inSchoolOrParent(asked, body.schoolId as string)
  const ofSchool = graph.courses.filter(({ school_id }) => school_id === body.schoolId)
  return refusal ?? listed(asked, ofSchool)
}

export const ofLanguage: Line = (asked) => {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const refusal = badIds(body, 'schoolId!', 'languageId!') ?? inSchoolOf(asked, null, body.schoolId as string)
  const ofSchool = graph.courses.filter(({ school_id }) => school_id === body.schoolId)
  return (
    refusal ??
    listed(
      asked,
      ofSchool.filter(({ language_id }) => language_id === body.languageId),
    )
  )
}

export const get: Line = (asked) => {
  if (!asked.who) return refused.signedOut
  const course = courseOf(asked, asked.body.courseId)
  const refusal = badIds(asked.body, 'courseId!') ?? inSchoolOrParent(asked, course?.school_id)
  return refusal ?? { status: 200, body: rowOf(asked.graph, course!) }
}

/** 400 for a language that the school does not have. */
export const unassigned = ({ graph }: Asked, schoolId: unknown, languageId: unknown): Expected | null =>
  graph.school_languages.some(
    (given) => given.school_id === schoolId && given.language_id === languageId && given.removed_at === null,
  )
    ? null
    : { status: 400, sentence: 'This language is not assigned to the school' }

const stored = ({ graph }: Asked, { name, description, languageId, schoolId }: Record<string, unknown>) => ({
  name,
  description,
  languageId,
  languageName: one(graph.languages, languageId as string).name,
  schoolId,
  schoolName: one(graph.schools, schoolId as string).name,
  version: 1,
})

export const add: Line = (asked) => {
  const { who, body } = asked
  if (!who) return refused.signedOut
  const refusal =
    badIds(body, 'schoolId!', 'languageId!') ??
    inSchoolOf(asked, ['AddCourse', 'AddMultipleCourses'], body.schoolId as string) ??
    unassigned(asked, body.schoolId, body.languageId)
  return refusal ?? { status: 200, body: null, holds: stored(asked, body) }
}

export const addSeveral: Line = (asked) => {
  if (!asked.who) return refused.signedOut
  const all = ofOneSchool(asked, ['AddMultipleCourses'], 'schoolId!', 'languageId!')
  if ('status' in all) return all
  const refusal = all.items.map(({ languageId }) => unassigned(asked, all.schoolId, languageId)).find(Boolean)
  return refusal ?? { status: 200, body: null, holds: all.items.map((item) => stored(asked, item)) }
}

/** Nothing but its language is changed. */
export const update: Line = (asked) => {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const course = courseOf(asked, body.id)
  const refusal =
    badIds(body, 'id!', 'languageId', 'schoolId') ?? inSchoolOf(asked, ['UpdateCourse'], course?.school_id)
  if (refusal) return refusal
  const languageId = (body.languageId as string) ?? course!.language_id
  const changed = {
    ...course!,
    language_id: languageId,
    version: course!.version + +(languageId !== course!.language_id),
  }
  return unassigned(asked, course!.school_id, languageId) ?? { status: 200, body: rowOf(graph, changed) }
}
