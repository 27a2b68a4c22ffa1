import { type Asked, badIds, type Expected, type Line, one, page, refused, sorted } from './expected.ts'
import { inSchoolOf } from './places.ts'

type Header = Asked['graph']['rate_headers'][number]

const reading = ['ViewExams', 'ViewExamsSetting']

const rowOf = (header: Header) => ({
  id: header.id,
  name: header.name,
  notes: header.notes,
  note: header.notes,
  percentage: header.percentage,
  schoolId: header.school_id,
  version: header.version,
})

const headerOf = ({ graph }: Asked, id: unknown) => graph.rate_headers.find((header) => header.id === id)

export const list: Line = (asked) => {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const refusal = badIds(body, 'schoolId!') ?? inSchoolOf(asked, reading, body.schoolId as string)
  if (refusal) return refusal
  const rows = graph.rate_headers.filter(({ school_id }) => school_id === body.schoolId)
  return page(
    sorted(rows, ({ name, id }) => [{ name }, id]),
    body,
    'whole',
    rowOf,
  )
}

export const get: Line = (asked) => {
  if (!asked.who) return refused.signedOut
  const header = headerOf(asked, asked.body.rateHeaderId)
  const refusal = badIds(asked.body, 'rateHeaderId!') ?? inSchoolOf(asked, reading, header?.school_id)
  return refusal ?? { status: 200, body: rowOf(header!) }
}

/** Both keys are needed in the school, and the school is active. */
function writing(asked: Asked, schoolId: string | undefined): Expected | null {
  const { graph, rights, body } = asked
  const open = rights.schools.filter(({ id }) => rights.may('RateExam', id) && rights.may('ViewExamsSetting', id))
  if (open.length === 0) return refused.forbidden
  if (!open.some(({ id }) => id === schoolId)) return refused.notFound
  if (body.schoolId != null && body.schoolId !== schoolId) return refused.invalid
  return one(graph.schools, schoolId!).active ? null : refused.notActive
}

export const add: Line = (asked) => {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const { schoolId, name, percentage } = body as { schoolId: string; name: string; percentage: number }
  const refusal = badIds(body, 'schoolId!') ?? writing(asked, schoolId)
  if (refusal) return refusal
  const given = graph.rate_headers
    .filter(({ school_id }) => school_id === schoolId)
    .reduce((sum, header) => sum + header.percentage, 0)
  if (given + percentage > 100) return { status: 409, sentence: 'The percentages exceed 100' }
  return { status: 200, body: null, holds: { schoolId, name, percentage, notes: null, note: null, version: 1 } }
}

/** Nothing of it is changed. */
export const update: Line = (asked) => {
  if (!asked.who) return refused.signedOut
  const header = headerOf(asked, asked.body.id)
  const refusal = badIds(asked.body, 'id!', 'schoolId') ?? writing(asked, header?.school_id)
  return refusal ?? { status: 200, body: rowOf(header!) }
}
