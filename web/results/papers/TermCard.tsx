import type { PaperContent } from '#contract/results/papers/content.ts'
import { cx } from '#web/ui/cx.ts'
import type { SheetProps } from './sheet.ts'
import { Frame } from './Frame.tsx'
import { TermOutcome } from './TermOutcome.tsx'
import { RemarksApart, TermRemarks } from './TermRemarks.tsx'
import { ColumnHead, LineHead, NameOnPaper, useWriting, Value, Word } from './SheetParts.tsx'
import { StudentFacts } from './StudentFacts.tsx'

type Result = NonNullable<PaperContent['result']>
type Course = Result['courses'][number]

const partsAtMost = 9

/** The report card of a term: courses with their parts, the total, what was decided, who signs. */
export function TermCard({ paper }: SheetProps) {
  const { result } = paper.content
  if (!result) return null
  const { remarks } = result
  return (
    <>
      <Frame paper={paper} title="title.termCard" more={<bdi>{result.termName}</bdi>}>
        <StudentFacts paper={paper} />
        <Marks result={result} />
        <TermOutcome paper={paper} />
        {remarks && <TermRemarks remarks={remarks} />}
      </Frame>
      {remarks && <RemarksApart paper={paper} remarks={remarks} />}
    </>
  )
}

/** The parts of all courses are columns, as long as a page has room for them; else the totals alone say what counts. */
function Marks({ result }: { result: Result }) {
  const { isBoth } = useWriting()
  const parts = new Map(result.courses.flatMap((course) => course.parts.map((part) => [part.name, part] as const)))
  const columns = parts.size <= partsAtMost ? [...parts.values()] : []
  const showsBand = result.courses.some(({ band }) => band)
  const isDense = columns.length > 5 || result.courses.length > 12
  return (
    <table className={cx('paper-table', isDense && 'paper-dense')}>
      <thead>
        <tr>
          <ColumnHead of="course" />
          {columns.map(({ name, nameAr }) => (
            <th key={name} scope="col">
              <PartName name={name} nameAr={nameAr} />
            </th>
          ))}
          <ColumnHead of="total" />
          <ColumnHead of="fullMark" />
          <th scope="col">%</th>
          {showsBand && <ColumnHead of="band" />}
        </tr>
      </thead>
      <tbody>
        {result.courses.map((course, nth) => (
          <tr key={nth}>
            <LineHead>
              <NameOnPaper name={course.name} latin={course.nameEn} />
            </LineHead>
            {columns.map(({ name }) => (
              <td key={name}>
                <PartMark part={course.parts.find((part) => part.name === name)} />
              </td>
            ))}
            <td className={cx('paper-sum', course.passed === false && 'paper-failed')}>
              {course.state ? <Word of={`state.${course.state}`} side={isBoth} /> : <Value mark={course.total} />}
            </td>
            <td>
              <Value mark={course.fullMark} />
            </td>
            <td>
              <Value mark={course.percent} />
            </td>
            {showsBand && (
              <td className="paper-label">
                <BandName band={course.band} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <LineHead across={1 + columns.length}>
            <Word of="sum" side />
          </LineHead>
          <td>
            <Value mark={result.total} />
          </td>
          <td>
            <Value mark={result.fullMark} />
          </td>
          <td>
            <Value mark={result.percent} />
          </td>
          {showsBand && (
            <td className="paper-label">
              <BandName band={result.band} />
            </td>
          )}
        </tr>
      </tfoot>
    </table>
  )
}

function PartMark({ part }: { part: Course['parts'][number] | undefined }) {
  if (part?.state && part.mark === null) return <Word of={`state.${part.state}`} />
  return <Value mark={part?.mark ?? null} />
}

function PartName({ name, nameAr }: { name: string; nameAr: string | null }) {
  const { spoken, isBoth } = useWriting()
  const first = spoken[0] === 'ar' ? (nameAr ?? name) : name
  return (
    <>
      <bdi>{first}</bdi>
      {isBoth && name !== first && (
        <small>
          <bdi>{name}</bdi>
        </small>
      )}
    </>
  )
}

function BandName({ band }: { band: Course['band'] }) {
  if (!band) return <>—</>
  return (
    <>
      {band.colour && <span className="paper-band" style={{ background: band.colour }} />}
      <PartName name={band.name} nameAr={band.nameAr} />
    </>
  )
}
