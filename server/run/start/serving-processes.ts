import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { CannotStart } from '#server/base/cannot-start.ts'
import type { FromServing, Known, ToServing } from './messages.ts'

/** The processes that serve calls, if one start has several. */
export type ServingProcesses = {
  /** Makes them report that they are not ready, while they still serve. */
  ending: () => void
  /** Resolves when all running calls are answered and all processes have ended. */
  stop: () => Promise<void>
  /** Ends them at once. */
  kill: () => void
}

type Start = {
  count: number
  known: () => Known
  /** The figures of all of them and of this process. */
  figures: () => Promise<string>
  log: (line: string) => void
  /** Called if they end again and again. */
  failed: (error: Error) => void
}

const [mostEnds, within] = [5, 300_000]
const looksEvery = 5000

/** The running program: this source file, or the bundle of all (decision 068). */
const running = import.meta.filename
const program = running.endsWith('.ts')
  ? { exec: join(dirname(running), '../../serve.ts'), loads: ['--import', 'tsx'] }
  : { exec: join(dirname(running), 'serve.mjs'), loads: ['--enable-source-maps'] }

/** Starts the processes and resolves when all serve; a process that ends is replaced. Throws CannotStart if they cannot start. */
export async function startServing({ count, known, figures, log, failed }: Start): Promise<ServingProcesses> {
  cluster.setupPrimary({
    exec: program.exec,
    // Most new objects live only as long as a call. With 4 MB for them, a process needs 40 MB less than with V8's default.
    execArgv: ['--max-semi-space-size=4', ...program.loads],
    args: [],
  })
  const all = new Set<Worker>()
  const ends: number[] = []
  let stopping = false
  const give = (worker: Worker, message: ToServing) => void (worker.isConnected() && worker.send(message, () => {}))
  const giveAll = (message: ToServing) => all.forEach((worker) => give(worker, message))

  const answer = async (worker: Worker, message: FromServing) => {
    // A process that was still starting does not know yet that all must end.
    if (message.is === 'here') give(worker, stopping ? { is: 'close' } : { is: 'known', ...known() })
    if (message.is === 'figures wanted') give(worker, { is: 'figures', of: message.of, text: await figures() })
  }
  const onEnd = (worker: Worker) => {
    all.delete(worker)
    if (stopping) return
    const now = performance.now()
    ends.push(now)
    if (ends.filter((end) => now - end < within).length > mostEnds)
      return failed(new CannotStart('The processes that serve calls end again and again; see above.'))
    log('A process that serves calls ended by itself; another one starts.')
    // A process that cannot start ends, and is counted then.
    start().catch(() => {})
  }
  const start = async () => {
    const worker = cluster.fork()
    all.add(worker)
    worker.on('exit', () => onEnd(worker))
    worker.on('message', (message: FromServing) => void answer(worker, message))
    await new Promise<void>((serving, cannot) => {
      worker.on('message', (message: FromServing) => {
        if (message.is === 'serving') serving()
        if (message.is === 'cannot start') cannot(new CannotStart(message.sentence))
      })
      worker.once('exit', () => cannot(new CannotStart('A process that serves calls ended before it served.')))
    })
  }
  const stop = async () => {
    stopping = true
    clearInterval(timer)
    giveAll({ is: 'close' })
    await Promise.all([...all].filter((worker) => !worker.isDead()).map((worker) => once(worker, 'exit')))
  }
  const kill = () => {
    stopping = true
    clearInterval(timer)
    for (const worker of all) worker.process.kill('SIGKILL')
  }
  const timer = setInterval(() => giveAll({ is: 'known', ...known() }), looksEvery).unref()
  try {
    await Promise.all(Array.from({ length: count }, start))
  } catch (problem) {
    kill()
    throw problem
  }
  return { ending: () => giveAll({ is: 'ending' }), stop, kill }
}
