import { type Asked, badIds, type Line, one, page, refused, sorted } from './expected.ts'
import { inSchoolOf } from './places.ts'
import { schoolRow } from './schools.ts'

type Listed = Asked['graph']['languages'][number]

const rowOf = ({ id, name, description, created_at, modified_at, version }: Listed) => ({
  id,
  name,
  description,
  createDate: created_at,
  lastModifyDate: modified_at,
  version,
})

const inOrder = <T extends Listed>(rows: T[]) => sorted(rows, ({ name, id }) => [{ name }, id])

/** The lists open to everybody. */
export const all: Line = ({ graph, body }) => page(inOrder(graph.languages), body, 'whole', rowOf)
export const relations: Line = ({ graph, body }) =>
  page(
    sorted(graph.relation_types, ({ name, id }) => [{ name }, id]),
    body,
    'whole',
    (relation) => {
      const { description: _, ...row } = rowOf({ ...relation, description: null })
      return row
    },
  )
export const schoolTypes: Line = ({ graph, body }) => page(inOrder(graph.school_types), body, 'whole', rowOf)
export const contactTypes: Line = ({ graph, body }) =>
  page(inOrder(graph.school_contact_types), body, 'whole', (type) => {
    const { id, name, description, ...dates } = rowOf(type)
    return { id, name, description, iconUrl: type.icon_url, ...dates }
  })

const has = ({ graph }: Asked, schoolId: unknown, languageId: unknown) =>
  graph.school_languages.some(
    (given) => given.school_id === schoolId && given.language_id === languageId && given.removed_at === null,
  )

/** The platform alone: public fields, and everything for who reviews schools. */
export const schools: Line = (asked) => {
  const { graph, who, rights, body } = asked
  if (!who) return refused.signedOut
  const bad = badIds(body, 'languageId!')
  if (bad) return bad
  if (!rights.appKeys.includes('ViewLanguages')) return refused.forbidden
  if (!graph.languages.some(({ id }) => id === body.languageId)) return refused.notFound
  const rows = graph.schools.filter(({ id }) => has(asked, id, body.languageId))
  const reader = { everything: rights.reviews, coins: rights.reviews, support: false }
  return page(
    sorted(rows, ({ name, id }) => [{ name }, id]),
    body,
    'whole',
    (school) => schoolRow(graph, school, reader),
  )
}

export const list: Line = (asked) => {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const refusal = badIds(body, 'schoolId!') ?? inSchoolOf(asked, null, body.schoolId as string)
  const rows = graph.languages.filter(({ id }) => has(asked, body.schoolId, id))
  return refusal ?? page(inOrder(rows), body, 'whole', rowOf)
}

export const assign: Line = (asked) => {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const { schoolId, languageID } = body as Record<string, string>
  const refusal = badIds(body, 'schoolId!', 'languageID!') ?? inSchoolOf(asked, ['AddLanguageToSchool'], schoolId)
  if (refusal) return refusal
  if (!graph.languages.some(({ id }) => id === languageID)) return refused.notFound
  if (has(asked, schoolId, languageID))
    return { status: 409, sentence: 'This language is already assigned to the school' }
  const { name, description } = one(graph.languages, languageID!)
  return { status: 200, body: { schoolId, languageId: languageID, name, description } }
}

export const remove: Line = (asked) => {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const { schoolId, languageID } = body as Record<string, string>
  const refusal = badIds(body, 'schoolId!', 'languageID!') ?? inSchoolOf(asked, ['AddLanguageToSchool'], schoolId)
  if (refusal) return refusal
  if (!has(asked, schoolId, languageID)) return refused.notFound
  const used = [...graph.class_rooms, ...graph.courses].some(
    ({ school_id, language_id }) => school_id === schoolId && language_id === languageID,
  )
  return used
    ? { status: 409, sentence: 'This language is still used by classes or courses' }
    : { status: 200, body: { done: true, changed: 1 } }
}
