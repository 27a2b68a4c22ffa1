import type { ReactNode } from 'react'
import type { PaperContent } from '#contract/results/papers/content.ts'
import type { SheetProps } from './sheet.ts'
import { Figure, Word } from './SheetParts.tsx'

type Result = NonNullable<PaperContent['result']>

/** What came out of a term, a box each: whether it was passed, the rank, how often the student was there. */
export function TermOutcome({ paper: { content, look } }: SheetProps) {
  const { result, attendance } = content
  if (!result) return null
  const isOf = { rank: look.showsRank ? result.rank : null, issue: result.issue > 1 ? result.issue : null }
  return (
    <dl className="paper-boxes">
      {result.passed !== null && (
        <Box of="outcome">
          <Word of={outcomeOf(result)} side />
        </Box>
      )}
      {Object.entries(isOf).map(([of, figure]) => figure !== null && <CountBox key={of} of={of} count={figure} />)}
      {look.showsAttendance &&
        attendance &&
        (['days', 'absent', 'excused', 'late'] as const).map((key) => (
          <CountBox key={key} of={`counted.${key}`} count={attendance[key]} />
        ))}
    </dl>
  )
}

function outcomeOf({ passed, courses }: Result) {
  if (passed) return 'passed'
  return courses.some(({ secondRound }) => secondRound) ? 'secondRound' : 'notPassed'
}

const CountBox = ({ of, count }: { of: string; count: number }) => (
  <Box of={of}>
    <Figure>{count}</Figure>
  </Box>
)

const Box = ({ of, children }: { of: string; children: ReactNode }) => (
  <div>
    <dt>
      <Word of={of} />
    </dt>
    <dd>{children}</dd>
  </div>
)
