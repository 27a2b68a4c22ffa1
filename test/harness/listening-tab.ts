import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { expect } from 'vitest'
import { type LiveChange, livePath } from '#contract/platform/live/live.ts'

/** A browser tab that listens to live events over its own connection: the events it received, and whether it was disconnected. */
export async function listeningTab(at: string, token: string, topics: object) {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, br' }
  const tab = get(`${at}/${livePath}?${new URLSearchParams({ ...topics })}`, { agent: false, headers })
  tab.on('error', () => {})
  const [answer] = (await once(tab, 'response')) as [IncomingMessage]
  answer.on('error', () => {})
  let received = ''
  answer.setEncoding('utf8').on('data', (part: string) => (received += part))
  const over = new Promise<void>((gone) => answer.on('close', gone))
  if (answer.statusCode !== 200) await over

  const changes = () =>
    [...received.matchAll(/event: changed\ndata: (.*)\n\n/g)].map(([, change]) => JSON.parse(change!) as LiveChange)
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: () => received,
    over,
    leave: () => tab.destroy(),
    received: async (count: number) => {
      await until(() => changes().length >= count)
      return changes()
    },
  }
}

export const until = (enough: () => boolean | Promise<boolean>) => expect.poll(enough, { interval: 25 }).toBe(true)
