import { accessSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const prefix = 'kashkool-tests-'

/** A folder for the databases of this run. Removes the folders of killed runs first. */
export function freshMemoryFolder() {
  const folder = quickFolder()
  sweep(folder)
  return mkdtempSync(join(folder, `${prefix}${process.pid}-`))
}

/** Removes what killed runs left in a folder. What cannot be removed belongs to another account and stays. */
export function sweep(folder: string) {
  const left = readdirSync(folder).filter(
    (name) => name.startsWith(prefix) && !runs(Number.parseInt(name.slice(prefix.length))),
  )
  for (const name of left) {
    try {
      rmSync(join(folder, name), { recursive: true, force: true })
    } catch (error) {
      if (!['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
  }
}

/** A folder in memory if it has enough space: a database is many small files, which are copied there ten times as fast as on a disk. */
function quickFolder() {
  const memory = '/dev/shm'
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > 2 ** 30 ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

function runs(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
