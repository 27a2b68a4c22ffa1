import { CannotStart } from './cannot-start.ts'
import { codeFigures } from '#server/identity/code-figures.ts'
import { lookUpFigures } from '#server/identity/look-up-limits.ts'
import { callFigures } from '#server/call/limits.ts'
import { readingFigures } from '#server/access/read-quota.ts'
import { codesAMinute } from '#server/students/code-limits.ts'

/** The counters of api.md §9, with the figures that count where the installation sets no others. */
const defaults = {
  calls: callFigures,
  codes: codeFigures,
  lookUps: lookUpFigures,
  studentCodes: codesAMinute,
  readings: readingFigures,
}

export type LimitSettings = typeof defaults

/** The figures of this installation, of a JSON object with those that are other here. Throws CannotStart, naming the figure. */
export function readLimits(text: string | undefined): LimitSettings {
  return text ? merged(defaults, parsed(text), 'LIMITS') : defaults
}

/** Of the same shape as the defaults: every number in it whole and above 0. */
function merged<T>(known: T, given: unknown, name: string): T {
  if (typeof known === 'number') return isFigure(given) ? (given as T) : refuse(name, 'a whole number above 0')
  if (Array.isArray(known))
    return Array.isArray(given) && given.length > 0 && given.every(isFigure)
      ? (given as T)
      : refuse(name, 'a list of whole numbers above 0')
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return refuse(name, 'a JSON object')

  const all = { ...known } as Record<string, unknown>
  for (const [key, value] of Object.entries(given)) {
    if (!Object.hasOwn(all, key)) return refuse(name, `an object of ${Object.keys(all).join(', ')}`)
    all[key] = merged(all[key], value, `${name}.${key}`)
  }
  return all as T
}

const isFigure = (value: unknown) => Number.isSafeInteger(value) && (value as number) > 0

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return refuse('LIMITS', 'a JSON object')
  }
}

function refuse(name: string, what: string): never {
  throw new CannotStart(`${name} must be ${what}.`)
}
