import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { chosenFolder, zipOfFolder } from './chosen-folder.ts'

/** A file of a chosen folder, as a browser provides it. */
const chosen = (path: string, text: string) =>
  Object.defineProperty(new File([text], path.split('/').at(-1)!), 'webkitRelativePath', { value: path })

test('a chosen folder is sent with all its tables, also where folders in it have files of one name', async () => {
  const { name, files } = chosenFolder([
    chosen('school/primary/users.csv', 'one'),
    chosen('school/secondary/users.csv', 'other'),
    chosen('school/notes.txt', 'not read'),
  ])
  const zip = await zipOfFolder(name, files)
  expect(zip!.name).toBe('school.zip')
  const entries = Object.entries(unzipSync(new Uint8Array(await zip!.arrayBuffer())))
  expect(entries.map(([path, bytes]) => [path, new TextDecoder().decode(bytes)])).toEqual([
    ['school/primary/users.csv', 'one'],
    ['school/secondary/users.csv', 'other'],
  ])
})
