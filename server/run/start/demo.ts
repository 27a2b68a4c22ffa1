import type { Clock } from '#server/base/clock.ts'
import { civilDay, homeZone } from '#server/base/days.ts'
import { withClient } from '#server/db/client.ts'
import type { Secrets } from '#server/base/secrets.ts'
import type { Database } from './database.ts'

export type SignIns = { password: string; people: { who: string; phone: string }[] }

/** Loads the demo data into an empty embedded database, or into any empty one if the operator wants it; returns whether it did. */
export async function loadDemoInto({ owner, embedded }: Database, wanted: boolean | null, clock: Clock) {
  if (!(wanted ?? embedded)) return false
  if (await holdsRows(owner)) return false
  const { loadDemo } = await import('#test/world/world.ts')
  await loadDemo(owner, civilDay(clock.now(), homeZone), { morning: true })
  return true
}

/** Stores the part of the demo that is signed with the key of this installation. */
export async function signDemo({ connection }: Database, secrets: Secrets, clock: Clock) {
  const { signedDemo } = await import('#test/world/world.ts')
  await signedDemo(connection, secrets, clock.now(), civilDay(clock.now(), homeZone))
}

/** The sign-ins of the demo, if it is loaded; else null. For a database other than the embedded one only if the operator wants it. */
export async function demoSignInsOf({ owner, embedded }: Database, wanted: boolean | null): Promise<SignIns | null> {
  if (!(wanted ?? embedded)) return null
  const { demoPassword, demoSignIns } = await import('#test/world/world.ts')
  const phones = demoSignIns.map(({ phone }) => phone)
  const found = await withClient(owner, (client) =>
    client.query('select from users where phone_number = any ($1)', [phones]),
  )
  return found.rowCount === phones.length ? { password: demoPassword, people: demoSignIns } : null
}

const holdsRows = (owner: Database['owner']) =>
  withClient(owner, async (client) => {
    const { rows } = await client.query('select exists (select from users) or exists (select from schools) as any')
    return rows[0].any
  })
