import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The resources that a process of the bench has used so far. `after`: what its outbox worker has sent. */
export type Usage = {
  cpu: number
  memory: number
  statements: number
  roundTrips: number
  afterStatements: number
}

/** A server of the bench in a separate process. */
export type Served = { port: number; usage: () => Promise<Usage>; stop: () => Promise<void> }

/** Starts `file` with an argument, and waits until it reports the port on which it listens. */
export async function start(file: string, argument: unknown = null): Promise<Served> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), [JSON.stringify(argument)], {
    execArgv: [...process.execArgv, '--max-semi-space-size=4'],
  })
  const { port } = await outputOf<{ port: number }>(child)
  return {
    port,
    async usage() {
      child.send('usage')
      return outputOf<Usage>(child)
    },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.disconnect()
      await ended
    },
  }
}

/** The next message of a process. Throws if the process ends first. */
const outputOf = <T>(child: ChildProcess) =>
  new Promise<T>((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`A process of the bench ended with ${code}`))
    child.once('exit', ended)
    child.once('message', (message) => {
      child.off('exit', ended)
      resolve(message as T)
    })
  })

/** In the process itself: reports its usage until the bench has finished. */
export function answering(port: number, more: () => Partial<Usage>, stop: () => Promise<unknown>) {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    const none = { statements: 0, roundTrips: 0, afterStatements: 0 }
    process.send!({ cpu: user + system, memory: process.memoryUsage.rss(), ...none, ...more() })
  })
  process.on('disconnect', () => void stop().finally(() => process.exit(0)))
  process.send!({ port })
}
