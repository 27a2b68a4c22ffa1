import type { FastifyInstance } from 'fastify'
import { clientOfDemo } from '#test/world/providers/client.mjs'
import { demoPassword } from '#test/world/world.ts'

type Jar = Map<string, string>

/** What a manager types to enter a provider that was started for a test. */
export const enteredProvider = (issuer: string) => ({
  providerName: 'Nile Schools',
  domain: 'nile.example',
  issuer,
  clientId: clientOfDemo.id,
  clientSecret: clientOfDemo.secret,
  password: demoPassword,
})

/** A browser at a provider: follows its pages with their cookies, chooses an account, and stops where it leads back to us. */
export async function signInThere(start: string, account: string, ours: string, jar: Jar = new Map()): Promise<URL> {
  let [address, method, body] = [start, 'GET', undefined as URLSearchParams | undefined]
  for (let step = 0; step < 12; step++) {
    if (address.startsWith(ours)) return new URL(address)
    const reply = await asked(jar, address, { method, ...(body && { body }) })
    const location = reply.headers.get('location')
    if (location) [address, method, body] = [new URL(location, address).href, 'GET', undefined]
    else if (method === 'GET' && reply.ok) [method, body] = ['POST', new URLSearchParams({ account })]
    else throw new Error(`The provider answered ${reply.status}: ${await reply.text()}`)
  }
  throw new Error('The provider leads nowhere')
}

/** The same browser signs out at the provider. */
export async function signOutThere(issuer: string, jar: Jar) {
  const page = await (await asked(jar, `${issuer}/session/end`, {})).text()
  const body = new URLSearchParams({ xsrf: /name="xsrf" value="([^"]+)"/.exec(page)![1]!, logout: 'yes' })
  await asked(jar, `${issuer}/session/end/confirm`, { method: 'POST', body })
}

async function asked(jar: Jar, address: string, options: RequestInit) {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const reply = await fetch(address, { redirect: 'manual', headers: { cookie }, ...options })
  for (const one of reply.headers.getSetCookie()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(one)!
    jar.set(name!, value!)
  }
  return reply
}

type Cookies = Record<string, string>

/** The browser of somebody who goes to a provider and comes back: `go` asks us, `through` goes all the way as an account there. */
export function journeysIn(app: FastifyInstance, ours: string) {
  let calls = 0
  async function go(url: string, cookies: Cookies = {}) {
    // From several networks: of one, only 60 a minute are let on their way.
    const answer = await app.inject({ method: 'GET', url, cookies, remoteAddress: `203.0.113.${calls++ % 200}` })
    const set = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]))
    return { status: answer.statusCode, to: String(answer.headers.location), set, all: answer.cookies }
  }
  async function through(start: string, account: string, cookies: Cookies = {}, jar: Jar = new Map()) {
    const begun = await go(start, cookies)
    const back = await signInThere(begun.to, account, ours, jar)
    const callback = back.pathname + back.search
    return { callback, journey: begun.set, ...(await go(callback, { ...cookies, ...begun.set })) }
  }
  return { go, through }
}
