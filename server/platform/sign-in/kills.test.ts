import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { signInProviders } from '#contract/platform/sign-in/providers.ts'
import { outsideSignIn } from '#contract/platform/sign-in/sign-in.ts'
import { testApp } from '#test/harness/app.ts'
import { signInAlone } from '#test/harness/bundles.ts'
import { asRequests } from '#test/harness/database.ts'
import { testKey } from '#test/harness/ground.ts'
import { enteredProvider, journeysIn, signInThere } from '#test/harness/provider-browser.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { startProvider } from '#test/world/providers/server.mjs'
import { world } from '#test/world/world.ts'

// The proof kills twenty times; an ordinary run kills twice.
const kills = process.env.PROOF === 'on' ? 20 : 2

const ours = 'http://localhost:3000'
const accounts = [{ sub: 'one', name: 'one', email: 'one@nile.example' }]
const provider = await startProvider({ origins: [ours], accounts })
afterAll(() => provider.stop())
const hosts = [`localhost:${provider.port}`]
const { app, as, connection, tokenOf } = await testApp({ signInHosts: hosts })
const { sql } = tracesIn(connection)
const { go, through } = journeysIn(app, ours)
const { dual, manager, nile } = world

/** Goes to the provider and comes back to a process that is killed some time after it began. */
async function killedOnReturn(start: string, after: number, secret: string | null) {
  const begun = await go(start, secret ? { session: secret } : {})
  const back = await signInThere(begun.to, 'one', ours)
  const parts = { connection: asRequests(connection), key: testKey.toString('base64'), hosts, origin: ours, secret }
  const coming = { ...parts, cookie: begun.set['sign-in'], answer: back.search }
  const child = spawn(process.execPath, [...signInAlone, JSON.stringify(coming)], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  await once(child, 'message')
  await pause(after)
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** What is stored, beside the lines of the audit that are written with it. A session or link that has none, or a line without one, is half. */
async function stored() {
  const [counts] = await sql(
    `
    select (select count(*) from outside_accounts)::integer as links,
      (select count(*) from audit_lines where operation = 'Identity/SignInOutside' and detail ->> 'event' = 'outsideLinked')::integer as linked,
      (select count(*) from sessions where outside_id is not null and only_school = $1)::integer as sessions,
      (select count(*) from audit_lines where operation = 'Identity/SignInOutside' and detail ->> 'event' = 'signedIn')::integer as opened,
      (select count(*) from sessions where outside_id is not null and only_school is distinct from $1)::integer as odd`,
    [nile.id],
  )
  return counts as { links: number; linked: number; sessions: number; opened: number; odd: number }
}

test(
  `${kills} kills of the process to which somebody comes back from a provider leave no half link and no half session`,
  async () => {
    const { id: providerId } = await as(manager)(signInProviders.add, {
      schoolId: nile.id,
      ...enteredProvider(provider.issuer),
    })
    const secret = await tokenOf(dual)
    const link = async () => (await as(dual)(outsideSignIn.link, { providerId })).url
    for (let nth = 0; nth < kills; nth++) {
      await sql('delete from outside_accounts')
      const before = await stored()
      await killedOnReturn(await link(), (nth * 13) % 160, secret)
      const linked = await stored()
      expect(linked.links).toBe(linked.linked - before.linked)
      // Begun anew, it is linked once, whatever became of it before.
      expect((await through(await link(), 'one', { session: secret })).to).toBe('/profile')
      expect((await stored()).links).toBe(1)

      const signIn = `/sign-in/${providerId}`
      const earlier = await stored()
      await killedOnReturn(signIn, (nth * 17) % 160, null)
      const later = await stored()
      expect(later.sessions - earlier.sessions).toBe(later.opened - earlier.opened)
      expect((await through(signIn, 'one')).set.session).toBeDefined()
      expect((await stored()).odd).toBe(0)
    }
  },
  kills * 60_000,
)
