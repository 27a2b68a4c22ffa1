/** A sheet of a workbook or a school of a folder, with the number of its rows that a choice is about. */
export type Sheet = { number: number; name: string; rows: number; isHidden?: boolean }

/** What must be chosen before a file of several parts is read. */
export type PartsQuestion = {
  of: 'sheets' | 'files' | 'schools' | 'lineItems' | 'hiddenRows' | 'hiddenColumns' | 'lists'
  sheets: Sheet[]
}

/** What was chosen, in the form in which it is sent. */
export type Parts = {
  sheets?: string
  hiddenRows?: 'leaveOut' | 'take'
  hiddenColumns?: 'leaveOut' | 'take'
  lists?: 'first' | 'all'
}

const kinds = ['files', 'schools', 'lineItems', 'hiddenRows', 'hiddenColumns', 'lists'] as const

/** The choice, if a file was refused because of one; null for any other refusal. */
export function choiceIn(problem: unknown): PartsQuestion | null {
  const { more } = (problem ?? {}) as { more?: { sheets?: Sheet[]; code?: string } }
  if (!more?.sheets) return null
  return { of: kinds.find((one) => one === more.code) ?? 'sheets', sheets: more.sheets }
}
