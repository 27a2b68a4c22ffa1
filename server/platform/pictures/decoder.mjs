import { constants, setPriority } from 'node:os'
import sharp from 'sharp'

// A separate process, without secrets and connections: it reads one hostile picture after the other, and whatever a
// picture does to it affects nothing else.

const heldAtMost = Number(process.argv[2]) * 1024 * 1024
const pixelsAtMost = 25_000_000

// Everybody else's calls come first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] })

// Without it a process that was killed would leave this one behind.
process.on('disconnect', () => process.exit())

// Where the system keeps no limit of memory, this does.
setInterval(() => process.memoryUsage.rss() > heldAtMost && process.exit(1), 50)

process.on('message', async ({ bytes, side }) => {
  try {
    process.send({ webp: await webpOf(bytes, side) })
  } catch {
    process.send({ unreadable: true })
  }
})

/** The first frame, upright, in sRGB, at most `side` pixels each way, and nothing else of what came. */
const webpOf = (bytes, side) =>
  sharp(bytes, { limitInputPixels: pixelsAtMost, failOn: 'error', pages: 1 })
    .autoOrient()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .webp({ quality: 82, effort: 3 })
    .toBuffer()

process.send({ ready: true })
