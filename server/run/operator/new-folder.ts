import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Lock, lockOf } from '#server/db/embedded/lock.ts'
import { CannotStart } from '#server/base/cannot-start.ts'

/**
 * Creates a folder that only the account of this process may read, and has it filled. It gets its final name when it is complete; an
 * interrupted one is called unfinished, and the next try removes it. Throws CannotStart if the folder exists, cannot be created, or is being
 * filled by another process.
 */
export async function inNewFolder<Answer>(folder: string, fill: (unfinished: string) => Promise<Answer>) {
  if (existsSync(folder)) throw new CannotStart(`The folder ${folder} is there already; name a new one.`)
  const unfinished = `${folder}.unfinished`
  const lock = await madeAlone(unfinished)
  if (!lock)
    throw new CannotStart(`Another command is writing into ${unfinished}; name another folder, or wait for it.`)
  try {
    const answer = await fill(unfinished)
    // The file of the lock on systems that need one.
    rmSync(join(unfinished, 'lock'), { force: true })
    renameSync(unfinished, folder)
    return answer
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
    await lock.release()
  }
}

/** Creates the folder for this process alone, in the place of one that an interrupted process left. Null if another process fills it. */
async function madeAlone(folder: string): Promise<Lock | null> {
  try {
    if (existsSync(folder)) {
      const left = await lockOf(folder)
      if (!left) return null
      rmSync(folder, { recursive: true, force: true })
      await left.release()
    }
    mkdirSync(folder, { mode: 0o700 })
    return await lockOf(folder)
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code === 'EEXIST') return null
    throw new CannotStart(`The folder ${folder} cannot be made: ${(problem as Error).message}`)
  }
}
