import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { busy } from '#server/call/errors.ts'

/** Makes files in threads of their own, so that other calls are served. */
export type FileThreads = {
  /**
   * What a script makes of its content. Throws 503 when too many files wait, and where nobody waits for this one any more:
   * then it is not made, or no further.
   */
  make: (script: URL, content: unknown, abandoned: AbortSignal) => Promise<Buffer>
  stop: () => void
}

/** How many are made at once, how many wait; megabytes of JavaScript of one. */
const figures = { atOnce: availableParallelism() > 2 ? 2 : 1, waiting: 10, megabytes: 768 }

type Waiting = { begin: () => void; failed: (why: Error) => void }

const nobodyWaits = () => busy('nobody waits for this file')

export function fileThreads({ atOnce, waiting, megabytes }: typeof figures = figures): FileThreads {
  const running = new Set<Worker>()
  const queue: Waiting[] = []

  function next() {
    while (running.size < atOnce && queue.length > 0) queue.shift()!.begin()
  }

  async function made(script: URL, content: unknown, abandoned: AbortSignal) {
    const worker = new Worker(script, { workerData: content, resourceLimits: { maxOldGenerationSizeMb: megabytes } })
    const end = () => void worker.terminate()
    running.add(worker)
    abandoned.addEventListener('abort', end)
    return new Promise<Buffer>((done, failed) => {
      worker.once('message', (file: Uint8Array) => done(Buffer.from(file)))
      worker.once('error', failed)
      worker.once('exit', () => {
        abandoned.removeEventListener('abort', end)
        running.delete(worker)
        failed(abandoned.aborted ? nobodyWaits() : new Error('The file was not made'))
        next()
      })
    })
  }

  return {
    make: (script, content, abandoned) =>
      new Promise((done, failed) => {
        if (abandoned.aborted) return failed(nobodyWaits())
        if (running.size >= atOnce && queue.length >= waiting) return failed(busy('too many files are being made'))
        const one: Waiting = {
          begin() {
            abandoned.removeEventListener('abort', leave)
            done(made(script, content, abandoned))
          },
          failed,
        }
        const leave = () => {
          queue.splice(queue.indexOf(one), 1)
          failed(nobodyWaits())
        }
        abandoned.addEventListener('abort', leave)
        queue.push(one)
        next()
      }),
    stop() {
      for (const { failed } of queue.splice(0)) failed(busy())
      for (const worker of running) void worker.terminate()
    },
  }
}
