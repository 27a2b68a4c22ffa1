import type { NamedPicture } from './match-pictures.ts'

const kinds: Record<string, string> = { jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' }

const kindOf = (name: string) => kinds[name.split('.').at(-1)!.toLowerCase()]

/** The pictures among chosen files, and in those that are zips. Other files in a zip are none. */
export async function picturesIn(files: readonly File[]): Promise<NamedPicture[]> {
  const found = await Promise.all(
    files.map((file) => (/\.zip$/i.test(file.name) ? unpacked(file) : Promise.resolve([asPicture(file)]))),
  )
  return found.flat()
}

const asPicture = (file: File): NamedPicture => ({ name: file.name, blob: file })

async function unpacked(zip: File): Promise<NamedPicture[]> {
  const { unzip } = await import('fflate')
  const bytes = new Uint8Array(await zip.arrayBuffer())
  const isPicture = ({ name }: { name: string }) => kindOf(name) !== undefined && !name.startsWith('__MACOSX')
  const files = await new Promise<Record<string, Uint8Array>>((done, failed) =>
    unzip(bytes, { filter: isPicture }, (error, all) => (error ? failed(error) : done(all))),
  )
  return Object.entries(files).map(([path, content]) => {
    const name = path.split('/').at(-1)!
    return { name, blob: new Blob([content as Uint8Array<ArrayBuffer>], { type: kindOf(name)! }) }
  })
}
