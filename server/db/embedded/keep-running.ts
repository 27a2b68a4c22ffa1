import { setTimeout as pause } from 'node:timers/promises'
import type { Server } from './launch.ts'

/** The server is given up if it ends by itself this often within this many ms. */
const most = { times: 5, within: 300_000 }

/**
 * Restarts a server whenever it ends by itself. `ended` resolves when the server was stopped, could not be restarted, or ended
 * too often.
 */
export function keepRunning(first: Server, startAgain: () => Promise<Server>, log: (line: string) => void): Server {
  const ends: number[] = []
  let current = first
  let starting: Promise<unknown> = Promise.resolve()
  let stopping = false

  async function watch() {
    while (await endedByItself()) {
      log('The embedded PostgreSQL ended by itself; it is started again.')
      const since = performance.now()
      const next = startedAgain()
      starting = next.catch(() => {})
      const server = await next.catch((error: Error) => {
        log(error.message)
        return null
      })
      if (!server) return
      current = server
      log(`The embedded PostgreSQL runs again after ${((performance.now() - since) / 1000).toFixed(1)} s.`)
    }
  }

  /** The processes of a killed server release their resources after a moment. */
  async function startedAgain(): Promise<Server> {
    for (let tries = 1; ; tries++)
      try {
        return await startAgain()
      } catch (error) {
        if (tries === 3 || stopping) throw error
        await pause(500)
      }
  }

  async function endedByItself() {
    await current.ended
    if (stopping) return false
    const now = performance.now()
    ends.push(now)
    if (ends.filter((at) => now - at < most.within).length <= most.times) return true
    log(`The embedded PostgreSQL ended by itself ${most.times} times in ${most.within / 60_000} minutes.`)
    return false
  }

  const ended = watch()
  return {
    ended,
    async stop() {
      stopping = true
      await starting
      await current.stop()
    },
  }
}
