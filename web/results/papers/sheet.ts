import type { PrintedPaper } from '#contract/results/papers/papers.ts'

/** A paper to draw. Without a code it was not issued yet. */
export type SheetProps = { paper: Omit<PrintedPaper, 'id' | 'code'> & { code: string | null } }
