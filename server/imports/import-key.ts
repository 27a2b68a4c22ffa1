/** An import by its id, with its school. */
export type ImportKey = { id: string; schoolId: string }
