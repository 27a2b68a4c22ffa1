import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { cpus, loadavg, platform, release, totalmem } from 'node:os'

/** The machine on which a result was measured, and its load. */
export const machine = (postgres: string) => ({
  at: new Date().toISOString(),
  commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
  processor: cpus()[0]?.model.trim() ?? 'unknown',
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 2 ** 30),
  system: `${platform()} ${release()}`,
  node: process.version,
  postgres,
  loadBefore: loadavg().map((load) => Math.round(load * 10) / 10),
})

export type Machine = ReturnType<typeof machine>

/**
 * The CPU time in µs that the server with this backend has used, in all its processes; null if the system does not provide it.
 */
export function cpuOfPostgres(backend: number): number | null {
  if (platform() !== 'linux') return null
  const postmaster = statOf(String(backend))?.parent
  // Connections end while others are measured. The time that they used is then counted with their parent.
  const ended = statOf(String(postmaster))?.ofEnded ?? 0
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(statOf)
    .reduce((sum, process) => sum + (process && process.parent === postmaster ? process.cpu : 0), ended)
}

const tick = 10_000

function statOf(pid: string) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]!.split(' ')
    const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number) as [number, number, number, number]
    return { parent: Number(fields[1]), cpu: (user + system) * tick, ofEnded: (endedUser + endedSystem) * tick }
  } catch {
    // The process has ended in the meantime.
    return null
  }
}
