/** A file with its path in the folder: folders in it may have files of one name. */
export type FolderFile = { path: string; file: File }

/** Files of a folder that an import may read; others are not even sent. */
const isTable = ({ path }: FolderFile) => /\.csv$/i.test(path)

/** A folder as the one file that is sent, called as the folder is; null where it has no table. */
export async function zipOfFolder(name: string, files: readonly FolderFile[]): Promise<File | null> {
  const tables = files.filter(isTable)
  if (tables.length === 0) return null
  const { zipSync } = await import('fflate')
  const contents = await Promise.all(
    tables.map(async ({ path, file }) => [path, new Uint8Array(await file.arrayBuffer())] as const),
  )
  const packed = zipSync(Object.fromEntries(contents))
  return new File([packed as Uint8Array<ArrayBuffer>], `${name || 'folder'}.zip`, { type: 'application/zip' })
}

/** The folder somebody chose: its name stands in the path of each of its files. */
export const chosenFolder = (files: readonly File[]) => ({
  name: files[0]?.webkitRelativePath.split('/')[0] ?? '',
  files: files.map((file): FolderFile => ({ path: file.webkitRelativePath || file.name, file })),
})

/** A folder that was dropped, with the files in it; null when something else was. */
export async function droppedFolder(
  transfer: DataTransfer | null,
): Promise<{ name: string; files: FolderFile[] } | null> {
  const entry = transfer?.items[0]?.webkitGetAsEntry?.()
  if (!entry?.isDirectory) return null
  return { name: entry.name, files: await filesIn(entry as FileSystemDirectoryEntry, 3) }
}

/** Files of a folder and of those in it, so many levels deep. */
async function filesIn(folder: FileSystemDirectoryEntry, levels: number): Promise<FolderFile[]> {
  const found: FolderFile[] = []
  for (const entry of await entriesOf(folder)) {
    if (entry.isFile) {
      const file = await new Promise<File>((done, failed) => (entry as FileSystemFileEntry).file(done, failed))
      found.push({ path: entry.fullPath.replace(/^\//, ''), file })
    } else if (levels > 1) found.push(...(await filesIn(entry as FileSystemDirectoryEntry, levels - 1)))
  }
  return found
}

/** Browsers give the entries of a folder a hundred at a time, and none when there are no more. */
async function entriesOf(folder: FileSystemDirectoryEntry) {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed))
    if (some.length === 0) return all
    all.push(...some)
  }
}
