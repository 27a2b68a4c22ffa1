import { type Asked, badIds, type Line, page, refused, sorted } from './expected.ts'
import { inSchoolOf, inSchoolOrParent } from './places.ts'

type Year = Asked['graph']['school_years'][number]
type Month = Asked['graph']['school_year_months'][number]

const final = { status: 409, sentence: 'A completed year cannot be changed' }
const conflict = (sentence: string) => ({ status: 409, sentence })

const yearRow = (year: Year) => ({
  id: year.id,
  name: year.name,
  description: year.description,
  active: year.active,
  isActive: year.active,
  completed: year.completed,
  compleated: year.completed,
  schoolId: year.school_id,
  version: year.version,
})

const yearOf = ({ graph }: Asked, id: unknown) => graph.school_years.find((year) => year.id === id)

const isCurrent = ({ active, completed }: Year) => active && !completed

export const current: Line = (asked) => {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const refusal = badIds(body, 'schoolId!') ?? inSchoolOrParent(asked, body.schoolId as string)
  const year = graph.school_years.find((one) => one.school_id === body.schoolId && isCurrent(one))
  return refusal ?? { status: 200, body: year ? yearRow(year) : null }
}

export const list: Line = (asked) => {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const refusal = badIds(body, 'schoolId!') ?? inSchoolOf(asked, null, body.schoolId as string)
  if (refusal) return refusal
  const rows = graph.school_years.filter(({ school_id }) => school_id === body.schoolId)
  return page(
    sorted(rows, ({ created_at, id }) => [{ latest: created_at }, id]),
    body,
    'whole',
    yearRow,
  )
}

export const get: Line = (asked) => {
  if (!asked.who) return refused.signedOut
  const year = yearOf(asked, asked.body.schoolYearId)
  const refusal = badIds(asked.body, 'schoolYearId!') ?? inSchoolOf(asked, null, year?.school_id)
  return refusal ?? { status: 200, body: yearRow(year!) }
}

/** Made as the current one: there may be no other. */
export const add: Line = (asked) => {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const { schoolId, name } = body
  const refusal = badIds(body, 'schoolId!') ?? inSchoolOf(asked, ['AddCurrentYear'], schoolId as string)
  if (refusal) return refusal
  if (graph.school_years.some((year) => year.school_id === schoolId && isCurrent(year)))
    return conflict('Complete or deactivate the current year first')
  const states = { active: true, isActive: true, completed: false, compleated: false }
  return { status: 200, body: null, holds: { schoolId, name, description: null, ...states, version: 1 } }
}

/** Nothing of it is changed. */
export const update: Line = (asked) => {
  if (!asked.who) return refused.signedOut
  const year = yearOf(asked, asked.body.id)
  const refusal = badIds(asked.body, 'id!', 'schoolId') ?? inSchoolOf(asked, ['UpdateYear'], year?.school_id)
  if (refusal) return refusal
  return year!.completed ? final : { status: 200, body: yearRow(year!) }
}

export const complete: Line = (asked) => {
  if (!asked.who) return refused.signedOut
  const year = yearOf(asked, asked.body.schoolYearId)
  const refusal = badIds(asked.body, 'schoolYearId!') ?? inSchoolOf(asked, ['CompleteYeare'], year?.school_id)
  if (refusal) return refusal
  if (year!.completed) return conflict('This year is already completed')
  if (!year!.active) return conflict('Only the current year can be completed')
  return { status: 200, body: yearRow({ ...year!, active: false, completed: true, version: year!.version + 1 }) }
}

export const completionPlan: Line = (asked) => {
  if (!asked.who) return refused.signedOut
  const year = yearOf(asked, asked.body.schoolYearId)
  const refusal = badIds(asked.body, 'schoolYearId!') ?? inSchoolOf(asked, ['CompleteYeare'], year?.school_id)
  return refusal ?? { status: 200, body: null, holds: { schoolYearId: year!.id, schoolYearName: year!.name } }
}

/** Seats and exams of the year that is current now were made since the one before it was completed. */
export const reopen: Line = (asked) => {
  if (!asked.who) return refused.signedOut
  const year = yearOf(asked, asked.body.schoolYearId)
  const refusal = badIds(asked.body, 'schoolYearId!') ?? inSchoolOf(asked, ['CompleteYeare'], year?.school_id)
  if (refusal) return refusal
  if (!year!.completed) return conflict('Only a completed year can be reopened')
  if (asked.graph.school_years.some((one) => one.school_id === year!.school_id && isCurrent(one)))
    return conflict('A later year already builds on this one')
  return { status: 200, body: yearRow({ ...year!, active: true, completed: false, version: year!.version + 1 }) }
}

