/** Refusals of programs that read by OneRoster, and of making connections. */
export const sentencesOfPrograms = [
  'Enter your password again',
  "Write a filter as field='value', with AND or OR between two of them",
  'These rows cannot be filtered by this field',
  'Days and moments have no parts; compare them with < and >',
  'Write a day as 2026-11-30',
  'Write a moment as 2026-11-30T08:00:00.000Z',
  'These rows have no such field',
  'These rows cannot be sorted by this field',
  'These rows can only be read',
  'This address takes limit, offset, filter, sort, orderBy and fields alone',
]
