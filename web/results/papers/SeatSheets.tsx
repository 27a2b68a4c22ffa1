import type { OutputOf } from '#contract/language/operation.ts'
import type { seating } from '#contract/results/seating/seating.ts'
import { type ListHead, ListPage } from './ListPage.tsx'
import { Blanks, ListTable } from './ListTable.tsx'
import { Figure, LineHead, useWriting, Word } from './SheetParts.tsx'

type Row = OutputOf<typeof seating.list>[number]
type Committee = { name: string; rows: readonly Row[] }

/** `seating` for the door, `calls` for who supervises, `labels` for the desks. */
const seatSheets = ['seating', 'calls', 'labels'] as const
export type SeatSheetsProps = ListHead & {
  what: (typeof seatSheets)[number]
  gradeName: string
  committees: readonly Committee[]
}

/** What is printed of the seats of a grade, by committee. */
export function SeatSheets({ what, gradeName, committees, ...head }: SeatSheetsProps) {
  if (what === 'labels')
    return pagesOf(committees).map((labels, nth) => <Labels key={nth} labels={labels} gradeName={gradeName} />)
  return committees.map((committee) => (
    <ListPage
      key={committee.name}
      head={head}
      title={`title.${what}`}
      more={
        <>
          <bdi>{gradeName}</bdi> · <bdi>{committee.name}</bdi>
        </>
      }
    >
      <SeatTable rows={committee.rows} blanks={what === 'calls' ? callColumns : 0} />
      {what === 'calls' && <Counted />}
    </ListPage>
  ))
}

const callColumns = 4

function SeatTable({ rows, blanks }: { rows: readonly Row[]; blanks: number }) {
  return (
    <ListTable columns={['nth', 'seat', 'student', 'class']} blanks={blanks}>
      {rows.map((row, nth) => (
        <tr key={row.studentId}>
          <td>
            <Figure>{nth + 1}</Figure>
          </td>
          <td className="paper-sum">
            <Figure>{row.seatNumber!}</Figure>
          </td>
          <LineHead>
            <bdi>{row.studentName}</bdi>
          </LineHead>
          <td>
            <bdi>{row.classRoomName}</bdi>
          </td>
          <Blanks count={blanks} />
        </tr>
      ))}
    </ListTable>
  )
}

/** Written by hand at the end of an exam. */
const Counted = () => (
  <div className="paper-counted">
    {['present', 'missing', 'proctor', 'proctor2'].map((of) => (
      <span key={of}>
        <Word of={`calls.${of}`} side />: <i />
      </span>
    ))}
  </div>
)

type Label = { committee: string; row: Row }

/** A sheet of labels for desks: three beside each other, eight below each other. */
function Labels({ labels, gradeName }: { labels: readonly Label[]; gradeName: string }) {
  const { spoken } = useWriting()
  return (
    <article className="paper paper-labels" lang={spoken[0]} dir={spoken[0] === 'ar' ? 'rtl' : 'ltr'}>
      {labels.map(({ committee, row }) => (
        <section key={row.studentId} className="paper-seat">
          <strong>
            <Figure>{row.seatNumber!}</Figure>
          </strong>
          <b>
            <bdi>{row.studentName}</bdi>
          </b>
          <span>
            <bdi>{gradeName}</bdi> · <bdi>{row.classRoomName}</bdi>
          </span>
          <span>
            <bdi>{committee}</bdi>
          </span>
        </section>
      ))}
    </article>
  )
}

const labelsAPage = 24

function pagesOf(committees: readonly Committee[]): Label[][] {
  const labels = committees.flatMap(({ name, rows }) => rows.map((row) => ({ committee: name, row })))
  return Array.from({ length: Math.ceil(labels.length / labelsAPage) }, (_, nth) =>
    labels.slice(nth * labelsAPage, (nth + 1) * labelsAPage),
  )
}
