import { readFileSync } from 'node:fs'
import { dictionary } from '@zxcvbn-ts/language-common'
import { asciiDigits } from '#contract/language/text.ts'
import { CannotStart } from '#server/base/cannot-start.ts'
import { invalid } from '#server/base/errors.ts'

/** Whether a password is so common that nobody may choose it (api.md §2.6). */
export type IsCommon = (password: string) => boolean

/**
 * Kashkool ships a list of the most common passwords. The operator may name a further one, with one password per line in upper or lower
 * case.
 */
export function commonPasswords(path: string | null): IsCommon {
  const further = new Set(path === null ? [] : linesOf(path).map(folded))
  return (password) => shipped.has(folded(password)) || further.has(folded(password))
}

const tooCommon = (field: string) => invalid('This password is too common', field)
const ownWords = (field: string) => invalid('Your phone number, name or school is not a password', field)

/**
 * Throws 400, naming the field, for a common password, and for one that is too short once the person's own phone number, names and schools
 * are removed from it.
 */
export function refuseGuessable(
  password: string,
  field: string,
  { isCommon, own }: { isCommon: IsCommon; own: readonly (string | null)[] },
) {
  if (isCommon(password)) throw tooCommon(field)
  if (saysOnly(password, own)) throw ownWords(field)
}

const shortest = 6

function saysOnly(password: string, own: readonly (string | null)[]) {
  const words = own.flatMap((text) => (text ?? '').split(/\s+/)).map(plain)
  // Abroad, a phone number is written without its leading zero.
  const parts = words.flatMap((word) => (/^0\d+$/.test(word) ? [word, word.slice(1)] : [word]))
  const known = parts.filter((word) => word.length >= 3).sort((a, b) => b.length - a.length)
  const typed = plain(password)
  const left = known.reduce((rest, word) => rest.replaceAll(word, ''), typed)
  return left !== typed && left.length < shortest
}

/** Only the letters and digits, in lower case. */
const plain = (text: string) =>
  asciiDigits(text)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const folded = (password: string) => password.trim().normalize('NFC').toLowerCase()

const shipped = new Set((dictionary['passwords-common'] as string[]).map(folded))

function linesOf(path: string) {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch (error) {
    throw new CannotStart(`COMMON_PASSWORDS names a file that cannot be read: ${(error as Error).message}`)
  }
}
