import { endSessions } from '#server/platform/identity/end-sessions.ts'
import { connected } from '#server/db/connected.ts'
import { asOwner } from './as-owner.ts'
import { type Command, counted, WrongUsage, phoneTyped } from './command.ts'

export const sessionsEnd: Command = {
  usage: '[PHONE | --all]',
  summary: 'Signs a person out on every device, or everybody',
  help: '--all signs out everybody, and no device of anybody counts as known.',
  options: { all: 'yes' },
  words: 1,
  async run({ words: [typed], options: { all }, ask }) {
    if (all && typed !== undefined) throw new WrongUsage('Name a person or say --all, not both.')
    const phone = all ? null : phoneTyped(typed ?? (await ask('Phone number of the person to sign out: ')))
    const ended = await asOwner((client) => endSessions(connected(client), phone))
    return `${phone ?? 'Everybody'} is signed out on every device (${counted(ended, 'session', 'sessions')} ended); no device counts as known.`
  },
}
