import { type AuditKind, acts } from '#contract/platform/audit/acts.ts'
import { auditLog } from '#contract/platform/audit/audit.ts'
import { paymentRequests, payments } from '#contract/platform/payments/payments.ts'
import { platformSchools } from '#contract/platform/schools/platform-schools.ts'
import { civilDay, homeZone } from '#server/base/days.ts'
import { implement } from '#server/call/implement.ts'
import { type Filter, type NarrowedTo, linesBy, type StoredLine } from './audit.queries.ts'
import { readersOf } from './readers.queries.ts'

const usualDays = 30

export const auditOperations = implement(auditLog, {
  async ofSchool({ db, school, input: { schoolId: _, kind, ...filter }, now, page }) {
    const narrowed = { of: school.id, kind: kindOf(kind), ...within(filter, now, school.timeZone) }
    const { rows, total } = await linesBy(db, narrowed, page)
    return { rows: rows.map(lineOf), total }
  },

  async ofPlatform({ db, input: { kind, ...filter }, now, page }) {
    const narrowed = { of: { doneByPlatform }, kind: kindOf(kind), ...within(filter, now, homeZone) }
    const { rows, total } = await linesBy(db, narrowed, page)
    return { rows: rows.map(lineOf), total }
  },

  readersOfStudent({ db, school, input: { studentId }, page, readsStudent }) {
    // Who looks at this looks at the record too.
    readsStudent(studentId)
    return readersOf(db, school, studentId, page)
  },
})

/** What the platform decides of a school stands in the school's lines too. */
const doneByPlatform = [platformSchools, paymentRequests, payments].flatMap((domain) =>
  Object.values(domain).flatMap(({ access, path }) => (access.to === 'platform' ? [path] : [])),
)

function kindOf(kind: AuditKind | null | undefined): NarrowedTo | null {
  if (!kind || kind === 'reads' || kind === 'refused') return kind ?? null
  if (kind === 'accounts' || kind === 'exports') return { kind, orNamed: Object.keys(acts[kind]) }
  const some = kind === 'other' ? Object.values(acts) : [acts[kind]]
  return { paths: some.flatMap((named) => Object.keys(named)), butThese: kind === 'other' }
}

type Days = { dateFrom?: string | null | undefined; dateTo?: string | null | undefined }

/** Nobody waits for the count of all years: without days, the last ones. */
function within<F extends Days>(filter: F, now: Date, timeZone: string): F & Pick<Filter, 'timeZone'> {
  const { dateFrom, dateTo } = filter
  if (dateFrom || dateTo) return { ...filter, timeZone }
  const usual = civilDay(new Date(now.getTime() - usualDays * 24 * 3600 * 1000), timeZone)
  return { ...filter, dateFrom: usual, timeZone }
}

function lineOf({ operation, outcome, targetKind, event, ...line }: StoredLine) {
  return { ...line, ...actOf({ operation, outcome, targetKind, event }) }
}

/** What a line is called: by what it says of itself, or else by its operation. */
function actOf({
  operation,
  outcome,
  targetKind,
  event,
}: Pick<StoredLine, 'operation' | 'outcome' | 'targetKind' | 'event'>) {
  const known = [
    ...(operation.startsWith('operator ') ? [operation] : []),
    `account.${event}`,
    `${outcome}.${operation}`,
    ...(targetKind === 'export' ? ['export'] : []),
    `${outcome}.${targetKind}`,
    outcome,
  ]
  return named.get(known.find((name) => named.has(name)) ?? operation) ?? other
}

type Act = { kind: AuditKind; act: string }

const named = new Map<string, Act>(
  Object.entries(acts).flatMap(([kind, some]) =>
    Object.entries(some).map(([name, [act]]) => [name, { kind: kind as AuditKind, act }] as const),
  ),
)
const other: Act = { kind: 'other', act: 'other' }
