import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const majorOf = (version: string) => Number(version.split('.')[0])

// From version 24 on, Node reserves half a gigabyte of address space at its start, and hardly uses it.
const claimed = majorOf(process.versions.node) >= 24 ? 512 : 0

/**
 * Such a process usually handles one file, so optimising the code of its start is not worth the time. From version 22 on, Node does not know
 * the option, and does not start with it.
 */
export const compilingLate = (version: string) => (majorOf(version) < 22 ? ['--interrupt-budget=1000000'] : [])

/**
 * A process for input from strangers: it has none of our settings and secrets, cannot write files, and has a memory limit in
 * megabytes (`heap`: the part for JavaScript). It communicates by messages; the script gets `args`.
 */
export function isolatedProcess(script: URL, args: string[], { megabytes, heap }: { megabytes: number; heap: number }) {
  const node = [
    process.execPath,
    ...compilingLate(process.versions.node),
    `--max-old-space-size=${heap}`,
    fileURLToPath(script),
    ...args,
  ]
  const limited = [
    '/bin/sh',
    '-c',
    `ulimit -d ${(megabytes + claimed) * 1024}; ulimit -f 0; ulimit -c 0; exec "$@"`,
    'sh',
    ...node,
  ]
  const [command, ...rest] = process.platform === 'win32' ? node : limited
  const child: ChildProcess = spawn(command!, rest, {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    env: {},
  })
  // A server that is stopping does not wait for it.
  child.unref()
  child.channel?.unref()
  return child
}