const yearSwitched =
  (active: boolean): Line =>
  (asked) => {
    const { graph, who, body } = asked
    if (!who) return refused.signedOut
    const year = yearOf(asked, body.schoolYearId)
    const refusal = badIds(body, 'schoolYearId!') ?? inSchoolOf(asked, ['ChangeYearActivation'], year?.school_id)
    if (refusal) return refusal
    if (year!.completed) return final
    const another = graph.school_years.some(
      (one) => one.id !== year!.id && one.school_id === year!.school_id && isCurrent(one),
    )
    if (active && another) return conflict('Complete or deactivate the current year first')
    return { status: 200, body: yearRow({ ...year!, active, version: year!.version + +(active !== year!.active) }) }
  }

export const activate = yearSwitched(true)
export const deactivate = yearSwitched(false)

const monthRow = (month: Month) => ({
  id: month.id,
  name: month.name,
  description: month.description,
  isActive: month.is_active,
  yearId: month.school_year_id,
  order: month.position,
  startDate: month.start_date,
  endDate: month.end_date,
  version: month.version,
})

const monthOf = ({ graph }: Asked, id: unknown) => graph.school_year_months.find((month) => month.id === id)

export const months: Line = (asked) => {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const { schoolYearId } = body
  const refusal = badIds(body, 'schoolYearId!') ?? inSchoolOrParent(asked, yearOf(asked, schoolYearId)?.school_id)
  if (refusal) return refusal
  const rows = graph.school_year_months.filter(({ school_year_id }) => school_year_id === schoolYearId)
  return page(
    sorted(rows, ({ position, start_date, id }) => [String(position).padStart(3, '0'), start_date ?? 'z', id]),
    body,
    'whole',
    monthRow,
  )
}

export const month: Line = (asked) => {
  if (!asked.who) return refused.signedOut
  const found = monthOf(asked, asked.body.monthId)
  const refusal = badIds(asked.body, 'monthId!') ?? inSchoolOrParent(asked, found?.school_id)
  return refusal ?? { status: 200, body: monthRow(found!) }
}

export const addMonth: Line = (asked) => {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const year = yearOf(asked, body.yearId)
  const refusal = badIds(body, 'yearId!') ?? inSchoolOf(asked, ['AddMonth'], year?.school_id)
  if (refusal) return refusal
  if (year!.completed) return final
  const others = graph.school_year_months.filter(({ school_year_id }) => school_year_id === year!.id)
  const holds = {
    name: body.name,
    description: null,
    isActive: true,
    yearId: year!.id,
    order: Math.max(0, ...others.map(({ position }) => position)) + 1,
    startDate: null,
    endDate: null,
    version: 1,
  }
  return { status: 200, body: null, holds }
}

/** Nothing of it is changed; the year may be named as it is. */
export const updateMonth: Line = (asked) => {
  if (!asked.who) return refused.signedOut
  const { body } = asked
  const found = monthOf(asked, body.id)
  const refusal = badIds(body, 'id!', 'yearId') ?? inSchoolOf(asked, ['UpdateMonth'], found?.school_id)
  if (refusal) return refusal
  if (body.yearId != null && body.yearId !== found!.school_year_id)
    return { status: 400, sentence: 'This field cannot be changed here' }
  return yearOf(asked, found!.school_year_id)!.completed ? final : { status: 200, body: monthRow(found!) }
}

const monthSwitched =
  (active: boolean): Line =>
  (asked) => {
    if (!asked.who) return refused.signedOut
    const found = monthOf(asked, asked.body.monthId)
    const refusal = badIds(asked.body, 'monthId!') ?? inSchoolOf(asked, ['ChangeMonthActivation'], found?.school_id)
    if (refusal) return refusal
    if (yearOf(asked, found!.school_year_id)!.completed) return final
    const version = found!.version + +(active !== found!.is_active)
    return { status: 200, body: monthRow({ ...found!, is_active: active, version }) }
  }

export const activateMonth = monthSwitched(true)
export const deactivateMonth = monthSwitched(false)
