import { setting } from './setting.ts'

/** How many processes of one start serve calls; with 1, the first process does. */
export const Serving = setting('must be "auto" or a number from 1 to 64', (text) => {
  if (text === 'auto') return text
  const count = /^\d{1,2}$/.test(text) ? Number(text) : 0
  return count >= 1 && count <= 64 ? count : undefined
})

/**
 * The number for `auto`. PostgreSQL on the same machine needs somewhat more time than the processes that serve calls, so they get every second
 * core: with two cores, a second process only divides the connections.
 */
export const servingOn = (cores: number, databaseIsHere: boolean) =>
  databaseIsHere ? Math.max(1, Math.floor(cores / 2)) : Math.min(64, cores)
