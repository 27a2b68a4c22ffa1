import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { gateFigures } from '#server/call/gate.ts'
import { batches } from '#server/db/batch.ts'
import './citus-wire.ts'
import { schoolBySchool } from './day-of-parent.ts'
import { patience, patient, wakesWorkers } from './for-citus.ts'

// This file is loaded before each test file that runs on Citus (run.ts).
const { ask } = batches
batches.ask = function (asked) {
  const text = patient(asked.text)
  const answer = ask.call(this, text === asked.text ? asked : { ...asked, text })
  if (wakesWorkers(asked.text)) ask.call(this, { text: 'notify jobs', values: [] }).catch(() => {})
  return answer
}

// A call waits for its turn as much longer as the calls before it take.
for (const time of ['expected', 'full', 'old', 'patience'] as const) gateFigures[time] *= patience

vi.mock('#server/overviews/today/of-parent.queries.ts', async (original) => {
  const product = await original<typeof import('#server/overviews/today/of-parent.queries.ts')>()
  return { ...product, ofParent: schoolBySchool(product.ofParent) }
})

// Processes that tests start send the same statements.
const wire = fileURLToPath(new URL('citus-wire.ts', import.meta.url))
process.env.NODE_OPTIONS = `--import tsx --import ${wire}`
