/** What stands in front of every record; the second and third are empty in a folder that states everything (bulk). */
export const record = (id: string, ...cells: (string | null | undefined)[]) => [
  id,
  '',
  '',
  ...cells.map((cell) => cell ?? ''),
]

export const recordHeading = (...columns: string[]) => ['sourcedId', 'status', 'dateLastModified', ...columns]
