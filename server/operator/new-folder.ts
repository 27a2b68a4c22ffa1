import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { CannotStart } from '#server/start/cannot-start.ts'

/**
 * Creates a folder that only the account of this process may read, and has it filled. It gets its final name when it is complete; an
 * interrupted one is called unfinished, and the next try removes it. Throws CannotStart if the folder exists or cannot be created.
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
