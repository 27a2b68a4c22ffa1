import { readFileSync } from 'node:fs'
import { CannotStart } from '#server/start/cannot-start.ts'
import { invalid } from '#server/call/errors.ts'

/** Whether nobody may choose a password (api.md §2.6). */
export type IsCommon = (password: string) => boolean

/** By the list that the operator names, one password a line, in whatever case; without one anybody may choose any. */
export function commonPasswords(path: string | null): IsCommon {
  const listed = new Set(path === null ? [] : linesOf(path).map(folded))
  return (password) => listed.has(folded(password))
}

/** The refusal of a common password that was sent in the named field. */
export const tooCommon = (field: string) => invalid('This password is too common', field)

const folded = (password: string) => password.trim().normalize('NFC').toLowerCase()

function linesOf(path: string) {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch (error) {
    throw new CannotStart(`COMMON_PASSWORDS names a file that cannot be read: ${(error as Error).message}`)
  }
}
