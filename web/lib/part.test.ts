import { beforeEach, expect, test } from 'vitest'
import { part, retryParts, useFailedParts } from './part.ts'

const Drawn = () => null
const offline = new TypeError('Failed to fetch')

beforeEach(() => useFailedParts.setState({ failed: [] }))

test('a part that could not be fetched waits, says why, and comes with the next try', async () => {
  let tries = 0
  const pending = part(async () => {
    tries += 1
    if (tries < 3) throw offline
    return Drawn
  })()

  await expect.poll(() => useFailedParts.getState().failed.map(({ error }) => error)).toEqual([offline])
  retryParts()
  expect(useFailedParts.getState().failed).toEqual([])
  await expect.poll(() => useFailedParts.getState().failed.length).toBe(1)
  retryParts()

  expect(await pending).toEqual({ default: Drawn })
  expect(useFailedParts.getState().failed).toEqual([])
})
