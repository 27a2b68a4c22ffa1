import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { listens } from './ports.ts'
import type { RoundRobin } from './round-robin.ts'

/**
 * The same proxy by haproxy itself. `retries 0`: nothing that breaks is repeated unseen. Without a time of its own a look has
 * as long as the pause between two, and on a busy machine a process that is well would be taken for dead.
 */
const settings = (port: number, ports: readonly number[], every: number) => `
defaults
  mode http
  timeout connect 2s
  timeout client 30s
  timeout server 30s
  timeout check 5s
  retries 0
frontend calls
  bind 127.0.0.1:${port}
  default_backend processes
backend processes
  balance roundrobin
  http-reuse always
  option httpchk GET /health/ready
  http-check expect status 200
  default-server check inter ${every}ms fall 1 rise 1
${ports.map((each) => `  server at${each} 127.0.0.1:${each}\n`).join('')}`

export async function haproxy(ports: readonly number[], every: number, port: number): Promise<RoundRobin> {
  const folder = mkdtempSync(join(tmpdir(), 'kashkool-haproxy-'))
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, settings(port, ports, every))
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] })
  await expect.poll(() => listens(port)).toBe(true)
  return {
    port,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      rmSync(folder, { recursive: true })
    },
  }
}
