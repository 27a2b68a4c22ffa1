import { availableParallelism } from 'node:os'
import { invalid } from '#server/base/errors.ts'
import { fewAtOnce } from '#server/processes/few-at-once.ts'
import { isolatedProcess } from '#server/processes/isolated-process.ts'

/** Decodes pictures in separate processes, so that a malicious file cannot harm the server (security.md, case 13). */
export type Decoder = {
  /** The picture as WebP, at most `side` pixels wide and high. Throws 400 if it cannot be decoded, 503 if too many wait. */
  webp: (bytes: Buffer, side: number) => Promise<Buffer>
  stop: () => void
}

/**
 * How many are decoded at once and how many may wait; the limits in ms for waiting, decoding and idle time; the memory of a
 * process.
 */
export type DecoderFigures = {
  atOnce: number
  waiting: number
  patience: number
  milliseconds: number
  idle: number
  megabytes: number
}

/**
 * A call ends after 10 seconds; waiting and decoding together take less. On a machine with two cores, one stays free for other
 * work.
 */
const decoderFigures: DecoderFigures = {
  atOnce: availableParallelism() > 2 ? 2 : 1,
  waiting: 30,
  patience: 3000,
  milliseconds: 6000,
  idle: 60_000,
  megabytes: 640,
}

type Job = { bytes: Buffer; side: number; done: (webp: Buffer) => void; failed: (why: Error) => void }
type DecoderMessage = { ready?: true; unreadable?: true; webp?: Uint8Array }

export function decoder(figures: Partial<DecoderFigures> = {}): Decoder {
  const { atOnce, waiting, patience, ...limits } = { ...decoderFigures, ...figures }
  const turns = fewAtOnce({ atOnce, waiting, patience })
  const free: Child[] = []
  const all = new Set<Child>()

  function started() {
    const gone = () => {
      all.delete(child)
      remove(free, child)
    }
    const child = childOf({ ...limits, free: () => free.push(child), gone })
    all.add(child)
    return child
  }

  const read = (bytes: Buffer, side: number) =>
    new Promise<Buffer>((done, failed) => (free.pop() ?? started()).read({ bytes, side, done, failed }))

  return {
    webp: (bytes, side) => turns.run(() => read(bytes, side)),
    stop() {
      turns.stop()
      for (const child of all) child.kill()
    },
  }
}

type Child = { read: (job: Job) => void; kill: () => void }

type Limits = Pick<DecoderFigures, 'milliseconds' | 'idle' | 'megabytes'> & {
  free: () => void
  gone: () => void
}

/**
 * A process that decodes one picture at a time. It is killed if that takes too long, and ends by itself when it is not needed.
 */
function childOf({ milliseconds, idle, megabytes, free, gone }: Limits): Child {
  const script = new URL('decoder.mjs', import.meta.url)
  const worker = isolatedProcess(script, [`${megabytes}`], { megabytes, heap: 96 })
  let job: Job | null = null
  let ready = false
  let timer: NodeJS.Timeout | undefined

  const settle = (outcome: (job: Job) => void) => {
    clearTimeout(timer)
    const settled = job
    job = null
    if (settled) outcome(settled)
  }
  const lasting = (time: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      gone() // Otherwise it could be given a picture before its end is known.
      worker.kill('SIGKILL')
    }, time).unref()
  }
  const child: Child = {
    read(next) {
      job = next
      if (ready) begin()
      else lasting(startsWithin)
    },
    kill: () => void worker.kill('SIGKILL'),
  }
  const begin = () => {
    lasting(milliseconds)
    worker.send({ bytes: job!.bytes, side: job!.side })
  }

  worker.on('message', ({ ready: loaded, webp }: DecoderMessage) => {
    if (loaded) {
      ready = true
      if (job) begin()
      return
    }
    settle(({ done, failed }) => (webp ? done(Buffer.from(webp)) : failed(unreadable())))
    lasting(idle)
    free()
  })
  // The process was killed, or the picture crashed it. A process that never became ready says nothing about the picture.
  const ended = () => {
    settle(({ failed }) => failed(ready ? unreadable() : new Error('The process that reads pictures did not start')))
    gone()
  }
  worker.once('exit', ended)
  worker.once('error', () => !worker.pid && ended())
  return child
}

const startsWithin = 8000

const unreadable = () => invalid('This picture cannot be read')

function remove<T>(from: T[], one: T) {
  const at = from.indexOf(one)
  if (at >= 0) from.splice(at, 1)
}
