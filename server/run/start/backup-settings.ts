import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { CannotStart } from '#server/base/cannot-start.ts'
import { setting, wholeNumber } from './setting.ts'

const keyLength = 32

/** The variables of backups; docs/settings.md describes them. */
export const backupVariables = {
  BACKUP_DIR: z.optional(z.string()),
  BACKUP_KEY: z.optional(
    setting(`must have at least ${keyLength} characters`, (text) => (text.length >= keyLength ? text : undefined), {
      secret: true,
    }),
  ),
  BACKUP_KEY_FILE: z.optional(z.string()),
  BACKUP_EVERY: z._default(wholeNumber(1, 168), 24),
  BACKUP_KEEP: z._default(wholeNumber(1, 3650), 14),
}

export type BackupSettings = {
  folder: string
  /** The key with which backups are encrypted. Throws CannotStart if its file cannot be read. */
  key: () => Buffer
  /** Hours between two copies of the whole database. */
  every: number
  /** For how many past days every moment can be restored. */
  keep: number
}

type Read = {
  BACKUP_DIR?: string | undefined
  BACKUP_KEY?: string | undefined
  BACKUP_KEY_FILE?: string | undefined
  BACKUP_EVERY: number
  BACKUP_KEEP: number
}

export function backupOf(read: Read): BackupSettings | null {
  const { BACKUP_DIR: folder, BACKUP_KEY: key, BACKUP_KEY_FILE: file, BACKUP_EVERY: every, BACKUP_KEEP: keep } = read
  if (!folder) return null
  if (!key && !file)
    throw new CannotStart('BACKUP_DIR needs a key: name a file with it in BACKUP_KEY_FILE, or give BACKUP_KEY.')
  return { folder: resolve(folder), key: () => (key ? Buffer.from(key) : keyIn(resolve(file!))), every, keep }
}

function keyIn(path: string): Buffer {
  const text = textOf(path)
  if (text.length < keyLength)
    throw new CannotStart(
      `The file that BACKUP_KEY_FILE names must hold at least ${keyLength} characters; make one with: openssl rand -base64 48`,
    )
  return Buffer.from(text)
}

function textOf(path: string) {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (problem) {
    throw new CannotStart(`The file that BACKUP_KEY_FILE names cannot be read: ${(problem as Error).message}`)
  }
}
