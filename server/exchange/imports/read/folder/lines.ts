import type { FileRow } from '#server/exchange/imports/read/read-file.ts'

/** The tables of a folder by file name, without ending and in lower case. */
export type Files = Record<string, FileRow[]>

/** A row of a file, read by headings: the first heading with a value counts. */
export type Line = {
  row: number
  cells: readonly string[]
  of: (...headings: readonly string[]) => string
  id: (...headings: readonly string[]) => string
}

/** Whether a file has a column with one of these headings. */
export const hasColumn = ([heading]: FileRow[], names: readonly string[]) =>
  heading !== undefined && names.some((name) => heading.cells.some((cell) => plain(cell) === plain(name)))

/** How many columns of a file have the first of these headings that it has. */
export const timesOfColumn = ([heading]: FileRow[], names: readonly string[]) =>
  names.map((name) => heading?.cells.filter((cell) => plain(cell) === plain(name)).length ?? 0).find(Boolean) ?? 0

/** The rows of a file below its headings, which may differ in case, spaces and small mistakes. */
export function lines(rows: FileRow[] | undefined): Line[] {
  const [heading, ...below] = rows ?? []
  if (!heading) return []
  const at = new Map(heading.cells.map((cell, position) => [plain(cell), position]))
  // Cached, because every row looks up the same few headings.
  const positions = new Map<string, number>()
  const positionOf = (name: string) => {
    if (!positions.has(name)) positions.set(name, at.get(plain(name)) ?? -1)
    return positions.get(name)!
  }
  return below.map(({ row, cells }) => {
    const of = (...names: readonly string[]) => names.map((name) => cells[positionOf(name)]).find(Boolean) ?? ''
    return { row, cells, of, id: (...names) => bare(of(...names)) }
  })
}

/** Rows that are not marked as deleted. */
export const liveLines = (rows: FileRow[] | undefined) =>
  lines(rows).filter((line) => !/^(tobedeleted|inactive|deleted|suspended)$/i.test(line.of('status')))

/** Several ids in one cell. */
export const idsIn = (cell: string) => cell.split(/[,;]/).map(bare).filter(Boolean)

/** Some systems write an id in braces in one file and without them in another. */
const bare = (id: string) => id.trim().replace(/^\{(.*)\}$/, '$1')

/** Several values per key. They are never copied, because a hostile file may have a hundred thousand for one key. */
export function byKey<T>() {
  const all = new Map<string, T[]>()
  return {
    add: (key: string, value: T) => void (all.get(key)?.push(value) ?? all.set(key, [value])),
    of: (key: string): readonly T[] => all.get(key) ?? [],
  }
}

const plain = (heading: string) => heading.toLowerCase().replace(/[^a-z0-9]/g, '')
