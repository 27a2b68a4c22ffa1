import type { PaperContent } from '#contract/results/papers/content.ts'
import { cx } from '#web/ui/cx.ts'
import { Frame } from './Frame.tsx'
import type { SheetProps } from './sheet.ts'
import { ColumnHead, Figure, LineHead, NameOnPaper, useWriting, Value, Word } from './SheetParts.tsx'
import { StudentFacts } from './StudentFacts.tsx'
import { RemarksApart, TermRemarks } from './TermRemarks.tsx'

type Year = NonNullable<PaperContent['yearResult']>
type Mark = Year['totals'][number]

/** The report card of a year: the closed terms beside each other, and what they add up to. */
export function YearCard({ paper }: SheetProps) {
  const { isBoth } = useWriting()
  const { yearResult: year } = paper.content
  if (!year) return null
  return (
    <>
      <Frame paper={paper} title="title.yearCard">
        <StudentFacts paper={paper} />
        <table className={cx('paper-table', (year.courses.length > 12 || year.terms.length > 3) && 'paper-dense')}>
          <thead>
            <tr>
              <ColumnHead of="course" />
              {year.terms.map(({ name, closed }) => (
                <th key={name} scope="col">
                  <bdi>{name}</bdi>
                  {!closed && (
                    <small>
                      <Word of="notClosed" side />
                    </small>
                  )}
                </th>
              ))}
              {['total', 'fullMark'].map((column) => (
                <ColumnHead key={column} of={column} />
              ))}
              <th scope="col">%</th>
            </tr>
          </thead>
          <tbody>
            {year.courses.map((course, nth) => (
              <tr key={nth}>
                <LineHead>
                  <NameOnPaper name={course.name} latin={course.nameEn} />
                </LineHead>
                <Row marks={course.marks} of={course} isBoth={isBoth} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <LineHead>
                <Word of="sum" side />
              </LineHead>
              <Row marks={year.totals} of={year} isBoth={isBoth} />
            </tr>
          </tfoot>
        </table>
        {paper.content.brought && <Brought terms={paper.content.brought} />}
        {year.remarks && <TermRemarks remarks={year.remarks} />}
      </Frame>
      {year.remarks && <RemarksApart paper={paper} remarks={year.remarks} />}
    </>
  )
}

/** Marks of former terms that another school or system gave: apart from those of this school, and named as such. */
function Brought({ terms }: { terms: NonNullable<PaperContent['brought']> }) {
  return (
    <table className="paper-table paper-dense mt-5">
      <thead>
        <tr>
          <th scope="colgroup" colSpan={2}>
            <Word of="brought" side />
          </th>
        </tr>
      </thead>
      <tbody>
        {terms.map(({ yearName, termName, marks }) => (
          <tr key={`${yearName} ${termName}`}>
            <LineHead>
              <bdi>{yearName}</bdi>
              {termName && (
                <small>
                  <bdi>{termName}</bdi>
                </small>
              )}
            </LineHead>
            <td className="paper-name">
              {marks.map(({ course, shown }, nth) => (
                <span key={nth}>
                  {nth > 0 && ' \u2013 '}
                  {course === null ? <Word of="sum" side /> : <bdi>{course}</bdi>} <Shown mark={shown} />
                </span>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Figures stand from left to right; a word beside them as its language does. */
const Shown = ({ mark }: { mark: string }) =>
  mark.split(' · ').map((piece, nth) => (
    <span key={nth}>
      {nth > 0 && ' · '}
      {/\p{L}/u.test(piece) ? <bdi>{piece}</bdi> : <Figure>{piece}</Figure>}
    </span>
  ))

type Sum = { total: string | null; fullMark: string | null; percent: string | null }

const Row = ({ marks, of, isBoth }: { marks: readonly Mark[]; of: Sum; isBoth: boolean }) => (
  <>
    {marks.map(({ mark, state }, nth) => (
      <td key={nth}>{state ? <Word of={`state.${state}`} side={isBoth} /> : <Value mark={mark} />}</td>
    ))}
    <td className="paper-sum">
      <Value mark={of.total} />
    </td>
    <td>
      <Value mark={of.fullMark} />
    </td>
    <td>
      <Value mark={of.percent} />
    </td>
  </>
)
