import { verifyAudit } from '#server/access/audit-chain.ts'
import { verifyStore } from '#server/run/backup/verify-backup.ts'
import { commonPasswords } from '#server/platform/identity/guessable-passwords.ts'
import { readConfig, settingNames } from '#server/run/start/config.ts'
import { mayBeBackedUp } from '#server/run/start/database.ts'
import { asOwner, secretsOfDatabase } from './as-owner.ts'
import { storeNamed } from './backups.ts'
import { type Command, type CommandCall, counted, FoundWrong, WrongUsage } from './command.ts'

const whats = { changed: 'was changed', removed: 'was removed', inserted: 'was inserted' }

export const verification: Command = {
  usage: 'audit [SEAL] | backup [--database NAME] | settings',
  summary: 'Verifies the sealed audit, the backups, or the settings',
  help: [
    'audit     names each line that was changed, removed or inserted; with SEAL looks for one noted earlier too',
    'backup    reads every byte of BACKUP_DIR, and looks for holes in the log',
    'settings  reads all settings as the start does',
    'Ends with 3 when something is not as it should be.',
  ].join('\n'),
  options: { database: 'text' },
  words: 2,
  async run(given) {
    const what = { audit, backup, settings }[given.words[0] ?? '']
    if (!what) throw new WrongUsage('Say what to verify: audit, backup or settings.')
    if (what !== audit && given.words[1] !== undefined)
      throw new WrongUsage(`"${given.words[1]}" is one word too many.`)
    if (what !== backup && given.options.database !== undefined)
      throw new WrongUsage('--database goes with "verify backup" alone.')
    return what(given)
  },
}

async function audit({ words: [, typed] }: CommandCall) {
  const head = typed?.toLowerCase() ?? null
  if (head !== null && !/^[0-9a-f]{64}$/.test(head))
    throw new WrongUsage('A seal has 64 digits from 0 to 9 and a to f; copy all of them.')
  const found = await asOwner(async (client, config, owner) =>
    verifyAudit(owner, await secretsOfDatabase(client, config), head),
  )
  const places = found.broken.map(({ lineId, what }) => `Line ${lineId} ${whats[what]}.`)
  if (!found.headFound) places.push(`The seal ${head} is not in the chain: its end was cut off, or sealed anew.`)
  if (places.length > 0) throw new FoundWrong(places.join('\n'))
  const over = found.erased > 0 ? ` ${found.erased} lines of reads were erased when their time was over.` : ''
  return `${found.lines} lines of the audit are as they were sealed.${over} Seal: ${found.head ?? 'none yet'}`
}

async function backup({ options }: CommandCall) {
  const store = await storeNamed(readConfig(), options.database as string | undefined)
  const { bases, log, until, problems } = await verifyStore(store)
  if (problems.length > 0) throw new FoundWrong(problems.join('\n'))
  return `${counted(bases.length, 'copy is', 'copies are')} whole, and so is the log in ${counted(log, 'file', 'files')}. Every moment from ${bases[0]!.finishedAt} to ${until?.toISOString()} can be restored.`
}

async function settings() {
  const config = readConfig()
  mayBeBackedUp(config)
  config.backup?.key()
  commonPasswords(config.commonPasswords)
  return `All ${settingNames.length} settings can be read. ${
    config.backup ? `Backups go to ${config.backup.folder}.` : 'No backups are made: BACKUP_DIR is not set.'
  }`
}
