import type { FastifyInstance } from 'fastify'

/** A browser at a provider: follows its pages with their cookies, chooses an account, and stops where it leads back to us. */
export async function signInThere(start: string, account: string, ours: string): Promise<URL> {
  const jar = new Map<string, string>()
  let [address, method, body] = [start, 'GET', undefined as URLSearchParams | undefined]
  for (let step = 0; step < 12; step++) {
    if (address.startsWith(ours)) return new URL(address)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await fetch(address, { method, redirect: 'manual', headers: { cookie }, ...(body && { body }) })
    for (const one of reply.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(one)!
      jar.set(name!, value!)
    }
    const location = reply.headers.get('location')
    if (location) [address, method, body] = [new URL(location, address).href, 'GET', undefined]
    else if (method === 'GET' && reply.ok) [method, body] = ['POST', new URLSearchParams({ account })]
    else throw new Error(`The provider answered ${reply.status}: ${await reply.text()}`)
  }
  throw new Error('The provider leads nowhere')
}

type Cookies = Record<string, string>

/** The browser of somebody who goes to a provider and comes back: `go` asks us, `through` goes all the way as an account there. */
export function journeysIn(app: FastifyInstance, ours: string) {
  async function go(url: string, cookies: Cookies = {}) {
    const answer = await app.inject({ method: 'GET', url, cookies })
    const set = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]))
    return { status: answer.statusCode, to: String(answer.headers.location), set, all: answer.cookies }
  }
  async function through(start: string, account: string, cookies: Cookies = {}) {
    const begun = await go(start, cookies)
    const back = await signInThere(begun.to, account, ours)
    const callback = back.pathname + back.search
    return { callback, journey: begun.set, ...(await go(callback, { ...cookies, ...begun.set })) }
  }
  return { go, through }
}
