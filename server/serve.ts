import type { FastifyInstance } from 'fastify'
import { linesWithoutValues } from '#server/db/without-values.ts'
import { CannotStart } from '#server/base/cannot-start.ts'
import { endOnCrash } from '#server/run/start/crash.ts'
import { readConfig } from '#server/run/start/config.ts'
import type { FromServing, Known, ToServing } from '#server/run/start/messages.ts'
import { appOf, listen } from '#server/run/start/serving.ts'
import { installationKey } from './base/secrets.ts'
import { shareFigures } from '#server/run/system/shared-figures.ts'

// One of several processes that serve calls. The first process owns the database and the background work, and decides when this ends.
endOnCrash()
const config = readConfig()
const stop = { requested: false }
const wanted = new Map<number, (text: string) => void>()
let app: FastifyInstance | undefined
let known: Known | undefined
let asked = 0

// A terminal and a service manager signal the whole process group, but the first process decides when each of the others ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
process.on('message', (message: ToServing) => void receive(message).catch(giveUp))
give({ is: 'here' })

async function receive(message: ToServing) {
  if (message.is === 'known') {
    const isFirst = !known
    known = message
    if (isFirst) await serve()
  }
  if (message.is === 'ending') stop.requested = true
  if (message.is === 'figures') wanted.get(message.of)?.(message.text)
  if (message.is === 'close') {
    stop.requested = true
    await app?.close()
    process.exit(0)
  }
}

async function serve() {
  app = await appOf(config, known!.place, {
    key: installationKey(config),
    stop,
    processes: () => known!.processes,
    demo: known!.demo,
    demoGateway: known!.demoGateway,
    demoProvider: known!.demoProvider,
    backups: config.backup
      ? {
          newest: () => (known!.newestBackup === null ? null : new Date(known!.newestBackup)),
          waiting: async () => null,
        }
      : null,
    metrics: config.metricsToken ? { token: config.metricsToken, gathered: figuresOfAll, share: shareFigures } : null,
  })
  await listen(app, config)
  give({ is: 'serving' })
}

/** The first process collects the metrics of all. */
async function figuresOfAll() {
  const of = asked++
  give({ is: 'figures wanted', of })
  try {
    return await new Promise<string>((resolve) => wanted.set(of, resolve))
  } finally {
    wanted.delete(of)
  }
}

function give(message: FromServing) {
  process.send!(message)
}

function giveUp(problem: unknown) {
  if (!(problem instanceof CannotStart)) console.error(linesWithoutValues(problem))
  const sentence = problem instanceof CannotStart ? problem.message : 'A process that serves calls cannot start.'
  process.send!({ is: 'cannot start', sentence } satisfies FromServing, () => process.exit(1))
}
