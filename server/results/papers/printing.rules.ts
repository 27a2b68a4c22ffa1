import type { PaperContent, PaperKind } from '#contract/results/papers/content.ts'
import type { PrintedPaper } from '#contract/results/papers/papers.ts'
import type { Template } from './looks.queries.ts'
import type { papersToPrint } from './papers.queries.ts'

type Row = Awaited<ReturnType<typeof papersToPrint>>[number]

/** A paper as the print page shows it, in the current look of its kind. */
export function printed(row: Row, looks: Record<PaperKind, Template>): PrintedPaper {
  const { id, content, code, copies, revokedAt, photoUrl, logoUrl } = row
  const { schoolId: _, kind: __, version: ___, ...look } = looks[row.kind as PaperKind]
  return { id, content: content as PaperContent, code, copy: copies > 0, revokedAt, photoUrl, logoUrl, look }
}

/**
 * A paper as the child's family reads it. The rank also says something about other children, so it is included only if the school's cards
 * show it.
 */
export function readAtHome(paper: PrintedPaper): PrintedPaper {
  const { content, look } = paper
  if (!content.result || look.showsRank) return paper
  return { ...paper, content: { ...content, result: { ...content.result, rank: null } } }
}
