import type { ReactNode } from 'react'
import type { PrintedPaper } from '#contract/results/papers/papers.ts'
import { Date, Figure, useWriting, Word } from './SheetParts.tsx'

type Props = { schoolName: string; logoUrl: string | null; over?: string | null; children: ReactNode }

/** The school at one side, its logo in the middle, and at the other what the sheet is known by. */
export const SheetHead = ({ schoolName, logoUrl, over, children }: Props) => (
  <div className="paper-head">
    <div>
      {over && (
        <div className="paper-over">
          <bdi>{over}</bdi>
        </div>
      )}
      <div className="paper-school">
        <bdi>{schoolName}</bdi>
      </div>
    </div>
    {logoUrl ? <img src={logoUrl} alt="" /> : <span />}
    <div className="paper-number">{children}</div>
  </div>
)

/** Number, day and school year of a paper. */
export function PaperHead({
  paper: { content, logoUrl, look },
}: {
  paper: Pick<PrintedPaper, 'content' | 'logoUrl' | 'look'>
}) {
  const { schoolName, number, year, day, yearName } = content
  return (
    <SheetHead schoolName={schoolName} logoUrl={logoUrl} over={look.header}>
      {number > 0 && (
        <Known by="number">
          <Figure>{`${number}/${year}`}</Figure>
        </Known>
      )}
      <Known by="day">
        <Date day={day} />
      </Known>
      {yearName && (
        <Known by="year">
          <Figure>{yearName}</Figure>
        </Known>
      )}
    </SheetHead>
  )
}

export const Known = ({ by, children }: { by: string; children: ReactNode }) => (
  <div>
    <Word of={by} side />: <strong>{children}</strong>
  </div>
)

export function SheetTitle({ of, more }: { of: string; more?: ReactNode }) {
  const { labels, spoken } = useWriting()
  return (
    <h1 className="paper-title">
      {spoken.map((one, nth) => (
        <span key={one} lang={one} className={nth > 0 ? 'paper-second' : undefined}>
          {labels[one](of)}
        </span>
      ))}
      {more && <span className="paper-second">{more}</span>}
    </h1>
  )
}
