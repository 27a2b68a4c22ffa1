import { parseArgs } from 'node:util'
import { Phone } from '#contract/language/fields.ts'
import { plainDigits } from '#contract/language/text.ts'
import type { dialogue } from './dialogue.ts'

export type Ask = ReturnType<typeof dialogue>['ask']

/** What a command gets: the words after its name, its options, and a function to ask the operator. */
export type CommandCall = { words: string[]; options: Record<string, string | boolean | undefined>; ask: Ask }

export type Command = {
  /** What follows its name in a call: `PHONE [--remove]`. */
  usage: string
  /** One line in the list of commands. */
  summary: string
  /** Further information for its help. */
  help?: string
  options?: Record<string, 'text' | 'yes'>
  /** How many words it accepts at most. */
  words: number
  /** Returns what to print, or null. Throws CannotStart with the sentence why it cannot run. */
  run: (given: CommandCall) => Promise<string | null>
}

/** A call that makes no sense: exit code 2. */
export class WrongUsage extends Error {}

/** A check found something wrong: exit code 3. The message names each place. */
export class FoundWrong extends Error {}

/** The reader of the output, such as `head`, closed it: exit code 141, like a program that its signal ends. */
export class OutputClosed extends Error {}

/** Whether a write failed because the reader has closed the output. */
export const isOutputClosed = ({ code }: NodeJS.ErrnoException) => code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED'

/** The words and options of a call. Throws WrongUsage. */
export function readCall(command: Command, args: string[]): Omit<CommandCall, 'ask'> {
  const declared = Object.entries(command.options ?? {})
  const options = Object.fromEntries(
    declared.map(([name, kind]) => [name, { type: kind === 'text' ? ('string' as const) : ('boolean' as const) }]),
  )
  try {
    const { values, positionals, tokens } = parseArgs({ args, options, allowPositionals: true, tokens: true })
    const named = tokens.flatMap((token) => (token.kind === 'option' ? token.name : []))
    const twice = named.find((name, nth) => named.indexOf(name) !== nth)
    if (twice) throw new WrongUsage(`--${twice} is given twice.`)
    if (positionals.length > command.words)
      throw new WrongUsage(`"${positionals[command.words]}" is one word too many.`)
    // Usually from a shell variable that is not set. An empty word must never mean the same as a missing one.
    for (const [name, value] of Object.entries(values)) if (value === '') throw new WrongUsage(`--${name} is empty.`)
    if (positionals.includes('')) throw new WrongUsage('A word is empty.')
    return { words: positionals, options: values as CommandCall['options'] }
  } catch (problem) {
    if (problem instanceof WrongUsage) throw problem
    throw new WrongUsage((problem as Error).message.split('. ')[0]!)
  }
}

/** `1 file`, `2 files`. */
export const counted = (n: number, one: string, several: string) => `${n} ${n === 1 ? one : several}`

/** A word that must be given. */
export function needed(word: string | undefined, what: string): string {
  if (word) return word
  throw new WrongUsage(`${what} is missing.`)
}

/** A phone number in the form of accounts, from any usual way of typing it. Throws WrongUsage. */
export function phoneTyped(typed: string): string {
  const { success, data } = Phone.safeParse(typed)
  if (success) return data
  throw new WrongUsage(`"${typed}" is no phone number; write it as 01000000009, or with a plus and its calling code.`)
}

/** The id or code of a student, as people type it. */
export const readStudent = (typed: string): string => {
  const plain = plainDigits(typed.trim())
  return /^st\d+$/i.test(plain) ? plain.toUpperCase() : plain.toLowerCase()
}

/** The id of a school. Throws WrongUsage. */
export function readSchool(typed: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(typed)) return typed
  throw new WrongUsage(
    `"${typed}" is no id of a school, such as 01950000-0000-7d2b-a4d5-359e4a4f8225. It stands in the address of the school's page.`,
  )
}

/** A moment as people type it: with a time zone, else in UTC. Throws WrongUsage. */
export function readMoment(given: string): Date {
  const typed = plainDigits(given)
  const moment = new Date(/[zZ]|[+-]\d\d:?\d\d$/.test(typed) ? typed : `${typed.replace(' ', 'T')}Z`)
  const day = new Date(`${typed.slice(0, 10)}T00:00:00Z`)
  // Otherwise 30 February would be read as 2 March.
  const isDay = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(typed.slice(0, 10))
  if (!/^\d{4}-\d\d-\d\d/.test(typed) || !isDay || Number.isNaN(moment.getTime()))
    throw new WrongUsage(`"${given}" is no moment; write it as 2026-11-22T09:30:00Z.`)
  return moment
}
