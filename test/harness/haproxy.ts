import { startInstalled } from './installed-program.ts'
import type { RoundRobin } from './round-robin.ts'

/**
 * What `roundRobin` does, done by haproxy itself. `retries 0`, so that haproxy does not hide a broken call by repeating it.
 * `timeout check`, because a health check may otherwise take only as long as the interval between two: on a busy machine
 * haproxy would take a healthy process for dead.
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

export const haproxy = (ports: readonly number[], every: number, port: number): Promise<RoundRobin> =>
  startInstalled({
    program: 'haproxy',
    words: (file) => ['-db', '-f', file],
    settings: settings(port, ports, every),
    port,
  })
