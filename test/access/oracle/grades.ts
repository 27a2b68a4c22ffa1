import { type Asked, badIds, type Line, page, refused, sorted } from './expected.ts'
import { inSchoolOf, ofOneSchool } from './places.ts'

type Grade = Asked['graph']['grades'][number]

const rowOf = (grade: Grade) => ({
  id: grade.id,
  name: grade.name,
  notes: grade.notes,
  schoolId: grade.school_id,
  createDate: grade.created_at,
  lastModifyDate: grade.modified_at,
  version: grade.version,
})

const gradeOf = ({ graph }: Asked, id: unknown) => graph.grades.find((grade) => grade.id === id)

export const list: Line = (asked) => {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const refusal = badIds(body, 'schoolId!') ?? inSchoolOf(asked, null, body.schoolId as string)
  if (refusal) return refusal
  const rows = graph.grades.filter(({ school_id }) => school_id === body.schoolId)
  return page(inOrder(rows), body, 'whole', rowOf)
}

const inOrder = (rows: Grade[]) => sorted(rows, ({ position, name, id }) => [{ name: String(position) }, { name }, id])

/** Every grade of the school must be there, as it stands. */
export const setOrder: Line = (asked) => {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const ids = ((body.items ?? []) as { id: unknown }[]).map(({ id }) => id)
  const badId = ids.map((id) => badIds({ id }, 'id!')).find(Boolean)
  const refusal = badIds(body, 'schoolId!') ?? badId ?? inSchoolOf(asked, ['UpdateGrade'], body.schoolId as string)
  if (refusal) return refusal
  const rows = graph.grades.filter(({ school_id }) => school_id === body.schoolId)
  if (rows.length !== ids.length || !rows.every(({ id }) => ids.includes(id)))
    return { status: 409, sentence: 'Somebody else changed this meanwhile' }
  return { status: 200, body: inOrder(rows).map(rowOf) }
}

export const get: Line = (asked) => {
  if (!asked.who) return refused.signedOut
  const grade = gradeOf(asked, asked.body.gradeId)
  const refusal = badIds(asked.body, 'gradeId!') ?? inSchoolOf(asked, null, grade?.school_id)
  return refusal ?? { status: 200, body: rowOf(grade!) }
}

const stored = ({ name, schoolId }: Record<string, unknown>) => ({ name, notes: null, schoolId, version: 1 })

export const add: Line = (asked) => {
  const { who, body } = asked
  if (!who) return refused.signedOut
  const keys = ['AddGrade', 'AddMultipleGrades']
  const refusal = badIds(body, 'schoolId!') ?? inSchoolOf(asked, keys, body.schoolId as string)
  return refusal ?? { status: 200, body: null, holds: stored(body) }
}

export const addSeveral: Line = (asked) => {
  if (!asked.who) return refused.signedOut
  const all = ofOneSchool(asked, ['AddMultipleGrades'], 'schoolId!')
  return 'status' in all ? all : { status: 200, body: null, holds: all.items.map(stored) }
}

/** Nothing of it is changed. */
export const update: Line = (asked) => {
  if (!asked.who) return refused.signedOut
  const grade = gradeOf(asked, asked.body.id)
  const refusal = badIds(asked.body, 'id!', 'schoolId') ?? inSchoolOf(asked, ['UpdateGrade'], grade?.school_id)
  return refusal ?? { status: 200, body: rowOf(grade!) }
}
