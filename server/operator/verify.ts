import { verifyAudit } from '#server/access/audit-chain.ts'
import { installationKey, secretsOf } from '#server/secrets.ts'
import { CannotStart } from './cannot-start.ts'
import { asOwner, withOperator } from './operator.ts'

const words = { changed: 'was changed', removed: 'was removed', inserted: 'was inserted' }

/** `npm run audit [head]`: whether the audit is as it was sealed; the places where it is not. */
export const audit = (head: string | undefined) =>
  withOperator(async () => {
    const found = await asOwner(async (_, config, owner) =>
      verifyAudit(owner, secretsOf(installationKey(config)), head ?? null),
    )
    const places = found.broken.map(({ lineId, what }) => `Line ${lineId} ${words[what]}.`)
    if (!found.headFound) places.push(`The seal ${head} is not in the chain: its end was cut off, or sealed anew.`)
    if (places.length > 0) throw new CannotStart(places.join('\n'))
    return `${found.lines} lines of the audit are as they were sealed. Seal: ${found.head ?? 'none yet'}`
  })
