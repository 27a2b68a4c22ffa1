/** The first columns of every record. The second and third are empty in a complete folder (bulk). */
export const record = (id: string, ...cells: (string | null | undefined)[]) => [
  id,
  '',
  '',
  ...cells.map((cell) => cell ?? ''),
]

export const recordHeading = (...columns: string[]) => ['sourcedId', 'status', 'dateLastModified', ...columns]
