import type { Call } from './call.ts'
import { declared } from './declared.ts'

/** What a call that was let in came to, in few letters: rows, the lengths of what an answer holds, or the refusal. */
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
  // What is a person's own has nobody else's to be compared with.
  const own = ['self', 'signedIn'].includes(declared(operation).to) ? ownIn(body as object) : []
  return ['ok', ...(lengths.length > 0 ? [lengths.join('/')] : []), ...counted(body), ...own].join(' ')
}

/** The log of what was done has more rows after every call: how many it has says nothing. */
const growing = /^Audit\//

/** Counts and marks of a person's own, by their names. */
const ownIn = (body: object) =>
  Object.entries(body)
    .filter(([name, value]) => value && ['number', 'boolean'].includes(typeof value) && name !== 'version')
    .map(([name, value]) => `${name}=${value}`)

/** What an answer says that it has counted, in all its rows together, and how many of them it says cannot be done or undone. */
function counted(value: unknown): string[] {
  const counts = countsIn(value)
  const hindered = JSON.stringify(value).match(/"hindrance":"/g)
  return [
    ...(counts.length > 0 && sum2(counts) > 0 ? [`#${sum2(counts)}`] : []),
    ...(hindered ? [`!${hindered.length}`] : []),
  ]
}

/** The total of a result is a mark and no count. */
function countsIn(value: unknown): number[] {
  if (typeof value !== 'object' || value === null || 'fullMark' in value) return []
  return Object.entries(value).flatMap(([name, field]) =>
    typeof field === 'number' && /(Count|^places|^total|^moves|^stays)$/.test(name) ? [field] : countsIn(field),
  )
}

const sum2 = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0)

/** How many elements the lists of an object hold, one number a field, those inside them counted in. */
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
