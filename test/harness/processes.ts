import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { expect } from 'vitest'

/** Whether a process with this id runs. */
export const isAlive = (pid: number) =>
  commands().some((process) => process.pid === pid && !process.command.includes('defunct'))

/** Kills the shells that would stop the database server of this folder when its Kashkool is gone. */
export function killWatchOf(dataDir: string) {
  const watching = commands().filter(({ command }) => command.includes('kashkool-watch') && command.includes(dataDir))
  expect(watching.length).toBeGreaterThan(0)
  // All at the same moment: a shell that survives the other one would still stop the server.
  for (const signal of ['SIGSTOP', 'SIGKILL']) for (const { pid } of watching) process.kill(pid, signal)
}

const commands = () =>
  spawnSync('ps', ['-eww', '-o', 'pid=,command='], { encoding: 'utf8' })
    .stdout.split('\n')
    .map((line) => ({ pid: Number.parseInt(line, 10), command: line }))

/** The TCP and UDP sockets of a process, from the kernel's own lists. */
export function networkSocketsOf(pid: number) {
  const open = readdirSync(`/proc/${pid}/fd`).map((file) => readlinkSync(`/proc/${pid}/fd/${file}`))
  const lists = ['tcp', 'tcp6', 'udp', 'udp6'].map((list) => readFileSync(`/proc/${pid}/net/${list}`, 'utf8')).join()
  const inodes = open.map((file) => /^socket:\[(\d+)\]/.exec(file)?.[1]).filter((inode) => inode !== undefined)
  expect(inodes.length).toBeGreaterThan(0)
  return inodes.filter((inode) => lists.includes(` ${inode} `))
}
