import { readPhone } from '#server/identity/administrator.ts'
import { endSessions } from '#server/identity/end-sessions.ts'
import { asOwner, withOperator } from './operator.ts'

/** The dialogue of `npm run end-sessions [phone]`, with `-- --all` for everybody. */
export const endSessionsDialogue = (words: string[]) =>
  withOperator(async (ask) => {
    const all = words.includes('--all')
    const typed = words.find((word) => !word.startsWith('-'))
    const phone = all ? null : readPhone(typed ?? (await ask('Phone number of the person to sign out: ')))
    const ended = await asOwner((client) => endSessions(client, phone))
    return `${phone ?? 'Everybody'} is signed out on every device (${ended} sessions ended); no device counts as known.`
  })
