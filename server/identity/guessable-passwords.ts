import { readFileSync } from 'node:fs'
import { dictionary } from '@zxcvbn-ts/language-common'
import { asciiDigits } from '#contract/language/text.ts'
import { CannotStart } from '#server/start/cannot-start.ts'
import { invalid } from '#server/call/errors.ts'

/** Whether nobody may choose a password (api.md §2.6). */
export type IsCommon = (password: string) => boolean

/** What everybody guesses first is shipped; the operator may name a further list, one password a line, in whatever case. */
export function commonPasswords(path: string | null): IsCommon {
  const further = new Set(path === null ? [] : linesOf(path).map(folded))
  return (password) => shipped.has(folded(password)) || further.has(folded(password))
}

const tooCommon = (field: string) => invalid('This password is too common', field)
const ownWords = (field: string) => invalid('Your phone number, name or school is not a password', field)

/**
 * Throws 400 for a common password in the named field, or for one that hardly differs from the person's own phone number,
 * names and schools: without these it must still be long enough.
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
  // Abroad a number is written without its first zero.
  const parts = words.flatMap((word) => (/^0\d+$/.test(word) ? [word, word.slice(1)] : [word]))
  const known = parts.filter((word) => word.length >= 3).sort((a, b) => b.length - a.length)
  const typed = plain(password)
  const left = known.reduce((rest, word) => rest.replaceAll(word, ''), typed)
  return left !== typed && left.length < shortest
}

/** Letters and digits alone, in one case. */
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
