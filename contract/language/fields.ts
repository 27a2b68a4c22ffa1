import * as z from 'zod/mini'
import { isCivilDay, isInstant } from './days.ts'
import { phoneOf } from './phones.ts'
import { asciiDigits, cleaned, compactDigits, forbiddenPlace, graphemes, normalized, typeName } from './text.ts'

type JsonSchema = Record<string, unknown>

/** The JSON Schema of each field for `/openapi.json`. It cannot be derived from the function that reads the field. */
export const jsonSchemas = new WeakMap<object, JsonSchema>()

const dayFields = new WeakSet<object>()
const trimmedFields = new WeakSet<object>()

/** Marks a field that trims its input, so that a text of spaces only is empty. */
export function trimmed<S extends object>(schema: S): S {
  trimmedFields.add(schema)
  return schema
}

/** Whether a schema is `Day`. Such values are converted to the school's calendar day once the school is known (api.md §7). */
export const isDay = (schema: object) => dayFields.has(schema)

/** Thrown by a field's reader for an invalid value; the message is the product's sentence. */
class Wrong extends Error {}

/** Refuses a value with a sentence; only for readers of `field`. */
export const refuse = (sentence: string): never => {
  throw new Wrong(sentence)
}

/** One kind of value on the wire: its JSON Schema and the function that reads it. `read` refuses with a sentence. */
export function field<Out, In = Out>(json: JsonSchema, read: (raw: unknown) => Out) {
  const schema = z.pipe(
    z.custom<In>(),
    z.transform((raw: In, ctx): Out => {
      try {
        return read(raw)
      } catch (wrong) {
        if (!(wrong instanceof Wrong)) throw wrong
        ctx.issues.push({ code: 'custom', message: wrong.message, input: raw })
        return z.NEVER
      }
    }),
  )
  jsonSchemas.set(schema, json)
  return schema
}

/** The value itself if it is present; else refuses with `sentence`. */
const present = (raw: unknown, sentence = 'Required') => (raw === undefined || raw === null ? refuse(sentence) : raw)

const asString = (raw: unknown, sentence?: string) =>
  typeof present(raw, sentence) === 'string'
    ? (raw as string)
    : refuse(sentence ?? `Expected string, received ${typeName(raw)}`)

/** A field that may be missing, null or '' (all three mean null). api.md §5.8. */
export function optional<S extends z.ZodMiniType>(schema: S) {
  const isEmpty = (raw: unknown) =>
    raw === '' || (typeof raw === 'string' && trimmedFields.has(schema) && cleaned(raw) === '')
  const emptyIsNull = z.transform((raw: unknown) => (isEmpty(raw) ? null : raw))
  return z.optional(z.pipe(emptyIsNull, z.nullable(schema)) as unknown as z.ZodMiniNullable<S>)
}

/** A field of an update that may be missing and then stays unchanged, but cannot be emptied (api.md §5.4). */
export function kept<S extends z.ZodMiniType>(schema: S) {
  const emptyIsNull = z.transform((raw: unknown) => (raw === '' ? null : raw))
  return z.optional(z.pipe(emptyIsNull, schema) as unknown as S)
}

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** A uuid of any version, in upper or lower case; answered in lower case. */
export const Id = field<string>({ type: 'string', format: 'uuid' }, (raw) => {
  const id = asString(raw).toLowerCase()
  return guid.test(id) ? id : refuse('Invalid input')
})

type TextRules = { lines?: boolean; name?: boolean; missing?: string }

/**
 * Text of `min` to `max` graphemes, cleaned of what copying adds, trimmed and NFC. `lines` allows line breaks (api.md §5, decisions 006
 * and 087). `missing` is the sentence if it is absent, not text or too short (api.md §4.6).
 */
export const Text = (min: number, max: number, rules: TextRules = {}) =>
  trimmed(field<string>({ type: 'string', minLength: min, maxLength: max }, (raw) => textOf(raw, min, max, rules)))

