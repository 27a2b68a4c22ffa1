import { fewAtOnce } from '#server/processes/few-at-once.ts'
import { isolatedProcess } from '#server/processes/isolated-process.ts'

export type Verdict = 'fine' | 'unreadable' | 'protected' | 'active'

/** Checks PDF files in separate processes, one file in each. */
export type PdfChecker = { check: (bytes: Buffer) => Promise<Verdict>; stop: () => void }

/** How many files are checked at once, how many may wait, the time limit in ms, and the memory of a process. */
const figures = { atOnce: 1, waiting: 8, milliseconds: 8000, megabytes: 320 }

export function pdfChecker({ milliseconds, megabytes, ...figuresOfTurns } = figures): PdfChecker {
  const running = new Set<() => void>()
  const turns = fewAtOnce(figuresOfTurns)

  const read = (bytes: Buffer) =>
    new Promise<Verdict>((done) => {
      const worker = isolatedProcess(new URL('pdf-checker.mjs', import.meta.url), [`${megabytes}`], {
        megabytes,
        heap: 160,
      })
      const kill = () => void worker.kill('SIGKILL')
      const timer = setTimeout(kill, milliseconds).unref()
      let verdict: Verdict = 'unreadable'
      const ended = () => {
        clearTimeout(timer)
        running.delete(kill)
        done(verdict)
      }
      running.add(kill)
      worker.on('message', (message: { ready?: true; verdict?: Verdict }) => {
        if (message.ready) return void worker.send({ bytes })
        verdict = message.verdict ?? verdict
        kill()
      })
      worker.once('exit', ended)
      worker.once('error', () => !worker.pid && ended())
    })

  return {
    check: (bytes) => turns.run(() => read(bytes)),
    stop() {
      turns.stop()
      for (const kill of running) kill()
    },
  }
}
