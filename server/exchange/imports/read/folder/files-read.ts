import type { FolderFile } from '#server/exchange/imports/beside/beside.queries.ts'
import { type Files, lines, liveLines } from './lines.ts'

/** Each file of a folder with its counts; files that are read come first. */
export const filesRead = (files: Files): FolderFile[] =>
  Object.entries(files)
    .map(([name, rows]) => {
      const all = lines(rows).length
      return {
        name: `${name.slice(0, 95)}.csv`,
        rows: all,
        deleted: all - liveLines(rows).length,
        isRead: known.has(name),
      }
    })
    .toSorted((a, b) => Number(b.isRead) - Number(a.isRead) || a.name.localeCompare(b.name))

const known = new Set(
  [
    'academicsessions classes courses demographics enrollments manifest orgs relationships roles users',
    'guardianrelationship school section student studentenrollment teacher teacherroster user',
  ].flatMap((names) => names.split(' ')),
)