/** The reading of `Text`, for other readers of `field`. `name`: see `cleaned`. */
export function textOf(raw: unknown, min: number, max: number, { missing, ...rules }: TextRules = {}): string {
  const text = normalized(cleaned(asString(raw, missing), rules), max)
  const length = graphemes(text, max)
  if (length > max) return refuse(`String must contain at most ${max} character(s)`)
  const place = forbiddenPlace(text)
  if (place !== null) return refuse(`Character ${place} of this text is not allowed; delete it or write the text again`)
  return length < min ? refuse(missing ?? `String must contain at least ${min} character(s)`) : text
}

/** The phone number of an account, which can receive a code: 01… and nine digits, or +… for other countries (api.md §5). */
export const Phone = phone('Invalid Phone Number!', () => null)

/** Any other phone: one of an account, or at least 11 digits after normalising. */
export const Phone11 = phone('Phone Number is required', (typed) => {
  const digits = compactDigits(typed)
  return /^\d{11,20}$/.test(digits) ? digits : null
})

/** 6 to 200 characters of any kind; never answered. */
export const Password = field<string>({ type: 'string', format: 'password', minLength: 6, maxLength: 200 }, (raw) => {
  if (typeof raw !== 'string' || graphemes(raw, 200) < 6) return refuse('Password must be at least 6 characters long')
  return raw.length > 200 ? refuse('String must contain at most 200 character(s)') : raw
})

/** A code as people type it: 5 digits of any kind, or 8 while codes are guessed at. 6 and 7 are accepted too, but never right. Never answered. */
export const Code = field<string>({ type: 'string', minLength: 5, maxLength: 8 }, (raw) => {
  const digits = typeof raw === 'string' ? compactDigits(raw) : ''
  return /^\d{5,8}$/.test(digits) ? digits : refuse('Your one-time password must be 5 characters.')
})

