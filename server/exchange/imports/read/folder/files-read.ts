import type { FolderFile } from '#server/exchange/imports/beside/beside.queries.ts'
import type { FolderSource } from './roster.ts'
import { type Files, lines, liveLines } from './lines.ts'

/** Each file of a folder with its counts; files that are read come first. */
export const filesRead = (files: Files, source: FolderSource): FolderFile[] =>
  Object.entries(files)
    .map(([name, rows]) => {
      const all = lines(rows).length
      return {
        name: `${name.slice(0, 95)}.csv`,
        rows: all,
        deleted: all - liveLines(rows).length,
        isRead: known[source].has(name),
      }
    })
    .toSorted((a, b) => Number(b.isRead) - Number(a.isRead) || a.name.localeCompare(b.name))

function namesIn(names: string) {
  return new Set(names.split(' '))
}

const known: Record<FolderSource, ReadonlySet<string>> = {
  oneRoster: namesIn('academicsessions classes courses demographics enrollments manifest orgs roles users'),
  schoolDataSync: namesIn(
    'academicsessions classes courses demographics enrollments orgs relationships roles users guardianrelationship school section student studentenrollment teacher teacherroster user',
  ),
  clever: namesIn('contacts enrollments schools sections staff students teachers'),
  canvas: namesIn('courses enrollments sections terms user_observers users'),
}
