import { type Files, lines, liveLines } from './lines.ts'

/** As many numbers as a list may have rows. */
const goneAtMost = 20_000

/** The numbers of the people whom a folder names as to be deleted, in each form in which they may have been kept (decision 107). */
export function goneFrom(files: Files) {
  const gone = [files.users, files.students, files.student].flatMap((rows) => {
    const live = new Set(liveLines(rows).map(({ row }) => row))
    return lines(rows)
      .filter(({ row }) => !live.has(row))
      .flatMap((line) => [
        line.of('identifier', 'studentNumber'),
        line.id('sourcedId', 'user_id', 'Student_id', 'SIS ID', 'ID'),
      ])
  })
  return [...new Set(gone.filter(Boolean))].slice(0, goneAtMost)
}

/** Whether a folder has only what changed since the last one. */
export const isDelta = (files: Files) =>
  lines(files.manifest).some(
    (line) => /^file\.users$/i.test(line.of('propertyName')) && /^delta$/i.test(line.of('value')),
  )
