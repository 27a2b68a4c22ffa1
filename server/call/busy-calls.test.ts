import { expect, test } from 'vitest'
import { DatabaseAway } from '#server/db/lost.ts'
import { busyCalls } from './busy-calls.ts'
import { busy } from '#server/base/errors.ts'

test('busy calls are one line in the log, counted by their reason; those without a database are none', async () => {
  const lines: object[] = []
  const count = busyCalls({ warn: (...line: unknown[]) => void lines.push(line) }, 20)
  for (let n = 0; n < 300; n++) count(busy('no answer in time'))
  count(busy(new Error('timeout exceeded when trying to connect')))
  count(busy(new DatabaseAway()))

  const line = [{ reasons: { 'no answer in time': 300, 'no free connection': 1 } }, 'calls were refused as busy']
  await expect.poll(() => lines).toEqual([line])
})
