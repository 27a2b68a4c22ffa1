import * as z from 'zod/mini'
import { CannotStart } from '#server/base/cannot-start.ts'
import { readConfig } from '#server/run/start/config.ts'
import { type Command, counted, FoundWrong } from './command.ts'

const Ready = z.object({
  status: z.string(),
  checks: z.record(z.string(), z.boolean()),
  freeMegabytes: z.nullable(z.number()),
  backupMinutes: z.nullable(z.number()),
})

export const healthCheck: Command = {
  usage: '',
  summary: 'Says whether the Kashkool of these settings can serve, and how old its newest backup is',
  help: 'Ends with 3 when it is not ready, when its newest backup is older than twice BACKUP_EVERY, or when less than 500 MB are left.',
  words: 0,
  async run() {
    const { host, port, backup } = readConfig()
    // An IPv6 address needs brackets.
    const origin = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
    const answer = await fetch(`${origin}/health/ready`, { signal: AbortSignal.timeout(10_000) }).catch(() => null)
    const said = Ready.safeParse(await answer?.json().catch(() => null))
    if (!answer || !said.success) throw new CannotStart(`No Kashkool answers at ${origin}.`)
    const { status, checks, freeMegabytes, backupMinutes } = said.data
    const problems = Object.entries(checks).flatMap(([what, good]) => (good ? [] : `The check "${what}" fails.`))
    if (answer.status !== 200 && problems.length === 0) problems.push('It is being stopped.')
    if (freeMegabytes !== null && freeMegabytes < 500) problems.push(`Only ${freeMegabytes} MB are left on the disk.`)
    if (backup && (backupMinutes === null || backupMinutes > backup.every * 120))
      problems.push(
        backupMinutes === null ? 'There is no backup yet.' : `The newest backup is ${hours(backupMinutes)} old.`,
      )
    if (problems.length > 0) throw new FoundWrong(problems.join('\n'))
    return [
      `Kashkool is ${status}.`,
      freeMegabytes === null ? null : `${freeMegabytes} MB are left on the disk.`,
      backupMinutes === null ? 'No backups are made here.' : `The newest backup is ${hours(backupMinutes)} old.`,
    ]
      .filter(Boolean)
      .join(' ')
  },
}

const hours = (minutes: number) =>
  minutes < 120 ? counted(minutes, 'minute', 'minutes') : `${Math.floor(minutes / 60)} hours`
