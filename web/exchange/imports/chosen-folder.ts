/** A file with its path in the folder, because files in subfolders may have the same name. */
export type FolderFile = { path: string; file: File }

/** Whether a file is one that an import may read. Other files are not sent. */
const isTable = ({ path }: FolderFile) => /\.csv$/i.test(path)

/** A folder as a single file to send, with the name of the folder; null if it contains no table. */
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

/** The folder that was chosen. Its name is in the path of each of its files. */
export const chosenFolder = (files: readonly File[]) => ({
  name: files[0]?.webkitRelativePath.split('/')[0] ?? '',
  files: files.map((file): FolderFile => ({ path: file.webkitRelativePath || file.name, file })),
})

/** A folder that was dropped, with its files; null if it was not a folder. */
export async function droppedFolder(
  transfer: DataTransfer | null,
): Promise<{ name: string; files: FolderFile[] } | null> {
  const entry = transfer?.items[0]?.webkitGetAsEntry?.()
  if (!entry?.isDirectory) return null
  return { name: entry.name, files: await filesIn(entry as FileSystemDirectoryEntry, 3) }
}

/** The files of a folder and its subfolders, down to a maximum depth. */
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

/** Browsers return the entries of a folder in groups of a hundred, and an empty group at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry) {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed))
    if (some.length === 0) return all
    all.push(...some)
  }
}
