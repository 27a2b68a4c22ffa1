import type { PeopleOfDemo } from '#server/platform/identity/demo.ts'
import type { Clock } from '#server/base/clock.ts'
import { civilDay, homeZone } from '#server/base/days.ts'
import { withClient } from '#server/db/client.ts'
import type { Secrets } from '#server/base/secrets.ts'
import { type Repeated, repeated } from '#server/processes/repeated.ts'
import type { Database } from './database.ts'

export type SignIns = { password: string; people: { who: string; phone: string }[] }

/** Loads the demo data into an empty embedded database, or into any empty one if the operator wants it; returns whether it did. */
export async function loadDemoInto({ owner, embedded }: Database, wanted: boolean | null, clock: Clock) {
  if (!(wanted ?? embedded)) return false
  if (await holdsRows(owner)) return false
  const { loadDemo } = await import('#test/world/world.ts')
  const now = clock.now()
  await loadDemo(owner, civilDay(now, homeZone), { morning: true, now })
  return true
}

/** Stores the part of the demo that is signed with the key of this installation. */
export async function signDemo({ owner, connection }: Database, secrets: Secrets, clock: Clock) {
  const { signedDemo } = await import('#test/world/world.ts')
  await signedDemo({ owner, connection }, secrets, clock.now(), civilDay(clock.now(), homeZone))
}

/** The sign-ins of the demo, if it is loaded; else null. For a database other than the embedded one only if the operator wants it. */
export async function demoSignInsOf({ owner, embedded }: Database, wanted: boolean | null): Promise<SignIns | null> {
  if (!(wanted ?? embedded)) return null
  const { demoPassword, demoSignIns, officeSignIns } = await import('#test/world/world.ts')
  const all = [...demoSignIns, ...officeSignIns]
  const found = await withClient(owner, (client) =>
    client.query<{ id: string }>('select id from users where id = any ($1)', [all.map(({ id }) => id)]),
  )
  const ids = new Set(found.rows.map(({ id }) => id))
  const people = all.filter(({ id }) => ids.has(id))
  return people.length > 0 ? { password: demoPassword, people } : null
}

/** Fills the school days of the demo at once, and then each day as it begins, if the demo is loaded and wanted. */
export function keepDemoFilled(
  { owner, embedded }: Database,
  wanted: boolean | null,
  clock: Clock,
  failed: (problem: unknown) => void,
  every = 60_000,
): Repeated | undefined {
  if (!(wanted ?? embedded)) return undefined
  let filled = ''
  const work = async () => {
    const now = clock.now()
    // In the zones of its schools a day begins on a full hour. Only then is the database asked.
    const hour = now.toISOString().slice(0, 13)
    if (hour === filled) return
    const { fillDemo } = await import('#test/world/world.ts')
    await fillDemo(owner, now)
    filled = hour
  }
  return repeated(() => work().catch(failed), { first: 0, every })
}

/** As whom the front door lets a visitor look around, of the people who are there. */
export async function peopleOfDemo(there: SignIns['people']): Promise<PeopleOfDemo> {
  const { demoPassword, world } = await import('#test/world/world.ts')
  const { manager, teacher, parent, supervisor, admin } = world
  const people = [
    { role: 'head', phoneNumber: manager.phone },
    { role: 'teacher', phoneNumber: teacher.phone },
    { role: 'parent', phoneNumber: parent.phone },
    { role: 'supervisor', phoneNumber: supervisor.phone },
    { role: 'platform', phoneNumber: admin.phone },
  ] as const
  const phones = new Set(there.map(({ phone }) => phone))
  return { password: demoPassword, people: people.filter(({ phoneNumber }) => phones.has(phoneNumber)) }
}

/** The accounts of the demo's provider of sign-in, and what stores where it is. */
export async function providerOfDemo() {
  const { demoAccounts, putDemoProvider } = await import('#test/world/world.ts')
  return { accounts: demoAccounts, put: putDemoProvider }
}

const holdsRows = (owner: Database['owner']) =>
  withClient(owner, async (client) => {
    const { rows } = await client.query('select exists (select from users) or exists (select from schools) as any')
    return rows[0].any
  })
