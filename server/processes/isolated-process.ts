import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

// From version 24 on Node itself claims half a gigabyte of addresses at its start, which it hardly uses.
const claimed = Number(process.versions.node.split('.')[0]) >= 24 ? 512 : 0

/** It lives for one file mostly: what is hot at its start alone is not worth compiling. */
const compilesLate = '--interrupt-budget=1000000'

/**
 * A process for input from strangers: without our settings and secrets, without files to write, and with a limit of
 * memory, in megabytes (`heap`: the part for JavaScript). It communicates by messages; the script gets `args`.
 */
export function isolatedProcess(script: URL, args: string[], { megabytes, heap }: { megabytes: number; heap: number }) {
  const node = [process.execPath, compilesLate, `--max-old-space-size=${heap}`, fileURLToPath(script), ...args]
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
