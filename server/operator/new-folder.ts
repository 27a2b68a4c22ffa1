import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { CannotStart } from '#server/start/cannot-start.ts'

/**
 * Has a new folder filled, which only the account of this process may read. It gets its name when it is whole: what was broken off
 * is called unfinished, and goes with the next try. Throws CannotStart where the folder is there or cannot be made.
 */
export async function inNewFolder<Answer>(folder: string, fill: (unfinished: string) => Promise<Answer>) {
  if (existsSync(folder)) throw new CannotStart(`The folder ${folder} is there already; name a new one.`)
  const unfinished = `${folder}.unfinished`
  try {
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished, { mode: 0o700 })
  } catch (problem) {
    throw new CannotStart(`The folder ${unfinished} cannot be made: ${(problem as Error).message}`)
  }
  try {
    const answer = await fill(unfinished)
    renameSync(unfinished, folder)
    return answer
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}
