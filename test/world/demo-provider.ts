import type pg from 'pg'
import type { Secrets } from '#server/base/secrets.ts'
import { withClient } from '#server/db/client.ts'
import { sealedClientSecret } from '#server/platform/sign-in/providers.rules.ts'
import { named } from './ids.ts'
import { people } from './people.ts'
import { clientOfDemo } from './providers/client.mjs'
import type { OutsideAccount } from './providers/server.mjs'
import { schools } from './schools.ts'

/** The accounts of the demo's provider. The first three are linked; somebody who signed in as one of the others links theirs in the profile. */
const staff = { najla: people.manager, tarek: people.supervisor, mona: people.teacher, hoda: people.secondSupervisor }

export const demoAccounts: OutsideAccount[] = Object.entries(staff).map(([sub, { firstName, lastName }]) => ({
  sub,
  name: `${firstName} ${lastName}`,
  email: `${sub}@nile.example`,
}))

const { provider, ...links } = named('outside', { provider: {}, najla: {}, tarek: {}, mona: {} })

/** Stores where the provider of the demo is at this start, which a computer chooses. Does nothing where the school of the demo is not. */
export const putDemoProvider = (owner: pg.ClientConfig, secrets: Secrets, issuer: string) =>
  withClient(owner, async (client) => {
    const { rowCount } = await client.query(
      `insert into sign_in_providers (school_id, id, name, domain, issuer, client_id, sealed, made_by)
       select s.id, $2, 'Nile Schools', 'nile.example', $3, $4, $5, s.admin_id from schools s where s.id = $1
       on conflict (school_id, id) do update set issuer = excluded.issuer, sealed = excluded.sealed`,
      [schools.nile.id, provider.id, issuer, clientOfDemo.id, sealedClientSecret(secrets, clientOfDemo.secret)],
    )
    if (rowCount === 0) return
    await client.query(
      `update outside_accounts set issuer = $1 where at_school_id = $2 and issuer like 'http://localhost:%'`,
      [issuer, schools.nile.id],
    )
    for (const [sub, { id }] of Object.entries(links))
      await client.query(
        `insert into outside_accounts (id, user_id, issuer, subject, at_school_id, label)
         select $1, u.id, $3, $4, $5, $6 from users u where u.id = $2 on conflict do nothing`,
        [id, staff[sub as keyof typeof staff].id, issuer, sub, schools.nile.id, `${sub}@nile.example`],
      )
  })
