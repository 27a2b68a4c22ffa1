import type { Call } from './call.ts'
import { declared } from './declared.ts'

/** The outcome of an allowed call in short form: the number of rows, the lengths of lists in the answer, or the refusal. */
export function outcomeOf({ operation, answer: { status, headers, text } }: Call): string {
  if (status !== 200) return `${status} ${text}`
  if (growing.test(operation.path)) return 'ok'
  const body: unknown = JSON.parse(text)
  if (Array.isArray(body)) {
    const total = Number(headers['x-total-count'] ?? body.length)
    const inside = body.reduce((sum: number, row) => sum + sum2(lengthsIn(row)), 0)
    return [
      total,
      ...(total === body.length ? [] : [`of ${body.length}`]),
      ...(inside > 0 ? [`(${inside})`] : []),
      ...counted(body),
    ].join(' ')
  }
  if (body === null) return 'null'
  const lengths = lengthsIn(body)
  // A person's own data cannot be compared with anybody else's.
  const own = ['self', 'signedIn'].includes(declared(operation).to) ? ownIn(body as object) : []
  return ['ok', ...(lengths.length > 0 ? [lengths.join('/')] : []), ...counted(body), ...own].join(' ')
}

/** The audit log has more rows after every call, so their number means nothing. */
const growing = /^Audit\//

/** A person's own counts and marks, by name. */
const ownIn = (body: object) =>
  Object.entries(body)
    .filter(([name, value]) => value && ['number', 'boolean'].includes(typeof value) && name !== 'version')
    .map(([name, value]) => `${name}=${value}`)

/** The sum of all counts in an answer, and how many of its rows cannot be done or undone. */
function counted(value: unknown): string[] {
  const counts = countsIn(value)
  const hindered = JSON.stringify(value).match(/"hindrance":"/g)
  return [
    ...(counts.length > 0 && sum2(counts) > 0 ? [`#${sum2(counts)}`] : []),
    ...(hindered ? [`!${hindered.length}`] : []),
  ]
}

/** The total of a result is a mark, not a count. */
function countsIn(value: unknown): number[] {
  if (typeof value !== 'object' || value === null || 'fullMark' in value) return []
  return Object.entries(value).flatMap(([name, field]) =>
    typeof field === 'number' && /(Count|^places|^total|^moves|^stays)$/.test(name) ? [field] : countsIn(field),
  )
}

const sum2 = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0)

/** The number of elements in each list of an object, including nested ones; one number per field. */
function lengthsIn(value: unknown): number[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((field) => {
    const count = elements(field)
    return count === null ? [] : [count]
  })
}

function elements(value: unknown): number | null {
  if (typeof value !== 'object' || value === null) return null
  if (Array.isArray(value)) return value.length + sum2(value.map((one) => elements(one) ?? 0))
  const inside = Object.values(value)
    .map(elements)
    .filter((one) => one !== null)
  return inside.length > 0 ? sum2(inside) : null
}
