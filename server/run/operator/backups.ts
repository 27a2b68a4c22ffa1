import { basename, resolve } from 'node:path'
import { copyAndTidy, storeFor } from '#server/run/backup/base-backup.ts'
import { restore } from '#server/run/backup/restore.ts'
import { type Store, storesIn } from '#server/run/backup/store.ts'
import { backedBy } from '#server/run/start/backed.ts'
import { CannotStart } from '#server/base/cannot-start.ts'
import { type Config, readConfig } from '#server/run/start/config.ts'
import type { Database } from '#server/run/start/database.ts'
import { withDatabase } from './as-owner.ts'
import { type Command, counted, FoundWrong, readMoment, WrongUsage } from './command.ts'
import { withdrawnSince } from './withdrawn.ts'

export const backup: Command = {
  usage: '',
  summary: 'Copies the embedded database into BACKUP_DIR now',
  help: 'Also removes what is older than BACKUP_KEEP days. Kashkool itself does both on its schedule.',
  words: 0,
  run: () =>
    withDatabase(async (database, config) => {
      const { base, folder, notRemoved } = await copyNow(database, config)
      const made = `The copy ${base.id} was made: ${base.files} files, ${megabytes(base.bytes)} MB, in ${folder}.`
      if (notRemoved) throw new FoundWrong(`${made}\n${notRemoved}`)
      return made
    }),
}

export const restoring: Command = {
  usage: '[--at MOMENT] [--into FOLDER] [--database NAME] [--keep-sessions]',
  summary: 'Restores the embedded database from BACKUP_DIR, to the newest state or to a moment',
  help: [
    'Kashkool must be stopped. The database that is there is kept beside the new one.',
    'Everybody is signed out and no device is known. With --at, what the present audit says of rights withdrawn since is listed.',
    '--at 2026-11-22T09:30:00Z  the state of that moment; without a time zone it is UTC, not the time of Cairo',
    '--into FOLDER              into another folder of data, to look at it; it never writes into this archive',
    '--database NAME            which one, where BACKUP_DIR has several',
    '--keep-sessions            leaves the sessions and known devices of that moment valid, also those that were ended after it',
  ].join('\n'),
  options: { at: 'text', into: 'text', database: 'text', 'keep-sessions': 'yes' },
  words: 0,
  async run({ options }) {
    const config = readConfig()
    const { at: typed, into, database } = options as Record<string, string | undefined>
    const at = typed ? readMoment(typed) : null
    const keepsSessions = options['keep-sessions'] === true
    const store = await storeNamed(config, database)
    // Before the restore, which replaces the database that has this audit.
    const withdrawn = at ? await withdrawnSince(config, at) : null
    const since = performance.now()
    const restored = await restore({
      store,
      dataDir: into ? resolve(into) : config.dataDir,
      named: into !== undefined || config.dataDirNamed,
      at,
      continues: into === undefined,
      keepsSessions,
    })
    return [
      `The database was restored from the copy ${restored.base.id} in ${((performance.now() - since) / 1000).toFixed(1)} s, into ${restored.cluster}.`,
      restored.lastTransaction && `Its last transaction was at ${restored.lastTransaction}.`,
      restored.replaced && `The one before is in ${restored.replaced}; remove it when all is well.`,
      keepsSessions
        ? 'The sessions and known devices of that moment are valid again, also those that were ended after it.'
        : `Everybody is signed out on every device (${counted(restored.ended, 'session', 'sessions')} ended); no device counts as known.`,
      withdrawn,
    ]
      .filter(Boolean)
      .join('\n')
  },
}

/** Makes a copy, and prints which old ones could not be removed. Throws CannotStart if backups are not configured. */
export async function copyNow(database: Database, config: Config) {
  const backed = backedBy(database, config)
  if (!backed) throw new CannotStart('BACKUP_DIR is not set, so nothing is backed up.')
  let notRemoved: string | null = null
  const base = await copyAndTidy(backed, config.backup!.keep, (problem) => {
    notRemoved = `Old backups could not be removed: ${(problem as Error).message}`
  })
  const { folder } = await storeFor(backed)
  return { base, folder, notRemoved: notRemoved as string | null }
}

/** The store of a database, which need not exist any more. Throws CannotStart if there is none, or if several could be meant. */
export async function storeNamed({ backup: settings }: Config, name: string | undefined): Promise<Store> {
  if (!settings) throw new CannotStart('BACKUP_DIR is not set; name the folder of the backups, and their key.')
  const stores = await storesIn(settings.folder, settings.key())
  if (stores.length === 0) throw new CannotStart(`There is no backup in ${settings.folder}.`)
  const named = stores.filter(({ folder }) => name === undefined || basename(folder) === name)
  if (named.length === 1) return named[0]!
  const names = stores.map(({ folder }) => basename(folder)).join(', ')
  if (name !== undefined) throw new WrongUsage(`BACKUP_DIR has no database "${name}"; it has ${names}.`)
  throw new CannotStart(`BACKUP_DIR has several databases (${names}); say which with --database.`)
}

const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(0)
