import { availableParallelism } from 'node:os'
import { setting } from './setting.ts'

/** How many processes of one start serve calls; with 1, the first process does. */
export const Serving = setting('must be "auto" or a number from 1 to 64', (text) => {
  if (text === 'auto') return availableParallelism()
  const count = /^\d{1,2}$/.test(text) ? Number(text) : 0
  return count >= 1 && count <= 64 ? count : undefined
})
