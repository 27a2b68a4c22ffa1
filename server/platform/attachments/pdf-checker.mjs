import { constants, setPriority } from 'node:os'
import { verdictOf } from './pdf-verdict.mjs'

// A separate process, without secrets and connections: it reads one hostile file and ends. It opens nothing in it.

const heldAtMost = Number(process.argv[2]) * 1024 * 1024

// Everybody else's calls come first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
process.on('disconnect', () => process.exit())
setInterval(() => process.memoryUsage.rss() > heldAtMost && process.exit(1), 50)

process.on('message', async ({ bytes }) => {
  try {
    process.send({ verdict: (await verdictOf(Buffer.from(bytes))).verdict })
  } catch {
    process.send({ verdict: 'unreadable' })
  }
})

process.send({ ready: true })
