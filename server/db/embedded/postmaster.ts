import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { CannotStart } from '#server/base/cannot-start.ts'
import { socketIn } from './place.ts'

/**
 * Ends the server that a killed Kashkool left on this cluster. Returns true if there was one. Only the process that has the
 * lock may call it. The server is not reused, because the watching shell of its former process may be ending it at this moment.
 * Throws CannotStart if another server is using the cluster.
 */
export async function endOrphan(cluster: string): Promise<boolean> {
  const { pid } = stateOf(cluster)
  const found = pid !== undefined && serves(pid, cluster)
  if (found && !(await ends(pid, cluster))) {
    throw new CannotStart(
      `An old PostgreSQL (process ${pid}) is still using ${cluster} and does not stop; stop it first.`,
    )
  }
  // Another container sees neither our lock nor our processes, and we do not see its processes. But a socket in the folder
  // works across containers.
  if (await answers(socketIn(dirname(cluster)))) {
    throw new CannotStart(
      `A PostgreSQL that cannot be seen from here, as one in another container, is using ${cluster}; stop it first.`,
    )
  }
  disarm(cluster)
  return found
}

const answers = (socket: string) =>
  new Promise<boolean>((resolve) => {
    const connection = connect(socket, () => {
      connection.destroy()
      resolve(true)
    })
    // If the queue of the socket is full, the server is running too.
    connection.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'EAGAIN'))
  })

/** The content of postmaster.pid; an empty object if there is none. */
export function stateOf(cluster: string): { pid?: number; ready?: boolean } {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number.parseInt(lines[0] ?? '', 10) || undefined, ready: lines[7]?.trim() === 'ready' }
  } catch {
    return {}
  }
}

// After a reboot, and at every start in a container, the process id may belong to another process.
const serves = (pid: number, cluster: string) => {
  const command = commandOf(pid)
  return command.includes('postgres') && command.includes(cluster)
}

function commandOf(pid: number) {
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-ww', '-o', 'command=', '-p', `${pid}`], { encoding: 'utf8' }).stdout
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

async function ends(pid: number, cluster: string) {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    signalTo(pid, signal)
    for (const until = performance.now() + 20_000; performance.now() < until; await pause(20)) {
      if (!serves(pid, cluster)) return true
    }
  }
  return false
}

function signalTo(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended in the meantime.
  }
}

// The file of a killed server says "ready", and its process id may now belong to another process. PostgreSQL would take that
// process for a server and refuse to start. The other lines stay, because PostgreSQL uses them to find surviving processes in
// its shared memory.
function disarm(cluster: string) {
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return
  const disarmed = readFileSync(file, 'utf8')
    .replace(/^\d+/, '2147483647')
    .replace(/ready\s*$/, 'left\n')
  rmSync(`${file}.new`, { force: true })
  writeFileSync(`${file}.new`, disarmed, { mode: 0o644, flag: 'wx' })
  renameSync(`${file}.new`, file)
}
