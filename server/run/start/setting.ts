import * as z from 'zod/mini'
import { CannotStart } from '#server/base/cannot-start.ts'

/**
 * A setting that `read` parses. If it returns undefined, the error names the valid values with the sentence in `must`. The value of a
 * secret is not repeated.
 */
export const setting = <T>(must: string, read: (text: string) => T | undefined, { secret = false } = {}) =>
  z.pipe(
    z.string(),
    z.transform((text: string, { issues }) => {
      const value = read(text)
      if (value !== undefined) return value
      issues.push({ code: 'custom', input: text, message: secret ? must : `${must}, not "${text}"` })
      return z.NEVER
    }),
  )

/** One of some words. */
export const word = <const W extends string>(must: string, ...words: W[]) =>
  setting(must, (text) => words.find((one) => one === text))

export const wholeNumber = (least: number, most: number) =>
  setting(`must be a number from ${least} to ${most}`, (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : -1
    return value >= least && value <= most ? value : undefined
  })

/** A list separated by commas, each value parsed by `read`. */
export const list = <T>(must: string, read: (text: string) => T | undefined) =>
  setting(must, (text) => {
    const parts = text.split(',').map((one) => one.trim())
    const all = parts.filter(Boolean).map(read)
    return all.length === 0 || all.includes(undefined) ? undefined : (all as T[])
  })

/** A JSON object of numbers like the defaults. Some may be given; the others stay. */
export const figuresLike = <T extends object>(usual: T) =>
  z.pipe(z.pipe(z.string(), z.transform(parsed)), like(usual) as z.ZodMiniType<T>)

function like(usual: unknown): z.ZodMiniType {
  if (typeof usual === 'number') return figure('must be a whole number above 0')
  if (Array.isArray(usual)) {
    const error = 'must be a list of whole numbers above 0'
    return z.array(figure(error), { error }).check(z.minLength(1, { error }))
  }
  const known = Object.entries(usual as object)
  return z.strictObject(Object.fromEntries(known.map(([key, value]) => [key, z._default(like(value), value)])), {
    error: ({ code }) =>
      code === 'unrecognized_keys'
        ? `must be an object of ${known.map(([key]) => key).join(', ')}`
        : 'must be a JSON object',
  })
}

const figure = (error: string) => z.int({ error }).check(z.positive({ error }))

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads an environment; an empty variable counts as not set. Throws CannotStart, naming the first bad setting. */
export function readSettings<Schema extends z.ZodMiniType>(schema: Schema, env: NodeJS.ProcessEnv): z.output<Schema> {
  const read = schema.safeParse(Object.fromEntries(Object.entries(env).filter(([, text]) => text)))
  if (read.success) return read.data
  const { path, message } = read.error.issues[0]!
  throw new CannotStart(`${path.filter((part) => typeof part === 'string').join('.')} ${message}.`)
}

/** Whether the address of a database contains an account. */
export function namesAccount(address: string) {
  const { username, password, searchParams } = new URL(address)
  return Boolean(username || password || searchParams.has('user') || searchParams.has('password'))
}
