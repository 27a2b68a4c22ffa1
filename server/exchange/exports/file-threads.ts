import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { busy } from '#server/base/errors.ts'
import { fewAtOnce } from '#server/processes/few-at-once.ts'

/** Creates files in worker threads, so that other calls are not blocked. */
export type FileThreads = {
  /**
   * Runs a script with its content and returns the file. Throws 503 if too many files wait, or if the caller no longer waits;
   * the work then stops.
   */
  make: (script: URL, content: unknown, abandoned: AbortSignal) => Promise<Buffer>
  stop: () => void
}

/** How many run at once, how many may wait, and the JavaScript memory of one thread in megabytes. */
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
