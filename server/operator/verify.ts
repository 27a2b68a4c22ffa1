import { verifyAudit } from '#server/access/audit-chain.ts'
import { verifyStore } from '#server/backup/verify-backup.ts'
import { installationKey, secretsOf } from '#server/secrets.ts'
import { readConfig, settingNames } from '#server/start/config.ts'
import { asOwner } from './as-owner.ts'
import { storeNamed } from './backups.ts'
import { type Command, FoundWrong, type CommandCall, WrongUsage } from './command.ts'

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
    return what(given)
  },
}

async function audit({ words: [, head] }: CommandCall) {
  const found = await asOwner(async (_, config, owner) =>
    verifyAudit(owner, secretsOf(installationKey(config)), head ?? null),
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
  return `${bases.length} copies and ${log} files of the log are whole. Every moment from ${bases[0]!.finishedAt} to ${until?.toISOString()} can be restored.`
}

async function settings() {
  const config = readConfig()
  config.backup?.key()
  return `All ${settingNames.length} settings can be read. ${
    config.backup ? `Backups go to ${config.backup.folder}.` : 'No backups are made: BACKUP_DIR is not set.'
  }`
}
