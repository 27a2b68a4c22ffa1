import { busy } from '#server/call/errors.ts'

/** How much is done at once, how much waits, and for how many milliseconds one waits at most. */
export type FewFigures = { atOnce: number; waiting: number; patience?: number }

/** Work that takes a process or a thread: a few at once, in the order in which they came. */
export type FewAtOnce = {
  /**
   * Throws 503 when too many wait already, when its turn does not come in time, when it is abandoned before, and when all is
   * stopped.
   */
  run: <T>(work: () => Promise<T>, abandoned?: AbortSignal) => Promise<T>
  /** Refuses what waits. What runs is for its owner to end. */
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
