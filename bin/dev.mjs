import './check-node.mjs'
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const { install } = await import('./install.mjs')
install()

// tsx restarts the server when one of its files changes; Vite, inside the server, does the same for the web client.
const watch = ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/main.ts']
const child = spawn(process.execPath, watch, { stdio: 'inherit', env: { ...process.env, NODE_ENV: 'development' } })

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('close', (code) => process.exit(code ?? 1))
