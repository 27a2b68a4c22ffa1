import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { expect } from 'vitest'

/** Whether a process with this number runs. */
export const isAlive = (pid: number) =>
  commands().some((process) => process.pid === pid && !process.command.includes('defunct'))

/** The shells that end the server of this folder when its Kashkool is gone. */
export function killWatchOf(dataDir: string) {
  const watching = commands().filter(({ command }) => command.includes('kashkool-watch') && command.includes(dataDir))
  expect(watching.length).toBeGreaterThan(0)
  // All at one moment: a shell that lives a moment longer than the other would still make the server stop.
  for (const signal of ['SIGSTOP', 'SIGKILL']) for (const { pid } of watching) process.kill(pid, signal)
}

const commands = () =>
  spawnSync('ps', ['-eww', '-o', 'pid=,command='], { encoding: 'utf8' })
    .stdout.split('\n')
    .map((line) => ({ pid: Number.parseInt(line, 10), command: line }))

/** The process's sockets that are of TCP or UDP, by the kernel's own lists. */
export function networkSocketsOf(pid: number) {
  const open = readdirSync(`/proc/${pid}/fd`).map((file) => readlinkSync(`/proc/${pid}/fd/${file}`))
  const lists = ['tcp', 'tcp6', 'udp', 'udp6'].map((list) => readFileSync(`/proc/${pid}/net/${list}`, 'utf8')).join()
  const inodes = open.map((file) => /^socket:\[(\d+)\]/.exec(file)?.[1]).filter((inode) => inode !== undefined)
  expect(inodes.length).toBeGreaterThan(0)
  return inodes.filter((inode) => lists.includes(` ${inode} `))
}
