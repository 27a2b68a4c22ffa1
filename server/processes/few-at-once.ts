import { busy } from '#server/base/errors.ts'

/** How many pieces of work run at once, how many may wait, and how long one may wait, in ms. */
export type FewFigures = { atOnce: number; waiting: number; patience?: number }

/** A queue for work that needs a process or a thread: a few at once, in the order of arrival. */
export type FewAtOnce = {
  /**
   * Throws 503 when too many are waiting, when the turn does not come in time, when the caller gives up before it, and when the
   * queue is stopped.
   */
  run: <T>(work: () => Promise<T>, abandoned?: AbortSignal) => Promise<T>
  /** Refuses the waiting work. The code that started running work has to end it. */
  stop: () => void
}

type Waiting = { go: () => void; refuse: (why: Error) => void }

export function fewAtOnce({ atOnce, waiting, patience }: FewFigures): FewAtOnce {
  const queue: Waiting[] = []
  let running = 0

  function next() {
    for (; running < atOnce && queue.length > 0; running++) queue.shift()!.go()
  }

  const turn = (abandoned: AbortSignal[]) =>
    new Promise<void>((begin, refuse) => {
      const limits = patience === undefined ? [] : [AbortSignal.timeout(patience)]
      const givenUp = AbortSignal.any([...abandoned, ...limits])
      if (givenUp.aborted) return refuse(busy('nobody waits for this'))
      if (running >= atOnce && queue.length >= waiting) return refuse(busy('too many wait already'))
      const leave = () => {
        queue.splice(queue.indexOf(one), 1)
        refuse(busy('given up before its turn'))
      }
      const one: Waiting = {
        go() {
          givenUp.removeEventListener('abort', leave)
          begin()
        },
        refuse,
      }
      givenUp.addEventListener('abort', leave)
      queue.push(one)
      next()
    })

  return {
    async run(work, abandoned) {
      await turn(abandoned ? [abandoned] : [])
      try {
        return await work()
      } finally {
        running--
        next()
      }
    },
    stop() {
      for (const { refuse } of queue.splice(0)) refuse(busy())
    },
  }
}
