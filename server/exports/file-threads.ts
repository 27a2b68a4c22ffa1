import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { busy } from '#server/call/errors.ts'
import { fewAtOnce } from '#server/processes/few-at-once.ts'

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

const nobodyWaits = () => busy('nobody waits for this file')

export function fileThreads({ megabytes, ...figuresOfTurns }: typeof figures = figures): FileThreads {
  const running = new Set<Worker>()
  const turns = fewAtOnce(figuresOfTurns)

  const made = (script: URL, content: unknown, abandoned: AbortSignal) =>
    new Promise<Buffer>((done, failed) => {
      const worker = new Worker(script, { workerData: content, resourceLimits: { maxOldGenerationSizeMb: megabytes } })
      const end = () => void worker.terminate()
      running.add(worker)
      abandoned.addEventListener('abort', end)
      let file: Buffer | undefined
      let error: Error | undefined
      worker.once('message', (bytes: Uint8Array) => (file = Buffer.from(bytes)))
      worker.once('error', (why) => (error = why))
      worker.once('exit', () => {
        abandoned.removeEventListener('abort', end)
        running.delete(worker)
        if (file) done(file)
        else failed(abandoned.aborted ? nobodyWaits() : (error ?? new Error('The file was not made')))
      })
    })

  return {
    make: (script, content, abandoned) => turns.run(() => made(script, content, abandoned), abandoned),
    stop() {
      turns.stop()
      for (const worker of running) void worker.terminate()
    },
  }
}
