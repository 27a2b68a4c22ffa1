import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A temporary folder with a built web client of these files, by their paths below it, and how to remove it. */
export function webFolder(files: Record<string, string | Buffer>) {
  const root = mkdtempSync(join(tmpdir(), 'kashkool-web-'))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  return { root, remove: () => rmSync(root, { recursive: true }) }
}