/** An e-mail address of at most 254 characters. */
export const Email = (sentence = 'Invalid email') =>
  field<string>({ type: 'string', format: 'email', maxLength: 254 }, (raw) => {
    const address = cleaned(asString(raw))
    return address.length <= 254 &&
      /^[^\s@<>"]+@[^\s@<>".]+(\.[^\s@<>".]+)+$/.test(address) &&
      forbiddenPlace(address) === null
      ? address
      : refuse(sentence)
  })

/** The address of a picture as UploadImage issued it; only the database knows to whom it belongs. */
export const MediaUrl = field<string>({ type: 'string', maxLength: 100 }, (raw) => {
  const url = asString(raw)
  return /^\/media\/[\w-]{20,80}$/.test(url) ? url : refuse('This picture is not yours to use')
})

/** true or false, and no other value that looks similar. */
export const Bool = field<boolean>({ type: 'boolean' }, (raw) =>
  typeof present(raw) === 'boolean' ? (raw as boolean) : refuse(`Expected boolean, received ${typeName(raw)}`),
)

/** A whole number, or numeric text in any digits. `missing` is the sentence for anything else and for a value below `min`. */
export const Int = (min: number, max: number, { missing, zero = true }: { missing?: string; zero?: boolean } = {}) =>
  field<number, number | string>({ type: 'integer', minimum: min, maximum: max }, (raw) => {
    const value = numberOf(raw, missing)
    if (!Number.isInteger(value) || (value === 0 && !zero)) return refuse(missing ?? 'Invalid input')
    if (missing && value < min) return refuse(missing)
    return within(value, min, max)
  })

/** Money or a mark: at most two decimals, in any digits. `tooSmall` is the sentence for a value that is no number or too small. */
export const Amount = (min: number, max: number, { tooSmall }: { tooSmall?: string } = {}) =>
  field<number, number | string>({ type: 'number', minimum: min, maximum: max, multipleOf: 0.01 }, (raw) => {
    const value = numberOf(raw, tooSmall)
    if (tooSmall && value < min) return refuse(tooSmall)
    const rounded = Number(value.toFixed(2))
    // A sum that a client has computed in binary, such as 0.1 + 0.2, counts as the two decimals that people see.
    const isExact = Math.abs(value - rounded) <= Number.EPSILON * Math.max(1, Math.abs(value))
    return isExact ? within(rounded, min, max) : refuse('At most 2 decimals')
  })

/** A mark, 0 to 9,999.99. */
export const Mark = Amount(0, 9999.99)

/** A full mark, above 0. */
export const FullMark = Amount(0.01, 9999.99)

/** Money, 0 to 9,999,999.99. */
export const Money = Amount(0, 9_999_999.99)

/** Exactly one of the numbers. */
export const OneNumberOf = (numbers: readonly number[]) =>
  field<number, number | string>({ type: 'integer', enum: numbers }, (raw) => {
    const value = numberOf(raw)
    return numbers.includes(value) ? value : refuse('Invalid enum value')
  })

/** An English day name in upper or lower case; answered as the server writes it. */
const weekdays = ['Saturday', 'Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']

export const Weekday = field<string>({ type: 'string', format: 'weekday' }, (raw) => {
  const name = asString(raw).trim().toLowerCase()
  return weekdays.find((day) => day.toLowerCase() === name) ?? refuse('Invalid enum value')
})

/** One of our pictures, or an http(s) address of at most 500 characters (security.md, case 17). */
export const Link = field<string>({ type: 'string', maxLength: 500 }, (raw) => {
  const text = cleaned(asString(raw))
  return /^\/media\/[\w-]{20,80}$/.test(text) || isWebAddress(text) ? text : refuse('This link is not allowed')
})

const isWebAddress = (text: string) =>
  text.length <= 500 && /^https?:\/\/[^\s\\]+$/i.test(text) && forbiddenPlace(text) === null && URL.canParse(text)

/** A day `YYYY-MM-DD`, or an ISO instant that stays as sent until the school is known. api.md §5, §7. */
export const Day = field<string>({ type: 'string', format: 'date' }, (raw) => {
  const day = asciiDigits(cleaned(asString(raw)))
  return isCivilDay(day) || isInstant(day) ? day : refuse('Invalid date')
})
dayFields.add(Day)

/** Exactly one of the words. */
export const OneOf = <const W extends string>(words: readonly W[]) =>
  field<W>({ type: 'string', enum: words }, (raw) => {
    present(raw)
    return words.includes(raw as W) ? (raw as W) : refuse('Invalid enum value')
  })

/** A JSON array of `min` to `max` elements. */
export const List = <S extends z.ZodMiniType>(element: S, min: number, max: number) =>
  z.array(element).check(z.minLength(min), z.maxLength(max))

/** The version from which a change was made (api.md §8.7). */
export const BaseVersion = optional(Int(1, 1_000_000))

/** The requested page; the first is 1. */
export const PageNumber = optional(Int(1, 10_000))

/** The rows per page; 30 by default. */
export const PageSize = optional(Int(1, 200))

/** The fields that every list accepts. */
export const paging = { pageNumber: PageNumber, pageSize: PageSize }

function phone(sentence: string, otherwise: (typed: string) => string | null) {
  return field<string>({ type: 'string', format: 'phone' }, (raw) =>
    typeof raw === 'string' ? (phoneOf(raw) ?? otherwise(raw) ?? refuse(sentence)) : refuse(sentence),
  )
}

function numberOf(raw: unknown, sentence?: string) {
  present(raw, sentence)
  if (typeof raw === 'number') return raw
  const text = typeof raw === 'string' ? asciiDigits(cleaned(raw)) : ''
  return /^[+-]?\d{1,15}(\.\d{1,10})?$/.test(text)
    ? Number(text)
    : refuse(sentence ?? `Expected number, received ${typeName(raw)}`)
}

function within(value: number, min: number, max: number) {
  if (value < min) return refuse(`Number must be greater than or equal to ${min}`)
  return value > max ? refuse(`Number must be less than or equal to ${max}`) : value
}
